"""Conditions on pages, such as `quality.chinese > .8 and published >= 2020`.

A condition is parsed into a function of a row and never becomes part of an SQL statement, so it means the
same on every database. Comparisons with a missing value are neither true nor false, as in SQL: a page is
chosen only where the whole condition is true. An empty text is missing, too: `author is not null`.

    or        a or b
    and       a and b
    not       not a, (a)
    compare   = == != <> < <= > >= contains, in (1, 2), is null, is not null

Texts stand in double or single quotes. Dates are compared as exactly as they are written: `published <= 2020`
includes all days of that year.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from topiccrawl.corpus.columns import ExportColumn, Kind, column, plain
from topiccrawl.errors import ExportError
from topiccrawl.messages import message, said

Test = Callable[[Mapping[str, Any]], bool | None]

_TOKEN = re.compile(
    r"""\s*(?:
        (?P<text>"[^"]*"|'[^']*')
      | (?P<date>\d{4}-\d{2}(?:-\d{2}(?:[T ]\d{2}(?::\d{2}){0,2})?)?)
      | (?P<number>[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)
      | (?P<word>[^\W\d]\w*(?:\.\w+)?)
      | (?P<sign><=|>=|==|!=|<>|=|<|>|\(|\)|,)
    )""",
    re.VERBOSE,
)
_DATE = re.compile(r"\d{4}(-\d\d(-\d\d([T ]\d\d(:\d\d){0,2}.*)?)?)?", re.ASCII)
_COMPARE: dict[str, Callable[[Any, Any], bool]] = {
    "=": operator.eq,
    "==": operator.eq,
    "!=": operator.ne,
    "<>": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
_DEEPEST = 100


class _Token(NamedTuple):
    kind: str
    text: str
    position: int


@dataclass(frozen=True)
class Condition:
    """A parsed condition.

    Attributes:
        text: as it was written.
        columns: the columns that it reads.
    """

    text: str
    columns: tuple[ExportColumn, ...]
    _test: Test

    def __call__(self, row: Mapping[str, Any]) -> bool:
        """Return whether a row of the database fulfils the condition."""
        return self._test(row) is True


def parse_condition(text: str) -> Condition:
    """Parse a condition.

    Raises:
        ExportError: it cannot be parsed, names an unknown column, or compares a number with a text; the
            message names the place.
    """
    parser = _Parser(text)
    test = parser.either(0)
    parser.expect_end()
    return Condition(text, tuple(parser.columns.values()), test)


class _Parser:
    """Recursive descent over the tokens of one condition."""

    def __init__(self, text: str) -> None:
        self.columns: dict[str, ExportColumn] = {}
        self._text = text
        self._tokens = list(_tokens(text))
        self._at = 0

    def either(self, depth: int) -> Test:
        """Parse parts joined by `or`."""
        parts = [self._both(depth)]
        while self._met("or"):
            parts.append(self._both(depth))
        return _joined(parts, True)

    def expect_end(self) -> None:
        """Check that nothing follows."""
        if self._next.kind != "end":
            raise self._error(message("expected `and`, `or` or the end"))

    def _both(self, depth: int) -> Test:
        parts = [self._negated(depth)]
        while self._met("and"):
            parts.append(self._negated(depth))
        return _joined(parts, False)

    def _negated(self, depth: int) -> Test:
        if depth > _DEEPEST:
            raise self._error(message("too many brackets"))
        if self._met("not"):
            return _opposite(self._negated(depth + 1))
        if self._met("("):
            inner = self.either(depth + 1)
            self._expect(")")
            return inner
        return self._comparison()

    def _comparison(self) -> Test:
        if self._next.kind != "word":
            raise self._error(message("expected a column"))
        try:
            chosen = column(self._next.text)
        except ExportError as error:
            raise self._error(said(error)) from None
        self.columns[chosen.name] = chosen
        self._at += 1
        if self._met("is"):
            negative = self._met("not")
            if not self._met("null"):
                raise self._error(message("expected `null`"))
            return lambda row: (chosen.value(row) in (None, "")) != negative
        if self._met("contains"):
            return self._contains(chosen)
        if self._met("in"):
            return self._one_of(chosen)
        sign = self._next.text
        if self._next.kind != "sign" or sign not in _COMPARE:
            raise self._error(message("expected a comparison such as `>=`, `contains`, `in` or `is null`"))
        self._at += 1
        return self._compare(chosen, sign)

    def _contains(self, chosen: ExportColumn) -> Test:
        if self._next.kind != "text":
            raise self._error(message("expected a text in quotes"))
        part = self._take().text

        def test(row: Mapping[str, Any]) -> bool | None:
            value = chosen.value(row)
            return None if value is None else part in str(plain(value))

        return test

    def _one_of(self, chosen: ExportColumn) -> Test:
        self._expect("(")
        parts = [self._compare(chosen, "=")]
        while self._met(","):
            parts.append(self._compare(chosen, "="))
        self._expect(")")
        return _joined(parts, True)

    def _compare(self, chosen: ExportColumn, sign: str) -> Test:
        literal, prepare = self._literal(chosen)
        compare = _COMPARE[sign]

        def test(row: Mapping[str, Any]) -> bool | None:
            value = chosen.value(row)
            return None if value is None else compare(prepare(value), literal)

        return test

    def _literal(self, chosen: ExportColumn) -> tuple[Any, Callable[[Any], Any]]:
        """Return the value to compare with, and a function that makes column values comparable to it."""
        token = self._next
        if chosen.kind in (Kind.DATE, Kind.TIME):
            if token.kind not in ("date", "number", "text") or not _DATE.fullmatch(token.text):
                raise self._error(
                    message("expected a date such as 2020 or 2020-05-31 for {name}", name=chosen.name)
                )
            written = self._take().text.replace("T", " ")
            return written, lambda value: str(plain(value)).replace("T", " ")[: len(written)]
        if chosen.kind in (Kind.NUMBER, Kind.INTEGER):
            if token.kind != "number":
                raise self._error(message("expected a number for {name}", name=chosen.name))
            return float(self._take().text), float
        if chosen.kind is Kind.FLAG:
            if token.kind != "word" or token.text.lower() not in ("true", "false"):
                raise self._error(message("expected true or false for {name}", name=chosen.name))
            return self._take().text.lower() == "true", bool
        if token.kind != "text":
            raise self._error(message("expected a text in quotes for {name}", name=chosen.name))
        return self._take().text, lambda value: str(plain(value))

    @property
    def _next(self) -> _Token:
        return self._tokens[self._at]

    def _take(self) -> _Token:
        token = self._next
        self._at += 1
        return token

    def _met(self, text: str) -> bool:
        """Pass over a word or sign if it is the next one."""
        is_next = self._next.kind in ("word", "sign") and self._next.text.lower() == text
        self._at += is_next
        return is_next

    def _expect(self, sign: str) -> None:
        if not self._met(sign):
            raise self._error(message("expected `{sign}`", sign=sign))

    def _error(self, problem: str) -> ExportError:
        return ExportError(
            "{text!r}, character {position}: {problem}",
            text=self._text,
            position=self._next.position + 1,
            problem=problem,
        )


def _tokens(text: str) -> list[_Token]:
    found, at, end = [], 0, len(text.rstrip())
    while at < end:
        match = _TOKEN.match(text, at)
        if match is None:
            raise ExportError("{text!r}, character {position}: cannot be read", text=text, position=at + 1)
        kind = str(match.lastgroup)
        value = match[kind]
        found.append(_Token(kind, value[1:-1] if kind == "text" else value, match.start(kind)))
        at = match.end()
    return [*found, _Token("end", "", end)]


def _joined(parts: list[Test], decisive: bool) -> Test:
    """Return the test that one part decides (`or`: True, `and`: False), in logic with an unknown value."""

    def test(row: Mapping[str, Any]) -> bool | None:
        found = [part(row) for part in parts]
        return decisive if decisive in found else None if None in found else not decisive

    return test


def _opposite(part: Test) -> Test:
    def test(row: Mapping[str, Any]) -> bool | None:
        found = part(row)
        return None if found is None else not found

    return test
