"""The inline scripts of a page that may hold links."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from html import unescape
from itertools import islice, pairwise
from typing import Any, NamedTuple, TypeVar
from urllib.parse import unquote

from topiccrawl.page.elements import Elements
from topiccrawl.page.hidden_links.attributes import called_names, may_have_records
from topiccrawl.page.hidden_links.clues import REMEMBERED_SCRIPT, clues_in, place_of_choice, places_of_clues
from topiccrawl.page.hidden_links.records import answered, parsed, unpacked
from topiccrawl.page.hidden_links.urls import host_of
from topiccrawl.page.page import Page
from topiccrawl.page.scripts.bound_arguments import bound_data
from topiccrawl.page.scripts.data import pushed_text, rows_of_stream, without_literals
from topiccrawl.page.scripts.decoding import DECODERS
from topiccrawl.page.scripts.script import LONGEST_SCRIPT, Script, Step
from topiccrawl.page.scripts.values import Value, Variable

_MOST = 32_000
"""Characters of scripts of a page that are read."""
_LONGEST_DATA = 2_000_000
"""Characters of data in a page that are read: Python's reader takes some milliseconds for them."""
_SHOWS_NOTHING = re.compile(r"\s*(?:$|about:|javascript:)", re.IGNORECASE)
"""Address of a frame that waits for a script."""
_CODE_TYPES = frozenset(
    {"", "text/javascript", "application/javascript", "text/ecmascript", "module", "application/x-javascript"}
)
_FEW_ANCHORS = 3
_MORE_ANCHORS = 25
_MOST_NAMES = 100
"""Functions that elements call which are looked for."""
_LONGEST_MENU = 20_000
"""Characters of a script that builds a menu."""
_SHORT = 2500
"""Characters of a script that is read as a whole."""
_NEAR = 1000
"""Characters before and behind the places of a longer one that are read."""
_REMEMBERED = 16_000
"""Characters of the scripts of a page that are remembered: the pages of a site share them."""
_LONG_LINES = 4 * _NEAR
_STATEMENT = re.compile(
    r"""
      [^"'`/;]*+
      (?>(?: (?: "[^"\\\n]*+(?>(?:\\.[^"\\\n]*+)*)"?+ | '[^'\\\n]*+(?>(?:\\.[^'\\\n]*+)*)'?+
            | `[^`\\]*+(?>(?:\\.[^`\\]*+)*)`?+
            | //[^\n]*+ | /\*[^*]*+(?>(?:\*(?!/)[^*]*+)*)(?>(?:\*/)?)
            | (?<=[(,=:!&|?]) /(?>(?:[^\\/\[\n]|\\.|\[(?>(?:[^\]\\\n]|\\.){0,200})\]){1,500})/ | / )
          [^"'`/;]*+ )*)
      (?:;|\Z)
    """,
    re.VERBOSE | re.DOTALL,
)
"""What ends with a semicolon outside of strings, comments and regular expressions, or with the script."""


_T = TypeVar("_T")


@dataclass(frozen=True)
class Code:
    """The scripts of a page whose texts may bear links. Pages of a site share it, so it must not be changed.

    Attributes:
        scripts: as read, in order.
    """

    scripts: tuple[Script, ...] = ()
    _found: dict[Callable[[Code], Any], Any] = field(default_factory=dict, init=False, compare=False)

    @cached_property
    def steps(self) -> tuple[tuple[Script, Step], ...]:
        """What the scripts do, in order."""
        return tuple([(script, step) for script in self.scripts for step in script.steps])

    @cached_property
    def titled(self) -> tuple[tuple[Script, Step], ...]:
        """What they do if they have Chinese strings; otherwise none of those is a title or a label."""
        return () if all(script.is_ascii for script in self.scripts) else self.steps

    @cached_property
    def literals(self) -> list[Any]:
        """Lists and objects in the scripts, and behind them those in their strings."""
        values = [value for _, step in self.steps for value in step.values if isinstance(value, list | dict)]
        texts = [*(step.values for _, step in self.steps), *((text,) for text in self.decoded)]
        return values + [found for text in texts if (found := unpacked(text)) is not None]

    @cached_property
    def decoded(self) -> list[str]:
        """Texts that a variable holds and a function decodes: `atob(rows)`."""
        found = (
            decode(text)
            for script, step in self.steps
            if step.is_call
            and step.values
            and type(step.values[0]) is Variable
            and (decode := DECODERS.get(step.name.rpartition(".")[2])) is not None
            and type(text := script.resolved(step.values[0])) is str
        )
        return [text for text in found if text]

    def once(self, find: Callable[[Code], _T]) -> _T:
        """Return what is found in the scripts, whatever page has them; it is remembered with them."""
        if find not in self._found:
            self._found[find] = find(self)
        found: _T = self._found[find]
        return found


