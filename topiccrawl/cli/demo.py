"""`topiccrawl demo`: a crawl of a small web on this machine, and what came of it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from topiccrawl.demo.run import run_demo


def demo(
    directory: Annotated[
        Path, typer.Option(help="Folder for corpus, export and log; those of an earlier demo are replaced.")
    ] = Path("demo-crawl"),
) -> None:
    """Crawl the demo web with the real spider and print what was collected."""
    try:
        run_demo(directory)
    except (RuntimeError, ValueError) as error:
        # As it is, with its line breaks: it may end with the last lines of the log.
        typer.echo(f"topiccrawl: {error}", err=True)
        raise typer.Exit(1) from None
