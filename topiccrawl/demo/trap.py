"""Crawler traps: an endless calendar, and a forum with a new session id in every link."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from hashlib import sha256
from urllib.parse import urlencode

from topiccrawl.demo.pages import Anchor, Edition, frame
from topiccrawl.demo.resource import Resource, html_page
from topiccrawl.demo.templates import piece

Trap = Callable[[Mapping[str, str]], Resource]
"""Returns the page for the parameters of a query string; every page links to new URLs."""

CALENDAR = "/calendar"
"""Path of the calendar; parameters `y`, `m` and `d`."""

FORUM = "/forum/show"
"""Path of the forum; parameters `tid` and `sid`."""

CALENDAR_DOOR = Anchor("活动日历", f"{CALENDAR}?y=2024&m=5")
FORUM_DOOR = Anchor("论坛", f"{FORUM}?tid=1&sid=8f14e45fceea167a")

_THREADS = ("网友闲谈", "摄影交流", "二手集市", "同城活动", "站务公告")


def calendar(edition: Edition) -> Trap:
    """Return the calendar of a site: each month links to its days and to the adjacent months."""

    def page(query: Mapping[str, str]) -> Resource:
        year, month, day = _number(query, "y", 2024), _number(query, "m", 5), _number(query, "d", 0)
        year, month = year + (month - 1) // 12, (month - 1) % 12 + 1
        shown = f"{year}年{month}月" + (f"{day}日" if day else "")
        months = [("上一月", year * 12 + month - 2), ("下一月", year * 12 + month)]
        links = [Anchor(words, _url(CALENDAR, y=count // 12, m=count % 12 + 1)) for words, count in months]
        links += [Anchor(str(date), _url(CALENDAR, y=year, m=month, d=date)) for date in range(1, 29)]
        return _page(edition, CALENDAR, f"{shown}活动日历", "本日暂无活动安排。", links)

    return page


def forum(edition: Edition) -> Trap:
    """Return the forum of a site: few threads, but their URLs are new on every page."""

    def page(query: Mapping[str, str]) -> Resource:
        thread, session = _number(query, "tid", 1), query.get("sid", "")
        links: list[Anchor] = []
        for number, words in enumerate(_THREADS, 1):
            new = sha256(f"{session}:{thread}:{number}".encode()).hexdigest()[:16]
            links.append(Anchor(words, _url(FORUM, tid=number, sid=new)))
        name = _THREADS[(thread - 1) % len(_THREADS)]
        return _page(edition, FORUM, f"{name}-论坛", "本版暂无新帖，登录后可以发帖。", links)

    return page


def _page(edition: Edition, path: str, title: str, text: str, links: list[Anchor]) -> Resource:
    anchors = " ".join(piece('<a href="$url">$text</a>', url=link.url, text=link.text) for link in links)
    main = piece("<h2>$title</h2>", title=title) + f"<div>{text}</div><div>{anchors}</div>"
    return html_page(edition.site, frame(edition, path, f"{title}-{edition.site.name}", main))


def _url(path: str, **query: object) -> str:
    return f"{path}?{urlencode(query)}"


def _number(query: Mapping[str, str], name: str, default: int) -> int:
    value = query.get(name, "")
    return int(value) if value.isascii() and value.isdigit() and len(value) < 10 else default
