"""The inline scripts of a page that may hold links."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import urlsplit

from topiccrawl.page.hidden_links.attributes import handlers_of
from topiccrawl.page.hidden_links.records import parsed
from topiccrawl.page.hidden_links.urls import ARTICLE, DATA, FURNITURE, site_of
from topiccrawl.page.page import Page
from topiccrawl.page.scripts.script import LONGEST_SCRIPT, Script, Step
from topiccrawl.page.scripts.values import Value

_MOST = 200_000
"""Characters of scripts of a page that are read."""
_LONGEST_DATA = 2_000_000
"""Characters of data in a page that are read: Python's reader takes some milliseconds for them."""
_CODE_TYPES = frozenset(
    {"", "text/javascript", "application/javascript", "text/ecmascript", "module", "application/x-javascript"}
)
_PAGERS = (
    *(
        "ageHTML",
        "ageHtml",
        "ageCount",
        "agecount",
        "age_count",
        "ountPage",
        "ountpage",
        "count_page",
        "otalPage",
        "otalpage",
    ),
    *(
        "total_page",
        "urPage",
        "urrentPage",
        "urrentpage",
        "curr_page",
        "extPage",
        "ext_page",
        "nextpage",
        "extUrl",
        "ext_url",
        "agination",
        "aypage",
        "aging(",
    ),
    *("jpage", "dataproxy", "enye"),
)
"""Pieces of the names that pagers have."""
_ASKS = ("ajax", "$.get", "$.post", "getJSON", "fetch(", "axios", ".load(", ".open(")
_SUFFIX = re.compile(r"\.(?:s?html?|jspx?|aspx?|php|do|action|jsonp?|xml|rss)\b")
_QUOTED = re.compile(r"[\"'`](?=[\w./?\\])([^\"'`<>\s]{3,300})[\"'`]")
_VALUE = re.compile(r":\s*[\"']((?:https?:)?[\w./\\-][^\"'\s]{2,300})[\"']")
_URL_KEY = re.compile(r"(?:url|link|href|\bu)[\"']?$", re.IGNORECASE)
_BEFORE = 200
"""Characters before a suffix in which its address begins."""
_BEGINS = re.compile(r"[\"'`=]([^\"'`=(\s>;]*)$")
_HOST = re.compile(r"(?:https?:)?//([\w.-]+)")
_HOLE = re.compile(r"\$\{[^{}]*\}")
_CLEAN = re.compile(r"(?:https?://|//)?[\w.~/-][\w.~/%:-]*(?:\?[\w.~/%=&-]*)?", re.ASCII)
_CALLED = re.compile(
    r"(?<![\w$])([A-Za-z_$][\w$]{1,40}+)\s*\(\s*(?:[\"']?\w*\d|this\.|[\"'][^\"']*[\"']\s*,)"
)
"""Functions that are called with a number, an id or what is chosen."""
_MOST_FUNCTIONS = 50
_FEW_ANCHORS = 3
_SHORT = 4000
"""Characters of a script that is read as a whole."""
_NEAR = 1500
"""Characters before and behind the places of a longer one that are read."""
_LONGEST_KEY = 20
_MOST_ADDRESSES = 200


@dataclass(frozen=True)
class PageScripts:
    """The inline scripts of a page.

    Attributes:
        scripts: those whose text may bear links, as read.
        data: texts of scripts that are JSON.
        markup: texts of scripts that are HTML or XML.
    """

    scripts: tuple[Script, ...]
    data: tuple[str, ...]
    markup: tuple[str, ...]

    @classmethod
    def of(cls, page: Page) -> PageScripts:
        """Read the scripts of a page."""
        code: list[str] = []
        data: list[str] = []
        markup: list[str] = []
        room = _MOST
        bears = _Bearing(page)
        for element in page.tree.iter("script"):
            text = element.text
            if not text or element.get("src"):
                continue
            kind = (element.get("type") or "").lower().split(";")[0].strip()
            if "json" in kind:
                if len(text) <= _LONGEST_DATA:
                    data.append(text)
            elif kind not in _CODE_TYPES or (
                text.lstrip()[:1] == "<" and not text.lstrip().startswith("<!--")
            ):
                markup.append(text[:_LONGEST_DATA])
            elif (assigned := _assigned_data(text)) and parsed(assigned) is not None:
                data.append(assigned)
            elif room > 0 and (bearing := bears.links(text)):
                code.append(bearing[:room])
                room -= len(bearing)
        return cls(_read(code), tuple(data), tuple(markup))

    def steps(self) -> Iterator[tuple[Script, Step]]:
        """Yield what the scripts do, in order."""
        for script in self.scripts:
            for step in script.steps:
                yield script, step


