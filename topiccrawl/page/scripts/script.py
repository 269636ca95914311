"""A script as a list of what it calls and assigns."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from topiccrawl.page.scripts.reader import Reader
from topiccrawl.page.scripts.resolving import LITERALS, resolved
from topiccrawl.page.scripts.tokens import MARK, NAME, NUMBER, STRING, Tokens, tokens_of
from topiccrawl.page.scripts.values import (
    Called,
    Joined,
    Value,
    Variable,
    joined,
)

RETURN = "return"
"""Name of the step of a function that returns a text or an object."""
LONGEST_SCRIPT = 65_536
"""Characters of a script that are read."""
_SHORT = 16_000
"""Characters of a script whose steps are kept: the pages of a site share them."""
_NEAR = 10
"""Steps before a `return` among which its variable is set."""
_MOST_VARIABLES = 2000
_DEEPEST = 40
"""Blocks within blocks that are read."""
_LONGEST_STATEMENT = 400
"""Tokens of a statement behind a test that are read; what stands in brackets counts once."""
_DECLARED = frozenset({"var", "let", "const"})
_TESTS = frozenset({"if", "else", "while", "switch", "case", "catch", "for"})
_BEGINNING = frozenset({*_DECLARED, *_TESTS, "function", "return"})
"""Words that begin a statement."""
_BEHIND_NAME = frozenset({".", "[", "(", "=", "+=", "++"})
"""Marks behind the name of a variable that may be assigned."""
_COUNTS = frozenset({"++", "--", "+=", "-="})
_LONGEST_PARAMETERS = 12
"""Tokens before an arrow that are read for parameters."""
_AT_LOAD = ("onload", "$", "jQuery", "ready", "setTimeout")


@dataclass(slots=True)
class Step:
    """Something that a script does. It must not be changed; it is not frozen, see `Value`.

    Attributes:
        name: of the function that is called, or of the variable that is assigned, with its dots; `RETURN`
            for a text that a function joins and returns, or an object.
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
        is_ascii: whether it has no Chinese strings.
    """

    steps: tuple[Step, ...] = ()
    constants: dict[str, Value] = field(default_factory=dict)
    starts: dict[str, Value] = field(default_factory=dict)
    is_ascii: bool = True

    @classmethod
    def read(cls, text: str, known: dict[str, Value] | None = None) -> Script:
        """Read a script; `known` has the constants of the page's other scripts."""
        steps, own, is_ascii = _scanned(text) if len(text) <= _SHORT else _scan(text[:LONGEST_SCRIPT])
        constants = {**known, **own} if known else dict(own)
        return cls(steps, constants, _starts(steps, constants), is_ascii)

    def knowing(self, constants: dict[str, Value]) -> Script:
        """Return the script with the constants of all scripts of a page, and its own where they differ.

        A list may have a script in each row: `var href = './1.html'; document.write('<a href="' + href ..)`.
        """
        other = {
            step.name: value
            for step in self.steps
            if not step.is_call and constants.get(step.name) != (value := self.constants.get(step.name))
        }
        known = {name: value for name, value in other.items() if value is not None}
        return Script(self.steps, {**constants, **known} if known else constants, self.starts, self.is_ascii)

    def resolved(self, value: Value, arguments: dict[str, Value] | None = None) -> Value:
        """Return a value with the constants and arguments in the place of their names."""
        if type(value) in LITERALS:
            return value
        known = ChainMap(arguments, self.constants) if arguments else self.constants
        return resolved(value, known)


def _scan(text: str) -> tuple[tuple[Step, ...], dict[str, Value], bool]:
    """Return the steps of a script, its constants, and whether it has no Chinese strings."""
    tokens = tokens_of(text)
    scan = _Scan(tokens)
    scan.run()
    return tuple(scan.steps), _constants(scan.steps, scan.counted), "".join(tokens.texts).isascii()


_scanned = lru_cache(maxsize=256)(_scan)


