"""A script as a list of what it calls and assigns."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from topiccrawl.page.scripts.tokens import MARK, NAME, STRING, Token, tokens_of
from topiccrawl.page.scripts.values import UNKNOWN, Called, Joined, Reader, Value, Variable, joined

LONGEST_SCRIPT = 65_536
"""Characters of a script that are read."""
_MOST_VARIABLES = 2000
_MOST_DIGITS = 16
_DEEPEST = 40
"""Blocks within blocks that are read."""
_LONGEST_STATEMENT = 400
"""Tokens of a statement behind a test that are read; what stands in brackets counts once."""
_ROOM = 3000
"""Parts and hundreds of characters that a value may have with those of its variables."""
_DECLARED = frozenset({"var", "let", "const"})
_TESTS = frozenset({"if", "else", "while", "switch", "case", "catch", "for"})
_DEFERRED = frozenset({"setTimeout", "ready", "addEventListener", "attachEvent"})
_AT_LOAD = ("onload", "$", "jQuery", "ready", "setTimeout")


@dataclass(frozen=True, slots=True)
class Step:
    """Something that a script does.

    Attributes:
        name: of the function that is called, or of the variable that is assigned, with its dots.
        values: the arguments, or the value that is assigned.
        is_call: whether it is a call.
        function: the named function it stands in; empty at the outer level.
        parameters: of that function.
        tested: whether it stands behind an `if` or another test.
    """

    name: str
    values: tuple[Value, ...]
    is_call: bool
    function: str = ""
    parameters: tuple[str, ...] = ()
    tested: bool = False


@dataclass(frozen=True)
class Script:
    """What a script does, as far as it can be read.

    Attributes:
        steps: in order.
        constants: numbers, strings and texts of variables that are assigned once.
        starts: the first numbers and strings of the other variables.
    """

    steps: tuple[Step, ...] = ()
    constants: dict[str, Value] = field(default_factory=dict)
    starts: dict[str, Value] = field(default_factory=dict)

    @classmethod
    def read(cls, text: str, known: dict[str, Value] | None = None) -> Script:
        """Read a script; `known` has the constants of the page's other scripts."""
        scan = _Scan(tokens_of(text[:LONGEST_SCRIPT]))
        scan.run()
        constants = dict(known or {})
        constants.update(_constants(scan.steps, scan.counted))
        return cls(tuple(scan.steps), constants, _starts(scan.steps, constants))

    def resolved(self, value: Value, arguments: dict[str, Value] | None = None) -> Value:
        """Return a value with the constants and arguments in the place of their names."""
        known = ChainMap(arguments, self.constants) if arguments else self.constants
        return resolved(value, known)


