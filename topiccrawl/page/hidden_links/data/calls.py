"""What the functions of a page are called with, by its scripts and by the elements that are clicked."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import compress

from topiccrawl.page.anchors.pagers import SIZE_FIELDS
from topiccrawl.page.elements import Elements
from topiccrawl.page.hidden_links.attributes import handler_texts, read_handler
from topiccrawl.page.hidden_links.data.request_fields import counts
from topiccrawl.page.hidden_links.page_scripts import PageScripts
from topiccrawl.page.page import Page
from topiccrawl.page.scripts.resolving import resolved
from topiccrawl.page.scripts.script import Step
from topiccrawl.page.scripts.values import Value, Variable

_MOST_CALLS = 30
"""Calls of a function."""


def calls_of(page: Page, scripts: PageScripts, functions: set[str]) -> dict[str, list[tuple[Value, ...]]]:
    """Return the arguments that functions are called with: first in a script, then by clicks on tabs.

    Args:
        page: the page.
        scripts: its scripts.
        functions: names of functions.
    """
    found: dict[str, list[tuple[Value, ...]]] = {}
    if not functions:
        return found
    parameters: dict[str, tuple[str, ...]] = {}
    for script, step in scripts.steps():
        name = step.name.rpartition(".")[2]  # api.list({..})
        if step.function in functions:
            parameters.setdefault(step.function, step.parameters)
        if step.is_call and step.values and step.function != name and name in functions and name not in found:
            outer = _first_call(scripts, step) if step.parameters else {}
            found[name] = [tuple(resolved(script.resolved(value), outer) for value in step.values)]
    chosen = {
        name: [not (counts(p) or SIZE_FIELDS.fullmatch(p)) for p in names]
        for name, names in parameters.items()
    }
    chosen = {name: places for name, places in chosen.items() if any(places)}
    for text in handler_texts(page) if chosen else ():
        if not any(name in text for name in chosen):
            continue
        for step in read_handler(text).steps:
            if step.name not in chosen or not step.values:
                continue
            values, places = found.setdefault(step.name, []), chosen[step.name]
            for call in _chosen(page, text, step.values):
                known = [list(compress(other, places)) for other in values]
                if list(compress(call, places)) not in known and len(values) < _MOST_CALLS:
                    values.append(call)
    return found


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
    for script, other in scripts.steps():
        is_call = other.is_call and other.values and other.function != step.function
        if is_call and other.name.rpartition(".")[2] == step.function:
            values = map(script.resolved, other.values)
            return {name: v for name, v in zip(step.parameters, values, strict=False) if v != Variable(name)}
    return {}
