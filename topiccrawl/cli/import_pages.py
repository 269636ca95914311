"""`topiccrawl import`: pages of files become pages of a corpus."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from topiccrawl.cli.shared.database_option import DEFAULT_DATABASE, DatabaseOption
from topiccrawl.cli.shared.group import examples, single_command
from topiccrawl.cli.shared.progress import document_counter
from topiccrawl.cli.shared.reading_options import (
    ExtractorOption,
    SensitiveOption,
    ThreadTextOption,
    TitleIdf,
    TitleIdfOption,
    TitleThresholdOption,
    make_comparable,
    sensitive_words,
)
from topiccrawl.cli.shared.topic_option import TopicOption, topic_name
from topiccrawl.corpus.importing import COLUMNS, import_pages
from topiccrawl.corpus.maintenance_run import MaintenanceRun
from topiccrawl.corpus.reading import PageReader
from topiccrawl.errors import TextError
from topiccrawl.messages import message
from topiccrawl.relevance.topic.topic import Topic
from topiccrawl.storage.pages.store import CorpusStore

app = single_command()

_SHOWN = 20
"""Maximum number of bad rows that are named."""


@app.command(
    "import",
    epilog=examples(
        "import corpus.jsonl --topic partybuild",
        "import crawl-1.warc.gz crawl-2.warc.gz --topic my-topics/河长制 --database sqlite:///rivers.db",
    ),
)
def import_command(
    files: Annotated[
        list[Path],
        typer.Argument(
            help="JSON lines (.jsonl, .jsonl.gz, .jsonl.zst), CSV, Parquet "
            "with url, title and text; WARC, WET.",
        ),
    ],
    topic: TopicOption,
    database: DatabaseOption = DEFAULT_DATABASE,
    keep_all: Annotated[bool, typer.Option("--keep-all", help="Store pages whatever their verdict.")] = False,
    columns: Annotated[
        str, typer.Option("--map", help="Names in the files: text=content,url=link.", metavar="NAME=OWN,...")
    ] = "",
    extractor: ExtractorOption = "article",
    thread_text: ThreadTextOption = "posts",
    sensitive: SensitiveOption = "",
    title_threshold: TitleThresholdOption = 0.8,
    title_idf: TitleIdfOption = TitleIdf.TOPIC,
) -> None:
    """Add pages of files to the corpus of a topic, as if they had been crawled.

    They are judged, compared with the stored pages and measured. Pages that the corpus has stay as they are.
    Rows and records that cannot be used are named, the others are stored, and the exit code is 1.
    """
    for file in files:  # before a database is created
        if not file.is_file():
            raise TextError(message("{file}: no such file", file=file))
    named = _columns(columns)
    name = topic_name(topic)
    words = sensitive_words(sensitive)
    reader = PageReader(Topic.load(topic), extractor, title_threshold, words, thread_text)
    store = CorpusStore(database)
    store.open()
    try:
        run = MaintenanceRun.begin(store, name, "import", {"files": list(map(str, files))})
        make_comparable(store, name, reader.rule, title_idf)
        bad: list[str] = []
        with document_counter("pages") as show:
            counts = import_pages(
                store,
                name,
                run.run_id,
                files,
                reader,
                show,
                bad.append,
                keep_all=keep_all,
                columns=named,
            )
        run.finish({f"topiccrawl/import/{kind}": count for kind, count in counts.items()})
    finally:
        store.close()
    for kind, count in counts.most_common():
        typer.echo(f"{count:,} {kind}")
    if not counts:
        typer.echo("the files hold no pages")
    for problem in bad[:_SHOWN]:
        typer.echo(f"topiccrawl: {problem}", err=True)
    if len(bad) > _SHOWN:
        typer.echo(message("topiccrawl: and {count} more like these", count=len(bad) - _SHOWN), err=True)
    if bad:
        raise typer.Exit(1)


def _columns(given: str) -> dict[str, str]:
    """Return the names in the files by the names that are read, from the text of `--map`."""
    found = {}
    for one in filter(None, given.split(",")):
        name, _, own = (part.strip() for part in one.partition("="))
        if name not in COLUMNS or not own:
            raise typer.BadParameter(
                message("{one!r} is none of: {known}", one=one, known=", ".join(sorted(COLUMNS))),
                param_hint="--map",
            )
        found[name] = own
    return found
