"""What hints at links in the texts of scripts, before they are read: most only count visits."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from topiccrawl.page.hidden_links.data.tables import NAMES as TABLES
from topiccrawl.page.hidden_links.furniture import is_furniture
from topiccrawl.page.hidden_links.urls import ARTICLE, DATA, NO_PAGE, host_of, hosts_of_one_site

# The patterns begin with a literal where they can: those are searched ten times as fast as others.
_PAGERS = re.compile(
    r"ag(?:e(?:HTML|Html|_?[cC]ount|(?<=ount[pP]age)|(?<=ount_page)|(?<=otal[pP]age)|(?<=otal_page)|(?<=ur[pP]age)"
    r"|(?<=urr_page)|(?<=urrent[pP]age)|(?<=ext[pP]age)|(?<=ext_page)|(?<=lay[pP]age)|(?<=jpage)|(?<=[pP]age)(?:s|r|Nav|Bar|List)?\(\s*[\"']?\d)(?![\"']:)|e(?:(?<=page)(?:No)?=[\"']|(?<=Page)=\")|in(?:ation|g\())"
)
"""Pieces of the names that pagers have; keys of JSON are none."""
_OTHER_PAGERS = ("dataproxy", "enye", "extUrl", "ext_url")
_BARE = re.compile(r"tm(?:l|(?<=htm))[\"']")
_BARE_EXTENSION = re.compile(r"[\"'](?:[sxj]?html?|shtm)[\"']")
"""The extension of the pages of a list, as pagers have it, in a string of its own."""
_NO_EXTENSION = re.compile(r"(?:\(|==|[tT]ype[\"']?[:=]\s?)$")
_MOST_BARE = 20
_NUMBERED = re.compile(r"[_-]\d{1,2}$")
_PLACE = r"(?:[\w./:%-]*\?[\w.=&%-]*=|[\w./:%-]*/(?:page|p|index|list)[/_-])"
_RETURNS = tuple(
    re.compile(rf"{word}\s*\(?\s*(?:\"{_PLACE}\"\s*\+|'{_PLACE}'\s*\+|`{_PLACE}\$\{{)")
    for word in ("return", "=>")
)
"""Functions that return an address with a number or an id."""
_ASKS = re.compile(
    r"\((?:(?<=\.get\()|(?<=\.post\()|(?<=JSON\()|(?<=Script\()|(?<=fetch\()|(?<=axios\()|(?<=\.load\()"
    rf"|(?<=\.open\()\s*[\"'](?:GET|POST|get|post)|{'|'.join(rf'(?<={name}[(])' for name in TABLES)})"
)
"""Calls that ask for data."""
_SUFFIX = re.compile(r"\.(?:[sj]?html?|jspx?|aspx?|php|do|action|jsonp?|xml|rss)(?![\w(])")
_QUERY = re.compile(r"\?[\w.%=&-]{0,40}", re.ASCII)
_ENDS_ADDRESS = re.compile(r"[(\s>;]")
_QUOTED = re.compile(r"[\"'`]([\w.:\\-]*+[/?][^\"'`<>\s]{2,300})[\"'`]")
_NO_ADDRESS = re.compile(
    r"(?:text|application|image|multipart)/|[a-zA-Z]+://(?<!http://)(?<!https://)|https?://$|//$|\.\w|[\d/.]+$"
)
"""Types of data, addresses of other schemes, pieces of hosts, and what has no letters."""
_FILLED = re.compile(r"[?&](?:q|kw|wd|key_?words?|\w*url|title|doc\w*|data)=$", re.IGNORECASE)
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
_MOST_ADDRESSES = 1000
_MOST_DEFINITIONS = 5
_MOST_NAMES = 100
_SHORT = 4000
"""Characters of a script that is remembered with many others."""
_ROWS = 3
"""Addresses of a list of records, and more."""
_FUNCTION = re.compile(r"function\s+[\w$]|[\w$]\s*[=:]\s*function\b")
"""Where the next function begins that has a name."""
_BODY = 1500
"""Characters of a function that are searched for where it goes."""
_GOES = re.compile(r"location|open\s*\(|submit|href|URL|ajax|\.get\(|\.post\(|\.load\(|\.src\b")
"""What functions have that lead to another page or fill a list."""


def places_of_clues(url: str, texts: Sequence[str], functions: Collection[str]) -> dict[int, list[int]]:
    """Return where scripts hint at links, by the number of the script; those without a hint are left out.

    Hints are a pager, a list that is asked for, an address of an article or of data of this site.

    Args:
        url: of the page.
        texts: of its scripts.
        functions: names of functions that elements of the page call.
    """
    host = host_of(url)
    own = url.split("//", 1)[-1]
    names = sorted(functions)[:_MOST_NAMES]
    found: dict[int, list[int]] = {}
    for number, text in enumerate(texts):
        called = frozenset([name for name in names if name in text]) if "function" in text else frozenset()
        read = _places_in_short if len(text) < _SHORT else _places_in_long
        if places := read(text, host, own if own in text else "", called):
            found[number] = list(places)
    return found


def _places(text: str, host: str, own: str, functions: frozenset[str]) -> tuple[int, ...]:
    return _Clues(text, host, own, functions).places()


# Remembered: the pages of a site share most scripts. A crawl visits several sites in turn.
_places_in_short = lru_cache(maxsize=4096)(_places)
_places_in_long = lru_cache(maxsize=128)(_places)


class _Clues(NamedTuple):
    """A script that is searched.

    Attributes:
        text: of the script.
        host: of its page.
        own: URL of the page without its scheme; empty if the script does not have it.
        functions: those of the functions that elements of the page call whose names it has.
    """

    text: str
    host: str
    own: str
    functions: frozenset[str]

    def places(self) -> tuple[int, ...]:
        """Return where the script hints at links."""
        found = [*self._pagers(), *self._addresses(), *self._defined()]
        asks = self._asks()
        if asks and self._names_data():
            found += asks
        if not found and not asks:
            found += self._values()
        return tuple(found)

    def _pagers(self) -> Iterator[int]:
        """Yield the first places of names that pagers have."""
        text = self.text
        names: set[str] = set()
        for match in islice(_PAGERS.finditer(text), _MOST):
            name = text[max(0, match.start() - 4) : match.end()]
            if name not in names:
                names.add(name)
                yield match.start()
        for piece in _OTHER_PAGERS:
            if (place := text.find(piece)) >= 0:
                yield place
        yield from self._extensions()
        yield from (found.start() for pattern in _RETURNS if (found := pattern.search(text)))

    def _extensions(self) -> Iterator[int]:
        """Yield the first places where the extension of pages stands alone: a pager joins it to a name."""
        text = self.text
        found: set[str] = set()
        for match in islice(_BARE.finditer(text), 4 * _MOST_BARE):
            place, quote = match.start(), text[match.end() - 1]
            start = text.rfind(quote, max(0, place - 3), place)
            if start < 0 or match[0] in found or not _BARE_EXTENSION.fullmatch(text, start, match.end()):
                continue
            if not _NO_EXTENSION.search(text, max(0, start - 8), start):
                found.add(match[0])
                yield place

    def _is_of_pager(self, place: int, behind: int) -> bool:
        """Return whether an extension stands alone in a string, or behind the number of a page there."""
        text = self.text
        if not 0 < place < behind < len(text) or text[behind] not in "\"'`":
            return False
        return text[place - 1] in "\"'`}" or (
            text[place - 1].isdecimal() and _NUMBERED.search(text, max(0, place - 3), place) is not None
        )

    def _addresses(self) -> Iterator[int]:
        """Yield where addresses of articles and of data stand in quotes."""
        text = self.text
        for match in islice(_SUFFIX.finditer(text), _MOST_ADDRESSES):
            place = match.start()
            if self._is_of_pager(place, match.end()) and not DATA.fullmatch(match[0]):
                yield place
                continue
            first = max(0, place - _BEFORE)
            begin = max(text.rfind(quote, first, place) for quote in "\"'`=") + 1
            if begin and not _ENDS_ADDRESS.search(text, begin, place):
                behind = _QUERY.match(text, match.end())
                address = self._ours(text[begin : behind.end() if behind else match.end()])
                if address and (ARTICLE.search(address) or DATA.search(address)):
                    yield place

    def _defined(self) -> Iterator[int]:
        """Yield where functions are defined that elements of the page call and that lead somewhere."""
        text = self.text
        for name in sorted(self.functions):
            for match in islice(_definition(name).finditer(text), _MOST_DEFINITIONS):
                following = _FUNCTION.search(text, match.end(), match.end() + _BODY)
                behind = following.start() if following else match.end() + _BODY
                if _GOES.search(text, match.end(), behind):
                    yield match.start()

    def _asks(self) -> list[int]:
        """Return the first and the last place of each kind of call that asks for data."""
        text = self.text
        places = [(match.start(), text[match.start() - 4 : match.start()]) for match in _ASKS.finditer(text)]
        first: dict[str, int] = {}
        last: dict[str, int] = {}
        for place, kind in places:
            first.setdefault(kind, place)
            last[kind] = place
        if (place := text.find("ajax")) >= 0:
            first["ajax"], last["ajax"] = place, text.rfind("ajax")
        if "createElement" in text:
            for piece in ("'.js", '".js', "callback="):
                if (place := text.find(piece)) >= 0:
                    first[piece] = last[piece] = place
        return [place for kind in first for place in {first[kind], last[kind]}]

    def _names_data(self) -> bool:
        """Return whether the script has an address that may be that of data."""
        suffix = ".js" if "getJSON" in self.text or "jsonp" in self.text else ""
        return any(
            not NO_PAGE.search(address) or DATA.search(address)
            for match in islice(_QUOTED.finditer(self.text), _MOST)
            if (address := self._ours(match[1].removesuffix(suffix)))
        )

    def _values(self) -> list[int]:
        """Return the places of addresses under keys such as `url`; few must be of articles or data."""
        text = self.text
        found: list[int] = []
        telling = False
        for match in islice(_VALUE.finditer(text), _MOST_ADDRESSES):
            place = match.start()
            if _is_url_key(text[max(0, place - _LONGEST_KEY) : place]) and (address := self._ours(match[1])):
                found.append(place)
                telling = telling or any(
                    pattern.search(address) for pattern in (_SUFFIX, ARTICLE, DATA, _FILLS)
                )
        return found if telling or len(found) >= _ROWS else []

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
            if len(text) <= behind + 1 or not hosts_of_one_site(host[1], self.host):
                return ""
            if self.own and text.split("//", 1)[-1] == self.own:
                return ""
        if not _CLEAN.fullmatch(text) or _NO_ADDRESS.match(text) or _FILLED.search(text):
            return ""
        return "" if is_furniture(text[behind:]) else text


def _is_url_key(before: str) -> bool:
    """Return whether a key such as `linkUrl` or `u` ends a text."""
    key = before.rstrip("\"'").lower()
    return key.endswith(_URL_KEYS) or (key[-1:] == "u" and not key[-2:-1].isalnum())


@lru_cache(maxsize=256)
def _definition(name: str) -> re.Pattern[str]:
    """Return the pattern of where a function of a name is defined."""
    name = re.escape(name)
    return re.compile(
        rf"{name}(?<![\w$]{name})(?:(?<=function\s{name})|(?<=function\s\s{name})|\s*[=:]\s*(?:async\s*)?function)\b"
    )
