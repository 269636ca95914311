"""Requests once for each element, item or month they name: `$.get("/list?cid=" + $(this).data("cid"))`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice, pairwise, product
from typing import Any

from topiccrawl.page.hidden_links.data.request_fields import ENCODES
from topiccrawl.page.hidden_links.data.tables import object_in
from topiccrawl.page.hidden_links.id_templates import attribute_read
from topiccrawl.page.hidden_links.page_scripts import PageScripts
from topiccrawl.page.hidden_links.page_values import number_of, periods_chosen
from topiccrawl.page.hidden_links.templates import choice_of
from topiccrawl.page.page import Page
from topiccrawl.page.scripts.resolving import MERGES, merged, resolved, with_parts
from topiccrawl.page.scripts.values import EITHER, SUM, Called, Joined, Value, parts_of

_MOST_READ = 4
"""Attributes of an element that a request is built from."""
_PARSES = re.compile(r"(?:^|\.)(?:eval|parse|parseJSON|parseJson)$")
"""Functions that make an object of a text."""
_OF_VALUES = re.compile(rf"{re.escape(SUM)}|{re.escape(EITHER)}|(?:.*\.)?(?:{'|'.join((*ENCODES, *MERGES))})")
"""Names of calls whose arguments may be attributes: sums, and functions that write or merge objects."""
_ATTRIBUTE = re.compile(r"(?:https?://|/)?[\w.~/-]{1,200}(?:\?[\w.~%&=-]{1,200})?", re.ASCII)
_MOST_ELEMENTS = 30
"""Elements whose attributes are read."""


def with_attributes(page: Page, values: list[Value]) -> Iterator[list[Value]]:
    """Yield values with the attributes of each element from which a part of them is read."""
    names = sorted({name for value in values for name in _attributes_in(value)})
    if not 0 < len(names) <= _MOST_READ or not all(re.fullmatch(r"[\w-]+", name, re.ASCII) for name in names):
        yield values
        return
    elements: Any = page.tree.xpath("//*[" + " and ".join(f"@{name}" for name in names) + "]")
    read = list(
        dict.fromkeys(tuple(str(element.get(name)).strip() for name in names) for element in elements)
    )
    fields = list(_fields_of_attributes(values)) if len(read) > 1 else []
    if len(fields) == len(names) and all(map(_BEHIND.search, fields)):
        read = read[-1:]  # each entry of the list has them, and its next part begins behind the last one
    for texts in islice(read, _MOST_ELEMENTS):
        if all(_ATTRIBUTE.fullmatch(text) or _is_object(text) for text in texts):
            found = values
            for name, text in zip(names, texts, strict=True):
                found = [_replaced(value, name, text) for value in found]
            yield found


_BEHIND = re.compile(
    r"(?:^|[?&])(?:(?:begin|start|after|from)_?\w*(?:id|idx|key|no|seq)"
    r"|(?:last|max|min|since|before)_?\w*(?:id|idx|key|no|seq|time|stamp|date|score))=?$",
    re.IGNORECASE,
)
"""A field that says behind which entry a part of a list begins."""


def _fields_of_attributes(values: list[Value]) -> Iterator[str]:
    """Yield what stands before each attribute: the address up to it, or the name of its field."""
    for value in values:
        if isinstance(value, Joined):
            for before, part in pairwise(("", *value.parts)):
                if attribute_read(part):
                    yield before if isinstance(before, str) else ""
        elif isinstance(value, dict):
            for name, item in value.items():
                yield from _fields_of_attributes([item]) if isinstance(item, Joined | dict) else ()
                if attribute_read(item):
                    yield name


def parsed_attribute(value: Value) -> str:
    """Return the name of the attribute whose text is parsed, as in `eval("(" + box.attr("query") + ")")`."""
    if not (isinstance(value, Called) and value.values and _PARSES.search(value.name)):
        return ""
    inner = value.values[0]
    parts = inner.parts if isinstance(inner, Joined) else (inner,)
    return next(filter(None, map(attribute_read, parts)), "")


def _is_object(text: str) -> bool:
    return text[:1] == "{" and text[-1:] == "}"


def _attributes_in(value: Value) -> Iterator[str]:
    value = number_of(value)
    if name := attribute_read(value) or parsed_attribute(value):
        yield name
    elif isinstance(value, Joined | dict) or (isinstance(value, Called) and _OF_VALUES.fullmatch(value.name)):
        for part in parts_of(value):
            yield from _attributes_in(part)


def _replaced(value: Value, name: str, text: str) -> Value:
    value = number_of(value)
    if name in (attribute_read(value), parsed_attribute(value)):
        return dict(object_in(text)) if _is_object(text) else text
    if isinstance(value, Called) and _OF_VALUES.fullmatch(value.name):
        return merged(Called(value.name, tuple(_replaced(part, name, text) for part in value.values)))
    return with_parts(value, lambda part: _replaced(part, name, text))


def with_items(page: Page, values: list[Value]) -> list[list[Value]]:
    """Return values for each item of an array in an address: `"/data/" + months[i] + ".json"`."""
    code = page.once(PageScripts.of).code
    parts = (part for value in values if isinstance(value, Joined) for part in value.parts)
    choices = ((part, choice_of(code, part)) for part in parts)
    name, choice = next(((part.name, choice) for part, choice in choices if choice), ("", {}))
    return [[resolved(value, {name: item}) for value in values] for item in choice.values()]


def with_periods(page: Page, values: list[Value]) -> list[list[Value]]:
    """Return the arguments of a request for each year and month of the selections that it reads."""
    read = [(call, periods) for call in _calls_in(values) if (periods := periods_chosen(page, call))]
    cases = islice(product(*(periods for _, periods in read)), _MOST_ELEMENTS) if read else ()
    calls = [call for call, _ in read]
    return [[_put(value, list(zip(calls, case, strict=True))) for value in values] for case in cases]


def _calls_in(value: Value) -> Iterator[Called]:
    """Yield the calls that stand for a field of a request, or for a piece of its address."""
    if isinstance(value, Called):
        yield value
    for item in () if isinstance(value, Called) else parts_of(value):
        yield from _calls_in(item)


def _put(value: Value, given: list[tuple[Called, str]]) -> Value:
    """Return a value with texts in the place of calls."""
    if isinstance(value, Called):
        return next((text for call, text in given if call == value), value)
    return with_parts(value, lambda part: _put(part, given))
