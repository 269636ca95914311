"""One page, of a URL or a file, and what is extracted from it: the work of `topiccrawl extract`."""

from __future__ import annotations

import sys
from contextlib import nullcontext, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from topiccrawl.access.fetching import DownloadedPage, fetch_page, page_fetcher
from topiccrawl.access.polite_client import MAX_BYTES
from topiccrawl.errors import FetchError, TopiccrawlError
from topiccrawl.extraction import document_kind, extract_page
from topiccrawl.extraction.sites.fields import with_site_fields
from topiccrawl.extraction.visual.sheets import NO_SHEETS, Sheets, SheetSearch, decode_sheet
from topiccrawl.messages import message
from topiccrawl.page.complexity import check_complexity, limited_seconds
from topiccrawl.page.metadata import read_metadata
from topiccrawl.page.page import Page
from topiccrawl.page.sites.rules import NO_RULES, SiteRules, Sites
from topiccrawl.relevance.topic.contact import contact_of_environment, with_contact
from topiccrawl.settings import USER_AGENT
from topiccrawl.text.files.binary_detection import reason_not_text


@dataclass(frozen=True, slots=True)
class PageFinder:
    """Returns what is extracted from the page at a URL or in a file, or why there is nothing.

    Args:
        extractor: a key of `topiccrawl.extraction.EXTRACTORS`.
        sites: rules of single sites.
        url: URL that a file comes from.
        allow_private: whether loopback and private addresses may be requested.
    """

    extractor: str
    sites: Sites
    url: str
    allow_private: bool

    def __call__(self, source: str) -> dict[str, Any] | TopiccrawlError:
        """Return the fields of the page, see `find`."""
        try:
            page = load_page(source, self.url, allow_private=self.allow_private)
            styled = self.extractor == "visual-browser"
            sheets = load_sheets(source, page, allow_private=self.allow_private) if styled else NO_SHEETS
            with limited_seconds(source):
                return find(page, self.extractor, sheets, self.sites.of(page.url))
        except TopiccrawlError as error:
            return error


def load_page(source: str, url: str = "", *, allow_private: bool = False) -> Page:
    """Return the page at a URL or in a file.

    Args:
        source: an http or https URL, the path of a file, or `-` for standard input.
        url: URL that a file comes from.
        allow_private: whether loopback and private addresses may be requested.

    Raises:
        FetchError: the page cannot be fetched or read, or is not text.
        ComplexPageError: it is too expensive to parse.
        ContactError: `TOPICCRAWL_CONTACT` is neither an e-mail address nor an http(s) URL.
    """
    if "://" in source:
        fetched = fetch_page(source, _user_agent(), allow_private=allow_private)
    else:
        fetched = DownloadedPage(url, _read_file(source), "")
    page = page_of(fetched, source)
    check_complexity(page.html, source)
    return page


def page_of(fetched: DownloadedPage, source: str) -> Page:
    """Return a page as it was sent; raises `FetchError` if it is not text."""
    if reason := reason_not_text(fetched.body):
        raise FetchError("{source}: no text: {reason}", source=source, reason=reason)
    return Page.from_bytes(fetched.body, fetched.url, fetched.content_type)


def load_sheets(source: str, page: Page, *, allow_private: bool = False) -> Sheets:
    """Return the style sheets of a page of the web that can be read.

    Args:
        source: where the page comes from, see `load_page`; the page of a file has no sheets.
        page: the page.
        allow_private: whether loopback and private addresses may be requested.
    """
    if "://" not in source:
        return NO_SHEETS
    search = SheetSearch(page)
    fetch = page_fetcher(_user_agent(), allow_private=allow_private)
    while urls := search.wanted():
        for url in urls:
            with suppress(FetchError):  # the page is shown without this sheet
                fetched = fetch(url)
                text = decode_sheet(fetched.body, fetched.content_type)
                search.add({} if text is None else {url: text})
    return search.sheets


def _user_agent() -> str:
    return with_contact(USER_AGENT, contact_of_environment())


def _read_file(source: str) -> bytes:
    try:
        with nullcontext(sys.stdin.buffer) if source == "-" else Path(source).open("rb") as file:
            body = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        raise FetchError(
            "{source}: {reason}",
            source=source,
            reason=message(getattr(error, "strerror", None) or str(error)),
        ) from None
    if len(body) > MAX_BYTES:
        raise FetchError("{source}: more than {max_bytes} bytes", source=source, max_bytes=MAX_BYTES)
    return body


def find(
    page: Page, extractor: str, sheets: Sheets = NO_SHEETS, rules: SiteRules = NO_RULES
) -> dict[str, Any]:
    """Return the fields of a page's `Document`, and why it has this title, time, kind and encoding."""
    document, matches = with_site_fields(extract_page(page, extractor, sheets), page, rules)
    metadata = page.once(read_metadata)
    why = {
        "title": metadata.title_from,
        "published": metadata.published_from,
        "kind": document_kind(page, extractor, document.text).reason,
        "charset": f"{page.charset}, from {page.charset_source}",
    }
    for key, name in (("title", "title"), ("date", "published"), ("body", "kind")):
        if matches.get(key):
            why[name] = f"{key} in {rules.source}"
    return {**asdict(document), "url": page.url, "why": why}
