"""Files with the parts of a list, the first without a number: `"l" + (p > 1 ? "_0" + p : "") + ".js"`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from topiccrawl.page.anchors.link import COUNTED_DOWN, SOURCE, Link
from topiccrawl.page.elements import Elements
from topiccrawl.page.hidden_links.data.request_fields import counts
from topiccrawl.page.hidden_links.page_scripts import Code, PageScripts
from topiccrawl.page.hidden_links.templates import with_number
from topiccrawl.page.hidden_links.urls import source_url
from topiccrawl.page.page import Page
from topiccrawl.page.scripts.resolving import with_parts
from topiccrawl.page.scripts.script import Script, Step
from topiccrawl.page.scripts.values import Joined, Value, Variable, joined

_EMPTY = r"(?:''|\"\")"
_PADDED = (
    r"\(?\s*(?P=name)\s*[<>]=?\s*(?:9|10)\s*\?\s*"
    r"(?:\(?\s*[\"']0[\"']\s*\+\s*(?P=name)\s*\)?\s*:\s*(?P=name)|(?P=name)\s*:\s*\(?\s*[\"']0[\"']\s*\+\s*(?P=name)\s*\)?)"
    r"\s*\)?"
)
"""A number with two digits: `(n < 10 ? "0" + n : n)`."""
_CHOICE = re.compile(
    r"(?<![\w.$])(?P<name>[\w$.]{1,40})\s*(?:(?P<test>[<>]=?|[!=]==?)\s*[\"']?(?P<limit>\d)[\"']?\s*\)?\s*)?\?\s*"
    r"(?:\(?\s*[\"'](?P<before>[_-]0?)[\"']\s*\+\s*(?:(?P=name)|(?P<padded>"
    + _PADDED
    + r"))\s*\)?\s*:\s*"
    + _EMPTY
    + r"|"
    + _EMPTY
    + r"\s*:\s*\(?\s*"
    r"[\"'](?P<behind>[_-]0?)[\"']\s*\+\s*(?:(?P=name)(?![\w.])|(?P<filled>" + _PADDED + r")))"
)
_MAY_CHOOSE = re.compile(r"\?\s*\(?\s*[\"'](?:[_-]0?)?[\"']")
"""What begins with a literal is searched ten times as fast."""
_MOST, _MOST_MARKS = 5, 300
_BEFORE, _BEHIND = 80, 120
"""Characters around a question mark in which its choice stands; whole pages would take far longer."""
_REACHED = frozenset({">=", "<"})
"""Tests whose number is that of the second file; other tests have the number of the first."""


class NumberedFiles(NamedTuple):
    """How a script names the files of a list.

    Attributes:
        name: of the variable with the number.
        mark: what stands before the number, such as `_0`.
        second: number of the second file.
    """

    name: str
    mark: str
    second: int


def numbered_files(page: Page) -> tuple[NumberedFiles, ...]:
    """Return how the scripts of a page name files of which the first has no number."""
    return page.once(_numbered_files)


def _numbered_files(page: Page) -> tuple[NumberedFiles, ...]:
    found: list[NumberedFiles] = []
    source, behind = "\n".join(text for _, text in Elements.of(page).inline), 0
    for mark in islice(_MAY_CHOOSE.finditer(source), _MOST_MARKS):
        match = _CHOICE.search(source, max(behind, mark.start() - _BEFORE), mark.start() + _BEHIND)
        if match is None or len(found) == _MOST:
            continue
        behind = match.end()
        limit = int(match["limit"] or 0)
        second = limit if match["test"] in _REACHED else limit + 1
        zero = "0" if match["padded"] or match["filled"] else ""
        found.append(NumberedFiles(match["name"], f"{match['before'] or match['behind']}{zero}", second))
    return tuple(found)


def first_and_second(page: Page, value: Value) -> tuple[Value, Value] | None:
    """Return the addresses of the first and the second file of a list; None if all of them have numbers.

    Args:
        page: whose script has the address.
        value: an address, or an object with one.
    """
    for files in numbered_files(page):
        first, second = _filled(value, files, ""), _filled(value, files, f"{files.mark}{files.second}")
        if first != value:
            return first, second
    return None


def _filled(value: Value, files: NumberedFiles, text: str) -> Value:
    """Return a value with a text where the mark and the number of a file stand in an address."""
    if not isinstance(value, Joined):
        return with_parts(value, lambda item: _filled(item, files, text))
    parts = list(value.parts)
    for place in range(1, len(parts)):
        part, before = parts[place], parts[place - 1]
        is_number = isinstance(part, Variable) and part.name == files.name
        if is_number and isinstance(before, str) and before.endswith(files.mark):
            parts[place - 1 : place + 1] = [before.removesuffix(files.mark) + text]
            return joined(["", *parts])
    return value


def is_counted(value: Value) -> bool:
    """Return whether the path of an address, or that in an object, has a number that a script puts in."""
    if isinstance(value, dict):
        return any(is_counted(item) for item in value.values())
    if not isinstance(value, Joined):
        return False
    last = value.parts[-1]
    path = isinstance(last, str) and last.startswith(".js")
    return path and len(value.parts) > 1 and isinstance(value.parts[-2], Variable)


def second_part(page: Page, values: list[Value], raw: list[Value], *, tested: bool) -> list[Value] | None:
    """Return the arguments of a request for the second part of a list whose first may have another name.

    Args:
        page: the page.
        values: the arguments.
        raw: those that may be addresses, with what is known before the function is called; None for others.
        tested: whether the script asks only under a condition.
    """
    if not any(map(_has_number, raw)) or not (tested or _FIRST_APART.search(page.html)):
        return None
    parts = [with_number(value, 2) if _has_number(value) else value for value in raw]
    return [old if new is None else new for old, new in zip(values, parts, strict=True)]


def _has_number(value: Value) -> bool:
    """Return whether the path of an address has the number of a page of a list, and nothing else unknown."""
    parts = value.parts if isinstance(value, Joined) else ()
    unknown = [part for part in parts if not isinstance(part, str)]
    return (
        len(unknown) == 1
        and isinstance(unknown[0], Variable)
        and counts(unknown[0].name.rpartition(".")[2])
        and not any("?" in part for part in parts if isinstance(part, str))
    )


_FIRST_APART = re.compile(r"(?:[=!]==?|>)\s*[\"']?[01][\"']?\s*\)?\s*\?")
"""A choice of the first part of a list, whose address may have no number."""


def newest_files(page: Page, scripts: PageScripts) -> Iterator[Link]:
    """Yield the files with the newest parts of lists whose scripts count down: `dj_9.js`, then `dj_8.js`.

    Args:
        page: the page.
        scripts: its scripts.
    """
    for script, value, names in scripts.code.once(_counted_files):
        for name in names:
            first = script.starts.get(name, script.constants.get(name))
            if type(first) is int and first > 1 and _counts_down(page, name):
                text = script.resolved(value, {value.parts[-2].name: first})
                if url := source_url(page, text, named=True, of_script=True):
                    yield Link(url, found=COUNTED_DOWN, role=SOURCE)


def _counted_files(code: Code) -> list[tuple[Script, Joined, set[str]]]:
    """Return the first addresses of files with a number, and the names of what may be that number."""
    found = (
        (script, item, _names_of(code, step, item.parts[-2].name))
        for script, step in code.steps
        for value in step.values
        for item in (value.values() if type(value) is dict else (value,))
        if type(item) is Joined and is_counted(item)
    )
    return list(islice(found, _MOST))


def _names_of(code: Code, step: Step, name: str) -> set[str]:
    """Return the variables that the function of a step is given for a parameter; else the name itself."""
    if name not in step.parameters:
        return {name}
    place = step.parameters.index(name)
    calls = (other.values for _, other in code.steps if other.is_call and other.name == step.function)
    given = (values[place] for values in calls if len(values) > place)
    return {value.name for value in given if isinstance(value, Variable)}


def _counts_down(page: Page, name: str) -> bool:
    """Return whether a page lowers a number, and never raises it, in its scripts or when it is clicked."""
    own = rf"(?<![\w$.]){re.escape(name)}"
    lowers = rf"{own}\s*(?:--|-=\s*1\b|=\s*{re.escape(name)}\s*-\s*1\b)|--\s*{re.escape(name)}\b"
    raises = rf"{own}\s*(?:\+\+|\+=|=\s*{re.escape(name)}\s*\+)|\+\+\s*{re.escape(name)}\b"
    return re.search(lowers, page.html) is not None and re.search(raises, page.html) is None
