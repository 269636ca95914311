"""Read tables with tabs or commas, in the encodings that spreadsheets write."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterator
from io import StringIO

from topiccrawl.messages import message
from topiccrawl.text.files.binary_detection import reason_not_text

_DELIMITERS = "\t,;"
_UTF_16 = (b"\xff\xfe", b"\xfe\xff")
_QUOTED = re.compile(r'"((?:[^"]|"")*)"')


def read_table_rows(
    data: bytes, source: object, refused: Callable[[str], Exception], *, lone_quotes: bool = False
) -> Iterator[tuple[int, list[str]]]:
    r"""Yield the line number and the values of each row of a table.

    Encodings: UTF-8, UTF-16 with a byte order mark (Excel's "Unicode text") and GB18030 (Excel on a Chinese
    system). The delimiter is that of the first line: a tab, else a comma or a semicolon. Quoted values may
    contain it.

    Args:
        data: content of the file.
        source: name of the file in messages.
        refused: creates the error to raise from a message.
        lone_quotes: whether values may begin with a quotation mark that is not closed, as in tables that no
            spreadsheet wrote. This holds for tables with the same number of tabs in every line.

    Raises:
        Exception: created by `refused`, with file, line and value, when the data is not a table.

    >>> list(read_table_rows("word,pick\n党员,y\n".encode("gb18030"), "words.csv", ValueError))
    [(1, ['word', 'pick']), (2, ['党员', 'y'])]
    """
    text = _decoded(data, source, refused)
    first = text.partition("\n")[0]
    delimiter = next((char for char in _DELIMITERS if char in first), "\t")
    if lone_quotes and delimiter == "\t" and _has_row_in_each_line(text):
        yield from _split_lines(text, source, refused)
        return
    # Strict: otherwise an unclosed quotation mark would make the rest of the file one value.
    reader = csv.reader(StringIO(text, newline=""), delimiter=delimiter, strict=True)
    number = 1
    while True:
        try:
            values = next(reader, None)
        except csv.Error as error:
            raise refused(
                message(
                    "{source}:{number}: no line of a table ({error})",
                    source=source,
                    number=number,
                    error=error,
                )
            ) from None
        if values is None:
            return
        yield number, values
        number = reader.line_num + 1


def _has_row_in_each_line(text: str) -> bool:
    """Return whether all lines have the same number of tabs, so that no value continues on the next line."""
    return len({line.count("\t") for line in StringIO(text, newline=None) if line.strip()}) <= 1


def _split_lines(
    text: str, source: object, refused: Callable[[str], Exception]
) -> Iterator[tuple[int, list[str]]]:
    limit = csv.field_size_limit()
    for number, line in enumerate(StringIO(text, newline=None), 1):
        values = line.rstrip("\n").split("\t")
        if max(map(len, values)) > limit:
            raise refused(
                message(
                    "{source}:{number}: no line of a table (field larger than field limit ({limit}))",
                    source=source,
                    number=number,
                    limit=limit,
                )
            )
        yield number, [_unquoted(value) for value in values]


def _unquoted(value: str) -> str:
    quoted = _QUOTED.fullmatch(value)
    return quoted[1].replace('""', '"') if quoted else value


def _decoded(data: bytes, source: object, refused: Callable[[str], Exception]) -> str:
    if data.startswith(_UTF_16):
        try:
            return data.decode("utf-16")
        except UnicodeDecodeError as error:
            raise refused(
                message(
                    "{source}: expected UTF-16 by its byte order mark ({reason})",
                    source=source,
                    reason=error.reason,
                )
            ) from None
    if data.strip() and (reason := reason_not_text(data)):
        raise refused(message("{source}: no table: {reason}", source=source, reason=reason))
    for encoding in ("utf-8-sig", "gb18030"):
        try:
            return data.decode(encoding)
        except UnicodeDecodeError as error:
            line, byte = error.object.count(b"\n", 0, error.start) + 1, error.object[error.start]
    raise refused(
        message(
            "{source}:{line}: expected UTF-8, UTF-16 or GB18030, found the byte {byte:#04x}",
            source=source,
            line=line,
            byte=byte,
        )
    )
