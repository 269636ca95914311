"""Excel workbooks."""

from __future__ import annotations

import importlib
import json
from collections.abc import Iterable, Sequence
from pathlib import Path

from topiccrawl.corpus.columns import ExportColumn, cell
from topiccrawl.corpus.export.formats.contract import ExportFormat, Row
from topiccrawl.extras import require_extra
from topiccrawl.text.language import marked

MOST_ROWS = 1_048_576
"""Rows of a sheet, its header included: the limit of the format."""
MOST_CHARACTERS = 32_767
"""UTF-16 units of a cell: the limit of the format."""
_TEXTS_STAY = dict.fromkeys(("strings_to_formulas", "strings_to_urls", "strings_to_numbers"), False)
"""Options of a workbook: texts become nothing else."""
CUT_MARK = "……（已截断 cut）"
"""The end of a text that was too long for a cell."""
_CUT = marked("texts over 32,767 characters were cut, and end with ……（已截断 cut）")


class Excel(ExportFormat):
    """A workbook with one sheet; no text is a formula or a link, too long ones are cut and marked.

    Raises:
        MissingExtraError: XlsxWriter is not installed.
    """

    most_rows = MOST_ROWS - 1

    def __init__(self, columns: Sequence[ExportColumn]) -> None:
        super().__init__(columns)
        require_extra("xlsx")

    def write(self, rows: Iterable[Row], path: Path, *, first: bool) -> None:
        # Parts cannot be appended to a workbook: they are JSON lines, of which `join` makes one.
        with path.open("w", encoding="utf-8", newline="\n") as file:
            for row in rows:
                cells = [self._fitting(cell(one.value(row))) for one in self.columns]
                file.write(json.dumps(cells, ensure_ascii=False) + "\n")

    def join(self, parts: Sequence[Path], out: Path) -> None:
        xlsxwriter = importlib.import_module("xlsxwriter")
        # constant_memory: each row goes to disk before the next one begins.
        with xlsxwriter.Workbook(str(out), {"constant_memory": True, **_TEXTS_STAY}) as book:
            sheet = book.add_worksheet("pages")
            sheet.freeze_panes(1, 0)
            sheet.write_row(0, 0, [one.name for one in self.columns])
            line = 0
            for part in parts:
                with part.open(encoding="utf-8", newline="\n") as file:
                    for text in file:
                        line += 1
                        sheet.write_row(line, 0, json.loads(text))

    def _fitting(self, value: object) -> object:
        if not isinstance(value, str) or _units(value) <= MOST_CHARACTERS:
            return value
        self.count_problem(_CUT)
        room = 2 * (MOST_CHARACTERS - _units(CUT_MARK))
        return value.encode("utf-16-le")[:room].decode("utf-16-le", "ignore") + CUT_MARK


def _units(text: str) -> int:
    return (
        len(text.encode("utf-16-le", "surrogatepass")) // 2 if len(text) > MOST_CHARACTERS // 2 else len(text)
    )