class _Scan:
    """One walk through the tokens of a script."""

    def __init__(self, tokens: list[Token]) -> None:
        self._tokens = tokens
        self.steps: list[Step] = []
        self._reader = Reader(tokens, self._called)
        self._function = ""
        self._parameters: tuple[str, ...] = ()
        self._tested = False
        self._within = 0
        self.counted = _counted(tokens)

    def run(self) -> None:
        self._statements(0, len(self._tokens))

    def _called(self, call: Called, _position: int) -> None:
        self._step(call.name, call.values, is_call=True)

    def _step(self, name: str, values: tuple[Value, ...], *, is_call: bool) -> None:
        self.steps.append(Step(name, values, is_call, self._function, self._parameters, self._tested))

    def _statements(self, position: int, end: int) -> None:
        if self._within < _DEEPEST:
            self._within += 1
            self._read_statements(position, end)
            self._within -= 1

    def _read_statements(self, position: int, end: int) -> None:
        tokens, reader = self._tokens, self._reader
        while position < end:
            kind, text = tokens[position]
            if kind == NAME and text in _TESTS:
                position = self._test(position, end)
                continue
            if kind == NAME and text == "function":
                position = self._body_of(position, end, text)
                continue
            if kind == NAME and text in _DECLARED:
                position += 1
                continue
            if kind == NAME and reader.at(position + 1, "++"):
                self._step(text, (Variable(text, 1),), is_call=False)
                position += 2
                continue
            if kind == NAME and (after := self._assigned(position)) is not None:
                position = self._assignment(position, after)
                self._functions_in_values()
                continue
            if kind == MARK and text in "{};,)]":
                if text == "{" and self._is_object(position):  # an item of an array whose start was cut off
                    value, position = reader.value(position)
                    self._step("", (value,), is_call=False)
                    self._functions_in_values()
                    continue
                position += 1
                continue
            before = position
            _, position = reader.value(position)
            self._functions_in_values()
            position += position == before

    def _is_object(self, position: int) -> bool:
        """Return whether a bracket opens an object literal with names in quotes, not a block."""
        return self._tokens[position + 1 : position + 2] != [] and (
            self._tokens[position + 1].kind == STRING and self._reader.at(position + 2, ":")
        )

    def _functions_in_values(self) -> None:
        """Read the bodies of functions that stood inside a value, such as callbacks."""
        while self._reader.functions:
            position = self._reader.functions.pop(0)
            rest, self._reader.functions = self._reader.functions, []
            self._body_of(position, len(self._tokens), self._tokens[position].text)
            self._reader.functions = rest

    def _assigned(self, position: int) -> int | None:
        """Return the position behind `a.b[0] =` or `a("b").c =`; None if no variable is assigned."""
        tokens, reader = self._tokens, self._reader
        position += 1
        while position + 1 < len(tokens):
            if reader.at(position, ".") and tokens[position + 1].kind == NAME:
                position += 2
            elif reader.at(position, "[") or reader.at(position, "("):
                position = reader.skip(position)
            elif reader.at(position, "=") or reader.at(position, "+="):
                return position + 1
            else:
                return None
        return None

    def _assignment(self, start: int, after: int) -> int:
        names = [t.text for t in self._tokens[start : after - 1] if t.kind in (NAME, STRING) or t.text == "["]
        name = ".".join(names).replace(".[.", "[].").replace(".[", "[]")
        if self._tokens[after : after + 1] == [Token(NAME, "function")]:
            return self._body_of(after, len(self._tokens), name.rsplit(".", 1)[-1])
        value, position = self._reader.value(after)
        if self._tokens[after - 1].text == "+=":
            value = joined([Variable(name), value])
        self._step(name, (value,), is_call=False)
        return max(position, after)

    def _body_of(self, position: int, end: int, name: str) -> int:
        """Read a function that stands at a position; return the position behind it."""
        tokens, reader = self._tokens, self._reader
        start = position
        position += 1
        if position < end and tokens[position].kind == NAME:
            name = tokens[position].text
            position += 1
        parameters: tuple[str, ...] = ()
        if reader.at(position, "("):
            behind = reader.skip(position)
            parameters = tuple(
                token.text for token in tokens[position + 1 : behind - 1] if token.kind == NAME
            )
            position = behind
        elif tokens[start].text == "=>":
            parameters = _arrow_parameters(tokens, start)
        if not reader.at(position, "{"):
            return max(position, start + 1)
        behind = reader.skip(position)
        outside = (self._function, self._parameters)
        if name not in ("function", "=>", *_AT_LOAD):
            self._function, self._parameters = name, parameters
        elif parameters:
            self._parameters = (*self._parameters, *parameters)
        self._statements(position + 1, min(behind - 1, end))
        self._function, self._parameters = outside
        return behind

    def _test(self, position: int, end: int) -> int:
        """Read a test and the statement or block behind it; return the position behind them."""
        reader = self._reader
        position += 1
        if reader.at(position, "("):
            behind = reader.skip(position)
            self._inside_test(position + 1, behind - 1)
            position = behind
        elif reader.at(position, ":") or not reader.at(position, "{"):
            return (
                position
                if position < end and self._tokens[position].text in _TESTS
                else self._one(position, end)
            )
        if reader.at(position, "{"):
            behind = reader.skip(position)
            self._inside_test(position + 1, min(behind - 1, end))
            return behind
        return self._one(position, end)

    def _one(self, position: int, end: int) -> int:
        """Read the one statement behind a test."""
        stop = position
        for _ in range(_LONGEST_STATEMENT):
            if stop >= end or self._reader.at(stop, ";"):
                break
            if self._tokens[stop].kind == MARK and self._tokens[stop].text in "([{":
                stop = self._reader.skip(stop)
                if self._reader.at(stop - 1, "}"):
                    break
            elif self._reader.at(stop, "}"):
                break
            else:
                stop += 1
        stop = min(max(stop, position), end)
        self._inside_test(position, stop)
        return stop

    def _inside_test(self, position: int, end: int) -> None:
        outside, self._tested = self._tested, True
        self._statements(position, end)
        self._tested = outside


