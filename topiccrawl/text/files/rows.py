"""Rows of JSON, CSV and Parquet files, each with its place; bad rows are named and skipped."""

from __future__ import annotations

import csv
import json
import re
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from topiccrawl.errors import TextError
from topiccrawl.messages import Message, message
from topiccrawl.text.files.child import ChildError
from topiccrawl.text.files.decompression import decompress
from topiccrawl.text.files.parquet import parquet_rows
from topiccrawl.text.files.size_limit import read_bounded

JSON_NAMES = (".jsonl", ".jl", ".ndjson", ".jsonl.gz", ".jsonl.zst")
"""Endings of files with a JSON object in each line."""
ROW_NAMES = (*JSON_NAMES, ".json", ".csv", ".parquet")
"""Endings of all files of rows."""
LONGEST_LINE = 20_000_000
"""Bytes of a line; a longer one is no page, and is skipped without being kept in memory."""
MOST_VALUES = 1_000_000
"""Lists and objects of a JSON text; each takes some 60 bytes of memory, and a row of a page has a few."""
_LONGEST_LIST = 100_000_000
"""Bytes of a list of objects, which is in memory as a whole; longer ones belong into JSON lines."""
_SAMPLE = 1_000_000
_BETWEEN = re.compile(r"[\[\],\s]*")
_OBJECT = re.compile(r"(?:\n\s*|\},\s*)\{")
"""Where the next object of a list begins behind one that is none."""
_DELIMITERS = ",\t;"

if TYPE_CHECKING:
    from io import BufferedReader

Row = Mapping[str, Any]
Place = Callable[[int], str]
"""Names the place of a line, by its number."""


def file_rows(file: Path) -> Iterator[tuple[str, Row | Message]]:
    """Yield the place of each row, for messages, and the row or what is wrong with it.

    Args:
        file: its name ends with one of `ROW_NAMES`.

    Raises:
        TextError: the file cannot be read on.
        MissingExtraError: the format needs a package that is not installed.
    """
    name = file.name.lower()
    if name.endswith(".parquet"):
        return _parquet_rows(file)
    if name.endswith(".json"):
        return _array_rows(file)
    return _csv_rows(file) if name.endswith(".csv") else _json_rows(file)


def _json_rows(file: Path) -> Iterator[tuple[str, Row | Message]]:
    for number, line in numbered_lines(file, blank=b" \t\r\n"):
        if isinstance(line, Message):
            yield f"{file}:{number}", line
        elif line.strip():
            place = f"{file}:{number}"
            yield place, json_object(line, place)


def _array_rows(file: Path) -> Iterator[tuple[str, Row | Message]]:
    """Yield the objects of a file that holds one, or a list of them, as Scrapy writes it."""
    try:
        text = read_bounded(file, _LONGEST_LIST).removeprefix(b"\xef\xbb\xbf").decode().strip()
    except (OSError, UnicodeDecodeError) as error:
        raise TextError("{file}: cannot be read: {error}", file=file, error=error) from error
    if text.count("[") + text.count("{") > MOST_VALUES:
        raise TextError("{place}: more than {most:,} lists and objects", place=file, most=MOST_VALUES)
    decoder, at, line, counted = json.JSONDecoder(), 0, 1, 0
    while (at := _BETWEEN.match(text, at).end()) < len(text):  # type: ignore[union-attr]
        line, counted = line + text.count("\n", counted, at), at
        place = f"{file}:{line}"
        try:
            end = decoder.raw_decode(text, at)[1]
        except (ValueError, RecursionError) as error:
            yield place, message("{place}: no JSON: {error}", place=place, error=error)
            following = _OBJECT.search(text, at + 1)
            at = len(text) if following is None else following.end() - 1
            continue
        yield place, json_object(text[at:end], place)
        at = end
    if text[:1] == "[" and text[-1] != "]":
        place = f"{file}:{line}"
        yield place, message("{place}: the list does not end", place=place)


def json_object(text: str, place: str) -> Row | Message:
    """Return an object of a JSON text, or what is wrong with it, for messages with its place."""
    if text.count("[") + text.count("{") > MOST_VALUES:
        return message("{place}: more than {most:,} lists and objects", place=place, most=MOST_VALUES)
    try:
        row = json.loads(text)
    except (ValueError, RecursionError) as error:
        return message("{place}: no JSON: {error}", place=place, error=error)
    if not isinstance(row, dict):
        return message("{place}: expected an object with url, title and text", place=place)
    return row if "\\u" not in text else _without_half_pairs(row, place)


def _without_half_pairs(row: Row, place: str) -> Row | Message:
    """Return the row, unless a text in it has half of a surrogate pair: no database takes it."""
    try:
        json.dumps(row, ensure_ascii=False).encode()
    except (UnicodeEncodeError, RecursionError):
        return message("{place}: a text has half of a surrogate pair", place=place)
    return row


def _csv_rows(file: Path) -> Iterator[tuple[str, Row | Message]]:
    before = csv.field_size_limit(LONGEST_LINE)  # of the whole process
    try:
        yield from _csv_records(file)
    finally:
        csv.field_size_limit(before)


