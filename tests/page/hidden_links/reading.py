"""Reading the links of small pages."""

from __future__ import annotations

from topiccrawl.page.anchors.link import Link
from topiccrawl.page.links import links_of
from topiccrawl.page.page import Page

SITE = "http://www.example.cn"
LIST = f"{SITE}/dj/index.html"
FIRST, SECOND = "支部党员清理河道垃圾", "社区党课送到居民楼下"


def links(body: str, url: str = LIST, head: str = "") -> tuple[Link, ...]:
    """Return the links of a page."""
    return links_of(Page(url, f"<html><head>{head}</head><body>{body}</body></html>"))


def script(text: str) -> str:
    """Return an inline script."""
    return f"<script>{text}</script>"


def told(body: str, url: str = LIST) -> list[tuple[str, str, str]]:
    """Return address, anchor and how it was found, of the links of a page."""
    return [(link.url.removeprefix(SITE), link.anchor, link.found) for link in links(body, url)]


def pagers(body: str, url: str = LIST) -> list[tuple[str, int]]:
    """Return address and number of the links with a role."""
    return [(link.url.removeprefix(SITE), link.number) for link in links(body, url) if link.role]
