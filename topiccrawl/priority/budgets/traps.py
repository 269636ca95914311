"""Forms of URLs by which a site can make endless pages.

These are growing paths, session ids, calendars, searches and faceted lists, in which filters are combined.
"""

from __future__ import annotations

import re
from collections import Counter
from datetime import UTC, datetime
from functools import lru_cache
from urllib.parse import unquote, urlsplit

_SESSION = re.compile(
    r"(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{8,}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"
    r"|(?=[a-z]*\d)(?=\d*[a-z])[0-9a-z]{16,}|\(s\([0-9a-z]+\)\)"
)
"""A folder that is no name: hexadecimal digits, a UUID, long letters with digits, ASP.NET's `(S(...))`."""
_CONTENT = re.compile(r"[a-z]\d+(?:[a-z]\d+)?")
"""A folder that is named after its page, such as `c1012a3456`, is no session."""
_DIGITS = re.compile(r"\d+")
_DAY = re.compile(
    r"(?:^|[^0-9])(?P<year>(?:19|20|21)\d\d)[-/_.](?:0?[1-9]|1[0-2])(?:[-/_.](?:0?[1-9]|[12]\d|3[01]))?/?$"
)
"""A month or day at the end of a path, with separators: `/20449` and `/20440512` may be ids."""
_CALENDAR_KEYS = frozenset(("year", "month", "day", "date", "ym", "yearmonth", "rq", "riqi"))
_CALENDAR_NAMES = frozenset(("calendar", "rili", "events", "schedule"))
_SEARCH_KEYS = frozenset(
    ("q", "query", "keyword", "keywords", "kw", "wd", "search", "searchword", "sort", "order", "orderby")
)
_SEARCH_NAMES = frozenset(("search", "sousuo", "so", "jiansuo"))
_FACET_KEYS = frozenset(
    (
        *("filter", "filters", "facet", "facets", "refine", "brand", "color", "colour", "size", "price"),
        *("style", "minprice", "maxprice", "pricemin", "pricemax", "pinpai", "yanse", "jiage", "diqu"),
        *("leixing", "attr", "tag", "tags", "view", "layout", "limit", "perpage", "pagesize"),
    )
)
"""Parameters that select from a list, or show it in another way; without `_`, `-` and brackets."""
_COMBINED = 2
"""Number of such parameters from which on a URL combines them."""
_FACET_NAME = re.compile(r"[^a-z]+")
_REPEATED = 2
"""Names that a path has once more than it has different ones, from which on it grows."""


@lru_cache(maxsize=4096)
def trap_group(url: str) -> str:
    """Return the group of pages that a URL is in if its form is often that of a trap; empty for others.

    >>> trap_group("http://a.cn/s/8f14e45f/3.html"), trap_group("http://a.cn/dj/xx/dj/xx/1.html")
    ('session a.cn/s/*/0.html', 'path a.cn')
    >>> trap_group("http://a.cn/search?q=党建&page=2"), trap_group("http://a.cn/rili?year=2031&month=5")
    ('search a.cn/search', 'calendar a.cn/rili')
    >>> trap_group("http://a.cn/list?brand=3&color=red&page=2")
    'facets a.cn/list'
    >>> trap_group("http://a.cn/2018/0102/c64094-29738.html")
    ''
    """
    try:
        parts = urlsplit(url)
    except ValueError:  # a bracket that is not an IPv6 address
        return ""
    host, path = parts.netloc.lower(), unquote(parts.path, errors="replace").lower()
    names = [name for name in path.split("/") if name]
    folders = names if path.endswith("/") else names[:-1]
    if grows(names):
        return f"path {host}"
    if any(is_session(name) for name in folders):
        shown = ["*" if is_session(name) else name for name in names]
        return f"session {host}/{_DIGITS.sub('0', '/'.join(shown))}"
    keys = {field.partition("=")[0].lower() for field in parts.query.split("&") if field}
    place = f"{host}{_DIGITS.sub('0', path)}"
    if _combines_filters(parts.query):
        return f"facets {place}"
    if keys & _SEARCH_KEYS or (_SEARCH_NAMES.intersection(names) and len(names) <= 2):
        return f"search {place}"
    if keys & _CALENDAR_KEYS or _CALENDAR_NAMES.intersection(names) or _is_far_day(path):
        return f"calendar {place}"
    return ""


def _combines_filters(query: str) -> bool:
    """Return whether a query has several filters, or one of them several times."""
    if not query:
        return False
    keys = (unquote(field.partition("=")[0]).lower().partition("[")[0] for field in query.split("&"))
    names = (_FACET_NAME.sub("", key) for key in keys)
    return sum(name in _FACET_KEYS for name in names) >= _COMBINED


def is_session(name: str) -> bool:
    """Return whether a folder is named after a session.

    >>> is_session("8f14e45f"), is_session("dangjian"), is_session("20180102"), is_session("c1012a3456")
    (True, False, False, False)
    """
    return bool(_SESSION.fullmatch(name)) and not _CONTENT.fullmatch(name)


def grows(names: list[str]) -> bool:
    """Return whether a path repeats its names, as relative links on a wrong page make it.

    >>> grows(["dj", "xx", "dj", "xx"]), grows(["2018", "01", "01", "01", "a.html"])
    (True, False)
    """
    words = Counter(name for name in names if not name.isdigit())
    return sum(words.values()) - len(words) >= _REPEATED


def _is_far_day(path: str) -> bool:
    """Return whether a path ends in a day or month that no article is of: years ago or in the future."""
    found = _DAY.search(path)
    return found is not None and not 1990 <= int(found["year"]) <= datetime.now(UTC).year
