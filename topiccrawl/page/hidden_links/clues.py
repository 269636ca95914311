"""What hints at links in the texts of scripts, before they are read: most only count visits."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Collection, Iterator, Sequence
from itertools import islice

from topiccrawl.page.hidden_links.furniture import is_furniture
from topiccrawl.page.hidden_links.urls import ARTICLE, DATA, NO_PAGE, host_of, hosts_of_one_site

# The patterns begin with a literal where they can: those are searched ten times as fast as others.
_PAGERS = re.compile(
    r"ag(?:e(?:HTML|Html|_?[cC]ount|(?<=ount[pP]age)|(?<=ount_page)|(?<=otal[pP]age)|(?<=otal_page)|(?<=ur[pP]age)"
    r"|(?<=urr_page)|(?<=urrent[pP]age)|(?<=ext[pP]age)|(?<=ext_page)|(?<=lay[pP]age)|(?<=jpage))(?![\"']:)|in(?:ation|g\())"
)
"""Pieces of the names that pagers have; keys of JSON are none."""
_OTHER_PAGERS = (
    "dataproxy",
    "enye",
    "extUrl",
    "ext_url",
    'page="',
    "page='",
    'Page="',
    'pageNo="',
    "pageNo='",
)
_ASKS = re.compile(
    r"\((?:(?<=\.get\()|(?<=\.post\()|(?<=JSON\()|(?<=fetch\()|(?<=axios\()|(?<=\.load\()"
    r"|(?<=\.open\()\s*[\"'](?:GET|POST|get|post))"
)
"""Calls that ask for data."""
_SUFFIX = re.compile(r"\.(?:[sj]?html?|jspx?|aspx?|php|do|action|jsonp?|xml|rss)(?![\w(])")
_ENDS_ADDRESS = re.compile(r"[(\s>;]")
_QUOTED = re.compile(r"[\"'`]([\w.:\\-]*+[/?][^\"'`<>\s]{2,300})[\"'`]")
_NO_ADDRESS = re.compile(
    r"(?:text|application|image|multipart)/|[a-zA-Z]+://(?<!http://)(?<!https://)|https?://$|//$|\.\w|[\d/.]+$"
)
"""Types of data, addresses of other schemes, pieces of hosts, and what has no letters."""
_FILLED = re.compile(r"[?&](?:q|kw|wd|key_?words?|\w*url|title|doc\w*)=$", re.IGNORECASE)
"""Parameters of searches and of what shares a page, filled by the script."""
_FILLS = re.compile(r"api|list|data|page|query|load|get|more|search|rest|json", re.IGNORECASE)
"""Addresses of data without a suffix."""
_VALUE = re.compile(r":(?<=[lkfuLKFU\"']:)\s*[\"']((?:https?:)?[\w./\\-][^\"'\s]{2,300})[\"']")
_URL_KEYS = ("url", "link", "href")
_CLEAN = re.compile(r"(?:https?://|//)?[\w.~/-][\w.~/%:-]*(?:\?[\w.~/%=&-]*)?", re.ASCII)
_HOST = re.compile(r"(?:https?:)?//([\w.-]+)")
_BEFORE = 200
"""Characters before a suffix in which its address begins."""
_LONGEST_KEY = 6
_MOST = 200
"""Addresses of a script that are looked at."""
_MOST_OF_PAGE = 1000
"""Addresses and functions in all scripts of a page that are looked at."""
_MOST_NAMES = 100
_ROWS = 3
"""Addresses of a list of records, and more."""
_FUNCTION = re.compile(r"function\s+([\w$]+)|function\s*\(")
_NAME = re.compile(r"[\w$]+$")
_LONGEST_NAME = 60
_BODY = 1500
"""Characters of a function that are searched for where it goes."""
_GOES = re.compile(r"location|open\s*\(|submit|href|URL|ajax|\.get\(|\.post\(|\.load\(|\.src\b")
"""What functions have that lead to another page or fill a list."""
_BETWEEN = "\n;\n"


class Clues:
    """The scripts of a page, all searched at once.

    Args:
        url: of the page.
        texts: of its scripts.
        functions: names of functions that elements of the page call.
    """

    def __init__(self, url: str, texts: Sequence[str], functions: Collection[str]) -> None:
        self._text = _BETWEEN.join(texts)
        self._starts = [0]
        for text in texts:
            self._starts.append(self._starts[-1] + len(text) + len(_BETWEEN))
        self._host = host_of(url)
        self._own = url.split("//", 1)[-1]
        self._functions = frozenset(sorted(functions)[:_MOST_NAMES])

    def places(self) -> dict[int, list[int]]:
        """Return where each script hints at links, by its number.

        Those are a pager, a list that it asks for, an address of an article or of data of this site.
        """
        found: dict[int, list[int]] = {}
        for place in (*self._pagers(), *self._addresses(), *self._defined()):
            self._add(found, place)
        asking = self._asks()
        for number, asks in asking.items():
            if self._names_data(number):
                found.setdefault(number, []).extend(place - self._starts[number] for place in asks)
        for number, places in self._values(found.keys() | asking.keys()).items():
            found.setdefault(number, []).extend(place - self._starts[number] for place in places)
        return found

    def _add(self, found: dict[int, list[int]], place: int) -> None:
        number = self._script_at(place)
        found.setdefault(number, []).append(place - self._starts[number])

    def _script_at(self, place: int) -> int:
        return bisect_right(self._starts, place) - 1

    def _pagers(self) -> Iterator[int]:
        """Yield the first places of names that pagers have."""
        text = self._text
        found: set[str] = set()
        for match in islice(_PAGERS.finditer(text), _MOST_OF_PAGE):
            name = text[max(0, match.start() - 4) : match.end()]
            if name not in found:
                found.add(name)
                yield match.start()
        for piece in _OTHER_PAGERS:
            if (place := text.find(piece)) >= 0:
                yield place

    def _addresses(self) -> Iterator[int]:
        """Yield where addresses of articles and of data stand in quotes."""
        text = self._text
        for match in islice(_SUFFIX.finditer(text), _MOST_OF_PAGE):
            place = match.start()
            first = max(0, place - _BEFORE)
            begin = max(text.rfind(quote, first, place) for quote in "\"'`=") + 1
            if begin and not _ENDS_ADDRESS.search(text, begin, place):
                address = self._ours(text[begin : match.end() + text.startswith("?", match.end())])
                if address and (ARTICLE.search(address) or DATA.search(address)):
                    yield place

    def _defined(self) -> Iterator[int]:
        """Yield where functions are defined that elements of the page call and that lead somewhere."""
        if not self._functions:
            return
        text = self._text
        if not any(name in text for name in self._functions):  # most are in files of their own
            return
        matches = list(islice(_FUNCTION.finditer(text), _MOST_OF_PAGE))
        behind = len(text)
        for match in reversed(matches):
            place = match.start()
            name = match[1] or _name_before(text, place)
            if name in self._functions and _GOES.search(text, place, min(behind, place + _BODY)):
                yield place
            if name:
                behind = place

    def _asks(self) -> dict[int, set[int]]:
        """Return, by script, the first and the last places of each kind of call that asks for data."""
        text = self._text
        places = [(match.start(), text[match.start() - 4 : match.start()]) for match in _ASKS.finditer(text)]
        place = text.find("ajax")
        while place >= 0:
            places.append((place, "ajax"))
            place = text.find("ajax", place + 1)
        first: dict[tuple[int, str], int] = {}
        last: dict[tuple[int, str], int] = {}
        for place, kind in places:
            key = (self._script_at(place), kind)
            first.setdefault(key, place)
            last[key] = place
        found: dict[int, set[int]] = {}
        for (number, kind), place in first.items():
            found.setdefault(number, set()).update((place, last[number, kind]))
        return found

    def _names_data(self, number: int) -> bool:
        """Return whether a script has an address that may be that of data."""
        found = _QUOTED.finditer(self._text, self._starts[number], self._starts[number + 1])
        return any(
            not NO_PAGE.search(address) or DATA.search(address)
            for match in islice(found, _MOST)
            if (address := self._ours(match[1]))
        )

    def _values(self, known: Collection[int]) -> dict[int, list[int]]:
        """Return, by script, addresses under keys such as `url`; few ones must be of articles or of data."""
        text = self._text
        found: dict[int, list[int]] = {}
        telling: set[int] = set()
        for match in islice(_VALUE.finditer(text), _MOST_OF_PAGE):
            place = match.start()
            if not _is_url_key(text[max(0, place - _LONGEST_KEY) : place]):
                continue
            number = self._script_at(place)
            if number not in known and (address := self._ours(match[1])):
                found.setdefault(number, []).append(place)
                if any(pattern.search(address) for pattern in (_SUFFIX, ARTICLE, DATA, _FILLS)):
                    telling.add(number)
        return {n: places for n, places in found.items() if n in telling or len(places) >= _ROWS}

    def _ours(self, text: str) -> str:
        """Return an address of this site without backslashes; for others an empty text."""
        text = text.replace("\\", "") if "\\" in text else text
        host = _HOST.match(text)
        behind = 0
        if host is None:
            if "/" not in text:
                return ""
        else:
            behind = host.end()
            if len(text) <= behind + 1 or not hosts_of_one_site(host[1], self._host):
                return ""
            if text.split("//", 1)[-1] == self._own:
                return ""
        if not _CLEAN.fullmatch(text) or _NO_ADDRESS.match(text) or _FILLED.search(text):
            return ""
        return "" if is_furniture(text[behind:]) else text


def _is_url_key(before: str) -> bool:
    """Return whether a key such as `linkUrl` or `u` ends a text."""
    key = before.rstrip("\"'").lower()
    return key.endswith(_URL_KEYS) or (key[-1:] == "u" and not key[-2:-1].isalnum())


def _name_before(text: str, place: int) -> str:
    """Return the name that a function without one is assigned to."""
    before = text[max(0, place - _LONGEST_NAME) : place].rstrip()
    if before[-1:] not in ("=", ":"):
        return ""
    name = _NAME.search(before[:-1].rstrip())
    return name[0] if name else ""
