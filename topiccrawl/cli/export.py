"""`topiccrawl export`: the corpus of a topic as a file."""

from __future__ import annotations

import shutil
import sys
import tempfile
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from topiccrawl.cli.database import DEFAULT_DATABASE, Database
from topiccrawl.cli.topic_option import StoredTopic
from topiccrawl.corpus import export as corpus_export
from topiccrawl.errors import ExportError


class Format(StrEnum):
    """The forms of `topiccrawl.corpus.export`."""

    JSONL = "jsonl"
    CSV = "csv"
    PARQUET = "parquet"


def export(
    topic: StoredTopic,
    out: Annotated[
        Path, typer.Option("--out", "-o", help="File to write; an older one is replaced. - for a pipe.")
    ],
    database: Database = DEFAULT_DATABASE,
    format: Annotated[
        Format | None,
        typer.Option(
            help="Form of the file; without: by its ending (.jsonl, .csv, .parquet), of none jsonl."
        ),
    ] = None,
    include_duplicates: Annotated[
        bool, typer.Option("--include-duplicates", help="Also pages that are duplicates of others.")
    ] = False,
) -> None:
    """Write the pages collected for a topic to one file."""
    chosen = format or _format_of(out)
    if str(out) != "-":
        count = corpus_export.export(database, topic, str(chosen), out, include_duplicates)
        typer.echo(f"{count} pages of {topic} in {out}")
        return
    with tempfile.TemporaryDirectory() as folder:  # what is given to a pipe cannot be taken back
        whole = Path(folder) / "export"
        count = corpus_export.export(database, topic, str(chosen), whole, include_duplicates)
        with whole.open("rb") as file:
            shutil.copyfileobj(file, sys.stdout.buffer)
    typer.echo(f"{count} pages of {topic}", err=True)


def _format_of(out: Path) -> Format:
    ending = out.suffix.lower().removeprefix(".")
    if not ending:
        return Format.JSONL
    if ending not in list(Format):
        known = ", ".join(f".{form}" for form in Format)
        raise ExportError(f"{out}: no form ends in .{ending}; use {known}, or say which with --format")
    return Format(ending)
