"""The Typer application: one command from each module of this room, and how errors are told."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import typer

from topiccrawl import passwords
from topiccrawl.cli.bars import WorkBar
from topiccrawl.cli.calibrate import calibrate
from topiccrawl.cli.crawl import PASSED_ON, crawl
from topiccrawl.cli.database import database
from topiccrawl.cli.demo import demo
from topiccrawl.cli.evaluate import evaluate
from topiccrawl.cli.export import export
from topiccrawl.cli.extract import extract
from topiccrawl.cli.frontier import frontier
from topiccrawl.cli.group import command_group
from topiccrawl.cli.resources import resources
from topiccrawl.cli.topic import topic
from topiccrawl.cli.vocabulary import vocabulary
from topiccrawl.corpus.export import ExportError
from topiccrawl.evaluation.results import EvaluationError
from topiccrawl.relevance.labelled_table import LabelError
from topiccrawl.relevance.resource_error import ResourceError
from topiccrawl.relevance.word_table import TopicError
from topiccrawl.storage.errors import StorageError
from topiccrawl.text.long_work import listening
from topiccrawl.vocabulary.errors import VocabularyError

app = command_group("Focused crawls of Chinese topics, and everything around them.")
app.command("crawl", context_settings=PASSED_ON)(crawl)
app.command("demo")(demo)
app.command("export")(export)
app.command("extract")(extract)
app.add_typer(database, name="database")
app.add_typer(frontier, name="frontier")
app.add_typer(resources, name="resources")
app.add_typer(topic, name="topic")
app.add_typer(calibrate, name="calibrate")
app.add_typer(vocabulary, name="vocabulary")
app.add_typer(evaluate, name="evaluate")


def run(arguments: Sequence[str] | None) -> int:
    """Run a command and return its exit status; see `topiccrawl.cli.main`."""
    command = typer.main.get_command(app)
    for name in passwords.words_with_passwords(sys.argv[1:] if arguments is None else arguments):
        print("topiccrawl: warning:", passwords.WARNING % name, file=sys.stderr)
    bar = WorkBar()
    try:
        with listening(bar):
            result = command.main(arguments, prog_name="topiccrawl", standalone_mode=False)
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
