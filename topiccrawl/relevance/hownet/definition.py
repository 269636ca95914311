"""Senses of HowNet, and the definitions (DEF) of the 2000 edition.

A DEF is a comma-separated list: the first item is the primary sememe, the others are sememes (`male|男`),
concrete words (`(China|中国)`), roles with a value (`content=beat|打`) and sememes after a relation sign
(`#occupation|职位`, `^$pay|付`). A DEF in braces describes a function word.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from topiccrawl.errors import HowNetError
from topiccrawl.messages import Message, message

SIGNS = "#%$*+&@?!~^"
"""Relation signs: related, part of, patient of, agent or tool of, implied, points to, place or time of,
material, sensitive, likely, not."""

Features = tuple[tuple[str, tuple[str, ...]], ...]
"""The values of each role or sign, sorted by it."""

_MOST_VALUES = 500
"""Of a definition; the longest real one has some 20. Comparing senses takes time for each pair of values."""
_LONGEST_QUOTED = 80
"""Characters of a value in a message."""
_ITEM = re.compile(rf"([{re.escape(SIGNS)}]*)(?:(\w+)=([{re.escape(SIGNS)}]*))?(.*)", re.DOTALL)


@dataclass(frozen=True)
class Definition:
    """A sense.

    Values are sememes (`en|zh`) or plain words in parentheses.

    Attributes:
        first: the primary sememe; empty if there is none.
        others: the other sememes and the plain words.
        relations: values by role.
        symbols: values by relation sign.
        function: whether it is a sense of a function word.

    Raises:
        ValueError: it has more values than can be compared.
    """

    first: str
    others: tuple[str, ...] = ()
    relations: Features = ()
    symbols: Features = ()
    function: bool = False

    def __post_init__(self) -> None:
        features = (*self.relations, *self.symbols)
        if len(self.others) + sum(len(values) for _, values in features) > _MOST_VALUES:
            raise ValueError(f"it has more than {_MOST_VALUES} values")


def features(pairs: Iterable[tuple[str, str]]) -> Features:
    """Group pairs of role (or sign) and value; duplicates count once."""
    grouped: dict[str, dict[str, None]] = {}
    for key, value in pairs:
        grouped.setdefault(key, {})[value] = None
    return tuple((key, tuple(grouped[key])) for key in sorted(grouped))


def parse_definition(text: str) -> Definition:
    """Read a DEF of the 2000 edition.

    Raises:
        ValueError: it is empty, or its brackets do not match.

    >>> parse_definition("human|人,#occupation|职位,industrial|工")
    Definition(first='human|人', others=('industrial|工',), relations=(), \
symbols=(('#', ('occupation|职位',)),), function=False)
    """
    text = text.strip()
    function = text.startswith("{") and text.endswith("}")
    first, others = "", []
    relations: list[tuple[str, str]] = []
    symbols: list[tuple[str, str]] = []
    for number, item in enumerate(_items(text[1:-1] if function else text)):
        sign, role, role_sign, value = _ITEM.fullmatch(item).groups()  # type: ignore[union-attr]
        if role:
            # The sign belongs to the key: "time=^fulfil" is not similar to "time=fulfil".
            relations.append((f"{sign}{role}={role_sign}", value.strip()))
        elif sign:
            symbols.append((sign, value.strip()))
        elif number == 0 and not value.startswith("("):
            first = value
        else:
            others.append(value)
    if not (first or others or relations or symbols):
        raise ValueError("the definition is empty")
    return Definition(first, tuple(dict.fromkeys(others)), features(relations), features(symbols), function)


def _items(text: str) -> Iterator[str]:
    """The items of a list, separated by commas outside of parentheses."""
    depth = start = 0
    for position, character in enumerate(f"{text},"):
        if character == "(":
            depth += 1
        elif character == ")":
            depth -= 1
        if character in "{}" or depth < 0:
            raise ValueError(f"unexpected {character!r}")
        if character == "," and depth == 0:
            item = text[start:position].strip()
            start = position + 1
            if item:
                yield item
    if depth:
        raise ValueError("'(' is not closed")


def expected(where: str, what: str, found: object) -> HowNetError:
    """Return an error about a place in a file.

    Args:
        where: the place.
        what: what was expected there.
        found: what is there: a message, or a value, which is truncated, as the repr of a forged one may not
            fit into memory.
    """
    if isinstance(found, str) and not isinstance(found, Message):
        found = repr(found[:_LONGEST_QUOTED])
    elif not isinstance(found, str | int | float | None):
        found = message("a {kind}", kind=type(found).__name__)
    return HowNetError("{where}: expected {what}, found {found}", where=where, what=what, found=found)