@dataclass(frozen=True)
class PageScripts:
    """The inline scripts of a page.

    Attributes:
        code: those whose text may bear links, as read.
        data: texts of scripts that are JSON, with what they stand for.
        markup: texts of scripts that are HTML or XML.
        named: short data with the variables that it is assigned to.
    """

    code: Code
    data: tuple[tuple[str, Any], ...]
    markup: tuple[str, ...]
    named: tuple[tuple[str, Any], ...] = ()

    @classmethod
    def of(cls, page: Page) -> PageScripts:
        """Read the scripts of a page."""
        code: list[tuple[str, Mapping[str, list[int]]]] = []
        data: list[tuple[str, Any]] = []
        markup: list[str] = []
        named: list[tuple[str, Any]] = []
        stream = ""
        for element, text in Elements.of(page).inline:
            found = (_sorted_short if len(text) < REMEMBERED_SCRIPT else _sorted)(text, element.get("type"))
            code += found.code
            if found.data or not found.code:
                data += found.data
                named += found.named
                markup += found.markup
                stream += found.pushed
        if stream:
            data.append((stream, rows_of_stream(stream)))
        data += _islands(page)
        read = _read(tuple(_bearing(page, code))) if code else Code()
        return cls(read, tuple(data), tuple(markup), tuple(named))


class _Sorted(NamedTuple):
    """A script, sorted by what its text is."""

    code: tuple[tuple[str, Mapping[str, list[int]]], ...] = ()
    data: tuple[tuple[str, Any], ...] = ()
    named: tuple[tuple[str, Any], ...] = ()
    markup: tuple[str, ...] = ()
    pushed: str = ""


def _sorted(text: str, kind: str | None) -> _Sorted:
    """Return what a script of a type is: code, data, markup or a piece of a stream."""
    kind = kind.lower().split(";")[0].strip() if kind else ""
    if "json" in kind or (kind not in _CODE_TYPES and _ROWS.match(text.lstrip())):
        text = _decoded(text)
        value = parsed(text) if len(text) <= _LONGEST_DATA else None
        return _Sorted() if value is None else _Sorted(data=((text, value),))
    if kind not in _CODE_TYPES or _is_markup(text):
        return _Sorted(markup=(text[:_LONGEST_DATA],))
    if (assigned := _assigned_data(text)) and (value := parsed(assigned)) is not None:
        name = _STATE.match(text) if len(assigned) < REMEMBERED_SCRIPT else None
        return _Sorted(data=((assigned, value),), named=((name[1], value),) if name else ())
    if pushed := pushed_text(text):
        return _Sorted(pushed=pushed)
    if not (has_titles := _may_have_titles(text)):
        text = text[:LONGEST_SCRIPT]
    elif (value := bound_data(text)) is not None:
        return _Sorted(data=((text, value),))
    clues = clues_in(text)
    data = list(_escaped_data(text)) if "escaped" in clues else []
    if has_titles and len(text) > _SHORT and "literal" in clues and any(map(text.__contains__, _DATA)):
        text, literals = _without_data(text)
        data += literals
        clues = clues_in(text) if literals else clues
    if len(text) > LONGEST_SCRIPT:
        text = text[:LONGEST_SCRIPT]
        clues = clues_in(text)
    return _Sorted(((text, clues),), tuple(data))


_sorted_short = lru_cache(maxsize=4096)(_sorted)


def _islands(page: Page) -> Iterator[tuple[str, Any]]:
    """Yield the JSON of records that stands in attributes and in texts, such as that of a hidden field."""
    found: Any = [element.text for element in Elements.of(page).textareas if element.text]
    if may_have_records(page):
        found += page.tree.xpath(f"//@*{_HAS_LIST} | //*[not(self::script or self::style)]/text(){_HAS_LIST}")
    texts = dict.fromkeys(text for text in map(str.strip, found) if _ROWS.match(text))
    for text in islice(filter(_may_have_titles, texts), _MOST_ISLANDS):
        if len(text) <= _LONGEST_DATA and (value := answered(text)) is not None:
            yield text, value


