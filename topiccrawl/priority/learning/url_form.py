"""Information from the form of a URL: kind of page, date, id, and the names in it.

Chinese sites name their files by a few conventions: `list_2.shtml`, `t20200921_875251.htm`,
`content_711039.htm`, `/n1/2018/0102/c64094-29738.html`, `/2018-01/02/`.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import islice
from typing import Literal, NamedTuple
from urllib.parse import unquote, urlsplit

Kind = Literal["home", "list", "article", "media", "other"]

LONGEST = 500
"""Characters of a URL that are looked at; what follows is rarely a name."""
MOST_NAMES = 40
"""Maximum number of names in a URL: three times as many as ordinary ones have."""

_YEAR = r"(?P<year>(?:19[89]|20[0-3])\d)"
_MONTH = r"(?P<month>0[1-9]|1[0-2])"
_DAY = r"(?P<day>0[1-9]|[12]\d|3[01])"
_DATES = (
    re.compile(rf"(?<!\d){_YEAR}[-_/]?{_MONTH}[-_/]?{_DAY}(?P<rest>\d{{0,9}})(?!\d)"),
    re.compile(rf"(?<!\d){_YEAR}[-_/](?P<month>[1-9])[-_/](?P<day>[12]\d|3[01]|[1-9])(?P<rest>)(?!\d)"),
    re.compile(rf"(?<=/)(?P<year>[0-3]\d)/{_MONTH}{_DAY}(?P<rest>)(?=/\d\d/)"),
    re.compile(rf"(?<!\d){_YEAR}[-_/]?{_MONTH}(?P<day>)(?P<rest>)(?=/)"),
)
_DIGITS = re.compile(r"\d+")
_LETTERS = re.compile(r"[a-z]+")
_VALUE = re.compile(r"=[0-9a-z-]{2,}")
_NAMES = re.compile(r"[a-z]+\d*|[㐀-鿿]+")
_SUFFIX = re.compile(r"\.(?:s?html?|jhtml|php|aspx?|jsp|do|action)$")
_HOME = re.compile(r"(?:index|default|home|main)?")
_LIST = re.compile(
    r"(?:index|default|list|more|channel|column|node|col|lm|class|category|sort|catalog|page|p|moreclass|forum)"
    # One digit at a time: with `\d+` a long number takes exponential time.
    r"(?:[-_]?\d)*|news|(?:show|more)?class|nbs\..*"
)
_LIST_WORDS = frozenset(("list", "lists", "more", "channel", "column", "node", "catalog", "category"))
_LIST_CALLS = re.compile(r"(?:^|&)(?:mod=forumdisplay|a=lists?)(?:&|$)")
"""Queries of forums and content systems for a list."""
_VIEW = re.compile(r"(?:^|[^a-z])(?:detail|show|viewthread|view|article|content|info)(?:[^a-z]|$)")
_MEDIA = re.compile(
    r"(?:^|[^a-z])(?:videos?|photos?|pics?|tupian|tuji|slides?|gallery|tv|live|zhibo|audio|shipin|vod)(?:[^a-z]|$)"
    r"|/vide\d"
)
_LONG_ID = 4
"""Digits from which a number in a file name is an id and not a page number."""
_PURE_ID = 3
"""The same for a file name that is nothing but a number."""
_LONG_MIXED = 10
_MIXED = re.compile(r"(?<![a-z0-9])(?:[a-z]+\d+[a-z][a-z0-9]*|\d+[a-z][a-z0-9]*)(?![a-z0-9])")
"""A name in which letters and digits alternate; letters before a number are the name of a series."""
_NUMBERED = (
    re.compile(r"show-\d+-(\d+)-\d+"),
    re.compile(r"(?:article|thread)-(\d+)(?:-\d+)+"),
    re.compile(r"(\d{4,})_\d+"),  # author or page come last
)
"""File names with several numbers, of which the first group is the id."""
_DATED = re.compile(r"t0?_")
"""What is left of `t20200921_` without the date."""
_FOLDER_ID = re.compile(r"c\d+a(\d+)|c(\d{4,})")
_ARTICLE_KEYS = tuple("id aid articleid newsid contentid infoid docid articlekey mid tid".split())
"""Keys of a query that identify an article, the surest first."""


class UrlForm(NamedTuple):
    """The form of a URL.

    Attributes:
        host: the host, in lower case.
        directory: host and directories, dates and numbers as 0.
        pattern: host and path, each number as 0.
        shape: the path, each number as 0 and each name of letters as a.
        kind: home page, list of links, article, media page or other.
        date: ISO date in the path; only year and month where the day is missing; empty: none.
        id: number or name that identifies the page; empty: none.
        names: names in host, directories, file and query keys, each with a prefix for its place.
    """

    host: str
    directory: str
    pattern: str
    shape: str
    kind: Kind
    date: str
    id: str
    names: tuple[str, ...]


@lru_cache(maxsize=4096)
def url_form(url: str) -> UrlForm:
    """Return the form of a URL.

    >>> form = url_form("http://cpc.example.cn/n1/2018/0102/c64094-29738.html")
    >>> form.kind, form.date, form.id, form.directory
    ('article', '2018-01-02', '29738', 'cpc.example.cn/n0/0')
    >>> url_form("http://www.example.gov.cn/djyw/list_2.shtml").kind
    'list'
    """
    try:
        parts = urlsplit(url[:LONGEST])
        host = (parts.hostname or "").rstrip(".")
    except ValueError:  # a bracket that is not an IPv6 address
        return UrlForm("", "", "", "", "other", "", "", ())
    path = unquote(parts.path, errors="replace").lower()
    undated, date, date_id = _split_date(path)
    folders, _, file = undated.rpartition("/")
    stem = _SUFFIX.sub("", file)
    directories = [_DIGITS.sub("0", name) for name in folders.split("/") if name]
    query = parts.query.lower()
    named_id = _folder_id(path) or _query_id(query, is_root=path in ("", "/"))
    page_id = _file_id(path, stem, date) or named_id or date_id
    pattern = _DIGITS.sub("0", path)
    return UrlForm(
        host=host,
        directory="/".join([host, *directories]),
        pattern=host + pattern,
        shape=_LETTERS.sub("a", pattern),
        kind=_kind(host, undated, stem, path, date, page_id, query, named_id),
        date=date,
        id=page_id,
        names=_names(host, directories, stem, query, page_id),
    )


def _split_date(path: str) -> tuple[str, str, str]:
    """Return the path with its date as 0, the date in ISO form, and what digits follow the date."""
    for pattern in _DATES:
        found = pattern.search(path)
        if found:
            year = found["year"] if len(found["year"]) == 4 else f"20{found['year']}"
            month, day = found["month"].zfill(2), found["day"].zfill(2) if found["day"] else ""
            date = "-".join(filter(None, (year, month, day)))
            return f"{path[: found.start()]}0{path[found.end() :]}", date, found["rest"]
    return path, "", ""


def _file_id(path: str, stem: str, date: str) -> str:
    """Return the number or name in a file name that identifies the page.

    Args:
        path: of the URL.
        stem: the file name without suffix, with a date in it as 0.
        date: in ISO form.
    """
    whole = _SUFFIX.sub("", path.rpartition("/")[2])
    if whole.startswith("nbs."):  # a sheet of a newspaper
        return ""
    day = date.replace("-", "")
    if len(day) == 8 and day in whole:  # the file repeats the date
        rest = whole.partition(day)[2]
        if whole.startswith(day) and len(rest) >= _LONG_ID and rest.isalnum() and not rest.isdigit():
            return whole
        if re.fullmatch(r"_\d+-\d+", rest):  # number and sheet of a newspaper
            return rest[1:]
        stem = stem.replace(day, "")
    undated = _DATED.sub("", stem)
    for pattern in _NUMBERED:
        if found := pattern.fullmatch(undated):
            return found[1]
    mixed = [name for name in _MIXED.findall(stem) if len(name) >= _LONG_MIXED]
    if mixed:
        return str(mixed[-1])
    if stem.isdigit() and stem.isascii() and (len(stem) >= _PURE_ID or (date and stem != "0")):
        return stem
    numbers = [number for number in _DIGITS.findall(stem) if len(number) >= _LONG_ID]
    return str(numbers[-1]) if numbers else ""


def _folder_id(path: str) -> str:
    """Return the id in the last folder of pages that are all named alike: `/c1012a3456/page.htm`."""
    folders, _, file = path.rpartition("/")
    if _SUFFIX.sub("", file) not in ("content", "page", "detail"):
        return ""
    found = _FOLDER_ID.fullmatch(folders.rpartition("/")[2])
    return (found[1] or found[2]) if found else ""


def _query_id(query: str, *, is_root: bool) -> str:
    """Return the id in a query; empty if there is none."""
    if "=" not in query:
        return ""
    values = dict(pair.partition("=")[::2] for pair in query.split("&") if _VALUE.search(pair))
    for key in _ARTICLE_KEYS if not is_root else (*_ARTICLE_KEYS, "p"):
        if key in values:
            return values[key]
    return next((value for key, value in values.items() if key.endswith(("id", "no"))), "")


def _kind(
    host: str, undated: str, stem: str, path: str, date: str, page_id: str, query: str, named_id: str
) -> Kind:
    folders = [name for name in undated.split("/")[:-1] if name]
    if not folders and not query and _HOME.fullmatch(stem):
        return "home"
    if host.startswith("v.") or _MEDIA.search(host.partition(".")[0]) or _MEDIA.search(path):
        return "media"
    if named_id and not stem.startswith(("list", "more")) and (_VIEW.search(f"{path}?{query}") or not stem):
        return "article" if not _LIST_CALLS.search(query) else "list"
    if named_id and stem == "page":
        return "article"
    if _is_list(stem, folders, query) and not (page_id and date and not stem.startswith("nbs")):
        return "list"
    if not stem and date and folders[-1:] not in ([], ["0"]) and "0" in folders:
        return "article"  # a name after a date
    if not stem and not page_id:
        return "list"
    if page_id and not _LIST_WORDS.intersection(_LETTERS.findall(stem)):
        return "article"
    return "article" if date and stem else "other"


def _is_list(stem: str, folders: list[str], query: str) -> bool:
    """Return whether file name, last folder or query are those of a list."""
    if _LIST_CALLS.search(query) or (stem and _LIST.fullmatch(stem)):
        return True
    return stem.isdigit() and bool(folders) and folders[-1] in _LIST_WORDS


def _names(host: str, directories: list[str], stem: str, query: str, page_id: str) -> tuple[str, ...]:
    names = [f"host:{label}" for label in host.split(".")[:-1] if label]
    names += [f"directory:{name}" for name in directories]
    # Letters with a number are a channel (`c64094`), unless the number is that of the page itself.
    names += [f"file:{name}" for name in _NAMES.findall(stem) if not page_id or page_id not in name]
    names += [f"query:{pair.partition('=')[0]}" for pair in query.split("&") if pair.partition("=")[0]]
    return tuple(islice(dict.fromkeys(names), MOST_NAMES))
