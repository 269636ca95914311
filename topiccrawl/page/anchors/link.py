"""A link of a page."""

from __future__ import annotations

from typing import NamedTuple

PAGER, SOURCE, COLUMN = "pager", "source", "column"
"""Roles of links: it continues this list; it fills this list; it leads to a column of this site."""
HEADLINE = 8
"""Characters of an anchor text that is a headline."""
FRAMES = frozenset({"iframe", "frame", "object", "embed"})
"""How links to pages that are shown within a page were found."""
AREA = "area"
"""How a link of a part of a picture was found that has no anchor text."""
COUNTED = "page script"
"""How a pager was found whose URL a script counts: its number may be one too large."""
COUNTED_DOWN = "counted down"
"""How a part of a list was found whose newest part has the largest number."""


class Link(NamedTuple):
    """A link and its context.

    Attributes:
        url: absolute URL without fragment; of a list that is asked for by POST see `posted_url`.
        anchor: anchor text, or the title or image text of the link where that says more.
        context: text of the block around the link, anchor included; empty when the block has no other text.
        navigation: whether the link is inside a <nav>, <header> or <footer>.
        picture: whether the link is only a picture; the anchor is then the picture's `alt` text.
        nofollow: whether the page asks crawlers not to follow it (`rel="nofollow"`).
        found: how a link that is no `<a>` was found, such as `onclick` or `record`; empty for an anchor.
        role: `PAGER` or `SOURCE`; empty for any other link.
        number: of the page that a pager leads to, from 1; 0: unknown.
        body: of the POST request that a list needs; empty for GET.
        records: addresses that the page builds from records in the data that the link leads to, such as
            `http://a.cn/news/{id}.html`, with blanks between them.
    """

    url: str
    anchor: str = ""
    context: str = ""
    navigation: bool = False
    picture: bool = False
    nofollow: bool = False
    found: str = ""
    role: str = ""
    number: int = 0
    body: str = ""
    records: str = ""
