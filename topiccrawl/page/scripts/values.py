"""The values that a script writes down: literals, and sums, products and texts of what is not known yet."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

Value = Any
"""A string, number, list or dict, or one of the classes below.

Those must not be changed. They are not frozen: to build a frozen object takes three times as long.
"""


class Unknown:
    """A value that only running the script would give."""

    def __repr__(self) -> str:
        return "UNKNOWN"


UNKNOWN: Final = Unknown()


@dataclass(slots=True, unsafe_hash=True)
class Variable:
    """A name, with the number that is added to it.

    Attributes:
        name: such as `page` or `location.search`.
        plus: the number.
    """

    name: str
    plus: int = 0


@dataclass(slots=True, unsafe_hash=True)
class Joined:
    """A text joined from strings, variables and calls, in order."""

    parts: tuple[Any, ...]


@dataclass(slots=True, unsafe_hash=True)
class Called:
    """The call of a function.

    Attributes:
        name: of the function, with dots; what stands before a dot may be missing.
        values: its arguments.
    """

    name: str
    values: tuple[Value, ...]


TIMES, SUM, EITHER = "*", "+", "||"
"""Names of calls that stand for an operator, until its values are known."""
NUMBERS = frozenset({"parseInt", "Number", "parseFloat"})
"""Functions that make a number of a text."""
PLACE = "$.index"
"""Name of the place of an element among others, from 1; `$(this).index()` is one less."""
_OF_ELEMENT = ".data"
"""End of the name of jQuery's function that reads an attribute, as a number if it is one."""
WHOLE = "..."
"""Begins the key of a value in an object that stands for further fields of it: `{...query, page: 1}`."""


def product(values: tuple[Value, ...]) -> Value:
    """Return the product of values; a call if one of them is not known yet.

    >>> product((2, 6)), product((Variable("page"), 6))
    (12, Called(name='*', values=(Variable(name='page', plus=0), 6)))
    """
    return math.prod(values) if all(type(value) is int for value in values) else Called(TIMES, values)


def joined(parts: Sequence[Value]) -> Value:
    """Return the sum of values: a number, a variable with a number, or a text.

    >>> joined([Variable("page"), 1])
    Variable(name='page', plus=1)
    >>> joined(["index_", Variable("page"), ".html"])
    Joined(parts=('index_', Variable(name='page', plus=0), '.html'))
    """
    kinds = list(map(type, parts))
    if str not in kinds and Joined not in kinds:
        numbers = [part for part in parts if isinstance(part, int)]
        if len(numbers) == len(parts):
            return sum(numbers)
        if all(
            kind is int
            or (kind is Called and (part.name in NUMBERS or f".{part.name}".endswith(_OF_ELEMENT)))
            for kind, part in zip(kinds, parts, strict=True)
        ):
            return Called(SUM, tuple(parts))
        if len(numbers) + 1 == len(parts) and Variable in kinds:
            variable = parts[kinds.index(Variable)]
            return Variable(variable.name, variable.plus + sum(numbers))
    found: list[Any] = []
    for part in parts:
        for piece in part.parts if type(part) is Joined else (part,):
            kind = type(piece)
            if kind in _NO_TEXTS:
                piece = _ANY
            elif kind is not str and kind is not Variable and kind is not Called:
                piece, kind = "" if piece is None else str(piece), str
            if kind is str and found and type(found[-1]) is str:
                found[-1] += piece
            else:
                found.append(piece)
    return found[0] if len(found) == 1 and type(found[0]) is str else Joined(tuple(found))


def parts_of(value: Value) -> Iterable[Value]:
    """Return what a value is made of: items, members, arguments or the pieces of a text."""
    if isinstance(value, dict | list):
        return value.values() if isinstance(value, dict) else value
    return value.parts if isinstance(value, Joined) else value.values if isinstance(value, Called) else ()


_NO_TEXTS = frozenset({Unknown, list, dict})
_ANY = Variable("?")
