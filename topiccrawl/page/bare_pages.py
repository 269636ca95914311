"""Where a page without headlines leads: its only way on, the target of its script, feeds in its head.

A home page that is hardly more than a picture to click on is a gate: the home page proper lies behind it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from urllib.parse import urljoin, urlsplit

from topiccrawl.page.anchors.link import HEADLINE, SOURCE, Link
from topiccrawl.page.elements import Elements
from topiccrawl.page.hidden_links.urls import host_of, same_site, source_url
from topiccrawl.page.page import Page

ENTERED = "only way on"
"""How the link of a page was found that has nothing but 点击进入."""
GATE = "gate"
"""How the links of a gate were found: a home page with hardly any text and few links."""
_LONGEST = 60_000
"""Characters of the source of a page without headlines."""
_MOST_LINKS = 60
_ENTER = re.compile(
    r"[\[【(（<《>»→\s]*(?:请|請)?(?:(?:点击|點擊|单击|点|按)(?:此处|此|这里|這裡|进入|進入|浏览|打开)?"
    r"(?:查看|阅读|进入|浏览)?(?:全文|原文|正文|详情|详细内容|内容|页面|网站|首页|主页)?"
    r"|(?:查看|阅读|浏览|进入|進入|打开|(?:仍然?要?|确[认定]|直接)?(?:继续|前往|访问)(?:阅读|访问|前往|浏览)?|跳转到?)(?:[该此目]标?)?(?:全文|原文|正文|详情|详细内容|内容|页面|网站|網站|首页|首頁|主页|主站)?"
    r"|全文|原文(?:链接)?|此处|这里|這裡|enter(?:\s*site)?|click\s*here|skip(?:\s*intro)?)[\]】)）>》»→.…!！\s]*",
    re.IGNORECASE,
)
"""What a page says of its only link that leads on."""
_FEED = re.compile(r"(?:application|text)/(?:(?:rss|atom|rdf|feed)(?:\+(?:xml|json))?|xml)", re.IGNORECASE)
_FEED_WORD = re.compile(r"(?<![a-z])(?:rss|atom|feeds?|rdf)(?![a-z])|订阅|訂閱", re.IGNORECASE)
_XML = re.compile(r"\.(?:xml|rss|atom|rdf)(?:$|\?)", re.IGNORECASE)
"""What the addresses of feeds say, or the links and pictures that lead to one, and how files of XML end."""
_OF_COMMENTS = re.compile(r"评论|留言|comment", re.IGNORECASE)
_MOST_FEEDS = 5
_MOST_GATES = 3
"""Links of a gate to pages of its site."""
_GATE_TEXT = 120
"""Characters that a gate shows at most: advice on browsers, a copyright line."""
_HOME = re.compile(r"/(?:[\w~-]+/){0,2}(?:(?:index|default|main|home|start|welcome)\.\w+)?", re.IGNORECASE)
_NO_HOME = re.compile(
    r"返回|[上下前后]一?[页篇]|登[录陆]|注册|退出|手机版|触屏版|下载|English|\bEN\b|繁[体體]", re.IGNORECASE
)
"""What links say that do not lead to the home page behind a gate."""
_NOT_FOUND = re.compile(r"不存在|删除|找不到|无法|错误|出错|404|关闭|维护|建设中|过期")


def bare_links(page: Page, known: Sequence[Link]) -> Iterator[Link]:
    """Yield where a page leads that has no headlines; nothing for other pages.

    Args:
        page: the page.
        known: its links.
    """
    if len(page.html) > _LONGEST or len(known) > _MOST_LINKS:
        return
    from topiccrawl.page.shown.redirects import script_redirect  # here: a crawl starts without it

    parts = urlsplit(page.url)
    is_home = _HOME.fullmatch(parts.path or "/") is not None and not parts.query
    has_headlines = any(len(link.anchor) >= HEADLINE or link.role for link in known)
    if is_home or not has_headlines:
        yield from islice(_feeds(page), _MOST_FEEDS)
    if has_headlines:
        return
    yield from islice(_linked_feeds(page), _MOST_FEEDS)
    yield from _included(page)
    if gates := _gates(page, known):
        yield from (link._replace(found=GATE, role=SOURCE) for link in gates)
    elif entered := _only_way(page, known):
        yield Link(entered, found=ENTERED, role=SOURCE)
    elif not known and (target := script_redirect(page)) is not None:
        yield Link(target, found="script redirect")


def _gates(page: Page, known: Sequence[Link]) -> list[Link]:
    """Return the links of a gate to what lies behind it; none for other pages."""
    from topiccrawl.page.shown.redirects import shown_pieces  # here: a crawl starts without it

    parts = urlsplit(page.url)
    if not _HOME.fullmatch(parts.path or "/") or parts.query:
        return []
    own = [link for link in known if same_site(link.url, page.url) and link.url != page.url]
    if not 1 <= len(own) <= _MOST_GATES:
        return []
    if parts.path.count("/") > 1 and not (len(own) == 1 and _is_entrance(own[0])):
        return []  # the columns of a site have empty lists, too
    shown = "".join(shown_pieces(page))
    if len("".join(shown.split())) > _GATE_TEXT or _NOT_FOUND.search(shown):
        return []
    return [link for link in own if not _NO_HOME.search(link.anchor) and not _is_above(link.url, page.url)]


def _is_entrance(link: Link) -> bool:
    return link.picture or not link.anchor or _ENTER.fullmatch(link.anchor) is not None


def _is_above(url: str, page_url: str) -> bool:
    """Return whether a URL is that of a folder around the folder of a page."""
    folder, own = urljoin(url, "."), urljoin(page_url, ".")
    return own != folder and own.startswith(folder)


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


def _linked_feeds(page: Page) -> Iterator[Link]:
    """Yield the feeds of a page that offers its articles by subscription only, often behind a picture."""
    elements = Elements.of(page)
    for element, href in zip(elements.anchors, elements.hrefs, strict=False):
        if not href or _OF_COMMENTS.search(href):
            continue
        pictures = (f"{one.get('src')} {one.get('alt')}" for one in element.iter("img"))
        says = " ".join([href, element.get("title") or "", *element.itertext(), *pictures])
        url = page.absolute(href) if _FEED_WORD.search(says) else ""
        if url and same_site(url, page.url) and (_XML.search(url) or _FEED_WORD.search(urlsplit(url).path)):
            yield Link(url, found="feed", role=SOURCE)


def _feeds(page: Page) -> Iterator[Link]:
    """Yield the feeds that the head of a page names, but not those of comments."""
    if "alternate" not in page.html:
        return
    for element in page.tree.iter("link"):
        kind, href = element.get("type") or "", element.get("href") or ""
        if not _FEED.match(kind.strip()) or "alternate" not in (element.get("rel") or "").lower():
            continue
        url = page.absolute(href)
        if url and same_site(url, page.url) and not _OF_COMMENTS.search(f"{element.get('title')}{url}"):
            yield Link(url, found="feed", role=SOURCE)
