"""What the demo web is made of: answers to requests, and what is known about each address."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from topiccrawl.demo.articles import PARTY
from topiccrawl.demo.sites import Site

Kind = Literal["article", "list", "home", "channel", "video", "ad", "trap", "other"]
"""What an address holds: a channel is the first page of a column, a list any later one."""


@dataclass(frozen=True)
class Resource:
    """One HTTP answer: status code, content type, further headers and the body's bytes."""

    status: int
    content_type: str
    body: bytes
    headers: tuple[tuple[str, str], ...] = field(default=())


@dataclass(frozen=True)
class Label:
    """What is known about an address.

    Attributes:
        kind: what it holds.
        subject: the subject of its content, as `Article.subject`; empty when it has none.
        story: id of the story an article page carries, the same on all sites that print it; None elsewhere.
    """

    kind: Kind
    subject: str = ""
    story: str | None = None

    @property
    def relevant(self) -> bool:
        """Whether it is about the party subject, be it an article, a column or the home of a party site."""
        return self.subject == PARTY


def html_page(site: Site, html: str, status: int = 200) -> Resource:
    """A page in the site's encoding and with its header; what the encoding lacks becomes `&#...;`."""
    return Resource(status, site.content_type, html.encode(site.encoding, "xmlcharrefreplace"))


def plain_text(text: str, status: int = 200) -> Resource:
    """A text answer in UTF-8, such as robots.txt."""
    return Resource(status, "text/plain; charset=utf-8", text.encode())
