"""What the form of a URL says about its page: kind, date, id, and the names in it.

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
    re.compile(rf"(?<!\d){_YEAR}[-_/]?{_MONTH}(?P<day>)(?P<rest>)(?=/)"),
)
_DIGITS = re.compile(r"\d+")
_LETTERS = re.compile(r"[a-z]+")
_NAMES = re.compile(r"[a-z]+\d*|[㐀-鿿]+")
_SUFFIX = re.compile(r"\.(?:s?html?|php|aspx?|jsp|do|action)$")
_HOME = re.compile(r"(?:index|default|home|main)?")
_LIST = re.compile(
    r"(?:index|default|list|more|channel|column|node|col|lm|class|category|sort|catalog|page|p|moreclass)"
    r"(?:[-_]?\d)*"  # one digit at a time: with `\d+` here, a long number takes exponential time
)
_LIST_WORDS = frozenset(("list", "more", "channel", "column", "node", "catalog", "category"))
_MEDIA = re.compile(
    r"(?:^|[^a-z])(?:videos?|photos?|pics?|tupian|tuji|slides?|gallery|tv|live|zhibo|audio|shipin|vod)(?:[^a-z]|$)"
)
_LONG_ID = 4
"""Digits from which a number in a file name is an id and not a page number."""
_ID_RUN = re.compile(r"[a-z0-9]{8,}")


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


@lru_cache(maxsize=16384)
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
    page_id = _id(stem, query) or date_id
    pattern = _DIGITS.sub("0", path)
    return UrlForm(
        host=host,
        directory="/".join([host, *directories]),
        pattern=host + pattern,
        shape=_LETTERS.sub("a", pattern),
        kind=_kind(host, directories, stem, path, date, page_id, query),
        date=date,
        id=page_id,
        names=_names(host, directories, stem, query, page_id),
    )


def _split_date(path: str) -> tuple[str, str, str]:
    """Return the path with its date as 0, the date in ISO form, and what digits follow the date."""
    for pattern in _DATES:
        found = pattern.search(path)
        if found:
            month, day = found["month"].zfill(2), found["day"].zfill(2) if found["day"] else ""
            date = "-".join(filter(None, (found["year"], month, day)))
            return f"{path[: found.start()]}0{path[found.end() :]}", date, found["rest"]
    return path, "", ""


def _id(stem: str, query: str) -> str:
    """Return the last long number of a file name, a number in the query, or a name of letters and digits."""
    numbers: list[str] = [number for number in _DIGITS.findall(stem) if len(number) >= _LONG_ID]
    if numbers:
        return numbers[-1]
    mixed = (run for run in _ID_RUN.findall(stem) if not run.isalpha() and not run.isdigit())
    if found := next(mixed, ""):
        return str(found)
    asked = re.search(r"(?:^|&)\w*(?:id|no)=([0-9a-z-]{2,})", query)
    return asked[1] if asked else ""


def _kind(
    host: str, directories: list[str], stem: str, path: str, date: str, page_id: str, query: str
) -> Kind:
    if not directories and not query and _HOME.fullmatch(stem):
        return "home"
    if host.startswith("v.") or _MEDIA.search(host.partition(".")[0]) or _MEDIA.search(path):
        return "media"
    if stem and _LIST.fullmatch(stem) and not (page_id and date):
        return "list"
    if not stem and not date and not page_id:
        return "list"
    if page_id and not _LIST_WORDS.intersection(_LETTERS.findall(stem)):
        return "article"
    return "article" if date and stem else "other"


def _names(host: str, directories: list[str], stem: str, query: str, page_id: str) -> tuple[str, ...]:
    names = [f"host:{label}" for label in host.split(".")[:-1] if label]
    names += [f"directory:{name}" for name in directories]
    # Letters with a number are a channel (`c64094`), unless the number is that of the page itself.
    names += [f"file:{name}" for name in _NAMES.findall(stem) if not page_id or page_id not in name]
    names += [f"query:{pair.partition('=')[0]}" for pair in query.split("&") if pair.partition("=")[0]]
    return tuple(islice(dict.fromkeys(names), MOST_NAMES))