def _csv_records(file: Path) -> Iterator[tuple[str, Row | Message]]:
    names: list[str] = []
    lines = _Lines(numbered_lines(file, _encoding(file)))
    while (start := lines.first()) is not None:
        number, line = start
        place = f"{file}:{number}"
        if isinstance(line, Message):
            lines.take(1)
            yield place, line
            continue
        if not names:
            delimiter = max(_DELIMITERS, key=line.count)
        record, taken, problem = lines.record(delimiter)
        if not problem and names and record and len(record) != len(names):
            problem = message(
                "{count} values, but the first line names {expected}", count=len(record), expected=len(names)
            )
        if problem:  # a quotation mark that is not closed must not swallow the next rows
            lines.take(1)
            yield place, message("{place}: {problem}", place=place, problem=problem)
            continue
        lines.take(taken)
        if not names:
            names = [name.strip() for name in record]
        elif record:
            yield place, dict(zip(names, record, strict=True))


class _Lines:
    """Numbered lines that are looked at before they are taken."""

    def __init__(self, lines: Iterator[tuple[int, str | Message]]) -> None:
        self._lines = lines
        self._held: deque[tuple[int, str | Message]] = deque()

    def first(self) -> tuple[int, str | Message] | None:
        return next(self._ahead(), None)

    def take(self, count: int) -> None:
        for _ in range(count):
            self._held.popleft()

    def record(self, delimiter: str) -> tuple[list[str], int, object]:
        """Return the values of a row, the number of its lines, and what is wrong with it."""
        reader = csv.reader(self._texts(), delimiter=delimiter, strict=True)
        try:
            return next(reader, []), reader.line_num, ""
        except csv.Error as error:
            return [], 1, message("no line of a table ({error})", error=error)

    def _texts(self) -> Iterator[str]:
        size = 0
        for _, line in self._ahead():
            size += len(line)
            if isinstance(line, Message) or size > LONGEST_LINE:
                return
            yield line

    def _ahead(self) -> Iterator[tuple[int, str | Message]]:
        yield from self._held
        for line in self._lines:
            self._held.append(line)
            yield line


def _encoding(file: Path) -> str:
    """Return the encoding of a CSV file: GB18030 if more of its first lines are in it than in UTF-8.

    Raises:
        TextError: it is UTF-16.
    """
    with file.open("rb") as stream:
        sample = stream.read(_SAMPLE)
    if sample.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise TextError("{file}: is UTF-16; save it as CSV in UTF-8", file=file)
    if sample.startswith(b"\xef\xbb\xbf"):
        return "utf-8"
    in_utf8 = in_gb = 0
    for line in sample.split(b"\n")[:-1] or [sample]:
        if line.isascii():
            continue
        if _is(line, "utf-8"):
            in_utf8 += 1
        else:
            in_gb += _is(line, "gb18030")
    return "gb18030" if in_gb > in_utf8 else "utf-8"


def _is(line: bytes, encoding: str) -> bool:
    try:
        line.decode(encoding)
    except UnicodeDecodeError:
        return False
    return True


def _parquet_rows(file: Path) -> Iterator[tuple[str, Row | Message]]:
    try:
        for number, row in enumerate(parquet_rows(file), 1):
            place = f"{file}:{number}"
            if isinstance(row, str):
                yield place, message("{place}: {problem}", place=place, problem=row)
            else:
                yield place, _without_half_pairs(row, place)
    except ChildError as error:
        raise TextError(
            "{file}: no Parquet file that can be read: {error}", file=file, error=error
        ) from error


def numbered_lines(
    file: Path, encoding: str = "utf-8", blank: bytes = b"\r\n"
) -> Iterator[tuple[int, str | Message]]:
    """Yield numbers and lines, those of `blank` together; never hold more than `LONGEST_LINE` bytes."""
    name, number = file.name.lower(), 0
    try:
        with file.open("rb") as raw, closing(decompress(raw, f".{name.rpartition('.')[2]}")) as opened:
            stream = cast("BufferedReader", opened)
            while line := stream.readline(LONGEST_LINE + 1):
                number += 1
                if len(line) > LONGEST_LINE:
                    while line and not line.endswith(b"\n"):
                        line = stream.readline(LONGEST_LINE)
                    place = f"{file}:{number}"
                    problem = message("{place}: longer than {count:,} bytes", place=place, count=LONGEST_LINE)
                    yield number, problem
                    continue
                line = line.removeprefix(b"\xef\xbb\xbf" if number == 1 else b"")
                if not line.strip(blank):
                    ahead = stream.peek()
                    empty = len(ahead) - len(ahead.lstrip(blank))
                    line += stream.read(ahead.rfind(b"\n", 0, empty) + 1)
                try:
                    yield number, line.decode(encoding)
                except UnicodeDecodeError as error:
                    problem = message(
                        "{place}: not {encoding}: {error}",
                        place=f"{file}:{number}",
                        encoding=encoding.upper(),
                        error=error.reason,
                    )
                    yield number, problem
                number += max(0, line.count(b"\n") - 1)
    except (OSError, EOFError) as error:
        raise TextError("{file}: cannot be read: {error}", file=file, error=error) from error