class _Scan:
    """One walk through the tokens of a script."""

    def __init__(self, tokens: Tokens) -> None:
        self._kinds, self._texts = tokens.kinds, tokens.texts
        self._end = len(tokens.texts)
        self.steps: list[Step] = []
        self._reader = Reader(tokens, self._called)
        self._function = ""
        self._parameters: tuple[str, ...] = ()
        self._tested = False
        self._within = 0
        self.counted = _counted(tokens)

    def run(self) -> None:
        self._statements(0, self._end)

    def _called(self, call: Called) -> None:
        self._step(call.name, call.values, is_call=True)

    def _step(self, name: str, values: tuple[Value, ...], *, is_call: bool) -> None:
        self.steps.append(Step(name, values, is_call, self._function, self._parameters, self._tested))

    def _statements(self, position: int, end: int) -> None:
        if self._within < _DEEPEST:
            self._within += 1
            self._read_statements(position, end)
            self._within -= 1

    def _read_statements(self, position: int, end: int) -> None:
        kinds, texts, reader = self._kinds, self._texts, self._reader
        marks = reader.marks
        while position < end:
            kind, text = kinds[position], texts[position]
            if kind == NAME and text in _BEGINNING:
                if text in _TESTS:
                    position = self._test(position, end)
                elif text == "function":
                    position = self._body_of(position, end, text)
                elif text == RETURN:
                    position = self._return(position + 1)
                else:
                    position += 1
                continue
            if kind == NAME and marks[position + 1] in _BEHIND_NAME:
                if (after := self._raised(position)) is not None:
                    name = "".join(texts[position : after - 1])
                    self._step(name, (Variable(name, 1),), is_call=False)
                    position = after
                    continue
                if (after := self._assigned(position)) is not None:
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

    def _return(self, position: int) -> int:
        """Read the value that a function returns; return the position behind it."""
        is_object = self._reader.at(position, "{")
        value, position = self._reader.value(position)
        if isinstance(value, Variable):  # `var rows = [..]; return rows;`
            own = (step for step in self.steps[-_NEAR:] if not step.is_call and step.name == value.name)
            value = next((s.values[0] for s in own if s.function == self._function), value)
        if is_object or isinstance(value, Joined) or (isinstance(value, list | dict) and value):
            self._step(RETURN, (value,), is_call=False)
        self._functions_in_values()
        return position

    def _is_object(self, position: int) -> bool:
        """Return whether a bracket opens an object literal with names in quotes, not a block."""
        is_string = position + 1 < self._end and self._kinds[position + 1] == STRING
        return is_string and self._reader.at(position + 2, ":")

    def _functions_in_values(self) -> None:
        """Read the bodies of functions that stood inside a value, such as callbacks."""
        if not (self._reader.functions or self._reader.returned):
            return
        outside = self._parameters
        for position, value in self._reader.take_returned():
            self._parameters = (*outside, *self._arrow_parameters(position))
            self._step(RETURN, (value,), is_call=False)
        self._parameters = outside
        while self._reader.functions:
            position = self._reader.functions.pop(0)
            rest, self._reader.functions = self._reader.functions, []
            self._body_of(position, self._end, self._texts[position])
            self._reader.functions = rest

    def _raised(self, position: int) -> int | None:
        """Return the position behind `n++` or `this.page++`; None for anything else."""
        marks = self._reader.marks
        position += 1
        while marks[position] == "." and position + 1 < self._end and self._kinds[position + 1] == NAME:
            position += 2
        return position + 1 if marks[position] == "++" else None

    def _assigned(self, position: int) -> int | None:
        """Return the position behind `a.b[0] =` or `a("b").c =`; None if no variable is assigned."""
        kinds, reader = self._kinds, self._reader
        position += 1
        while position + 1 < self._end:
            mark = reader.marks[position]
            if mark == "." and kinds[position + 1] == NAME:
                position += 2
            elif mark == "[" or mark == "(":
                position = reader.skip(position)
            elif mark == "=" or mark == "+=":
                return position + 1
            else:
                return None
        return None

    def _assignment(self, start: int, after: int) -> int:
        pairs = zip(self._kinds[start : after - 1], self._texts[start : after - 1], strict=True)
        names = [text for kind, text in pairs if kind not in (MARK, NUMBER) or text == "["]
        name = ".".join(names).replace(".[.", "[].").replace(".[", "[]")
        if after < self._end and self._texts[after] == "function" and self._kinds[after] == NAME:
            return self._body_of(after, self._end, name.rsplit(".", 1)[-1])
        if (arrow := self._arrow_with_body(after)) is not None:
            return self._body_of(arrow, self._end, name.rsplit(".", 1)[-1])
        value, position = self._reader.value(after)
        if self._texts[after - 1] == "+=":
            value = joined([Variable(name), value])
        self._step(name, (value,), is_call=False)
        return max(position, after)

    def _arrow_with_body(self, position: int) -> int | None:
        """Return the position of the arrow of a function that stands at a position; None if none does."""
        reader = self._reader
        position += position < self._end and self._texts[position] == "async"
        behind = reader.skip(position) if reader.at(position, "(") else position + 1
        return behind if reader.at(behind, "=>") and reader.at(behind + 1, "{") else None

    def _body_of(self, position: int, end: int, name: str) -> int:
        """Read a function that stands at a position; return the position behind it."""
        kinds, texts, reader = self._kinds, self._texts, self._reader
        start = position
        position += 1
        if position < end and kinds[position] == NAME:
            name = texts[position]
            position += 1
        parameters: tuple[str, ...] = ()
        if reader.at(position, "("):
            behind = reader.skip(position)
            inside = range(position + 1, min(behind - 1, self._end))
            parameters = tuple(texts[place] for place in inside if kinds[place] == NAME)
            position = behind
        elif texts[start] == "=>":
            parameters = self._arrow_parameters(start)
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
                position if position < end and self._texts[position] in _TESTS else self._one(position, end)
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
            if self._kinds[stop] == MARK and self._texts[stop] in "([{":
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

    def _arrow_parameters(self, arrow: int) -> tuple[str, ...]:
        if arrow and self._kinds[arrow - 1] == NAME:
            return (self._texts[arrow - 1],)
        names = []
        for place in range(arrow - 1, max(0, arrow - _LONGEST_PARAMETERS) - 1, -1):
            if self._kinds[place] == MARK and self._texts[place] == "(":
                break
            if self._kinds[place] == NAME:
                names.append(self._texts[place])
        return tuple(reversed(names))


