"""CSV for spreadsheets: UTF-8 with a byte order mark, and no formulas."""

from __future__ import annotations

import csv
from collections.abc import Iterable
from pathlib import Path

from topiccrawl.corpus.columns import cell
from topiccrawl.corpus.export.formats.contract import ExportFormat, Row
from topiccrawl.text.display import spreadsheet_cell


class CsvTable(ExportFormat):
    """A table with a header; an export of nothing is an empty file."""

    def write(self, rows: Iterable[Row], path: Path, *, first: bool) -> None:
        with path.open("w", encoding="utf-8-sig" if first else "utf-8", newline="") as file:
            writer = csv.writer(file)
            if first:
                writer.writerow([one.name for one in self.columns])
            for row in rows:
                writer.writerow([_cell(one.value(row)) for one in self.columns])


def _cell(value: object) -> object:
    plain = cell(value)
    return spreadsheet_cell(plain) if isinstance(plain, str) else plain
