"""Lists whose addresses and titles stand apart: `links = "/1.html|/2.html"`, `link[0] = ..; text[0] = ..`.

Entries may be counted, too: `urls[i] = ..; titles[i] = ..; i++`. So may the arguments of a function that
writes one entry: `row("/1.html", ..); row("/2.html", ..)`.

Players of picture news were handed such texts; many home pages still have them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from topiccrawl.page.anchors.link import Link
from topiccrawl.page.hidden_links.page_scripts import Code, PageScripts
from topiccrawl.page.hidden_links.records import is_title, plain
from topiccrawl.page.hidden_links.urls import page_url
from topiccrawl.page.page import Page
from topiccrawl.page.scripts.script import Script, Step
from topiccrawl.page.scripts.values import Called, Joined, Value, Variable, joined

_BETWEEN = "|"
_OTHERWISE_BETWEEN = ("^", "~", ";", ",")
_MOST_STEPS, _MOST_LISTS, _MOST_PARTS = 1000, 100, 50
_LONGEST = 20_000
"""Characters of a text that holds a list."""
_NUMBER = re.compile(r"(?:\[\](?:\.(?:[ijkmn]|ind(?:e)?x|idx|num|count))?|\d+)$")
"""A number in brackets, what counts there, or a number behind a name: `urls[0]`, `urls[i]`, `url1`."""
_TEXTS = frozenset({str, Joined, Variable, Called})
"""Values that may be a text."""
_ESCAPES = frozenset({"escape", "encodeURI", "encodeURIComponent"})


def parallel_lists(page: Page, scripts: PageScripts) -> Iterator[Link]:
    """Yield the links of the entries of lists whose addresses and titles stand in texts apart."""
    lists = scripts.code.once(_lists)
    titles = [parts for parts in lists if all(map(is_title, parts))]
    if not titles:
        return
    for parts in lists:
        named = next((found for found in titles if len(found) == len(parts) and found is not parts), None)
        urls = [page_url(page, part, titled=True) for part in parts] if named and "/" in parts[0] else []
        if named and urls and all(urls):
            titles.remove(named)
            yield from (Link(url, plain(title)) for url, title in zip(urls, named, strict=True) if url)


def _lists(code: Code) -> list[list[str]]:
    """Return the texts that scripts put into one list, in order: joined by bars, numbered or in an array."""
    texts: dict[str, str] = {}
    numbered: dict[str, list[str]] = {}
    found: list[list[str]] = []
    for script, step in code.titled[:_MOST_STEPS]:
        for value in step.values:
            items = value.values() if isinstance(value, dict) else (value,)
            found += [item for item in items if _is_list(item)]
        if step.is_call and step.name.endswith(".push"):
            pushed = numbered.setdefault(step.name.removesuffix(".push"), [])
            pushed += [text for text in map(_text, step.values) if text]
        elif step.is_call:
            found += _divided(text for text in map(_text, step.values) if text)
            for place, value in enumerate(step.values):
                if type(value) is str:
                    numbered.setdefault(f"{step.name}({place}", []).append(value)
        elif type(step.values[0]) in _TEXTS and (text := _text(script.resolved(_without_own(script, step)))):
            name = _NUMBER.sub("", step.name)
            if name != step.name and _BETWEEN not in text:
                numbered.setdefault(name, []).append(text)
            else:
                texts[step.name] = texts.get(step.name, "") + text if _appends(step) else text
    found += [*numbered.values(), *_divided(texts.values())]
    return [parts for parts in found if 1 < len(parts) <= _MOST_PARTS][:_MOST_LISTS]


def _appends(step: Step) -> bool:
    """Return whether a step adds to the text that it assigns: `links += "|/2.html"`."""
    value = step.values[0]
    return type(value) is Joined and value.parts[0] == Variable(step.name)


def _without_own(script: Script, step: Step) -> Value:
    """Return what a step assigns, or what it adds to what its variable has."""
    value = step.values[0]
    if not isinstance(value, Joined):
        return value
    if _appends(step):
        return joined(["", *value.parts[1:]])
    return joined(["", *(_unescaped(script.resolved(part)) for part in value.parts)])


def _unescaped(value: Value) -> Value:
    return value.values[0] if isinstance(value, Called) and value.name in _ESCAPES else value


def _text(value: Value) -> str:
    value = _unescaped(value)
    return value if isinstance(value, str) else ""


def _divided(texts: Iterable[str]) -> list[list[str]]:
    found = []
    for text in texts:
        mark = next((mark for mark in (_BETWEEN, *_OTHERWISE_BETWEEN) if mark in text), "")
        if mark and len(text) <= _LONGEST:
            found.append([part.strip() for part in text.strip(mark).split(mark)])
    return found


def _is_list(value: Value) -> bool:
    """Return whether a value is a short array of texts."""
    return isinstance(value, list) and len(value) <= _MOST_PARTS and all(type(item) is str for item in value)