def _counted(tokens: Tokens) -> set[str]:
    """Return the names that a script counts up or down."""
    found: set[str] = set()
    for position, mark in enumerate(() if _COUNTS.isdisjoint(tokens.marks) else tokens.marks):
        if mark in _COUNTS:
            beside = range(max(0, position - 1), min(position + 2, len(tokens.texts)))
            found.update(tokens.texts[place] for place in beside if tokens.kinds[place] == NAME)
    return found


def _constants(steps: list[Step], counted: set[str]) -> dict[str, Value]:
    """Return the variables that are assigned once, and to a number or a text."""
    found: dict[str, Value] = {}
    changed = counted | _from_answers(steps)
    for step in steps:
        if step.is_call or step.name == RETURN or len(found) >= _MOST_VARIABLES:
            continue
        value, name = step.values[0], step.name.removeprefix("window.").removeprefix("self.")
        if "location" in name.split("."):  # it leads away, and was another one before
            continue
        is_counted = isinstance(value, Variable) and value.name == step.name
        if name in found or name in step.parameters or is_counted:
            changed.add(name)
        elif isinstance(value, str | int | Joined | Variable | Called) and not isinstance(value, bool):
            found[name] = value
    return {name: value for name, value in found.items() if name not in changed}


def _starts(steps: Sequence[Step], constants: dict[str, Value]) -> dict[str, Value]:
    """Return the first literals that are assigned to variables which change."""
    found: dict[str, Value] = dict.fromkeys(_from_answers(steps))
    for step in steps:
        if not step.is_call and isinstance(step.values[0], str | int) and step.name not in constants:
            found.setdefault(step.name.removeprefix("window."), step.values[0])
    return found


def _from_answers(steps: Sequence[Step]) -> set[str]:
    """Return the variables that are null until an answer has their value: `from = null; from = d.from`."""
    empty: set[str] = set()
    answers: set[str] = set()
    found: set[str] = set()
    for step in steps:
        if step.is_call:
            continue
        value = step.values[0]
        if value is None:
            empty.add(step.name)
        elif type(value) is Called:  # const d = await r.json()
            answers.add(step.name)
        elif step.name in empty and type(value) is Variable:
            owner = value.name.partition(".")[0]
            found.update({step.name} if owner in answers or owner in step.parameters else ())
    return found