def _arrow_parameters(tokens: list[Token], arrow: int) -> tuple[str, ...]:
    if arrow and tokens[arrow - 1].kind == NAME:
        return (tokens[arrow - 1].text,)
    names = []
    for token in reversed(tokens[max(0, arrow - 12) : arrow]):
        if token == (MARK, "("):
            break
        if token.kind == NAME:
            names.append(token.text)
    return tuple(reversed(names))


def _counted(tokens: list[Token]) -> set[str]:
    """Return the names that a script counts up or down."""
    found: set[str] = set()
    for position, token in enumerate(tokens):
        if token.kind == MARK and token.text in ("++", "--", "+=", "-="):
            found.update(t.text for t in tokens[max(0, position - 1) : position + 2] if t.kind == NAME)
    return found


def _constants(steps: list[Step], counted: set[str]) -> dict[str, Value]:
    """Return the variables that are assigned once, and to a number or a text."""
    found: dict[str, Value] = {}
    changed = set(counted)
    for step in steps:
        if step.is_call or len(found) >= _MOST_VARIABLES:
            continue
        value, name = step.values[0], step.name.removeprefix("window.").removeprefix("self.")
        if name in found or name in step.parameters:
            changed.add(name)
        elif isinstance(value, str | int | Joined | Variable) and not isinstance(value, bool):
            found[name] = value
    return {name: value for name, value in found.items() if name not in changed}


def _starts(steps: list[Step], constants: dict[str, Value]) -> dict[str, Value]:
    """Return the first literals that are assigned to variables which change."""
    found: dict[str, Value] = {}
    for step in steps:
        if not step.is_call and isinstance(step.values[0], str | int) and step.name not in constants:
            found.setdefault(step.name.removeprefix("window."), step.values[0])
    return found


def resolved(value: Value, known: Mapping[str, Value]) -> Value:
    """Return a value with what is known of its variables.

    Names that stand for each other end at a depth. A value that would grow too long, because its variables
    stand for sums of variables that stand for sums, is `UNKNOWN`.
    """
    return _Resolver(known).of(value, 4)


class _Resolver:
    """Puts values in the place of names.

    Args:
        known: values by name.
    """

    def __init__(self, known: Mapping[str, Value]) -> None:
        self._known = known
        self._room = _ROOM

    def of(self, value: Value, depth: int) -> Value:
        """Return a value with those of its variables; `UNKNOWN` if it would be too long."""
        self._room = _ROOM
        return self.value(value, depth)

    def value(self, value: Value, depth: int) -> Value:
        """Return a value with those of its variables, down to a depth, while there is room."""
        if isinstance(value, str | int | float | None):
            return value
        if isinstance(value, list):
            return [self.of(item, depth) for item in value]
        if isinstance(value, dict):
            return {key: self.of(item, depth) for key, item in value.items()}
        if self._room < 0:
            return UNKNOWN
        if isinstance(value, Variable):
            return self._variable(value, depth)
        if isinstance(value, Joined):
            return self._joined(value, depth)
        if isinstance(value, Called):
            return Called(value.name, tuple(self.value(item, depth) for item in value.values))
        return value

    def _joined(self, value: Joined, depth: int) -> Value:
        parts: list[Value] = [""]
        for part in value.parts:
            parts.append(found := self.value(part, depth))
            self._room -= 1 + (len(found) // 100 if isinstance(found, str) else 0)
            self._room -= len(found.parts) if isinstance(found, Joined) else 0
            if self._room < 0:
                return UNKNOWN
        return joined(parts)

    def _variable(self, value: Variable, depth: int) -> Value:
        name = value.name.removeprefix("window.")
        if name not in self._known or depth == 0:
            return value
        inner: Any = self.value(self._known[name], depth - 1)
        if not value.plus:
            return inner
        if isinstance(inner, str) and inner.isdecimal() and len(inner) < _MOST_DIGITS:
            inner = int(inner)
        return joined([inner, value.plus]) if isinstance(inner, int | Variable) else value
