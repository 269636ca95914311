"""Tables that are uploaded or downloaded: CSV, tab-separated text, Excel; and the words of one."""

from __future__ import annotations

import csv
import importlib
from collections.abc import Iterable, Sequence
from io import BytesIO, StringIO

from topiccrawl.admin.web.language import marked
from topiccrawl.errors import AdminError
from topiccrawl.text.display import spreadsheet_cell
from topiccrawl.text.encodings.encoding import decode_html
from topiccrawl.text.files.excel import excel_rows
from topiccrawl.text.files.limits import LONGEST_CELL

_MOST_ROWS = 100_000
_HEADERS = frozenset({"word", "词", "主题词", "词语", "关键词"})


def read_words(name: str, data: bytes) -> str:
    """Return the first two columns of a file, words and weights, as lines for `typed_words`; no header.

    Raises:
        AdminError: the file cannot be read.
    """
    lines: list[str] = []
    for row in table_rows(name, data):
        word, weight = [*(" ".join(str(cell).split()) for cell in row[:2]), "", ""][:2]
        word = word.lstrip("'")
        if word and not word.startswith("#") and (lines or word.lower() not in _HEADERS):
            lines.append(f"{word}\t{weight}")
    return "\n".join(lines)


def table_rows(name: str, data: bytes) -> list[list[object]]:
    """Return the first rows of a table: of the first sheet of a workbook, or of text in any Chinese encoding.

    Raises:
        AdminError: the file cannot be read.
    """
    rows = _excel(data) if name.lower().endswith((".xlsx", ".xls", ".ods")) else _text(data)
    if any(len(cell) > LONGEST_CELL for row in rows for cell in row if isinstance(cell, str)):
        raise AdminError(marked("表格里有超过 10,000 个字的单元格。"))
    return rows[:_MOST_ROWS]


def table_file(rows: Iterable[Sequence[str | float]], *, excel: bool) -> bytes:
    """Return a table as an Excel workbook, or as CSV that spreadsheets open."""
    out, text = BytesIO(), StringIO()
    if not excel:
        plain = (
            [spreadsheet_cell(one) if isinstance(one, str) else f"{one:g}" for one in row] for row in rows
        )
        csv.writer(text).writerows(plain)
        return text.getvalue().encode("utf-8-sig")
    xlsxwriter = importlib.import_module("xlsxwriter")
    with xlsxwriter.Workbook(out, {"in_memory": True}) as book:
        sheet = book.add_worksheet()
        for line, row in enumerate(rows):
            for column, cell in enumerate(row):  # not `write`, which makes formulas of texts
                (sheet.write_string if isinstance(cell, str) else sheet.write_number)(line, column, cell)
    return out.getvalue()


def _excel(data: bytes) -> list[list[object]]:
    try:
        return list(excel_rows(data))
    except ValueError as error:
        raise AdminError(marked("不是可以读取的 Excel 文件，或读取它需要过多的时间或内存。")) from error


def _text(data: bytes) -> list[list[object]]:
    text = decode_html(data).text.lstrip("\ufeff")
    delimiter = "\t" if "\t" in text else ","
    try:
        return [list(row) for row in csv.reader(StringIO(text, newline=""), delimiter=delimiter)]
    except csv.Error as error:
        raise AdminError(marked("不是可以读取的表格文件。")) from error
