"""Tables of words: checked before the work, saved with earlier decisions, and shown."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path

from rich.cells import cell_len
from rich.console import Console
from rich.table import Table
from rich.text import Text

from topiccrawl.cli.shared.tables import print_lines
from topiccrawl.errors import VocabularyError
from topiccrawl.topics.words.candidates import CandidateTable

_GAP = 2
"""Blanks between columns."""
_SHOWN_ROWS = 15


def check_target(path: Path) -> None:
    """Check that a table can be written, before texts are read for minutes.

    Raises:
        VocabularyError: the existing file is not a table of words, or its folder does not exist.
    """
    if path.exists():
        CandidateTable.read(path)
    elif not path.parent.is_dir():
        raise VocabularyError("{path}: there is no folder {parent}", path=path, parent=path.parent)


def save_and_show(table: CandidateTable, path: Path, columns: Sequence[str], console: Console) -> None:
    """Write a table, keeping the decisions in an older one, and print its first rows.

    Args:
        table: the table.
        path: its file.
        columns: columns that are printed beside the words.
        console: where they are printed.
    """
    kept = table.keep_picks(CandidateTable.read(path)) if path.exists() else 0
    table.write(path)
    note = f", {kept} earlier decisions kept" if kept else ""
    console.print(f"{len(table.rows):,} words in {path}{note}")
    rows = table.rows[:_SHOWN_ROWS]
    names = [name.replace("_", " ") for name in ("word", *columns)]
    cells = [[row.get(name, "") for name in ("word", *columns)] for row in rows]
    right = [
        name
        for name, values in zip(names[1:], [*zip(*cells, strict=True)][1:], strict=False)
        if all(value.replace(".", "", 1).isdigit() for value in values)
    ]
    if console.is_terminal:
        _show_fitted(names, cells, right, console)
    else:
        print_lines(names, cells, right)


def _show_fitted(
    names: Sequence[str], rows: Sequence[Sequence[str]], right: Collection[str], console: Console
) -> None:
    """Print one line per row; on a narrow terminal texts are shortened, words and numbers are not."""
    widths = [max(map(cell_len, column)) for column in zip(names, *rows, strict=True)]
    texts = {number for number, name in enumerate(names) if number and name not in right}
    room = console.width - sum(width + _GAP for number, width in enumerate(widths) if number not in texts)
    fitted = Table(box=None)
    for name in names:
        fitted.add_column(Text(name), justify="right" if name in right else "left", no_wrap=True)
    for row in rows:
        cells = [Text(value) for value in row]
        for number in texts:
            cells[number].truncate(max(_GAP, room // len(texts) - _GAP), overflow="ellipsis")
        fitted.add_row(*cells)
    console.print(fitted, soft_wrap=False)


def picked_words(paths: Sequence[Path]) -> list[str]:
    """Return the words picked in tables, each once, in order.

    Raises:
        VocabularyError: no word is picked, or a picking session is not finished.
    """
    tables = [CandidateTable.read(path) for path in paths]
    for path in paths:
        if path.with_name(f"{path.name}.picking").exists():
            raise VocabularyError(
                "{path}: a picking session was interrupted; run `topiccrawl topic pick {path}` "
                "and leave it with q",
                path=path,
            )
    picked = list(dict.fromkeys(word for table in tables for word in table.picked()))
    if not picked:
        raise VocabularyError(
            "{paths}: no word is picked (y in the column pick)", paths=", ".join(map(str, paths))
        )
    return picked
