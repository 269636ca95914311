"""Results of an experiment: tables, written as CSV and Markdown."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from topiccrawl.text.display import spreadsheet_cell

Value = str | int | float | bool | None


@dataclass(frozen=True)
class ResultTable:
    """A table.

    Attributes:
        name: of its files, without ending.
        title: what it shows.
        columns: names of the columns.
        rows: a value per column.
    """

    name: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Value, ...], ...]

    def write(self, folder: Path) -> list[Path]:
        """Write `NAME.csv` (UTF-8 with a mark, for spreadsheets; full precision) and `NAME.md`.

        Raises:
            OSError: a file cannot be written.
        """
        folder.mkdir(parents=True, exist_ok=True)
        table, page = folder / f"{self.name}.csv", folder / f"{self.name}.md"
        with table.open("w", encoding="utf-8-sig", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(self.columns)
            writer.writerows(map(_cell, row) for row in self.rows)
        page.write_text(self.markdown(), encoding="utf-8")
        return [table, page]

    def markdown(self) -> str:
        """The table in Markdown, under its title.

        >>> print(ResultTable("a", "Words", ("word", "weight"), (("党员", 0.12345),)).markdown())
        ## Words
        <BLANKLINE>
        | word | weight |
        | --- | ---: |
        | 党员 | 0.123 |
        <BLANKLINE>
        """
        numbers = [all(not isinstance(row[n], str) for row in self.rows) for n in range(len(self.columns))]
        lines = [f"## {self.title}", "", _line(self.columns)]
        lines.append(_line(["---:" if number else "---" for number in numbers]))
        lines += [_line([shown(value) for value in row]) for row in self.rows]
        return "\n".join(lines) + "\n"


def _cell(value: Value) -> Value:
    if value is None:
        return ""
    return spreadsheet_cell(value) if isinstance(value, str) else value


def shown(value: Value) -> str:
    """A value as people read it: three decimals, four digits of small numbers, a dash for none.

    >>> shown(0.5), shown(0.000123456), shown(12), shown(None), shown(True)
    ('0.500', '0.0001235', '12', '-', 'yes')
    """
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.4g}" if 0 < abs(value) < 0.01 else f"{value:.3f}"
    return str(value)


def _line(cells: Sequence[str]) -> str:
    escaped = (cell.replace("|", "\\|").replace("\n", " ") for cell in cells)
    return f"| {' | '.join(escaped)} |"
