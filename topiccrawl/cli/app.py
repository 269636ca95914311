"""The Typer application: the list of commands, and how errors are reported."""

from __future__ import annotations

import platform
import sys
from collections.abc import Sequence
from functools import cache
from typing import Annotated, Any

import typer

from topiccrawl import __version__
from topiccrawl.cli import calibrate, crawl, database, demo, evaluate, export, extract, resources
from topiccrawl.cli.frontier import commands as frontier
from topiccrawl.cli.shared.group import examples, plain_typer
from topiccrawl.cli.shared.progress import LongWorkBar
from topiccrawl.cli.topic import commands as topic
from topiccrawl.cli.vocabulary import commands as vocabulary
from topiccrawl.errors import TopiccrawlError
from topiccrawl.reporting import passwords
from topiccrawl.text.long_work import listening

_UNWRAPPED = 10_000
"""Terminal width for help texts in pipes, so that no line is wrapped."""

COMMANDS = (
    crawl, demo, export, extract, database, frontier, resources, topic, calibrate, vocabulary, evaluate
)  # fmt: skip
"""The commands, in the order of the help text: modules with an `app`, made by `cli.shared.group`."""

app = plain_typer("Focused crawls of Chinese topics, and everything around them.", completion=True)
for module in COMMANDS:
    app.add_typer(module.app)


def _show_version(requested: bool) -> None:
    if requested:
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
        typer.Option("--version", help="Show the version and exit.", callback=_show_version, is_eager=True),
    ] = False,
) -> None:
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


@cache  # building it takes a while, and tests run many commands
def _command() -> Any:
    return typer.main.get_command(app)


def run(arguments: Sequence[str] | None) -> int:
    """Run a command and return its exit status; see `topiccrawl.cli.main`."""
    for name in passwords.words_with_passwords(sys.argv[1:] if arguments is None else arguments):
        print("topiccrawl: warning:", passwords.WARNING % name, file=sys.stderr)
    extra: dict[str, Any] = {} if sys.stdout.isatty() else {"terminal_width": _UNWRAPPED}
    bar = LongWorkBar()
    try:
        with listening(bar):
            result = _command().main(arguments, prog_name="topiccrawl", standalone_mode=False, **extra)
    except typer.TyperException as error:
        return _report(error.format_message(), error.exit_code)
    except typer.Abort:
        return _report("stopped", 1)
    except TopiccrawlError as error:
        return _report(str(error), 1)
    except OSError as error:
        # Only creating a folder fails because something exists: a file of that name.
        reason = "is not a folder" if isinstance(error, FileExistsError) else error.strerror
        return _report(f"{error.filename}: {reason}" if error.filename else str(error), 1)
    finally:
        bar.stop()
    return result if isinstance(result, int) else 0


def _report(message: str, status: int) -> int:
    print("topiccrawl:", " ".join(message.split()), file=sys.stderr)
    return status
