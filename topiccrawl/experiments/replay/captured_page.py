"""A captured response: a page parsed once, a redirect, or the reason why there is no page."""

from __future__ import annotations

import json
import zlib
from dataclasses import astuple, dataclass, field
from typing import Any
from urllib.parse import urljoin

from w3lib.html import get_meta_refresh

from topiccrawl.experiments.replay.responses import Response
from topiccrawl.extraction import extract_page
from topiccrawl.extraction.kinds.hub import is_hub
from topiccrawl.extraction.lines import displayed_text
from topiccrawl.page.anchors.link import Link
from topiccrawl.page.complexity import why_too_complex
from topiccrawl.page.content_type import is_html
from topiccrawl.page.description import Description, describe
from topiccrawl.page.links import links_of
from topiccrawl.page.page import Page
from topiccrawl.text.files.decompression import PackedFileError, inflate

_PAGE = frozenset((200, 201, 202, 203))
_REDIRECT = frozenset((301, 302, 303, 307, 308))
_LONGEST_REFRESH = 100
"""Seconds after which a meta refresh is no redirect, as in Scrapy."""
_LEVEL = 6


@dataclass(frozen=True, slots=True)
class CapturedPage:
    """A page as the parts of a crawl read it.

    Attributes:
        url: the URL it was fetched from.
        description: title and meta texts.
        links: links with their contexts.
        is_hub: whether it is a home, channel or list page.
        displayed_text: all text that it displays, menus included.
        title: the headline.
        text: the main text, before cleaning.
        kind: kind of the page, as `Document.kind`.
    """

    url: str
    description: Description = field(default_factory=Description)
    links: tuple[Link, ...] = ()
    is_hub: bool = False
    displayed_text: str = ""
    title: str = ""
    text: str = ""
    kind: str = ""

    def to_bytes(self) -> bytes:
        """Return the page in a compressed form; links are stored by column, which compresses best."""
        columns = {name: [getattr(link, name) for link in self.links] for name in Link._fields}
        whole = {
            "description": astuple(self.description),
            "hub": self.is_hub,
            "title": self.title,
            "kind": self.kind,
            "text": self.text,
            "body": self.displayed_text,
            "links": columns,
        }
        # A tree may have single surrogates, which UTF-8 cannot encode.
        form = json.dumps(whole, ensure_ascii=False, separators=(",", ":"))
        return zlib.compress(form.encode("utf-8", "surrogatepass"), _LEVEL)

    @classmethod
    def from_bytes(cls, url: str, packed: bytes) -> CapturedPage:
        """Return the page of `to_bytes`.

        Raises:
            ValueError: the bytes are damaged.
        """
        try:
            whole: dict[str, Any] = json.loads(inflate(packed).decode("utf-8", "surrogatepass"))
            columns: dict[str, list[Any]] = whole["links"]
            # A capture of another version may have other columns: missing ones have the default value.
            known = {name: columns[name] for name in Link._fields if name in columns}
            rows = zip(*known.values(), strict=True) if known else iter(())
            return cls(
                url,
                Description(*whole["description"]),
                tuple(Link(**dict(zip(known, row, strict=True))) for row in rows),
                bool(whole["hub"]),
                whole["body"],
                whole["title"],
                whole["text"],
                whole["kind"],
            )
        except (PackedFileError, KeyError, TypeError, AttributeError, RecursionError) as error:
            raise ValueError(f"it is damaged: {error!r}") from error


@dataclass(frozen=True, slots=True)
class Captured:
    """A captured URL: a page, the target of a redirect, or the reason why there is no page.

    Attributes:
        url: the URL.
        page: the page in the form of `CapturedPage.to_bytes`; empty while it is not parsed.
        raw: the body of a page that is not parsed yet, compressed with zlib.
        content_type: its Content-Type.
        target: the URL it redirects to.
        failure: why there is no page.
    """

    url: str
    page: bytes = b""
    raw: bytes = b""
    content_type: str = ""
    target: str = ""
    failure: str = ""


def received(response: Response) -> Captured:
    """Return a response in the form of a capture, without parsing its page."""
    url, target = response.url, response.headers.get("location", "")
    if response.status in _REDIRECT and target:
        try:
            return Captured(url, target=urljoin(url, target))
        except ValueError:  # such as a bracket that is not an IPv6 address
            return Captured(url, failure="bad_redirect")
    if response.lost:
        return Captured(url, page=CapturedPage(url).to_bytes())
    if response.status not in _PAGE:
        return Captured(url, failure=f"status_{response.status}" if response.status else "no_answer")
    if not is_html(response.content_type, response.body):
        return Captured(url, failure="not_html")
    return Captured(url, raw=zlib.compress(response.body, 1), content_type=response.content_type)


def parsed(one: Captured, extractor: str = "article", max_links: int = 2000) -> Captured:
    """Parse a page as a crawl does.

    Args:
        one: what was received.
        extractor: extractor of the main text.
        max_links: maximum number of links taken from the page.

    Raises:
        ValueError: the body is damaged.
    """
    if not one.raw:
        return one
    try:
        body = inflate(one.raw)
    except PackedFileError as error:
        raise ValueError(str(error)) from error
    page = Page.from_bytes(body, one.url, one.content_type)
    if target := _refresh(page):
        return Captured(one.url, target=target)
    if why_too_complex(page.html):
        return Captured(one.url, failure="too_complex")
    return Captured(one.url, page=read(page, extractor, max_links).to_bytes())


def read(page: Page, extractor: str, max_links: int) -> CapturedPage:
    """Return what a crawl reads of a page."""
    links = links_of(page, max_links)
    hub = is_hub(page, links)
    # A hub is never a candidate, so that its main text is never needed.
    document = None if hub else extract_page(page, extractor)
    return CapturedPage(
        page.url,
        describe(page),
        links,
        hub,
        displayed_text(page),
        document.title if document else "",
        document.text if document else "",
        document.kind if document else "",
    )


def _refresh(page: Page) -> str:
    """Return the URL that a page redirects to by a meta tag; empty when it does not."""
    if "refresh" not in page.html[:4096].lower():
        return ""
    try:
        interval, url = get_meta_refresh(page.html, page.url, page.charset or "utf-8", ("noscript",))
    except ValueError:  # such as a bracket that is not an IPv6 address
        return ""
    return url if url and interval is not None and interval < _LONGEST_REFRESH else ""
