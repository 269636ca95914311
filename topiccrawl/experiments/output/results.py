"""Tables of results, written as CSV and Markdown."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from topiccrawl.text.display import spreadsheet_cell

Value = str | int | float | bool | None


@dataclass(frozen=True)
class ResultTable:
    """A table of results.

    Attributes:
        name: name of its files, without ending.
        title: title of the table.
        columns: names of the columns.
        rows: rows with a value per column.
    """

    name: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Value, ...], ...]

    def write(self, folder: Path) -> list[Path]:
        """Write and return `NAME.csv` (full precision; byte order mark for spreadsheets) and `NAME.md`.

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
        """Return the table in Markdown, below its title.

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
        lines += [_line([display_value(value) for value in row]) for row in self.rows]
        return "\n".join(lines) + "\n"


def _cell(value: Value) -> Value:
    if value is None:
        return ""
    return spreadsheet_cell(value) if isinstance(value, str) else value


def display_value(value: Value) -> str:
    """Return a value for display: three decimals, four digits for small numbers, a dash for None.

    >>> display_value(0.5), display_value(0.000123456), display_value(12)
    ('0.500', '0.0001235', '12')
    >>> display_value(None), display_value(True)
    ('-', 'yes')
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
