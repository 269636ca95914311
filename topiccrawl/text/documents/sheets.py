"""Text of Excel workbooks, old and new."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import nullcontext
from io import BytesIO

from python_calamine import PasswordError, SheetVisibleEnum, load_workbook

from topiccrawl.text.documents.cell_formats import NumberFormats, Place, shown
from topiccrawl.text.documents.file_text import FileProblemError, Problem
from topiccrawl.text.documents.safe_zip import SafeZip

MAX_ROWS = 20_000
"""Rows of all sheets; workbooks with more are tables of data."""


def read_sheets(body: bytes) -> tuple[list[str], int]:
    """Return the rows of the visible sheets, the cells with blanks between them.

    Raises:
        FileProblemError: it is encrypted or too large.
    """
    with SafeZip(body) if body.startswith(b"PK") else nullcontext() as archive:
        if archive is not None:
            archive.check_size()
        try:
            workbook = load_workbook(BytesIO(body))
        except PasswordError:
            raise FileProblemError(Problem.ENCRYPTED) from None
        formats = None if archive is None else NumberFormats(archive)
        lines: list[str] = []
        for sheet in workbook.sheets_metadata:
            if sheet.visible != SheetVisibleEnum.Visible:
                continue
            own = formats.of_sheet(sheet.name) if formats else {}
            found = workbook.get_sheet_by_name(sheet.name)
            first = found.start[1] if found.start else 0  # rows begin with the first column that has a cell
            for number, row in enumerate(found.iter_rows()):
                lines.append(_line(row, (number, first), own))
                if len(lines) > MAX_ROWS:
                    raise FileProblemError(Problem.TOO_LARGE)
    return lines, 0


def _line(row: Iterable[object], start: Place, formats: Mapping[Place, str]) -> str:
    number, first = start
    cells = (_shown(cell, formats.get((number, column), "")) for column, cell in enumerate(row, start=first))
    return " ".join(cell for cell in cells if cell)


def _shown(cell: object, code: str) -> str:
    """Return a cell as it is shown: whole numbers without a point, dates without an empty time."""
    if isinstance(cell, float):
        if code:
            return shown(cell, code)
        return str(int(cell)) if cell.is_integer() else f"{cell:.10g}"
    text = " ".join(str(cell).split())
    return text.removesuffix(" 00:00:00")
