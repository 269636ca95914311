"""What the functions of a page are called with, by its scripts and by the elements that are clicked."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import compress, pairwise

from topiccrawl.page.anchors.pagers import SIZE_FIELDS
from topiccrawl.page.elements import Elements
from topiccrawl.page.hidden_links.attributes import handler_texts, hover_texts, read_handler
from topiccrawl.page.hidden_links.data.request_fields import COUNTERS, counts
from topiccrawl.page.hidden_links.id_templates import attribute_read
from topiccrawl.page.hidden_links.page_scripts import Code, PageScripts
from topiccrawl.page.hidden_links.records import nodes
from topiccrawl.page.hidden_links.templates import choice_of
from topiccrawl.page.page import Page
from topiccrawl.page.scripts.resolving import resolved
from topiccrawl.page.scripts.script import Step
from topiccrawl.page.scripts.values import UNKNOWN, Called, Joined, Value, Variable

_MOST_CALLS = 30
"""Calls of a function."""


def calls_of(
    page: Page, scripts: PageScripts, functions: set[str]
) -> tuple[dict[str, list[tuple[Value, ...]]], set[str]]:
    """Return the arguments that functions are called with, and those that scripts call for several lists.

    First come the calls in a script, then those by clicks on tabs.

    Args:
        page: the page.
        scripts: its scripts.
        functions: names of functions.
    """
    found: dict[str, list[tuple[Value, ...]]] = {}
    if not functions:
        return found, set()
    parameters: dict[str, tuple[str, ...]] = {}
    choosing: set[tuple[str, str]] = set()
    started: dict[str, list[tuple[Value, ...]]] = {}
    loops = scripts.code.once(loops_of)
    for script, step in scripts.code.steps:
        name = step.name.rpartition(".")[2]  # api.list({..})
        if step.function in functions:
            parameters.setdefault(step.function, step.parameters)
            choosing |= {(step.function, name) for value in step.values for name in _choosing(value)}
        if step.is_call and step.values and step.function != name and name in functions:
            if name in started and step.parameters and id(step) not in loops:
                continue
            outer = _first_call(scripts, step) if step.parameters else {}
            call = tuple([resolved(script.resolved(value), outer) for value in step.values])
            for item in loops.get(id(step)) or [{}]:
                own = tuple([resolved(value, item) for value in call]) if item else call
                started.setdefault(name, []).extend(_each(scripts.code, own))
    chosen = {
        name: [not _is_part(p) or (name, p) in choosing for p in names] for name, names in parameters.items()
    }
    chosen = {name: places for name, places in chosen.items() if any(places)}
    for name, (first, *others) in started.items():
        found[name] = [first]
        for call in others if name in chosen else ():
            changes = (value for value, before in zip(call, first, strict=False) if value != before)
            if not any(isinstance(value, _UNKNOWN) for value in changes):
                _add(found[name], call, chosen[name])
    repeated = {name for name, calls in found.items() if len(calls) > 1}
    for text in (*handler_texts(page), *hover_texts(page)) if chosen else ():
        if not any(name in text for name in chosen):
            continue
        for step in read_handler(text).steps:
            if step.name in chosen and step.values:
                for call in _chosen(page, text, step.values):
                    _add(found.setdefault(step.name, []), call, chosen[step.name])
    return found, repeated


def _choosing(value: Value) -> Iterator[str]:
    """Yield counters that a field of another kind has: `"?column=" + n` asks for a list, not for a part."""
    if isinstance(value, dict):
        pairs = list(value.items())
    else:
        parts = value.parts if isinstance(value, Joined) else ()
        pairs = [(found[1], b) for a, b in pairwise(parts) if type(a) is str and (found := _FIELD.search(a))]
    for field, item in pairs:
        if isinstance(item, Variable) and item.name in COUNTERS and not _is_part(field):
            yield item.name


_FIELD = re.compile(r"[?&](\w+)=$")


def loops_of(code: Code) -> dict[int, list[dict[str, Value]]]:
    """Return what the parameter of a loop such as `cols.forEach(c => ..)` stands for, by the id of a step."""
    found: dict[int, list[dict[str, Value]]] = {}
    loop: Step | None = None
    items: list[Value] = []
    for _, step in code.steps:
        if loop is not None:
            inner = step.parameters[len(loop.parameters) :]
            place = loop.name.endswith("$.each")  # of the item: behind its number
            if step.function != loop.function or len(inner) <= place:
                loop = None
            elif items:
                found[id(step)] = [_members(inner[place], item) for item in items[:_MOST_CALLS]]
            elif counts(inner[place]):  # an item of an answer, and no number whatever it is called
                found[id(step)] = [{inner[place]: UNKNOWN}]
        if step.is_call and step.values and step.name.endswith(_LOOPS):
            rows = step.values[0] if step.name.startswith(_GIVEN) else Variable(step.name.rpartition(".")[0])
            items = rows if isinstance(rows, list) else _list_of(code, rows)
            loop = step
    return found


_GIVEN = ("$.each", "jQuery.each", "[].")
"""Loops that are given what they go through."""
_LOOPS = (".forEach", "$.each", ".map")


def _list_of(code: Code, value: Value) -> list[Value]:
    """Return the array that a variable holds; an empty one for other values."""
    names = {value.name} if type(value) is Variable else set()
    held = (s.values[0] for _, s in code.steps if not s.is_call and s.name in names)
    return next((item for item in held if type(item) is list), [])


def _members(name: str, item: Value) -> dict[str, Value]:
    """Return an item of a list, or its members, under the name of a parameter."""
    return {f"{name}.{key}": value for key, value in item.items()} if isinstance(item, dict) else {name: item}


_UNKNOWN = (Variable, Called, Joined)


def _each(code: Code, call: tuple[Value, ...]) -> list[tuple[Value, ...]]:
    """Return a call, once for each item of an array that one of its arguments is chosen from: `ids[k]`."""
    for place, value in enumerate(call):
        if choice := choice_of(code, value):
            return [(*call[:place], item, *call[place + 1 :]) for item in choice.values()]
    return [call]


def _add(calls: list[tuple[Value, ...]], call: tuple[Value, ...], places: list[bool]) -> None:
    """Add a call that asks for another list than those before it."""
    known = [list(compress(other, places)) for other in calls]
    if list(compress(call, places)) not in known and len(calls) < _MOST_CALLS:
        calls.append(call)


def chosen_before(page: Page, scripts: PageScripts, functions: set[str]) -> dict[str, list[dict[str, Value]]]:
    """Return the variables that a click on a tab sets before each of some functions is called.

    A function that is called sets them, `function pick(id) { cid = id; load(1); }`, or one that reads them
    of the element: `$(".tab").click(function () { cid = $(this).data("cid"); load(1); })`.
    """
    if not functions:
        return {}
    settings = scripts.code.once(_settings)
    texts = [text for text in handler_texts(page) if "=" in text]
    if not (settings or texts):
        return {}
    leads = {name: {name} for name in functions}
    for _, step in scripts.code.steps:
        if step.is_call and step.name in functions and step.function:
            leads.setdefault(step.function, set()).add(step.name)
    found: dict[str, list[dict[str, Value]]] = {}
    setters: dict[str, tuple[Step, dict[str, Value]]] = {}
    for step, known in settings:
        name = step.name.rpartition(".")[2]  # this.load()
        if name in leads and all(map(attribute_read, known.values())):
            found.setdefault(name, []).append(known)
        elif name in leads:
            setters.setdefault(step.function, (step, known))
    names = (*leads, *setters)
    for text in (*handler_texts(page), *_CLICKS.findall(page.html)) if setters else texts:
        own: dict[str, Value] = {}
        for step in read_handler(text).steps if any(name in text for name in names) else ():
            if not step.is_call and isinstance(step.values[0], str | int) and not _is_part(step.name):
                own[step.name] = step.values[0]
            elif own and step.name in leads:
                found.setdefault(step.name, []).append(own)
            elif step.name in setters:
                call, known = setters[step.name]
                name = call.name.rpartition(".")[2]
                for values in (
                    v for chosen in _chosen(page, text, step.values) for v in _looped(scripts, chosen)
                ):
                    given = dict(zip(call.parameters, values, strict=False))
                    found.setdefault(name, []).append({n: resolved(v, given) for n, v in known.items()})
    return {
        name: [own for caller in found if name in leads[caller] for own in found[caller]][:_MOST_CALLS]
        for name in functions
    }


_CLICKS = re.compile(r"(?:@|v-on:)click=\"([^\"]{3,200})\"")


def _looped(scripts: PageScripts, values: tuple[Value, ...]) -> Iterator[tuple[Value, ...]]:
    """Yield the arguments of a call in a template, once for each object of the list it is repeated for.

    They are told by a member such as the `id` of `@click="pick(tab.id)"`.
    """
    place = next((n for n, value in enumerate(values) if type(value) is Variable and "." in value.name), None)
    if place is None:
        yield values
        return
    key = values[place].name.rpartition(".")[2]
    for rows in nodes(scripts.code.literals):
        if type(rows) is list and len(rows) > 1 and all(type(row) is dict and key in row for row in rows):
            yield from ((*values[:place], row[key], *values[place + 1 :]) for row in rows)
            return


def _settings(code: Code) -> list[tuple[Step, dict[str, Value]]]:
    """Return the calls of functions before which variables are set to what is chosen, and those."""
    found: list[tuple[Step, dict[str, Value]]] = []
    known: dict[str, Value] = {}
    function = ""
    parameters: tuple[str, ...] = ()
    for script, step in code.steps:
        if step.function != function or step.parameters != parameters:
            function, parameters, known = step.function, step.parameters, {}
        if step.is_call:
            if known and step.name != function:
                found.append((step, known))
            continue
        value = step.values[0]
        is_given = type(value) is Variable and value.name in parameters
        if type(value) is Variable and not is_given:
            value = script.constants.get(value.name)
        if (is_given or attribute_read(value)) and not _is_part(step.name):
            known = {**known, step.name: value}
    return found


def _is_part(name: str) -> bool:
    """Return whether a variable says which part of a list is asked for, and how large it is."""
    last = name.rpartition(".")[2]
    return counts(last) or SIZE_FIELDS.fullmatch(last) is not None


def _chosen(page: Page, text: str, values: tuple[Value, ...]) -> Iterator[tuple[Value, ...]]:
    """Yield the arguments of a call of a handler, once for each option if it hands on what is chosen."""
    if _CHOSEN not in values:
        yield values
        return
    for select in Elements.of(page).selects:
        for option in select.iter("option") if select.get("onchange") == text else ():
            if value := option.get("value"):
                yield tuple([value if argument == _CHOSEN else argument for argument in values])


_CHOSEN = Variable("this.value")


def _first_call(scripts: PageScripts, step: Step) -> dict[str, Value]:
    """Return what the function of a step is first called with, by the names of its parameters."""
    for script, other in scripts.code.steps:
        is_call = other.is_call and other.values and other.function != step.function
        if is_call and other.name.rpartition(".")[2] == step.function:
            values = map(script.resolved, other.values)
            return {name: v for name, v in zip(step.parameters, values, strict=False) if v != Variable(name)}
    return {}
