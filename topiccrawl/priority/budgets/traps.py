"""Forms of URLs by which a site can make endless pages.

These are growing paths, session ids, calendars, searches, faceted lists, in which filters are combined, and
the users, forms and other orders of a forum.
"""

from __future__ import annotations

import re
from collections import Counter
from datetime import UTC, datetime
from functools import lru_cache
from urllib.parse import unquote, urlsplit

_SESSION = re.compile(
    r"(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{8,}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"
    r"|(?=[a-z]*\d)(?=\d*[a-z])[0-9a-z]{16,}"
)
"""A folder that is no name: hexadecimal digits, a UUID, long letters with digits."""
_CONTENT = re.compile(r"[a-z]\d+(?:[a-z]\d+)?")
"""A folder that is named after its page, such as `c1012a3456`, is no session."""
_DIGITS = re.compile(r"\d+")
_DAY = re.compile(
    r"(?:^|[^0-9])(?P<year>(?:19|20|21)\d\d)[-/_.](?:0?[1-9]|1[0-2])(?:[-/_.](?:0?[1-9]|[12]\d|3[01]))?/?$"
)
"""A month or day at the end of a path, with separators: `/20449` and `/20440512` may be ids."""
_ENDS_IN_DAY = re.compile(
    r"(?<![0-9])(?<![0-9][a-f])(?<![0-9][a-f]{2})(?:19|20|21)\d\d(?:[-/_.年]?(?:1[0-2]|0?[1-9])(?:[-/_.月]?(?:[12]\d|3[01]|0?[1-9]))?)?[月日]?"
    r"(?:/(?:index|default))?(?:\.[a-z]{2,5})?/?$"
)
"""A year, month or day at the end of an address, which may also be an id in decimal digits."""
_CHOICES = re.compile(r"(?<![0-9])\d{1,3}(?:[-_,]\d{1,3}){2,}(?:\.[a-z]{2,5})?/?$")
"""Three small numbers and more: what is chosen from a list, and the number of its page."""
_TAG = re.compile(r"(?:(?<=/tag[/_-])|(?<=/tags[/_-])|(?<=/label/)|(?<=/biaoqian/)|(?<=[?&]tag=))[^/?&]+/?$")
"""Names of a tag: its page lists what is listed elsewhere, and leads to other tags."""
_VISIT_KEY = re.compile(
    r"[a-z_]*(?:vid|sid|token|sign|nonce|rnd|rand|random|stamp|hash|session|visit)[a-z_]*|t|ts|time|r|v|s"
)
_LONG_NUMBER = re.compile(r"\d{9,}")
_YEAR = re.compile(r"(?:19|20|21)\d\d")
_MONTH = re.compile(r"0?[1-9]|1[0-2]")
_COMMENTS = frozenset(("comment", "comments", "pinglun", "reply", "replies"))
_OF_COMMENT = re.compile(
    r"[?&](?:mod|ac|action|do|goto)=(?:post|reply|new|newthread|redirect|pm|report|favorite|lastpost|nextnewset|nextoldset)(?:&|$)"
    r"|[?&-]page[=-](?:e|end|last)\b"
)
"""URLs by which a forum shows a form, or a thread once more."""
OF_USER = re.compile(
    r"[?&/-](?:to)?u(?:ser)?_?id[=/-]?\d|[?&](?:user_?name|author_?id)=|[?&]mod=space(?:&|$)"
    r"|/(?:user|author|profile)s?/[^/?]+/?(?:\?|$)|/u(?:/\w|\.\w+\?)"
    r"|[?&](?:a|ac|act|action|mod)=(?:log(?:in|out)|reg(?:ister)?|sign(?:in|up))(?:&|$)"
    r"|/(?:wp-)?(?:log(?:in|out)|register|sign(?:in|up))(?:\.\w+|/)?\?\w",
    re.IGNORECASE,
)
"""URLs of users of a forum and of authors, and of log-ins, each of which names the page to return to.

A folder such as `/space/` or `/member/` may be a column.
"""
_TAGS = re.compile(r"\S\+\S+\+|^[^.]*\w\+\w[^.]*$")
"""Several tags in one name of a path."""
_CALENDAR_KEYS = frozenset(
    ("year", "month", "day", "date", "ym", "yearmonth", "rq", "riqi", "nian", "yue", "ri")
)
_CALENDAR_NAMES = frozenset(("calendar", "rili", "events", "schedule"))
_SEARCH_KEYS = frozenset(
    ("q", "query", "keyword", "keywords", "kw", "wd", "search", "searchword", "sort", "order", "orderby")
)
_FORUM_KEYS = frozenset(("fid", "tid"))
_ORDER_KEYS = frozenset(("orderby", "ordertype", "orderway", "filter"))
"""Parameters that show a board or a thread in another order, or a part of it."""
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
SESSION = "session "
"""Start of the groups of URLs that name a visit."""
ORDERS = "orders "
"""Start of the groups of a forum's boards and threads in another order: all is listed elsewhere, too."""
LISTS = ("facets ", "search ", ORDERS)
"""Starts of the groups of lists that are filtered, searched or ordered."""
USERS, COMMENTS = "users ", "comments "
"""Starts of the groups of a forum's users, and of its forms."""
GROWING = "path "
"""Start of the groups of paths that grow."""
_REPEATED = 2
"""Names that a path has once more than it has different ones, from which on it grows."""


