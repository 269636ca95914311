"""Resources of the demo web: HTTP responses, and labels of their URLs."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from topiccrawl.demo.articles import PARTY
from topiccrawl.demo.sites import Site

Kind = Literal["article", "list", "home", "channel", "video", "ad", "trap", "other"]
"""Kinds of pages: a channel is the first page of a column, a list is any later one."""


@dataclass(frozen=True)
class Resource:
    """An HTTP response: status code, content type, further headers and body."""

    status: int
    content_type: str
    body: bytes
    headers: tuple[tuple[str, str], ...] = field(default=())


@dataclass(frozen=True)
class Label:
    """The label of a URL.

    Attributes:
        kind: kind of the page.
        subject: subject of its content, as `Article.subject`; empty when it has none.
        story: id of the story on an article page, the same on all sites; None on other pages.
    """

    kind: Kind
    subject: str = ""
    story: str | None = None

    @property
    def relevant(self) -> bool:
        """Return whether the page is about the party subject; it may also be a column or a home page."""
        return self.subject == PARTY


def html_page(site: Site, html: str, status: int = 200) -> Resource:
    """Return a page in the site's encoding; characters that the encoding lacks become `&#...;`."""
    return Resource(status, site.content_type, html.encode(site.encoding, "xmlcharrefreplace"))


def plain_text(text: str, status: int = 200) -> Resource:
    """Return a text in UTF-8, such as robots.txt."""
    return Resource(status, "text/plain; charset=utf-8", text.encode())
