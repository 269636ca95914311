"""What hints at links in the texts of scripts, before they are read: most only count visits."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from topiccrawl.page.hidden_links.furniture import is_furniture
from topiccrawl.page.hidden_links.urls import ARTICLE, DATA, NO_PAGE, host_of, hosts_of_one_site

# The patterns begin with a literal where they can: those are searched ten times as fast as others.
_PAGERS = re.compile(
    r"ag(?:e(?:HTML|Html|_?[cC]ount|(?<=ount[pP]age)|(?<=ount_page)|(?<=otal[pP]age)|(?<=otal_page)|(?<=ur[pP]age)"
    r"|(?<=urr_page)|(?<=urrent[pP]age)|(?<=ext[pP]age)|(?<=ext_page)|(?<=lay[pP]age)|(?<=jpage))(?![\"']:)|in(?:ation|g\())"
)
"""Pieces of the names that pagers have; keys of JSON are none."""
_OTHER_PAGERS = ("dataproxy", "enye", "extUrl", "ext_url")
_ASKS = re.compile(
    r"\((?:(?<=\.get\()|(?<=\.post\()|(?<=JSON\()|(?<=fetch\()|(?<=axios\()|(?<=\.load\()"
    r"|(?<=\.open\()\s*[\"'](?:GET|POST|get|post))"
)
"""Calls that ask for data."""
_SUFFIX = re.compile(r"\.(?:s?html?|jspx?|aspx?|php|do|action|jsonp?|xml|rss)(?![\w(])")
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
"""Addresses, names and functions of a script that are looked at."""
_ROWS = 3
"""Addresses of a list of records, and more."""
_SHORT = 4000
"""Characters of scripts whose clues are kept: the pages of a site share most of them."""
_FUNCTION = re.compile(r"function\s+([\w$]+)|function\s*\(")
_NAME = re.compile(r"[\w$]+$")
_LONGEST_NAME = 60
_BODY = 1500
"""Characters of a function that are searched for where it goes."""
_GOES = re.compile(r"location|open\s*\(|submit|href|URL|ajax|\.get\(|\.post\(|\.load\(|\.src\b")
"""What functions have that lead to another page or fill a list."""


class _Address(NamedTuple):
    """An address in a script.

    Attributes:
        place: where it stands.
        text: as written, without backslashes.
        host: its host; empty for a relative one.
    """

    place: int
    text: str
    host: str


class _Clues(NamedTuple):
    """What hints at links in a script, on whatever page it stands.

    Attributes:
        pagers: places of names that pagers have.
        addresses: of articles and of data.
        functions: names and places of functions that lead somewhere.
        asks: places of calls that ask for data.
        asked: other addresses in a script that asks for data.
        values: addresses under keys such as `url` in one that does not.
    """

    pagers: tuple[int, ...]
    addresses: tuple[_Address, ...]
    functions: tuple[tuple[str, int], ...]
    asks: tuple[int, ...]
    asked: tuple[_Address, ...]
    values: tuple[_Address, ...]


def places_in(url: str, texts: Sequence[str], functions: Collection[str]) -> dict[int, list[int]]:
    """Return where scripts hint at links, by the number of the script; most do not.

    Those are a pager, a list that it asks for, an address of an article or of data of this site, and a function
    that leads somewhere.

    Args:
        url: of the page.
        texts: of its scripts.
        functions: names of functions that elements of the page call.
    """
    host, own = host_of(url), url.split("//", 1)[-1]

    def is_ours(address: _Address) -> bool:
        if not address.host:
            return True
        return hosts_of_one_site(address.host, host) and address.text.split("//", 1)[-1] != own

    found: dict[int, list[int]] = {}
    for number, text in enumerate(texts):
        clues = _kept(text) if len(text) <= _SHORT else _read(text)
        places = [
            *clues.pagers,
            *(address.place for address in clues.addresses if is_ours(address)),
            *(place for name, place in clues.functions if name in functions),
        ]
        if any(is_ours(address) for address in clues.asked):
            places += clues.asks
        if not places and clues.values:
            values = [address for address in clues.values if is_ours(address)]
            if len(values) >= _ROWS or any(_is_telling(address.text) for address in values):
                places += (address.place for address in values)
        if places:
            found[number] = places
    return found


def _read(text: str) -> _Clues:
    asks = tuple(_asks(text))
    return _Clues(
        tuple(_pagers(text)),
        tuple(_addresses(text)),
        tuple(_functions(text)) if "function" in text else (),
        asks,
        tuple(_asked(text)) if asks else (),
        () if asks else tuple(_values(text)),
    )


_kept = lru_cache(maxsize=1024)(_read)


def _pagers(text: str) -> Iterator[int]:
    """Yield the first places of names that pagers have."""
    found: set[str] = set()
    for match in islice(_PAGERS.finditer(text), _MOST):
        name = text[max(0, match.start() - 4) : match.end()]
        if name not in found:
            found.add(name)
            yield match.start()
    for piece in _OTHER_PAGERS:
        if (place := text.find(piece)) >= 0:
            yield place


def _addresses(text: str) -> Iterator[_Address]:
    """Yield the addresses of articles and of data that stand in quotes."""
    for match in islice(_SUFFIX.finditer(text), _MOST):
        place = match.start()
        first = max(0, place - _BEFORE)
        begin = max(text.rfind(quote, first, place) for quote in "\"'`=") + 1
        if begin and not _ENDS_ADDRESS.search(text, begin, place):
            address = _address(place, text[begin : match.end() + text.startswith("?", match.end())])
            if address and (ARTICLE.search(address.text) or DATA.search(address.text)):
                yield address


def _functions(text: str) -> Iterator[tuple[str, int]]:
    """Yield the names and places of functions that lead to another page or fill a list, the last one first."""
    behind = len(text)
    for match in reversed(list(islice(_FUNCTION.finditer(text), _MOST))):
        place = match.start()
        if name := match[1] or _name_before(text, place):
            if _GOES.search(text, place, min(behind, place + _BODY)):
                yield name, place
            behind = place


def _asks(text: str) -> set[int]:
    """Return the first and the last places of each kind of call that asks for data."""
    first: dict[str, int] = {}
    last: dict[str, int] = {}
    for match in _ASKS.finditer(text):
        kind = text[match.start() - 4 : match.start()]
        first.setdefault(kind, match.start())
        last[kind] = match.start()
    if (place := text.find("ajax")) >= 0:
        first["ajax"], last["ajax"] = place, text.rfind("ajax")
    return {*first.values(), *last.values()}


def _asked(text: str) -> Iterator[_Address]:
    """Yield the addresses that may be those of data."""
    for match in islice(_QUOTED.finditer(text), _MOST):
        address = _address(match.start(), match[1])
        if address and (not NO_PAGE.search(address.text) or DATA.search(address.text)):
            yield address


def _values(text: str) -> Iterator[_Address]:
    """Yield the addresses under keys such as `url`."""
    for match in islice(_VALUE.finditer(text), _MOST):
        place = match.start()
        if _is_url_key(text[max(0, place - _LONGEST_KEY) : place]):
            address = _address(place, match[1])
            if address:
                yield address


def _is_telling(address: str) -> bool:
    """Return whether an address is like that of an article or of data."""
    return any(pattern.search(address) for pattern in (_SUFFIX, ARTICLE, DATA, _FILLS))


def _address(place: int, text: str) -> _Address | None:
    """Return an address if it may be that of a page or of data."""
    text = text.replace("\\", "") if "\\" in text else text
    host = _HOST.match(text)
    behind = host.end() if host else 0
    if (len(text) <= behind + 1) if host else ("/" not in text):
        return None
    if not _CLEAN.fullmatch(text) or _NO_ADDRESS.match(text) or _FILLED.search(text):
        return None
    return None if is_furniture(text[behind:]) else _Address(place, text, host[1] if host else "")


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
