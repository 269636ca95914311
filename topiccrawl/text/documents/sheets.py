"""Text of Excel workbooks, old and new."""

from __future__ import annotations

from collections.abc import Iterable
from io import BytesIO

from python_calamine import PasswordError, SheetVisibleEnum, load_workbook

from topiccrawl.text.documents.file_text import FileProblemError, Problem
from topiccrawl.text.documents.safe_zip import SafeZip

MAX_ROWS = 20_000
"""Rows of all sheets; workbooks with more are tables of data."""


def read_sheets(body: bytes) -> tuple[list[str], int]:
    """Return the rows of the visible sheets, the cells with blanks between them.

    Raises:
        FileProblemError: it is encrypted or too large.
    """
    if body.startswith(b"PK"):
        with SafeZip(body) as archive:
            archive.check_size()
    try:
        workbook = load_workbook(BytesIO(body))
    except PasswordError:
        raise FileProblemError(Problem.ENCRYPTED) from None
    lines: list[str] = []
    for sheet in workbook.sheets_metadata:
        if sheet.visible != SheetVisibleEnum.Visible:
            continue
        for row in workbook.get_sheet_by_name(sheet.name).iter_rows():
            lines.append(_line(row))
            if len(lines) > MAX_ROWS:
                raise FileProblemError(Problem.TOO_LARGE)
    return lines, 0


def _line(row: Iterable[object]) -> str:
    cells = (_shown(cell) for cell in row)
    return " ".join(cell for cell in cells if cell)


def _shown(cell: object) -> str:
    """Return a cell as it is shown: whole numbers without a point, dates without an empty time."""
    if isinstance(cell, float):
        return str(int(cell)) if cell.is_integer() else f"{cell:.10g}"
    text = " ".join(str(cell).split())
    return text.removesuffix(" 00:00:00")
