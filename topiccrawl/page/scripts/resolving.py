"""Values with what a script knows of their variables."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Callable, Mapping, Sequence
from operator import is_
from typing import Any

from topiccrawl.page.scripts.values import (
    TIMES,
    UNKNOWN,
    WHOLE,
    Called,
    Joined,
    Value,
    Variable,
    joined,
    product,
)

_MOST_DIGITS = 16
_ROOM = 3000
"""Parts and hundreds of characters that a value may have with those of its variables."""
_DEEPEST_NAME = 4
"""Names that stand for each other."""
STRINGIFIES = frozenset({"JSON.stringify", "stringify"})
"""Functions that write an object as JSON."""
MERGES = frozenset({"extend", "assign"})
"""Last names of functions that make one object of several."""
_MERGING = tuple(MERGES)
_WRITTEN = ".toString"
_CHANGING = frozenset({TIMES, "replace"})
"""Calls whose value may be known once their arguments are."""
LITERALS = frozenset({str, int, float, bool, type(None)})


def resolved(value: Value, known: Mapping[str, Value]) -> Value:
    """Return a value with what is known of its variables.

    Names that stand for each other end at a depth. A value that would grow too long, because its variables
    stand for sums of variables that stand for sums, is `UNKNOWN`.
    """
    return value if type(value) in LITERALS else _Resolver(known).of(value, _DEEPEST_NAME)


def with_wholes(fields: dict[str, Value]) -> dict[str, Value]:
    """Return the fields of an object with those of the objects that stand for further ones, see `WHOLE`.

    >>> with_wholes({"...0": {"cid": 7, "page": 0}, "page": 1})
    {'cid': 7, 'page': 1}
    """
    if not any(key.startswith(WHOLE) and isinstance(item, dict) for key, item in fields.items()):
        return fields
    found: dict[str, Value] = {}
    for key, item in fields.items():
        found |= item if key.startswith(WHOLE) and isinstance(item, dict) else {key: item}
    return found


def with_parts(value: Value, change: Callable[[Value], Value]) -> Value:
    """Return a text or an object with its parts or members changed; other values as they are."""
    if isinstance(value, Joined):
        return joined(["", *map(change, value.parts)])
    return (
        with_wholes({key: change(item) for key, item in value.items()}) if isinstance(value, dict) else value
    )


def merged(call: Called) -> Value:
    """Return the object that a function such as `$.extend` makes of others; the call if one is not known.

    >>> merged(Called("$.extend", ({}, {"cid": 7}, {"page": 1})))
    {'cid': 7, 'page': 1}
    """
    if call.name.rsplit(".", 1)[-1] not in MERGES or not call.values:
        return call
    found: dict[str, Value] = {}
    for value in call.values:
        if not isinstance(value, dict) and value is not True:  # $.extend(true, {}, ..)
            return call
        found |= value if isinstance(value, dict) else {}
    return found


def _replaced(text: Value, old: Value, new: Value) -> Value:
    """Return a text with an unknown one in the place of a part: `"list_#.html".replace("#", page)`."""
    if not (isinstance(text, str) and isinstance(old, str) and old and old in text):
        return Called("replace", (text, old, new))
    before, _, after = text.partition(old)
    return joined(["", before, new, after])


_REPLACES = 3
"""Text and arguments of a call of `replace`."""


class _Resolver:
    """Puts values in the place of names.

    Args:
        known: values by name.
    """

    __slots__ = ("_known", "_room")

    def __init__(self, known: Mapping[str, Value]) -> None:
        self._known: Sequence[Mapping[str, Value]]
        self._known = known.maps if type(known) is ChainMap else (known,)  # a chain's own look-up is slow
        self._room = _ROOM

    def of(self, value: Value, depth: int) -> Value:
        """Return a value with those of its variables; `UNKNOWN` if it would be too long."""
        self._room = _ROOM
        return self.value(value, depth)

    def value(self, value: Value, depth: int) -> Value:
        """Return a value with those of its variables, down to a depth, while there is room."""
        kind = type(value)
        if kind in LITERALS:
            return value
        if kind is list:
            return [item if type(item) in LITERALS else self.of(item, depth) for item in value]
        if kind is dict:
            return with_wholes(
                {key: item if type(item) in LITERALS else self.of(item, depth) for key, item in value.items()}
            )
        if self._room < 0:
            return UNKNOWN
        if kind is Variable:
            return self._variable(value, depth)
        if kind is Joined:
            return self._joined(value, depth)
        if kind is Called and value.name.endswith(_WRITTEN) and not value.values:
            owner = Variable(value.name.removesuffix(_WRITTEN))
            known = self._variable(owner, depth)
            return value if known == owner else known
        if kind is Called:
            values = tuple([self.value(item, depth) for item in value.values])
            if value.name not in _CHANGING and not value.name.endswith(_MERGING):
                return value if all(map(is_, values, value.values)) else Called(value.name, values)
            if (
                value.name == "replace"
                and len(values) == _REPLACES
                and isinstance(values[2], Variable | Joined)
            ):
                return _replaced(*values)
            return product(values) if value.name == TIMES else merged(Called(value.name, values))
        return value

    def _joined(self, value: Joined, depth: int) -> Value:
        parts: list[Value] = [""]
        same = type(value.parts[0]) is str
        for part in value.parts:
            found = part if type(part) is str else self.value(part, depth)
            if type(found) is dict:  # params.append("page", 1); fetch("/list?" + params)
                found = Called("URLSearchParams", (found,))
            same = same and found is part
            parts.append(found)
            self._room -= 1
            if type(found) is str:
                self._room -= len(found) // 100
            elif type(found) is Joined:
                self._room -= len(found.parts)
            if self._room < 0:
                return UNKNOWN
        return value if same else joined(parts)

    def _variable(self, value: Variable, depth: int) -> Value:
        name = value.name.removeprefix("window.")
        for known in self._known if depth else ():
            if name in known:
                break
        else:
            return value
        inner: Any = self.value(known[name], depth - 1)
        if not value.plus:
            return inner
        if isinstance(inner, str) and inner.isdecimal() and len(inner) < _MOST_DIGITS:
            inner = int(inner)
        if isinstance(inner, str | Joined) and value.plus > 0:  # a text, and a number behind it
            return joined(["", inner, str(value.plus)])
        return joined([inner, value.plus]) if isinstance(inner, int | Variable) else value
