"""Tables of words and weights."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources.abc import Traversable

from topiccrawl.errors import TopicError
from topiccrawl.messages import message
from topiccrawl.text.files.limits import LONGEST_LINE, check_length
from topiccrawl.text.files.size_limit import read_bounded
from topiccrawl.text.files.utf8 import decode_utf8
from topiccrawl.text.normalise import normalise

_NUMBER_AT_END = re.compile(r"\s[-+]?(?:\d+\.?|\d*\.\d+)(?:[eE][-+]?\d+)?\s*$")


def read_text(file: Traversable, source: str) -> str:
    """Return the text of a UTF-8 file, without a byte order mark.

    Raises:
        TopicError: the file is missing, cannot be read or is not UTF-8.
    """
    try:
        data = read_bounded(file)
    except OSError as error:
        raise TopicError(
            "{source}: cannot be read ({reason})", source=source, reason=message(error.strerror or str(error))
        ) from None
    return decode_utf8(data, source, TopicError)


@dataclass(frozen=True)
class WordRow:
    """A row of a table.

    Attributes:
        line: its number in the file, from 1 on.
        fields: the columns as they are written.
    """

    line: int
    fields: tuple[str, ...]

    def field(self, column: int) -> str:
        """Return a column without blanks around it; empty if the row has no such column."""
        return self.fields[column].strip() if len(self.fields) > column else ""


def read_rows(file: Traversable, source: str) -> dict[str, WordRow]:
    """Read lines of a word, a tab and more columns; `#` comments are skipped.

    Words are normalised (NFKC, simplified).

    Raises:
        TopicError: unreadable file; empty, long or duplicate word; number that is not separated by a tab.
    """
    rows: dict[str, WordRow] = {}
    for number, line in enumerate(read_text(file, source).splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        where = f"{source}:{number}"
        check_length(line, where, most=LONGEST_LINE)
        fields = line.split("\t")
        word = normalise(fields[0]).strip()
        check_length(word, where)
        if not word:
            raise TopicError("{where}: the word is missing", where=where)
        check_tab(line, where)
        if word in rows:
            raise TopicError("{where}: {word!r} is in the table twice", where=where, word=word)
        rows[word] = WordRow(number, tuple(fields))
    return rows


def weights_of(rows: Mapping[str, WordRow], source: str, default: float, column: int = 1) -> dict[str, float]:
    """Return the weights in a column of a table.

    Args:
        rows: the table.
        source: its name in messages.
        default: the weight where the column is empty, or where there is no second column.
        column: its number, from 0 on.

    Raises:
        TopicError: a weight is negative or not a number, or a row has no such column, but it is not the
            second one.
    """
    weights = {}
    for word, row in rows.items():
        where = f"{source}:{row.line}"
        if column > 1 and len(row.fields) <= column:
            raise TopicError(
                "{where}: {word!r} has no raw weight: fit the weights of the topic again",
                where=where,
                word=word,
            )
        value = row.field(column)
        weights[word] = _weight(value, where) if value else default
    return weights


def read_words(file: Traversable, source: str, default: float, column: int = 1) -> dict[str, float]:
    """Return the weights in a column of a file, see `read_rows` and `weights_of`."""
    return weights_of(read_rows(file, source), source, default, column)


def numbers_table(numbers: Mapping[str, float]) -> str:
    r"""Return the rows that `read_numbers` reads.

    >>> numbers_table({"支部": 1.0, "任免": -0.25})
    '支部\t1\n任免\t-0.25\n'
    """
    return "".join(f"{word}\t{number:g}\n" for word, number in numbers.items())


def read_numbers(file: Traversable, source: str) -> dict[str, float]:
    """Return the numbers in the second column of a file, which may be under 0; see `read_rows`.

    Raises:
        TopicError: the file is damaged, or one is not a number; names file, line and value.
    """
    rows = read_rows(file, source)
    return {word: _number(row.field(1), f"{source}:{row.line}") for word, row in rows.items()}


def check_tab(line: str, where: str) -> None:
    """Check that a weight is separated by a tab, not by a blank.

    A word may contain blanks. A word that ends in a number needs a tab behind it.

    Raises:
        TopicError: a number follows a blank, and there is no tab.
    """
    if "\t" not in line and _NUMBER_AT_END.search(line):
        raise TopicError(
            "{where}: expected a word, a tab and a weight, found {line!r} without a tab",
            where=where,
            line=line.strip(),
        )


def _weight(value: str, where: str) -> float:
    weight = _number(value, where)
    if weight < 0:
        raise TopicError("{where}: weight {value!r} is not a number of at least 0", where=where, value=value)
    return weight


def _number(value: str, where: str) -> float:
    try:
        number = float(value)
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise TopicError("{where}: weight {value!r} is not a number", where=where, value=value)
    return number
