"""Read the values in the tokens of a script."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from topiccrawl.page.scripts.decoding import DECODERS
from topiccrawl.page.scripts.tokens import CLOSED, MARK, NAME, NUMBER, OPEN, STRING, Tokens, partners
from topiccrawl.page.scripts.values import (
    EITHER,
    PLACE,
    UNKNOWN,
    WHOLE,
    Called,
    Joined,
    Unknown,
    Value,
    Variable,
    joined,
    product,
)

_ENDS = frozenset({",", ";", ":", *CLOSED})
"""Marks behind a whole value."""
_END = ("",) * 4
"""Marks behind the last token, so that the tokens behind a position can be looked at."""
_SPREAD = [".", ".", "."]
_DEEPEST = 40
"""Brackets within brackets that are read; deeper ones give `UNKNOWN`."""
_MOST_OPERATORS = 60
"""Operators that wait for each other's values, such as those of `a || b || c`; more give `UNKNOWN`."""
_PREFIXES = {"new": 0, "typeof": 0, "void": 0, "await": 0, "!": 0, "+": 0, "++": 1, "--": -1}
"""What stands before an operand, with what it adds to it."""
_COMPARING = frozenset({"==", "===", "!=", "!==", "<", ">", "<=", ">="})
_WORDS: Mapping[str, Value] = {"true": True, "false": False, "null": None, "undefined": None}
_STATEMENTS = frozenset({"return", "if", "for", "while", "else", "var", "let", "const", "case"})
_NO_VARIABLES = frozenset({*_PREFIXES, *_WORDS, *_STATEMENTS, "function"})
_PASSING = (
    "encodeURI",
    "encodeURIComponent",
    "String",
    "escape",
    "unescape",
    "decodeURI",
    "toString",
    "trim",
)
"""Functions whose value is that of their argument or, behind a dot, of what stands before it."""

_OF_SUBJECT = frozenset(
    {"slice", "substr", "substring", "split", "pop", "replace", "val", "text", "html", "get"}
    | {"serialize", "serializeArray", "serializeObject"}
)
"""Functions whose value depends on what stands before them: it becomes their first argument."""
_LOOPS = frozenset({"forEach", "map"})
"""Functions of an array; one that is written down becomes their first argument."""
_MEMBERS = {"value": "val", "textContent": "text", "innerText": "text", "innerHTML": "text"}
"""Members of elements, with the functions that give the same."""