def _escaped_data(text: str) -> Iterator[tuple[str, Any]]:
    """Yield the JSON in strings of a script that is written as in an attribute: `'{&quot;list&quot;:[..`."""
    for match in islice(_ESCAPED.finditer(text), _MOST_ISLANDS):
        written = _BACKSLASHES.sub(r"\1", match[0][1:-1].replace("\\x26", "&"))
        if len(written) <= _LONGEST_DATA and (value := answered(unescape(written))) is not None:
            yield unescape(written), value


_ESCAPED = re.compile(r"(?<=[=(:,\s])([\"'])[{\[][\s{\[]*(?:&|\\x26)quot;(?>(?:(?!\1)[^\\\n]|\\.)*)\1")
_BACKSLASHES = re.compile(r"\\([\\/'\"])")
_ROWS = re.compile(r"(?:\{[^<>]{0,400}?)?\[\s*[\[{]")
_HAS_LIST = "[contains(., '[')]"
_MOST_ISLANDS = 20


def _may_have_titles(text: str) -> bool:
    """Return whether JSON may hold Chinese titles."""
    return not text.isascii() or "\\u" in text


def _decoded(text: str) -> str:
    """Return JSON that is written as a part of a URL, such as `%7B%22a%22%3A1%7D`, as JSON."""
    return unquote(text) if _ENCODED.match(text) else text


_ENCODED = re.compile(r"\s*%(?:7B|5B)", re.IGNORECASE)


def _is_markup(text: str) -> bool:
    """Return whether a script is HTML, such as that of a template."""
    head = text[:500].lstrip()
    return head[:1] == "<" and not head.startswith("<!--")


def _bearing(page: Page, texts: Sequence[tuple[str, Mapping[str, list[int]]]]) -> list[str]:
    """Return the parts of scripts that may have links; most have none.

    Args:
        page: the page.
        texts: of its scripts, with the clues in each.
    """
    host, own = host_of(page.url), page.url.split("//", 1)[-1]
    names = sorted(called_names(page))[:_MOST_NAMES]
    anchors, selects = len(Elements.of(page).anchors), Elements.of(page).selects
    all_frames = (frame for frame in Elements.of(page).frames if "frame" in frame.tag)  # no film or player
    empty = [frame for frame in all_frames if _SHOWS_NOTHING.match(frame.get("src") or "")]
    frames = {name for frame in empty for name in (frame.get("id"), frame.get("name")) if name}
    small = anchors <= _FEW_ANCHORS and len(page.html) < LONGEST_SCRIPT / 2  # hardly more than its scripts
    bare = (  # neither a list of its own nor a text
        anchors <= _MORE_ANCHORS
        and any("fills" in clues or "settings" in clues for _, clues in texts)
        and not _has_article(page)
    )
    found: dict[int, str] = {}
    room = _MOST
    for number, (text, clues) in enumerate(texts):
        places = list(places_of_clues(text, clues, host, own, names)) if clues else []
        if small:
            places += clues.get("jumps", ())
            places += clues.get("pages", ()) if len(text) < _LONGEST_MENU else ()
        if selects:
            places += place_of_choice(text)
        if empty and "framed" in clues:
            is_known = any(_has_word(text, name, "_$") for name in frames) or "any frame" in clues
            places += clues["framed"] if is_known else ()
        if bare:
            places += clues.get("fills", ())
            places += clues.get("settings", ())
        if places and room > 0:
            found[number] = (text if len(text) <= _SHORT else _around(text, places))[:room]
            room -= len(found[number])
    if found:
        others = "\n".join(found.values())
        found |= {
            number: text
            for number, (text, _) in enumerate(texts)
            if number not in found and len(text) <= _LONGEST_CONSTANTS and _gives(text, others)
        }
    return [found[number] for number in sorted(found)]


def _has_article(page: Page) -> bool:
    """Return whether a page has the sentences of an article outside of its scripts."""
    in_scripts = sum(text.count("。") for _, text in Elements.of(page).inline)
    return page.html.count("。") - in_scripts >= _SENTENCES


_SENTENCES = 10
"""Sentences of the shortest article on a page that needs no script to show something."""


