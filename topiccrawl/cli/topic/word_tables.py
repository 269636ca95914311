"""Tables of words: checked before the work, saved with earlier decisions, and shown."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import typer

from topiccrawl.cli.shared.tables import print_table
from topiccrawl.errors import VocabularyError
from topiccrawl.text.language import say
from topiccrawl.topics.words.candidates import CandidateTable

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


def save_and_show(table: CandidateTable, path: Path, columns: Sequence[str]) -> None:
    """Write a table, keeping the decisions in an older one, and print its first rows.

    Args:
        table: the table.
        path: its file.
        columns: columns that are printed beside the words.
    """
    kept = table.keep_picks(CandidateTable.read(path)) if path.exists() else 0
    table.write(path)
    note = say(", {count} earlier decisions kept", count=kept) if kept else ""
    typer.echo(say("{count:,} words in {path}", count=len(table.rows), path=path) + note)
    shown = ("word", *columns)
    cells = [[row.get(name, "") for name in shown] for row in table.rows[:_SHOWN_ROWS]]
    names = [name.replace("_", " ") for name in shown]
    numbers = [
        name
        for name, values in zip(names, zip(*cells, strict=True), strict=False)
        if all(value.replace(".", "", 1).isdigit() for value in values)
    ]
    print_table(names, cells, right=numbers)


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
