"""Tables and lines of output: fitted to a terminal, one unwrapped line per row in a pipe or file."""

from __future__ import annotations

import re
import sys
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from topiccrawl.text.language import translated

if TYPE_CHECKING:
    from rich.console import Console

_GAP = "  "
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")


def plain_console() -> Console:
    """Return a console that prints text unchanged: no markup, no wrapping, no added colours."""
    from rich.console import Console  # here, as help needs none

    return Console(markup=False, emoji=False, highlight=False, soft_wrap=True)


def printable(text: str) -> str:
    r"""Return text on one line, without terminal control codes and direction marks.

    >>> printable("红\x1b[31m头\n")
    '红 [31m头 '
    """
    return _CONTROL.sub(" ", text)


def print_table(columns: Sequence[str], rows: Sequence[Sequence[str]], right: Collection[str] = ()) -> None:
    """Print a table; a terminal folds long values, elsewhere each row is one line.

    Args:
        columns: column names; those that the catalogue has are shown in the language of the terminal.
        rows: one value per column.
        right: names of the right-aligned columns, such as numbers.
    """
    columns, right = [translated(name) for name in columns], {translated(name) for name in right}
    cells = [[printable(value) for value in row] for row in rows]
    if not sys.stdout.isatty():
        print_lines(columns, cells, right)
        return
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False)
    for name in columns:
        table.add_column(Text(name), justify="right" if name in right else "left", overflow="fold")
    for row in cells:
        table.add_row(*map(Text, row))
    Console(highlight=False).print(table)


def print_lines(columns: Sequence[str], rows: Sequence[Sequence[str]], right: Collection[str]) -> None:
    """Print a table with one line per row, without wrapping."""
    from rich.cells import cell_len

    widths = [max(map(cell_len, column)) for column in zip(columns, *rows, strict=True)]
    for row in (columns, *rows):
        cells = []
        for name, value, width in zip(columns, row, widths, strict=True):
            blanks = " " * (width - cell_len(value))
            cells.append(blanks + value if name in right else value + blanks)
        print(_GAP.join(cells).rstrip())
