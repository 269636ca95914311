"""The Typer application: the list of commands, and how errors are reported."""

from __future__ import annotations

import platform
import sys
from collections.abc import Sequence
from functools import cache
from typing import Annotated, Any

import typer

from topiccrawl import __version__
from topiccrawl.cli.shared.group import examples, plain_typer
from topiccrawl.cli.shared.help_texts import translate_help
from topiccrawl.cli.shared.lazy import LazyCommands, LazyGroup
from topiccrawl.cli.shared.progress import long_work
from topiccrawl.cli.shared.tables import printable
from topiccrawl.cli.shared.wrong_usage import moved, wrong_usage
from topiccrawl.errors import TopiccrawlError
from topiccrawl.messages import message, said
from topiccrawl.reporting import passwords
from topiccrawl.text.language import language, localized, say, translated
from topiccrawl.wings import registered

_UNWRAPPED = 10_000
"""Terminal width for help texts in pipes, so that no line is wrapped."""

COMMANDS = {
    "crawl": (
        "topiccrawl.cli.crawl",
        "Collect the pages of a topic, best links first; the same command again continues the crawl.",
    ),
    "status": (
        "topiccrawl.cli.status",
        "Show all crawls of all topics: what was kept, what waits, and how the last run goes or ended.",
    ),
    "discover": (
        "topiccrawl.cli.starts.discover",
        "Ask search engines for pages of a topic, and put what they find into its frontier as seeds.",
    ),
    "watch": (
        "topiccrawl.cli.starts.watch",
        "Crawl a topic regularly, each time only what is new: lists, sitemaps and feeds that have changed.",
    ),
    "demo": (
        "topiccrawl.cli.demo",
        "Crawl the demo web with the real spider and print what was collected.",
    ),
    "export": (
        "topiccrawl.cli.export",
        "Write the pages collected for a topic to one file, or to a folder that `datasets` loads.",
    ),
    "import": (
        "topiccrawl.cli.import_pages",
        "Add pages of files to the corpus of a topic, as if they had been crawled.",
    ),
    "clean": (
        "topiccrawl.cli.clean",
        "Extract, judge and measure the stored pages of a topic again, without fetching.",
    ),
    "audit": (
        "topiccrawl.cli.audit",
        "Grade a sample of kept and dropped pages, and estimate precision and recall.",
    ),
    "extract": (
        "topiccrawl.cli.extract.commands",
        "Print what is extracted from pages: text, title, date and kind, with the reasons.",
    ),
    "database": ("topiccrawl.cli.database", "The tables of a database."),
    "frontier": (
        "topiccrawl.cli.frontier.commands",
        "Show the links of a crawl: which wait, which were given up, and why.",
    ),
    "resources": (
        "topiccrawl.cli.resources",
        "List dictionaries, thesauri and vectors, and import your own.",
    ),
    "topic": (
        "topiccrawl.cli.topic.commands",
        "Make a topic from words and texts, check and explain it, and fit it to pages that you graded.",
    ),
    "probe": (
        "topiccrawl.cli.starts.probe",
        "Check sites before a crawl, with a few polite requests to each.",
    ),
    "site": (
        "topiccrawl.cli.site.commands",
        "Check the rules of single sites, the files sites/<host>.toml of a topic.",
    ),
    **registered("COMMANDS"),
}
"""The commands, in the order of the help text: module with an `app` (see `cli.shared.group`), and help."""

app = plain_typer(
    "Focused crawls of Chinese topics, and everything around them.", completion=True, cls=LazyGroup
)


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
        "frontier show -t partybuild --state dead --by reason",
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


@cache  # cached because building it is slow, and tests run many commands
def command() -> Any:
    """Return the command `topiccrawl`."""
    root: Any = typer.main.get_command(app)
    if language() == "zh":
        translate_help(root)
    root.commands = LazyCommands(COMMANDS)
    return root


def run(arguments: Sequence[str] | None) -> int:
    """Run a command and return its exit status; see `topiccrawl.cli.main`."""
    given = sys.argv[1:] if arguments is None else arguments
    for name in passwords.words_with_passwords(given):
        print(say("topiccrawl: warning:"), translated(passwords.WARNING) % name, file=sys.stderr)
    if renamed := moved(given):
        return _report(renamed, 2)
    extra: dict[str, Any] = {} if sys.stdout.isatty() else {"terminal_width": _UNWRAPPED}
    try:
        with long_work():
            result = command().main(arguments, prog_name="topiccrawl", standalone_mode=False, **extra)
    except typer.TyperException as error:
        return _report(wrong_usage(error), error.exit_code)
    except typer.Abort:
        return _report(message("stopped"), 1)
    except TopiccrawlError as error:
        return _report(said(error), 1)
    except OSError as error:
        # Only creating a folder fails because something exists: a file of that name.
        problem = "is not a folder" if isinstance(error, FileExistsError) else error.strerror
        if not error.filename or not problem:
            return _report(str(error), 1)
        return _report(message("{path}: {reason}", path=error.filename, reason=message(problem)), 1)
    return result if isinstance(result, int) else 0


def _report(text: str, status: int) -> int:
    print("topiccrawl:", printable(" ".join(localized(text).split())), file=sys.stderr)
    return status
