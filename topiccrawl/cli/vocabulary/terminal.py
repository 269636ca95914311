"""Picking words of a table in the terminal."""

from __future__ import annotations

import sys
from pathlib import Path

from rich.console import Console

from topiccrawl.errors import VocabularyError
from topiccrawl.extras import require_extra
from topiccrawl.messages import message
from topiccrawl.topics.words.candidates import CandidateTable
from topiccrawl.topics.words.picking import Picking


def pick_in_terminal(table: Path, console: Console) -> None:
    """Run the picker on a table of words, and print how many were taken.

    Raises:
        VocabularyError: the table is not one of words, or there is no terminal.
        MissingExtraError: the picker is not installed.
    """
    CandidateTable.read(table)  # errors in the table are reported before those of the terminal
    check_terminal(table)
    from topiccrawl.topics.words import picker  # prompt_toolkit takes long to load

    with Picking(table) as picking:
        if picking.recovered:
            console.print(f"{picking.recovered} decisions of an interrupted session were restored")
        picker.pick(picking, table.name)
        taken, left_out, undecided = picking.counts()
    console.print(f"{table}: {taken} taken, {left_out} left out, {undecided} open")


def check_terminal(table: Path) -> None:
    """Check that words can be picked here.

    Raises:
        VocabularyError: there is no terminal.
        MissingExtraError: the picker is not installed.
    """
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise VocabularyError(
            message(
                "the picker needs a terminal; without one write y or n into the column pick of {table}",
                table=table,
            )
        )
    require_extra("picker")