@lru_cache(maxsize=4096)
def trap_group(url: str) -> str:
    """Return the group of pages that a URL is in if its form is often that of a trap; empty for others.

    >>> trap_group("http://a.cn/s/8f14e45f/3.html"), trap_group("http://a.cn/dj/xx/dj/xx/1.html")
    ('session a.cn/s/*/0.html', 'path a.cn')
    >>> trap_group("http://a.cn/search?q=党建&page=2"), trap_group("http://a.cn/rili?year=2031&month=5")
    ('search a.cn/search', 'calendar a.cn/rili')
    >>> trap_group("http://a.cn/list?brand=3&color=red&page=2"), trap_group("http://a.cn/bbs.php?fid=7&orderby=hits")
    ('facets a.cn/list', 'orders a.cn/bbs.php')
    >>> trap_group("http://a.cn/space-uid-7.html"), trap_group("http://a.cn/post.php?action=reply&tid=7")
    ('users a.cn', 'comments a.cn')
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
    if grows(names) or (path.endswith("/") and grows_by_folder(folders)):
        return f"{GROWING}{host}"
    if any(is_session(name) for name in folders):
        shown = ["*" if is_session(name) else name for name in names]
        return f"{SESSION}{host}/{_DIGITS.sub('0', '/'.join(shown))}"
    if _has_session(parts.query):
        return f"{SESSION}{host}{_DIGITS.sub('0', path)}"
    keys = {field.partition("=")[0].lower() for field in parts.query.split("&") if field}
    place = f"{host}{_DIGITS.sub('0', path)}"
    if _combines_filters(parts.query):
        return f"facets {place}"
    if keys & _FORUM_KEYS and keys & _ORDER_KEYS:
        return f"{ORDERS}{place}"
    if keys & _SEARCH_KEYS or (_SEARCH_NAMES.intersection(names) and len(names) <= 2):
        return f"search {place}"
    if _COMMENTS.intersection(folders) or _OF_COMMENT.search(f"{path}?{parts.query.lower()}"):
        return f"{COMMENTS}{host}"
    if OF_USER.search(f"{path}?{parts.query}"):
        return f"{USERS}{host}"
    if any(_TAGS.search(name) for name in names):
        return f"facets {host}/{'/'.join(names[:-1])}"
    stems = {name.partition(".")[0] for name in names}
    if keys & _CALENDAR_KEYS or stems & _CALENDAR_NAMES or _is_far_day(path) or _names_month(parts.query):
        return f"calendar {place}"
    return ""


@lru_cache(maxsize=4096)
def counted_group(url: str) -> tuple[str, int]:
    """Return the group of pages whose addresses end in a day, in choices or in a tag, and the depth in it.

    Archives of articles have such addresses, and calendars without an end: only what they bring tells. The
    group is empty for other pages; the depth is 1 for a year, 2 for a month, 3 for a day, 0 for a tag.

    >>> counted_group("http://a.cn/hd/2031/05/"), counted_group("http://a.cn/hd/2031/05/06.html")
    (('a.cn/hd/', 2), ('a.cn/hd/', 3))
    >>> counted_group("http://a.cn/list-1-0-3.html"), counted_group("http://a.cn/2018/0102/c64094-29738.html")
    (('a.cn/list-', 3), ('', 0))
    >>> counted_group("http://a.cn/tag/党课/")
    ('a.cn/tag/', 0)
    """
    place = unquote(url.partition("#")[0].partition("//")[2], errors="replace").lower()
    found = _ENDS_IN_DAY.search(place) or _CHOICES.search(place) or _TAG.search(place)
    if found is None:
        return "", 0
    numbers = () if found.re is _TAG else _DIGITS.findall(found[0])
    depth = sum(max(1, len(number) // 2 - 1) for number in numbers)
    return _DIGITS.sub("0", place[: found.start()]), depth


def _has_session(query: str) -> bool:
    """Return whether a URL with several parameters has one that only names a visit.

    >>> _has_session("id=7&vid=8f14e45fceea"), _has_session("id=8f14e45fceea&page=2")
    (True, False)
    """
    fields = [field for field in query.lower().split("&") if field]
    return len(fields) > 1 and any(map(_names_visit, fields))


def _names_visit(field: str) -> bool:
    name, _, value = field.partition("=")
    return bool(_VISIT_KEY.fullmatch(name) and (is_session(value) or _LONG_NUMBER.fullmatch(value)))


def without_visit(url: str) -> str:
    """Return a URL without what may only name a visit: it is that of the page, if the host's pages show it.

    >>> without_visit("http://a.cn/s/8f14e45f/3.html?id=7&vid=8f14e45fceea&time=1795907158")
    'http://a.cn/s/*/3.html?id=7'
    """
    parts = urlsplit(url)
    path = "/".join("*" if is_session(name.lower()) else name for name in parts.path.split("/"))
    query = "&".join(field for field in parts.query.split("&") if not _VISIT_KEY.fullmatch(_key_of(field)))
    return parts._replace(path=path, query=query).geturl()


def _key_of(field: str) -> str:
    return field.partition("=")[0].lower()


def _names_month(query: str) -> bool:
    """Return whether the parameters of a URL name a month: one of them a year, another one up to 12.

    >>> _names_month("nian=2031&yue=5"), _names_month("id=2031&page=5"), _names_month("y=2031&m=13")
    (True, False, False)
    """
    fields = [field.partition("=")[::2] for field in query.lower().split("&")]
    has_year = any(name[:1] in ("y", "n") and _YEAR.fullmatch(value) for name, value in fields)
    return has_year and any(name[:1] in ("m", "y") and _MONTH.fullmatch(value) for name, value in fields)


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


def grows_by_folder(folders: list[str]) -> bool:
    """Return whether the folders of a path begin anew, as links without their first slash make them.

    >>> grows_by_folder(["dj", "zb", "dj", "xx"]), grows_by_folder(["dj", "zb", "zb", "2024"])
    (True, False)
    """
    return len(folders) > 3 and any(
        not name.isdigit() and name in folders[place + 2 :] for place, name in enumerate(folders)
    )


def _is_far_day(path: str) -> bool:
    """Return whether a path ends in a day or month that no article is of: years ago or in the future."""
    found = _DAY.search(path)
    return found is not None and not 1990 <= int(found["year"]) <= datetime.now(UTC).year