class _Bearing:
    """Tells which scripts of a page are worth reading: most only count visits and show adverts.

    Searches for plain substrings come first: they cost a hundredth of what regular expressions do.
    """

    def __init__(self, page: Page) -> None:
        self._site = site_of(urlsplit(page.url).hostname or "")
        self._is_shell = len(page.html) < LONGEST_SCRIPT / 2 and page.html.count("<a ") <= _FEW_ANCHORS
        names = {name for handled in handlers_of(page) for name in _CALLED.findall(handled.value)}
        self._functions = tuple(
            form
            for name in sorted(names)[:_MOST_FUNCTIONS]
            for form in (f"function {name}", f"{name}=function", f"{name} = function", f"{name}:")
        )

    def links(self, text: str) -> str:
        """Return the part of a script that may have links; empty for most.

        Those are a pager, a list that it asks for, an address of an article or of data of this site.
        """
        text = text[:LONGEST_SCRIPT]
        places = [place for piece in (*_PAGERS, *self._functions) if (place := text.find(piece)) >= 0]
        if self._is_shell and (place := text.find("location")) >= 0:
            places.append(place)
        places += self._own_addresses(text)
        if asks := [place for piece in _ASKS if (place := text.find(piece)) >= 0]:
            if any(self._is_address(found) for found in _QUOTED.findall(text)[:_MOST_ADDRESSES]):
                places += [*asks, *(text.rfind(piece) for piece in _ASKS if piece in text)]
        elif not places:
            places += [
                match.start()
                for match, _ in zip(_VALUE.finditer(text), range(_MOST_ADDRESSES), strict=False)
                if _URL_KEY.search(text, max(0, match.start() - _LONGEST_KEY), match.start())
                and self._is_address(match[1])
            ]
        return text if places and len(text) <= _SHORT else _around(text, places)

    def _own_addresses(self, text: str) -> Iterator[int]:
        """Yield where addresses of articles or of data of this site stand in quotes."""
        for match, _ in zip(_SUFFIX.finditer(text), range(_MOST_ADDRESSES), strict=False):
            begins = _BEGINS.search(text[max(0, match.start() - _BEFORE) : match.start()])
            if begins is not None:
                address = begins[1] + match.group()
                if self._is_address(address) and (ARTICLE.search(address) or DATA.search(address)):
                    yield match.start()

    def _is_address(self, text: str) -> bool:
        """Return whether a text is the address of a page or of data of this site."""
        text = _HOLE.sub("1", text.replace("\\", ""))
        host = _HOST.match(text)
        if not _CLEAN.fullmatch(text) or FURNITURE.search(text, host.end() if host else 0):
            return False
        return "/" in text if host is None else site_of(host[1]) == self._site


def _around(text: str, places: list[int]) -> str:
    """Return the parts of a long script around some places, in whole lines."""
    parts: list[str] = []
    behind = 0
    for place in sorted(places):
        if place < behind:
            continue
        # Elsewhere a cut might fall into a string, and all that follows would be read inside out.
        start = text.rfind("\n", behind, max(behind, place - _NEAR)) + 1 or behind
        end = text.find("\n", place + _NEAR)
        behind = end if end >= 0 else len(text)
        parts.append(text[start:behind])
    return ";\n".join(parts)


def _read(texts: list[str]) -> tuple[Script, ...]:
    """Read scripts; each knows the constants of those before it."""
    found: list[Script] = []
    known: dict[str, Value] = {}
    for text in texts:
        found.append(Script.read(text, known))
        known = found[-1].constants
    if len(found) > 1:
        found = [Script(script.steps, known, script.starts) for script in found]
    return tuple(found)


_STATE = re.compile(r"\s*(?:window\.|var\s+|let\s+|const\s+)?[\w$.\[\]\"']+\s*=\s*(?=[{\[]\s*[\"{\[])")


def _assigned_data(text: str) -> str:
    """Return the JSON that a script of one assignment assigns, such as the state of a page; empty otherwise."""
    if not (start := _STATE.match(text)):
        return ""
    rest = text[start.end() :].strip().removesuffix(";").rstrip()
    plausible = len(rest) <= _LONGEST_DATA and rest[-1:] in ("}", "]") and rest[1:].lstrip()[:1] in '"{['
    return rest if plausible else ""
