"""Picking words of a table in the terminal, each decided with one key."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import typer

from topiccrawl.errors import VocabularyError
from topiccrawl.text.language import marked, say, translated
from topiccrawl.topics.words.candidates import CandidateTable, Pick

KEYS = marked("y take  n leave out  s skip  u undo  q leave")
_PICKS: dict[str, Pick] = {"y": "y", " ": "y", "\r": "y", "\n": "y", "n": "n", "s": ""}
_ENDS = ("q", "\x03", "\x04", "\x1b", "")


def pick_in_terminal(table: Path, containing: str = "") -> None:
    """Let the user decide the open words of a table, and print how many are taken.

    Args:
        table: a table of words.
        containing: shows only words with one of these characters; empty: all.

    Raises:
        VocabularyError: the table is not one of words, or there is no terminal.
    """
    found = CandidateTable.read(table)  # errors in the table are reported before those of the terminal
    check_terminal(table)
    decide(found, table, typer.getchar, containing)
    picks = [row["pick"] for row in found.rows]
    told = marked("{table}: {taken} taken, {left_out} left out, {open} open")
    numbers = {"taken": picks.count("y"), "left_out": picks.count("n"), "open": picks.count("")}
    typer.echo(say(told, table=table, **numbers))


def decide(table: CandidateTable, path: Path, read_key: Callable[[], str], containing: str = "") -> None:
    """Ask for a key for each open word; every decision is written at once."""
    rows = [
        row
        for row in table.rows
        if not row["pick"] and (not containing or any(letter in row["word"] for letter in containing))
    ]
    typer.echo(translated(KEYS))
    at = 0
    while at < len(rows):
        row = rows[at]
        figures = (f"{name.replace('_', ' ')} {row[name]}" for name in table.columns[2:] if row.get(name))
        typer.echo(f"{at + 1}/{len(rows)}  {row['word']}    {'  '.join(figures)}")
        key = read_key()
        if key in _ENDS:
            return
        if key == "u" and at:
            at -= 1
            rows[at]["pick"] = ""
        elif key in _PICKS:
            row["pick"] = _PICKS[key]
            at += 1
        table.write(path)


def check_terminal(table: Path) -> None:
    """Check that words can be picked here.

    Raises:
        VocabularyError: there is no terminal.
    """
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise VocabularyError(
            "the picker needs a terminal; without one write y or n into the column pick of {table}",
            table=table,
        )
