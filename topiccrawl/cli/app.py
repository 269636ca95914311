"""The Typer application: one command from each module of this room, and how errors are told."""

from __future__ import annotations

import platform
import sys
from collections.abc import Sequence
from functools import cache
from typing import Annotated, Any

import typer

from topiccrawl import __version__
from topiccrawl.cli.bars import WorkBar
from topiccrawl.cli.group import examples, plain_typer
from topiccrawl.cli.lazy import LazyCommand, LazyCommands, LazyGroup
from topiccrawl.errors import TopiccrawlError
from topiccrawl.reporting import passwords
from topiccrawl.text.progress import listen_to_progress

_WIDE = 10_000
"""Columns of a help text that no terminal shows: nothing is wrapped."""

COMMANDS = {
    "crawl": LazyCommand(
        "topiccrawl.cli.crawl:crawl",
        "Collect the pages of a topic, best links first; the same command again goes on where it was.",
        (
            "crawl partybuild",
            "crawl my-topics/河长制 --seeds seeds.txt -s CLOSESPIDER_PAGECOUNT=500",
        ),
        # Options that the command does not know are Scrapy's.
        {"allow_extra_args": True, "ignore_unknown_options": True},
    ),
    "demo": LazyCommand(
        "topiccrawl.cli.demo:demo",
        "Crawl the demo web with the real spider and print what was collected.",
        ("demo", "demo --directory /tmp/demo"),
    ),
    "export": LazyCommand(
        "topiccrawl.cli.export:export",
        "Write the pages collected for a topic to one file.",
        (
            "export --topic partybuild --out corpus.jsonl",
            "export --topic my-topics/河长制 --out corpus.csv --include-duplicates",
            "export --topic partybuild --out - | head -n 1",
        ),
    ),
    "extract": LazyCommand(
        "topiccrawl.cli.pages.extract:extract",
        "Print what is found on pages: text, title, date, kind, and why.",
        (
            "extract https://www.example.cn/2024/1.html",
            "extract saved.html --url https://www.example.cn/2024/1.html",
            "extract pages/*.html --json > pages.jsonl",
            "extract - < saved.html",
        ),
    ),
    "database": LazyCommand("topiccrawl.cli.database:database", "The tables of a database."),
    "frontier": LazyCommand(
        "topiccrawl.cli.frontier.commands:frontier",
        "Look at the links of a crawl: what waits, what was given up, and why.",
    ),
    "resources": LazyCommand(
        "topiccrawl.cli.resources:resources",
        "Dictionaries, thesauri and vectors: what there is, and bringing your own.",
    ),
    "topic": LazyCommand(
        "topiccrawl.cli.topic.commands:topic",
        "Topics: what there is, making one, looking it over, asking why a text is relevant.",
    ),
    "calibrate": LazyCommand(
        "topiccrawl.cli.calibrate:calibrate",
        "Fit parameters of a topic on what you labelled, and write them into it.",
    ),
    "vocabulary": LazyCommand(
        "topiccrawl.cli.vocabulary.commands:vocabulary",
        "Build a topic's vocabulary from texts: count, pick, expand, discover, build.",
    ),
    "evaluate": LazyCommand(
        "topiccrawl.cli.evaluate:evaluate",
        "The papers' experiments: tables (CSV, Markdown) and plots (PNG, SVG).",
    ),
}
"""All commands, in the order of the help."""

app = plain_typer(
    "Focused crawls of Chinese topics, and everything around them.", completion=True, cls=LazyGroup
)


def _tell_version(asked: bool) -> None:
    if asked:
        typer.echo(f"topiccrawl {__version__} (Python {platform.python_version()})")
        raise typer.Exit


@app.callback(
    invoke_without_command=True,
    epilog=examples(
        "demo",
        "topic list",
        "topic explain -t partybuild 党员学习党章",
        "frontier dead -t partybuild --by reason",
    ),
)
def _root(
    context: typer.Context,
    version: Annotated[
        bool,
        typer.Option("--version", help="Show the version and exit.", callback=_tell_version, is_eager=True),
    ] = False,
) -> None:
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


@cache
def command() -> Any:
    """Return the command `topiccrawl`; it takes a while to make, and tests run many."""
    made: Any = typer.main.get_command(app)
    made.commands = LazyCommands(COMMANDS)
    return made


def run(arguments: Sequence[str] | None) -> int:
    """Run a command and return its exit status; see `topiccrawl.cli.main`."""
    for name in passwords.words_with_passwords(sys.argv[1:] if arguments is None else arguments):
        print("topiccrawl: warning:", passwords.WARNING % name, file=sys.stderr)
    bar = WorkBar()
    extra: dict[str, Any] = {} if sys.stdout.isatty() else {"terminal_width": _WIDE}
    try:
        with listen_to_progress(bar):
            result = command().main(arguments, prog_name="topiccrawl", standalone_mode=False, **extra)
    except typer.TyperException as error:
        return _fail(error.format_message(), error.exit_code)
    except typer.Abort:
        return _fail("stopped", 1)
    except TopiccrawlError as error:
        return _fail(str(error), 1)
    except OSError as error:
        # Nothing but the making of folders minds what is there already.
        said = "is no folder" if isinstance(error, FileExistsError) else error.strerror
        return _fail(f"{error.filename}: {said}" if error.filename else str(error), 1)
    finally:
        bar.stop()
    return result if isinstance(result, int) else 0


def _fail(message: str, status: int) -> int:
    print("topiccrawl:", " ".join(message.split()), file=sys.stderr)
    return status
