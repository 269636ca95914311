"""`topiccrawl status`: all crawls of a database, or of the current folder."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from topiccrawl.cli.shared.database_option import DATABASE_FORMS, database_option
from topiccrawl.cli.shared.group import examples, single_command
from topiccrawl.cli.shared.progress import working
from topiccrawl.cli.shared.tables import print_table, printable
from topiccrawl.errors import StorageError
from topiccrawl.messages import said
from topiccrawl.page.unread.reasons import Unread
from topiccrawl.text.language import localized, marked, translated

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from topiccrawl.reporting.crawl_state import CrawlState
    from topiccrawl.storage.pages.store import CorpusStore

app = single_command()

_STATES = {
    "running": marked("running"),
    "paused": marked("paused"),
    "closing": marked("ending"),
    "broken": marked("was killed; the same command continues it"),
    "new": marked("not crawled yet"),
}
_COLUMNS = (
    marked("topic"),
    marked("kept"),
    marked("fetched"),
    marked("harvest"),
    marked("waiting"),
    marked("given up"),
    marked("last start (UTC)"),
    marked("state"),
    marked("database"),
)
_NUMBERS = ("kept", "fetched", "harvest", "waiting", "given up")
_UNKNOWN = "-"
_RUNS = 100
"""Maximum number of a topic's latest runs to read."""


@app.command("status", epilog=examples("status", "status --database sqlite:////data/corpus.db"))
@working(marked("reading databases"))
def status_command(
    database: Annotated[
        str,
        database_option(f"Only this database, {DATABASE_FORMS}; default: all in files *.db of this folder."),
    ] = "",
) -> None:
    """Show all crawls of all topics: what was kept, what waits, and how the last run goes or ended.

    The columns fetched and harvest are those of the last run. A crawl by the add-on has a row of its own,
    topic@spider; the pages kept are those of the topic. Running crawls are not disturbed.
    """
    found = [database] if database else [f"sqlite:///{path}" for path in _files(Path())]
    rows = [row for url in found for row in _rows(url)]
    if not rows:
        nothing = marked(
            "no crawls here; `topiccrawl crawl TOPIC` starts one, `topiccrawl topic list` shows topics"
        )
        typer.echo(translated(nothing))
        return
    print_table([translated(name) for name in _COLUMNS], rows, right=[translated(name) for name in _NUMBERS])
    for line in (line for url in found for line in _notes(url)):
        typer.echo(printable(line))


def _files(folder: Path) -> Iterator[Path]:
    """Yield the SQLite files of a folder that hold a corpus; say why another cannot be read."""
    from topiccrawl.storage.pages.existing import existing_corpus

    for path in sorted(folder.glob("*.db")):
        try:
            with existing_corpus(f"sqlite:///{path}"):
                yield path
        except StorageError as error:  # a file of another program or an older version, or a damaged one
            typer.echo(f"topiccrawl: {printable(localized(said(error)))}", err=True)


def _rows(url: str) -> Iterator[list[str]]:
    """Yield a row for each topic of a database."""
    from topiccrawl.reporting.crawl_state import crawl_state
    from topiccrawl.storage.pages.existing import existing_corpus
    from topiccrawl.storage.run_totals import pages_kept
    from topiccrawl.storage.schema.column_types import TOPIC_LENGTH

    with existing_corpus(url) as store:
        for topic in store.topics():
            kept = f"{pages_kept(store, topic):,}"
            for spider, runs in _crawls(store, topic).items():
                name = f"{topic}@{spider}"[:TOPIC_LENGTH] if spider else topic
                state = store.read(partial(crawl_state, among=runs), topic)
                began = state.run["started_at"].strftime("%Y-%m-%d %H:%M") if state.run else _UNKNOWN
                waiting, dead = _links(name, url)
                fetched, harvest = f"{state.figures['fetched']:,}", f"{state.harvest:.0%}"
                yield [name, kept, fetched, harvest, waiting, dead, began, _state(state), store.display_name]


def _notes(url: str) -> Iterator[str]:
    """Yield what the last crawls hold and could not fetch, sources that are amiss, groups to confirm."""
    from topiccrawl.corpus.learned.page_groups import questions
    from topiccrawl.corpus.missed.estimate import held_line
    from topiccrawl.reporting.monitoring.sources import read_sources, silence_report, source_report
    from topiccrawl.storage.pages.existing import existing_corpus
    from topiccrawl.storage.rows.sampled.sightings import read_last_stats

    with existing_corpus(url) as store:
        for topic in store.topics():
            held = held_line(store.read(read_last_stats, topic))
            sources = store.read(read_sources, topic, datetime.now(UTC))
            notes = [
                *([held] if held else []),
                *store.read(_forbidden, topic),
                *source_report(sources),
                *silence_report(sources),
                *store.read(questions, topic),
            ]
            yield from (f"{topic}: {note}" for note in notes)


def _forbidden(connection: Connection, topic: str) -> list[str]:
    from topiccrawl.reporting.crawl_state import crawl_state, unread_of_run
    from topiccrawl.reporting.unread_lines import unread_lines

    run = crawl_state(connection, topic, points=1).run
    unread = unread_of_run(connection, run["id"]) if run else ()
    return unread_lines(one for one in unread if one.reason is Unread.ROBOTS)


def _crawls(store: CorpusStore, topic: str) -> dict[str, list[int]]:
    """Return the last crawls of a topic by the spider of another project; empty: by the topic's own."""
    from sqlalchemy import select

    from topiccrawl.storage import schema

    runs = schema.runs.c
    query = select(runs.id, runs.settings).where(runs.topic == topic).order_by(runs.id.desc()).limit(_RUNS)
    found: dict[str, list[int]] = {}
    for row in store.fetch(query):
        settings = json.loads(row["settings"] or "{}")
        if "command" not in settings:  # `clean` and others have runs too
            found.setdefault(settings.get("spider", ""), []).append(row["id"])
    return dict(sorted(found.items())) or {"": []}


def _state(state: CrawlState) -> str:
    from topiccrawl.reporting.finish_reasons import reason_text

    if state.run is not None and state.state == "ended":
        return reason_text(str(state.run["finish_reason"]))
    return translated(_STATES.get(state.state, state.state))


def _links(topic: str, url: str) -> tuple[str, str]:
    """Return how many links wait and how many were given up; unknown without the file of the frontier."""
    from topiccrawl.storage.frontier_views import open_frontier_view

    try:
        with closing(open_frontier_view(topic, url)) as view:
            counts = view.counts()
    except StorageError:
        return _UNKNOWN, _UNKNOWN
    return f"{counts.waiting:,}", f"{counts.dead:,}"
