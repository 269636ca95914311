"""The options `--documents` and `--general`: texts of a topic's domain, and of other fields."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated

import typer

from topiccrawl.cli.shared.progress import document_counter
from topiccrawl.messages import message
from topiccrawl.topics.words.documents import documents

Domain = Annotated[
    list[Path],
    typer.Option(
        "--documents",
        help="Texts of the domain: text files, saved pages, exports, or folders of these (repeatable).",
    ),
]
General = Annotated[
    list[Path], typer.Option("--general", help="Texts of other fields, for comparison (repeatable).")
]


def titles_and_bodies(paths: Sequence[Path]) -> Iterator[tuple[str, str]]:
    """Yield title and text of each document, with a progress line."""
    if not paths:
        return
    with document_counter(message("reading {name}", name=paths[0].name)) as on_progress:
        for number, document in enumerate(documents(paths), 1):
            on_progress(number)
            yield document.title, document.body
