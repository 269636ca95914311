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
from topiccrawl.cli.calibrate import calibrate
from topiccrawl.cli.crawl import PASSED_ON, crawl
from topiccrawl.cli.database import database
from topiccrawl.cli.demo import demo
from topiccrawl.cli.evaluate import evaluate
from topiccrawl.cli.export import export
from topiccrawl.cli.frontier.commands import frontier
from topiccrawl.cli.group import examples, plain_typer
from topiccrawl.cli.pages.extract import extract
from topiccrawl.cli.resources import resources
from topiccrawl.cli.topic.commands import topic
from topiccrawl.cli.vocabulary.commands import vocabulary
from topiccrawl.errors import (
    EvaluationError,
    ExportError,
    LabelError,
    ResourceError,
    StorageError,
    TopicError,
    VocabularyError,
)
from topiccrawl.reporting import passwords
from topiccrawl.text.progress import listen_to_progress

_WIDE = 10_000
"""Columns of a help text that no terminal shows: nothing is wrapped."""

app = plain_typer("Focused crawls of Chinese topics, and everything around them.", completion=True)
app.command(
    "crawl",
    context_settings=PASSED_ON,
    epilog=examples(
        "crawl partybuild", "crawl my-topics/河长制 --seeds seeds.txt -s CLOSESPIDER_PAGECOUNT=500"
    ),
)(crawl)
app.command(
    "demo",
    epilog=examples("demo", "demo --directory /tmp/demo"),
)(demo)
app.command(
    "export",
    epilog=examples(
        "export --topic partybuild --out corpus.jsonl",
        "export --topic my-topics/河长制 --out corpus.csv --include-duplicates",
        "export --topic partybuild --out - | head -n 1",
    ),
)(export)
app.command(
    "extract",
    epilog=examples(
        "extract https://www.example.cn/2024/1.html",
        "extract saved.html --url https://www.example.cn/2024/1.html",
        "extract pages/*.html --json > pages.jsonl",
        "extract - < saved.html",
    ),
)(extract)
app.add_typer(database, name="database")
app.add_typer(frontier, name="frontier")
app.add_typer(resources, name="resources")
app.add_typer(topic, name="topic")
app.add_typer(calibrate, name="calibrate")
app.add_typer(vocabulary, name="vocabulary")
app.add_typer(evaluate, name="evaluate")


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
def _command() -> Any:
    """The command that Typer makes of all this; it takes a while, and tests run many."""
    return typer.main.get_command(app)


def run(arguments: Sequence[str] | None) -> int:
    """Run a command and return its exit status; see `topiccrawl.cli.main`."""
    command = _command()
    for name in passwords.words_with_passwords(sys.argv[1:] if arguments is None else arguments):
        print("topiccrawl: warning:", passwords.WARNING % name, file=sys.stderr)
    bar = WorkBar()
    extra: dict[str, Any] = {} if sys.stdout.isatty() else {"terminal_width": _WIDE}
    try:
        with listen_to_progress(bar):
            result = command.main(arguments, prog_name="topiccrawl", standalone_mode=False, **extra)
    except typer.TyperException as error:
        return _fail(error.format_message(), error.exit_code)
    except typer.Abort:
        return _fail("stopped", 1)
    except (
        StorageError,
        ExportError,
        ResourceError,
        TopicError,
        LabelError,
        VocabularyError,
        EvaluationError,
    ) as error:
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
