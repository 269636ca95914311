"""Addresses with attributes of elements in them: `$.get("/list?cid=" + $(this).data("cid"))`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Any

from topiccrawl.page.hidden_links.id_templates import attribute_read
from topiccrawl.page.page import Page
from topiccrawl.page.scripts.values import EITHER, NUMBERS, SUM, Called, Joined, Value, joined

_MOST_READ = 3
"""Attributes of an element that a request is built from."""
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
    read = (tuple(str(element.get(name)).strip() for name in names) for element in elements)
    for texts in islice(dict.fromkeys(read), _MOST_ELEMENTS):
        if all(_ATTRIBUTE.fullmatch(text) for text in texts):
            found = values
            for name, text in zip(names, texts, strict=True):
                found = [_replaced(value, name, text) for value in found]
            yield found


def _attributes_in(value: Value) -> Iterator[str]:
    if isinstance(value, Called) and value.name in NUMBERS and value.values:
        yield from _attributes_in(value.values[0])
    elif name := attribute_read(value):
        yield name
    elif isinstance(value, Called) and value.name in (SUM, EITHER):
        for part in value.values:
            yield from _attributes_in(part)
    elif isinstance(value, Joined | dict):
        for part in value.parts if isinstance(value, Joined) else value.values():
            yield from _attributes_in(part)


def _replaced(value: Value, name: str, text: str) -> Value:
    if attribute_read(value) == name:
        return text
    if isinstance(value, Called) and value.name in NUMBERS and value.values:
        return _replaced(value.values[0], name, text)
    if isinstance(value, Called) and value.name in (SUM, EITHER):
        return Called(value.name, tuple(_replaced(part, name, text) for part in value.values))
    if isinstance(value, Joined):
        return joined(["", *(_replaced(part, name, text) for part in value.parts)])
    if isinstance(value, dict):
        return {key: _replaced(item, name, text) for key, item in value.items()}
    return value