class Reader:
    """Reads the values in the tokens of a script.

    Args:
        tokens: of the script.
        called: is given every call that is read.

    Attributes:
        marks: of the tokens, with some behind the last one.
        functions: positions of functions that stand inside values and have not been read.
        returned: texts behind the arrows that were read, with the positions of those.
    """

    def __init__(self, tokens: Tokens, called: Callable[[Called], None]) -> None:
        self._kinds, self._texts = tokens.kinds, tokens.texts
        self.marks = [*tokens.marks, *_END]
        self._end = len(tokens.texts)
        self._called = called
        self._depth = 0
        self._operators = 0
        self._behind_partner = partners(tokens.marks)
        self.functions: list[int] = []
        self.returned: list[tuple[int, Joined]] = []

    def take_returned(self) -> list[tuple[int, Joined]]:
        """Return the texts behind the arrows that were read, and forget them."""
        found, self.returned = self.returned, []
        return found

    def at(self, position: int, mark: str) -> bool:
        """Return whether an operator or bracket stands at a position."""
        return self.marks[position] == mark

    def value(self, position: int) -> tuple[Value, int]:
        """Return the value that begins at a position, and the position behind it."""
        behind = position + 1
        if behind < self._end and self.marks[behind] in _ENDS:  # most values stand alone
            kind, text = self._kinds[position], self._texts[position]
            if kind == STRING:
                return text, behind
            if kind == NUMBER:
                return _number(text), behind
            if kind == NAME and text not in _NO_VARIABLES:
                return Variable(text), behind
        if self._operators >= _MOST_OPERATORS:
            return UNKNOWN, position
        self._operators += 1
        found = self._sum(position)
        self._operators -= 1
        return found

    def _sum(self, position: int) -> tuple[Value, int]:
        marks = self.marks
        first, position = self._product(position)
        mark = marks[position]
        if mark in _ENDS:
            return first, position
        if mark != "+" and mark != "-":
            return self._rest(first, position)
        parts = [first]
        minus = False
        while marks[position] in ("+", "-"):
            negative = marks[position] == "-"
            part, position = self._product(position + 1)
            minus |= negative
            if negative and not isinstance(part, int):
                part = UNKNOWN
            parts.append(-part if negative and isinstance(part, int) else part)
        only_numbers = all(isinstance(part, int | Variable) for part in parts)
        return self._rest(joined(parts) if only_numbers or not minus else UNKNOWN, position)

    def _product(self, position: int) -> tuple[Value, int]:
        value, position = self._operand(position)
        while self.marks[position] == "*":
            other, position = self._operand(position + 1)
            value = product((value, other))
        return value, position

    def _rest(self, value: Value, position: int) -> tuple[Value, int]:
        """Return a value, unless an operator behind it makes another one of it."""
        mark = self.marks[position]
        if mark == "++" or mark == "--":
            position += 1
            mark = self.marks[position]
        if mark == "||" or mark == "??":
            other, position = self.value(position + 1)
            if isinstance(value, Called):  # what it gives is known, or not, when the page is
                return Called(EITHER, (value, other)), position
            return (other if isinstance(value, Variable | Unknown) or not value else value), position
        while position < self._end and self._texts[position] in _COMPARING:
            _, position = self._operand(position + 1)
        if self.at(position, "?"):
            first, position = self.value(position + 1)
            if self.at(position, ":"):
                second, position = self.value(position + 1)
                return (second if isinstance(second, Joined) else first), position
        end = position
        while end < self._end:
            kind, text = self._kinds[end], self._texts[end]
            if kind == MARK and text in _ENDS:
                break
            if kind != MARK and end == position:
                return value, position  # the next statement, on a line of its own
            if text == "=>" and self.at(end + 1, "{"):
                self.functions.append(end)
                return UNKNOWN, self.skip(end + 1)
            if text == "=>":
                returned, behind = self.value(end + 1)
                if isinstance(returned, Joined):
                    self.returned.append((end, returned))
                return UNKNOWN, behind
            before = end
            if kind != MARK or text in OPEN:
                _, end = self._operand(end)
            end += end == before
        return (value if end == position else UNKNOWN), end

    def _operand(self, position: int) -> tuple[Value, int]:
        if position >= self._end:
            return UNKNOWN, position
        kind, text = self._kinds[position], self._texts[position]
        if kind == STRING:
            return self._behind(text, position + 1)
        if text in _PREFIXES:
            return self._prefixed(position)
        if kind == NUMBER:
            return _number(text), position + 1
        if kind == NAME:
            return self._named(position)
        if text == "[":
            items, position = self.group(position)
            return self._behind(items, position)
        if text == "{":
            return self._object(position)
        if text == "(":
            items, position = self.group(position)
            return self._behind(items[0] if len(items) == 1 else UNKNOWN, position)
        if text == "-" and position + 1 < self._end and self._kinds[position + 1] == NUMBER:
            return -_number(self._texts[position + 1]), position + 2
        return UNKNOWN, position if text in CLOSED or text in ",;" else position + 1

    def _prefixed(self, position: int) -> tuple[Value, int]:
        """Return the operand behind `++`, `new` and their like, of which there may be any number."""
        change = 0
        is_changed = False
        while position < self._end and self._kinds[position] != STRING:
            added = _PREFIXES.get(self._texts[position])
            if added is None:
                break
            change, is_changed = change + added, is_changed or added != 0
            position += 1
        negates = self.marks[position - 1] == "!"
        value, position = self._operand(position)
        if negates and isinstance(value, int):  # `!0` and `!1`, which compilers write for true and false
            return not value, position
        if not is_changed:
            return value, position
        return joined([value, change]) if isinstance(value, Variable) else UNKNOWN, position

    def _named(self, position: int) -> tuple[Value, int]:
        name = self._texts[position]
        if name == "function":
            return UNKNOWN, self._function(position)
        if name in _STATEMENTS:
            return UNKNOWN, position
        if name in _WORDS:
            return _WORDS[name], position + 1
        name, position = self._dotted(name, position + 1)
        if self.at(position, "("):
            return self._call(name, None, position)
        return self._behind(Variable(name), position)

    def _dotted(self, name: str, position: int) -> tuple[str, int]:
        while self.marks[position] == "." and position + 1 < self._end and self._kinds[position + 1] == NAME:
            name = f"{name}.{self._texts[position + 1]}"
            position += 2
        return name, position

    def _call(self, name: str, before: Value, position: int) -> tuple[Value, int]:
        items, position = self.group(position)
        if name == "Array" and not (len(items) == 1 and isinstance(items[0], int)):
            return self._behind(items, position)
        call = Called(name, tuple(items))
        if name in _LOOPS and isinstance(before, list):
            call = Called(f"[].{name}", (before, *items))
        self._called(call)
        last = name.rsplit(".", 1)[-1]
        if items and isinstance(items[0], str) and (decode := DECODERS.get(last)):
            return self._behind(decode(items[0]) or call, position)
        if last in _PASSING and (items or before is not None):
            value = items[0] if items else before
            return self._behind(_encoded(value) if last == "encodeURIComponent" else value, position)
        if last == "concat" and isinstance(before, str | Joined):  # how compilers write a template
            return self._behind(joined([before, *items]), position)
        if last == "join" and isinstance(before, list) and isinstance(between := (*items, ",")[0], str):
            parts = [part for item in before for part in (between, item)]
            return self._behind(joined(["", *parts[1:]]), position)
        if name == "index" and before is not None and not items:  # $(this).index() + 1
            return self._behind(Variable(PLACE, -1), position)
        if last in _OF_SUBJECT and (before is not None or "." in name):
            subject = before if before is not None else Variable(name.rsplit(".", 1)[0])
            call = Called(last, (subject, *items))
        return self._behind(call, position)

    def _behind(self, value: Value, position: int) -> tuple[Value, int]:
        """Read what follows a value with a dot or in brackets: methods of it, or one of its items."""
        marks = self.marks
        while True:
            mark = marks[position]
            if mark == "." and position + 1 < self._end:
                name, after = self._dotted(self._texts[position + 1], position + 2)
                if self.at(after, "("):
                    owner, _, verb = name.partition(".")
                    if owner in _MEMBERS and verb:
                        value, name = _member(value, owner), verb
                    return self._call(name, value, after)
                value = _member(value, name)
                position = after
            elif mark == "[" and not isinstance(value, list | str):
                items, position = self.group(position)
                value = _item(value, items[0] if items else None)
            else:
                return value, position

    def group(self, position: int) -> tuple[list[Value], int]:
        """Return the values between the bracket at a position and its partner, and the position behind."""
        items: list[Value] = []
        end = OPEN[self._texts[position]]
        if self._depth >= _DEEPEST:
            return [UNKNOWN], self.skip(position)
        self._depth += 1
        position += 1
        while position < self._end:
            mark = self.marks[position]
            if mark == end:
                position += 1
                break
            if mark == "," or mark == ";":
                position += 1
                continue
            before = position
            value, position = self.value(position)
            items.append(value)
            if position == before:
                if self._texts[position] in CLOSED:  # not ours: a bracket is missing
                    position += 1
                    break
                position += 1
        self._depth -= 1
        return items, position

    def _object(self, position: int) -> tuple[Value, int]:
        """Return the object literal at a position; `UNKNOWN` if the bracket opens a block of statements."""
        if self._depth >= _DEEPEST:
            return UNKNOWN, self.skip(position)
        self._depth += 1
        found: dict[str, Value] = {}
        position += 1
        marks = self.marks
        while position < self._end and marks[position] != "}":
            if marks[position] == ",":
                position += 1
                continue
            if marks[position : position + 3] == _SPREAD:
                found[f"{WHOLE}{len(found)}"], position = self.value(position + 3)
                continue
            if marks[position + 1] == ":" and self._kinds[position] != MARK:
                key, before = self._texts[position], position + 2
                found[key], position = self.value(before)
                if position == before:
                    break
                continue
            if self._kinds[position] == NAME and marks[position + 1] in (",", "}"):
                found[self._texts[position]] = Variable(self._texts[position])
                position += 1
                continue
            if self._kinds[position] == NAME and self._texts[position] == "async":
                position += 1
            if (behind := self._method(position)) is None:
                break
            position = behind
        self._depth -= 1
        return found, position + 1 if self.at(position, "}") else position

    def _method(self, position: int) -> int | None:
        """Return the position behind `name() {..}` in an object, to be read later; None for anything else."""
        if not self.at(position + 1, "(") or self._kinds[position] != NAME:
            return None
        behind = self.skip(position + 1)
        if not self.at(behind, "{"):
            return None
        self.functions.append(position)
        return self.skip(behind)

    def _function(self, position: int) -> int:
        """Return the position behind a function, and remember to read its body."""
        self.functions.append(position)
        position += 1
        while position < self._end and not self.at(position, "("):
            position += 1
        if position < self._end:
            position = self.skip(position)
        return self.skip(position) if self.at(position, "{") else position

    def skip(self, position: int) -> int:
        """Return the position behind the partner of the bracket at a position."""
        return self._behind_partner.get(position, self._end)


