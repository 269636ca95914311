"""What in the text of a script hints at links, before the script is read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from topiccrawl.page.hidden_links.urls import ARTICLE, DATA, FURNITURE, NO_PAGE

# The patterns begin with a literal where they can: those are searched ten times as fast as others.
_PAGERS = re.compile(
    r"ag(?:e(?:HTML|Html|_?[cC]ount|(?<=ount[pP]age)|(?<=ount_page)|(?<=otal[pP]age)|(?<=otal_page)|(?<=ur[pP]age)"
    r"|(?<=urr_page)|(?<=urrent[pP]age)|(?<=ext[pP]age)|(?<=lay[pP]age)|(?<=jpage))(?![\"']:)|in(?:ation|g\())"
)
"""Pieces of the names that pagers have; keys of JSON are none."""
_OTHER_PAGERS = ("dataproxy", "enye")
_ASKS = re.compile(
    r"\((?:(?<=\.get\()|(?<=\.post\()|(?<=JSON\()|(?<=fetch\()|(?<=axios\()|(?<=\.load\()"
    r"|(?<=\.open\()\s*[\"'](?:GET|POST|get|post))"
)
"""Calls that ask for data."""
_SUFFIX = re.compile(r"\.(?:s?html?|jspx?|aspx?|php|do|action|jsonp?|xml|rss)(?![\w(])")
_ENDS_ADDRESS = re.compile(r"[(\s>;]")
_QUOTED = re.compile(r"[\"'`]([\w.:\\-]*+[/?][^\"'`<>\s]{2,300})[\"'`]")
_TYPE = re.compile(r"(?:text|application|image|multipart)/|[a-zA-Z]+://(?<!http://)(?<!https://)|https?://$|//$")
"""Types of data, addresses of other schemes, and beginnings of addresses."""
_FILLED = re.compile(r"[?&](?:q|kw|wd|key_?words?|\w*url|title|doc\w*)=$", re.IGNORECASE)
"""Parameters of searches and of what shares a page, filled by the script."""
_FILLS = re.compile(r"api|list|data|page|query|load|get|more|search|rest|json", re.IGNORECASE)
"""Addresses of data without a suffix."""
_VALUE = re.compile(r":\s*[\"']((?:https?:)?[\w./\\-][^\"'\s]{2,300})[\"']")
_URL_KEY = re.compile(r"(?:url|link|href|\bu)[\"']?$", re.IGNORECASE)
_CLEAN = re.compile(r"(?:https?://|//)?[\w.~/-][\w.~/%:-]*(?:\?[\w.~/%=&-]*)?", re.ASCII)
_HOST = re.compile(r"(?:https?:)?//([\w.-]+)")
_BEFORE = 200
"""Characters before a suffix in which its address begins."""
_LONGEST_KEY = 20
_MOST = 200
"""Addresses of each kind that are looked at."""
_ROWS = 3
"""Addresses of a list of records, and more."""
_SHORT = 4000
"""Characters of scripts whose clues are kept: the pages of a site share them."""


class Clue(NamedTuple):
    """An address in a script.

    Attributes:
        place: where it stands.
        text: as written, without backslashes.
        host: its host; empty for a relative one.
    """

    place: int
    text: str
    host: str


class Clues(NamedTuple):
    """What hints at links in a script.

    Attributes:
        pagers: places of names that pagers have.
        addresses: of articles and of data.
        asks: places of calls that ask for data.
        quoted: other addresses, if it asks for data.
        values: addresses under a key such as `url`.
    """

    pagers: tuple[int, ...]
    addresses: tuple[Clue, ...]
    asks: tuple[int, ...]
    quoted: tuple[Clue, ...]
    values: tuple[Clue, ...]


def clues_in(text: str) -> Clues:
    """Return what hints at links in a script."""
    return _kept(text) if len(text) <= _SHORT else _read(text)


@lru_cache(maxsize=512)
def _kept(text: str) -> Clues:
    return _read(text)


def _read(text: str) -> Clues:
    pagers = _pagers(text)
    addresses = tuple(_addresses(text))
    asks = _asks(text)
    quoted = tuple(_quoted(text)) if asks else ()
    values = () if asks else tuple(_values(text))
    return Clues(pagers, addresses, asks if quoted else (), quoted, values)


def _pagers(text: str) -> tuple[int, ...]:
    """Return the first places of names that pagers have."""
    found: dict[str, int] = {}
    for match in islice(_PAGERS.finditer(text), _MOST):
        found.setdefault(text[max(0, match.start() - 4) : match.end()], match.start())
    for piece in _OTHER_PAGERS:
        if (place := text.find(piece)) >= 0:
            found[piece] = place
    return tuple(found.values())


def _asks(text: str) -> tuple[int, ...]:
    """Return the first and the last places of each kind of call that asks for data."""
    first: dict[str, int] = {}
    last: dict[str, int] = {}
    for match in islice(_ASKS.finditer(text), _MOST):
        kind = text[match.start() - 4 : match.start()]
        first.setdefault(kind, match.start())
        last[kind] = match.start()
    if (place := text.find("ajax")) >= 0:
        first["ajax"], last["ajax"] = place, text.rfind("ajax")
    return tuple({*first.values(), *last.values()})


def _quoted(text: str) -> Iterator[Clue]:
    """Yield the addresses in quotes that may be those of data."""
    for match in islice(_QUOTED.finditer(text), _MOST):
        clue = _clue(match.start(), match[1])
        if clue is not None and (not NO_PAGE.search(clue.text) or DATA.search(clue.text)):
            yield clue


def _addresses(text: str) -> Iterator[Clue]:
    """Yield the addresses of articles and of data that stand in quotes."""
    for match in islice(_SUFFIX.finditer(text), _MOST):
        place = match.start()
        first = max(0, place - _BEFORE)
        begin = max(text.rfind(quote, first, place) for quote in "\"'`=") + 1
        address = text[begin : match.end()]
        if not begin or _ENDS_ADDRESS.search(address):
            continue
        clue = _clue(place, address + ("?" if text.startswith("?", match.end()) else ""))
        if clue is not None and (ARTICLE.search(clue.text) or DATA.search(clue.text)):
            yield clue


def _values(text: str) -> list[Clue]:
    """Return the addresses under keys such as `url`; a few must look like those of articles or of data."""
    found = []
    for match in islice(_VALUE.finditer(text), _MOST):
        place = match.start()
        if _URL_KEY.search(text, max(0, place - _LONGEST_KEY), place):
            clue = _clue(place, match[1])
            if clue is not None:
                found.append(clue)
    return found if len(found) >= _ROWS else [clue for clue in found if _is_telling(clue.text)]


def _is_telling(text: str) -> bool:
    return any(pattern.search(text) for pattern in (_SUFFIX, ARTICLE, DATA, _FILLS))


def _clue(place: int, text: str) -> Clue | None:
    """Return an address if it may be that of a page or of data."""
    text = text.replace("\\", "")
    host = _HOST.match(text)
    behind = host.end() if host else 0
    if not _CLEAN.fullmatch(text) or _TYPE.match(text) or _FILLED.search(text) or FURNITURE.search(text, behind):
        return None
    if host is None:
        return Clue(place, text, "") if "/" in text else None
    return Clue(place, text, host[1]) if len(text) > behind + 1 else None
