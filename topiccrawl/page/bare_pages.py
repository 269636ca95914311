"""Where a page without headlines leads: its only way on, the target of its script, feeds in its head."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from topiccrawl.page.anchors.link import HEADLINE, SOURCE, Link
from topiccrawl.page.canonical_url import absolute_url
from topiccrawl.page.hidden_links.elements import Elements
from topiccrawl.page.hidden_links.urls import host_of, same_site, source_url
from topiccrawl.page.page import Page
from topiccrawl.page.shown.redirects import script_redirect

ENTERED = "only way on"
"""How the link of a page was found that has nothing but 点击进入."""
_LONGEST = 60_000
"""Characters of the source of a page without headlines."""
_MOST_LINKS = 60
_ENTER = re.compile(
    r"[\[【(（<《>»→\s]*(?:请|請)?(?:(?:点击|點擊|单击|点|按)(?:此处|此|这里|這裡|进入|進入|浏览|打开)?"
    r"(?:查看|阅读|进入|浏览)?(?:全文|原文|正文|详情|详细内容|内容|页面|网站|首页|主页)?"
    r"|(?:查看|阅读|浏览|进入|進入|打开|继续阅读|继续|跳转到?)(?:全文|原文|正文|详情|详细内容|内容|页面|网站|網站|首页|首頁|主页|主站)?"
    r"|全文|原文(?:链接)?|此处|这里|這裡|enter(?:\s*site)?|click\s*here|skip(?:\s*intro)?)[\]】)）>》»→.…!！\s]*",
    re.IGNORECASE,
)
"""What a page says of its only link that leads on."""
_FEED = re.compile(r"application/(?:rss|atom|rdf|feed)\+(?:xml|json)", re.IGNORECASE)
_OF_COMMENTS = re.compile(r"评论|留言|comment", re.IGNORECASE)
_MOST_FEEDS = 5


def bare_links(page: Page, known: Sequence[Link]) -> Iterator[Link]:
    """Yield where a page leads that has no headlines; nothing for other pages.

    Args:
        page: the page.
        known: its links.
    """
    if len(page.html) > _LONGEST or len(known) > _MOST_LINKS:
        return
    if any(len(link.anchor) >= HEADLINE or link.role for link in known):
        return
    yield from _feeds(page)
    yield from _included(page)
    if entered := _only_way(page, known):
        yield Link(entered, found=ENTERED, role=SOURCE)
    elif not known and (target := script_redirect(page)) is not None:
        yield Link(target, found="script redirect")


def _only_way(page: Page, known: Sequence[Link]) -> str | None:
    """Return the URL that all anchors such as 点击进入 lead to; None if there is none or more than one."""
    urls = {
        link.url for link in known if 0 < len(link.anchor) < HEADLINE * 2 and _ENTER.fullmatch(link.anchor)
    }
    url = urls.pop() if len(urls) == 1 else None
    return url if url is not None and url != page.url and same_site(url, page.url) else None


def _included(page: Page) -> Iterator[Link]:
    """Yield the frames that lie in folders such as `/inc/`, which surround the lists of other pages."""
    for element in Elements.of(page).frames:
        url = source_url(page, (element.get("src") or "").strip(), named=True)
        if element.tag == "iframe" and url and host_of(url) == host_of(page.url) and url != page.url:
            yield Link(url, found="iframe", role=SOURCE)


def _feeds(page: Page) -> Iterator[Link]:
    """Yield the feeds that the head of a page names, but not those of comments."""
    if "alternate" not in page.html:
        return
    left = _MOST_FEEDS
    for element in page.tree.iter("link"):
        kind, href = element.get("type") or "", element.get("href") or ""
        if (
            left == 0
            or not _FEED.match(kind.strip())
            or "alternate" not in (element.get("rel") or "").lower()
        ):
            continue
        url = absolute_url(page.base_url, href, page.charset)
        if (
            url is not None
            and same_site(url, page.url)
            and not _OF_COMMENTS.search(f"{element.get('title')}{url}")
        ):
            left -= 1
            yield Link(url, found="feed", role=SOURCE)
