"""`topiccrawl export`: the corpus of a topic as a file."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from topiccrawl.corpus import export as corpus_export


class Format(StrEnum):
    """The forms of `topiccrawl.corpus.export`."""

    JSONL = "jsonl"
    CSV = "csv"
    PARQUET = "parquet"


def export(
    topic: Annotated[str, typer.Option(help="Name of the topic.")],
    out: Annotated[Path, typer.Option(help="File to write; an older one is replaced.")],
    database: Annotated[
        str,
        typer.Option(
            envvar="TOPICCRAWL_DATABASE_URL",
            help="sqlite:///FILE or mysql+pymysql://user:password@host/database.",
        ),
    ] = "sqlite:///corpus.db",
    format: Annotated[
        Format | None, typer.Option(help="Form of the file; without: by its ending, else jsonl.")
    ] = None,
    include_duplicates: Annotated[
        bool, typer.Option("--include-duplicates", help="Also pages that are duplicates of others.")
    ] = False,
) -> None:
    """Write the pages collected for a topic to one file."""
    ending = out.suffix.lower().removeprefix(".")
    chosen = format or (Format(ending) if ending in list(Format) else Format.JSONL)
    count = corpus_export.export(database, topic, str(chosen), out, include_duplicates)
    typer.echo(f"{count} pages of {topic} in {out}")
