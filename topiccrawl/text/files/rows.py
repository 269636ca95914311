"""Rows of JSON lines, CSV and Parquet files, each with its place; bad rows are named and skipped."""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import IO, Any, cast

from topiccrawl.errors import TextError
from topiccrawl.messages import Message, message
from topiccrawl.text.files.child import ChildError
from topiccrawl.text.files.decompression import decompress
from topiccrawl.text.files.parquet import parquet_rows

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

JSON_NAMES = (".jsonl", ".ndjson", ".jsonl.gz", ".jsonl.zst")
"""Endings of files with a JSON object in each line."""
ROW_NAMES = (*JSON_NAMES, ".csv", ".parquet")
"""Endings of all files of rows."""
LONGEST_LINE = 20_000_000
"""Bytes of a line; a longer one is no page, and is skipped without being kept in memory."""

Row = Mapping[str, Any]


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
    return _csv_rows(file) if name.endswith(".csv") else _json_rows(file)


def _json_rows(file: Path) -> Iterator[tuple[str, Row | Message]]:
    for number, line in _lines(file):
        place = f"{file}:{number}"
        if isinstance(line, Message):
            yield place, line
        elif line.strip():
            yield place, _json_row(line, place)


def _json_row(line: str, place: str) -> Row | Message:
    try:
        row = json.loads(line)
    except (ValueError, RecursionError) as error:
        return message("{place}: no JSON: {error}", place=place, error=error)
    if not isinstance(row, dict):
        return message("{place}: expected an object with url, title and text", place=place)
    return row if "\\u" not in line else _without_half_pairs(row, place)


def _without_half_pairs(row: Row, place: str) -> Row | Message:
    """Return the row, unless a text in it has half of a surrogate pair: no database takes it."""
    try:
        json.dumps(row, ensure_ascii=False).encode()
    except (UnicodeEncodeError, RecursionError):
        return message("{place}: a text has half of a surrogate pair", place=place)
    return row


def _csv_rows(file: Path) -> Iterator[tuple[str, Row | Message]]:
    unread: list[tuple[str, Message]] = []

    def texts() -> Iterator[str]:
        for number, line in _lines(file):
            if isinstance(line, Message):
                unread.append((f"{file}:{number}", line))
            yield "\n" if isinstance(line, Message) else line

    reader = csv.reader(texts())
    csv.field_size_limit(LONGEST_LINE)
    names: list[str] = []
    while True:
        place = f"{file}:{reader.line_num + 1}"
        try:
            values = next(reader, None)
        except csv.Error as error:
            yield place, message("{source}: no line of a table ({error})", source=place, error=error)
            continue
        yield from unread
        unread.clear()
        if values is None:
            return
        if not names:
            names = [name.strip() for name in values]
        elif values and len(values) != len(names):
            yield (
                place,
                message(
                    "{place}: {count} values, but the first line names {expected}",
                    place=place,
                    count=len(values),
                    expected=len(names),
                ),
            )
        elif values:
            yield place, dict(zip(names, values, strict=True))


def _parquet_rows(file: Path) -> Iterator[tuple[str, Row | Message]]:
    try:
        for number, row in enumerate(parquet_rows(file), 1):
            yield f"{file}:{number}", _without_half_pairs(row, f"{file}:{number}")
    except ChildError as error:
        raise TextError(
            message("{file}: no Parquet file that can be read: {error}", file=file, error=error)
        ) from error


def _lines(file: Path) -> Iterator[tuple[int, str | Message]]:
    """Yield numbers and lines, never holding more than `LONGEST_LINE` bytes."""
    number = 0
    try:
        with file.open("rb") as raw, closing(_unpacked(raw, file.name.lower())) as stream:
            while line := stream.readline(LONGEST_LINE + 1):
                number += 1
                if len(line) > LONGEST_LINE:
                    while line and not line.endswith(b"\n"):
                        line = stream.readline(LONGEST_LINE)
                    text = message(
                        "{place}: longer than {count:,} bytes", place=f"{file}:{number}", count=LONGEST_LINE
                    )
                    yield number, text
                    continue
                try:
                    yield number, line.decode("utf-8-sig" if number == 1 else "utf-8")
                except UnicodeDecodeError as error:
                    yield (
                        number,
                        message("{place}: not UTF-8: {error}", place=f"{file}:{number}", error=error.reason),
                    )
    except (OSError, EOFError, zstd.ZstdError) as error:
        raise TextError(message("{file}: cannot be read: {error}", file=file, error=error)) from error


def _unpacked(raw: IO[bytes], name: str) -> IO[bytes]:
    if name.endswith(".zst"):
        return cast("IO[bytes]", zstd.open(raw, "rb"))
    return decompress(raw, ".gz" if name.endswith(".gz") else "")