def _gives(text: str, others: str) -> bool:
    """Return whether a script names a constant that others use, such as `var ctx = "/portal";`."""
    return any(_has_word(others, name, "_$.") for name in _constants_in(text))


def _has_word(text: str, name: str, before: str) -> bool:
    """Return whether a name stands in a script, not within another one or behind some characters."""
    place = -1
    while (place := text.find(name, place + 1)) >= 0:
        behind = place + len(name)
        ends = behind == len(text) or not (text[behind].isalnum() or text[behind] in "_$")
        if ends and (place == 0 or not (text[place - 1].isalnum() or text[place - 1] in before)):
            return True
    return False


@lru_cache(maxsize=4096)
def _constants_in(text: str) -> frozenset[str]:
    """Return the names that a script gives a text, a number or an object."""
    pieces = f"\n{text}".split("=") if "<" not in text else ()
    named = (before for before, behind in pairwise(pieces) if behind[:_BLANKS].lstrip()[:1] in _LITERALS)
    return frozenset([found[1] for before in named if (found := _CONSTANT.search(before[-_LONGEST_NAME:]))])


_LITERALS = frozenset("\"'{0123456789")
_BLANKS, _LONGEST_NAME = 10, 60
"""Characters of blanks behind an assignment, and of a name with what stands before it."""
_CONSTANT = re.compile(r"(?:[;,\n]|\bvar|\blet|\bconst)\s*([A-Za-z_$][\w$]{1,40})\s*$")
_LONGEST_CONSTANTS = 2000
"""Characters of a script that has constants and no links."""


def _around(text: str, places: list[int]) -> str:
    """Return the parts of a long script around some places, in whole lines or whole statements."""
    parts: list[str] = []
    behind = 0
    for place in sorted(places):
        if place < behind:
            continue
        start = text.rfind("\n", behind, max(behind, place - _NEAR)) + 1 or behind
        end = text.find("\n", place + _NEAR)
        end = end if end >= 0 else len(text)
        # Elsewhere a cut might fall into a string, and all that follows would be read inside out.
        if end - start > _LONG_LINES:
            for statement in _STATEMENT.finditer(text, start, end):
                if (cut := statement.end()) >= place + _NEAR:
                    end = cut
                    break
                start = cut if cut <= place - _NEAR else start
        behind = end
        parts.append(text[start:behind])
    return ";\n".join(parts)


def _read(texts: tuple[str, ...]) -> Code:
    """Read scripts; each knows the constants of those before it."""
    return _remembered(texts) if sum(map(len, texts)) < _REMEMBERED else _read_anew(texts)


def _read_anew(texts: tuple[str, ...]) -> Code:
    found: list[Script] = []
    known: dict[str, Value] = {}
    for text in texts:
        found.append(Script.read(text, known))
        known = found[-1].constants
    if len(found) > 1:
        found = [script.knowing(known) for script in found]
    return Code(tuple(found))


_remembered = lru_cache(maxsize=128)(_read_anew)


_DATA = ('":', '["', "['")
"""What JSON in a script has."""
_LONG_DATA = 1000
"""Characters of JSON in a script that is read by Python's reader instead of ours, a hundred times as fast."""
_MOST_LITERALS = 50


def _without_data(text: str) -> tuple[str, list[tuple[str, Any]]]:
    """Return a script without the JSON that it assigns to variables or hands to functions, and that JSON."""
    places = clues_in(text).get("literal", ())[:_MOST_LITERALS]
    starts = (len(text[: n - 1].rstrip()) - 1 if text[n - 2].isspace() else n - 2 for n in places)
    return without_literals(text, starts, _LONG_DATA)


_STATE = re.compile(r"\s*(?:window\.|var\s+|let\s+|const\s+)?([\w$.\[\]\"']+)\s*=\s*(?=[{\[]\s*[\"{\[])")


def _assigned_data(text: str) -> str:
    """Return the JSON that a script of one assignment assigns, such as a page's state; empty otherwise."""
    if not (start := _STATE.match(text)):
        return ""
    rest = text[start.end() :].strip().removesuffix(";").rstrip()
    plausible = len(rest) <= _LONGEST_DATA and rest[-1:] in ("}", "]") and rest[1:].lstrip()[:1] in '"{['
    return rest if plausible else ""
