"""Tables that are uploaded or downloaded: CSV, tab-separated text, Excel; and the words of one."""

from __future__ import annotations

import csv
import importlib
from collections.abc import Iterable, Sequence
from io import BytesIO, StringIO

from topiccrawl.admin.tables.typed_words import MOST_WEIGHT
from topiccrawl.admin.web.language import marked
from topiccrawl.admin.web.typed import number_of
from topiccrawl.errors import AdminError
from topiccrawl.text.display import spreadsheet_cell
from topiccrawl.text.encodings.encoding import decode_html
from topiccrawl.text.files.excel import excel_rows
from topiccrawl.text.files.limits import LONGEST_CELL, LONGEST_WORD

_MOST_ROWS = 100_000
_HEADERS = frozenset({"word", "词", "主题词", "词语", "关键词"})


def read_words(name: str, data: bytes) -> dict[str, float | None]:
    """Return words and weights from the first two columns of a file, without the header.

    Raises:
        AdminError: the file cannot be read.
    """
    found: dict[str, float | None] = {}
    for row in table_rows(name, data):
        word = str(row[0]).strip().lstrip("'") if row else ""
        if not word or word.startswith("#") or (not found and word.lower() in _HEADERS):
            continue
        if "\t" in word or "\n" in word:
            raise AdminError(marked("词语中不能有制表符或换行。"))
        if len(word) > LONGEST_WORD:
            raise AdminError(marked("词须为 1 至 64 个字。"))
        found[word] = _weight(row[1] if len(row) > 1 else "")
    return found


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


def _weight(value: object) -> float | None:
    text = str(value).strip()
    if not text:
        return None
    if (weight := number_of(text)) is None:
        raise AdminError(marked("权重不是数字。"))
    if weight > MOST_WEIGHT:
        raise AdminError(marked("权重须在 0 与 1000 之间。"))
    return weight