def _member(value: Value, name: str) -> Value:
    """Return a member of a value, such as what an element of the page holds."""
    if isinstance(value, Variable):
        return Variable(f"{value.name}.{name}")
    if isinstance(value, Called) and name in _MEMBERS:
        return Called(_MEMBERS[name], (value,))
    if isinstance(value, Called) and name.startswith("dataset."):
        return Called("data", (name.removeprefix("dataset."),))
    if isinstance(value, Called) and not value.values:
        return Called(value.name, (name,))
    return UNKNOWN


def _item(value: Value, index: Value) -> Value:
    """Return an item of a value: of the parameters of an address, of a text that is split, of elements."""
    if isinstance(value, Variable) and index is not None:
        return Variable(f"{value.name}[]")
    if isinstance(value, Called) and isinstance(index, str) and not value.values:
        return Called(value.name, (index,))
    if isinstance(value, Called) and type(index) is int:
        return Called("item", (value, index)) if value.name == "split" else value
    return UNKNOWN


def _number(text: str) -> int | float:
    try:
        return int(text, 16) if text[:2] in ("0x", "0X") else int(text)
    except ValueError:
        return float(text) if len(text) < 20 else 0


def _encoded(value: Value) -> Value:
    """Return a value as in the query of a URL: with codes for marks that may not stand there."""
    if isinstance(value, Joined):
        return Joined(tuple(map(_encoded, value.parts)))
    return _NO_MARK_OF_QUERY.sub(_code, value) if isinstance(value, str) else value


def _code(mark: re.Match[str]) -> str:
    return f"%{ord(mark[0]):02X}"


_NO_MARK_OF_QUERY = re.compile(r"[%'\"<>&\s]", re.ASCII)
