"""`topiccrawl export`: write the corpus of a topic to a file."""

from __future__ import annotations

import shutil
import sys
import tempfile
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from topiccrawl.cli.shared.database_option import DEFAULT_DATABASE, DatabaseOption
from topiccrawl.cli.shared.group import examples, single_command
from topiccrawl.cli.shared.topic_option import StoredTopic
from topiccrawl.corpus import export as corpus_export
from topiccrawl.errors import ExportError

app = single_command()


class Format(StrEnum):
    """Formats of `topiccrawl.corpus.export`."""

    JSONL = "jsonl"
    CSV = "csv"
    PARQUET = "parquet"


@app.command(
    "export",
    epilog=examples(
        "export --topic partybuild --out corpus.jsonl",
        "export --topic my-topics/河长制 --out corpus.csv --include-duplicates",
        "export --topic partybuild --out - | head -n 1",
    ),
)
def export(
    topic: StoredTopic,
    out: Annotated[
        Path, typer.Option("--out", "-o", help="File to write or replace; - writes to standard output.")
    ],
    database: DatabaseOption = DEFAULT_DATABASE,
    format: Annotated[
        Format | None,
        typer.Option(
            help="Format; default: by the file's ending (.jsonl, .csv, .parquet), without one jsonl."
        ),
    ] = None,
    include_duplicates: Annotated[
        bool, typer.Option("--include-duplicates", help="Include pages that are duplicates of others.")
    ] = False,
) -> None:
    """Write the pages collected for a topic to one file."""
    chosen = format or _format_of(out)
    if str(out) != "-":
        count = corpus_export.export(database, topic, str(chosen), out, include_duplicates)
        typer.echo(f"{count} pages of {topic} in {out}")
        return
    with tempfile.TemporaryDirectory() as folder:  # output to a pipe cannot be withdrawn if the export fails
        complete = Path(folder) / "export"
        count = corpus_export.export(database, topic, str(chosen), complete, include_duplicates)
        with complete.open("rb") as file:
            shutil.copyfileobj(file, sys.stdout.buffer)
    typer.echo(f"{count} pages of {topic}", err=True)


def _format_of(out: Path) -> Format:
    ending = out.suffix.lower().removeprefix(".")
    if not ending:
        return Format.JSONL
    if ending not in list(Format):
        known = ", ".join(f".{name}" for name in Format)
        raise ExportError(f"{out}: unknown ending .{ending}; use {known}, or choose with --format")
    return Format(ending)
