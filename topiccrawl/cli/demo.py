"""`topiccrawl demo`: crawl a small web on this machine and report the result."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from topiccrawl.cli.shared.group import examples, single_command
from topiccrawl.cli.shared.progress import working
from topiccrawl.text.language import marked

app = single_command()


@app.command("demo", epilog=examples("demo", "demo --directory /tmp/demo"))
@working(marked("crawling the demo web"))
def demo(
    directory: Annotated[
        Path, typer.Option(help="Folder for corpus, export and log; an earlier demo's are replaced.")
    ] = Path("demo-crawl"),
) -> None:
    """Crawl the demo web with the real spider and print what was collected."""
    from topiccrawl.demo.run import run_demo

    try:
        run_demo(directory)
    except (RuntimeError, ValueError) as error:
        # Printed here to keep line breaks: the message may end with the last lines of the log.
        typer.echo(f"topiccrawl: {error}", err=True)
        raise typer.Exit(1) from None
