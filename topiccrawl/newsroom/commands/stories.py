"""`topiccrawl stories`: who published a story first, who reposted it, and what it is about."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from topiccrawl.cli.shared.database_option import DEFAULT_DATABASE, DatabaseOption
from topiccrawl.cli.shared.group import examples, plain_typer
from topiccrawl.cli.shared.progress import progress_bars, working
from topiccrawl.cli.shared.tables import print_table, printable
from topiccrawl.cli.shared.topic_option import (
    StoredTopic,
    TopicArgument,
    TopicOption,
    chosen_topic,
    topic_name,
)
from topiccrawl.corpus.maintenance_run import MaintenanceRun
from topiccrawl.extras import require_extra
from topiccrawl.newsroom.commands.story_text import story_lines
from topiccrawl.newsroom.stories.build import build_stories
from topiccrawl.newsroom.stories.distribution import PLACE_COLUMNS, read_distribution, write_distribution
from topiccrawl.newsroom.stories.entities.names import Method
from topiccrawl.newsroom.stories.graphml import write_graphml
from topiccrawl.newsroom.stories.reading import read_stories
from topiccrawl.storage.pages.existing import existing_corpus
from topiccrawl.storage.pages.store import CorpusStore
from topiccrawl.text.language import marked


class _FindByDefault(TyperGroup):
    """Runs `find` when no command is named, so that `stories TOPIC` finds the stories of a topic."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Insert `find` before arguments that do not name a command."""
        if args and args[0] not in self.commands and args[0] not in ("-h", "--help"):
            args = ["find", *args]
        return super().parse_args(ctx, args)


app = plain_typer(
    "Find who published a story first, who reposted it, and what it is about.",
    name="stories",
    cls=_FindByDefault,
)


@app.callback(invoke_without_command=True)
def _show_help(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


@app.command(
    "find",
    epilog=examples("stories find partybuild", "stories find partybuild --graph stories.graphml"),
)
def find(
    name: TopicArgument = "",
    topic: TopicOption = "",
    database: DatabaseOption = DEFAULT_DATABASE,
    graph: Annotated[
        Path | None,
        typer.Option("--graph", help="Also write events, people, pages and their links as GraphML."),
    ] = None,
    names: Annotated[
        Method,
        typer.Option(
            help='What finds names of people: "model" needs the extra names, finds more, and takes longer.'
        ),
    ] = "rules",
) -> None:
    """Find the stories of a crawled topic and store them; `topiccrawl stories TOPIC` does the same.

    Run it after a crawl, and again after the next: only stories that are new or have changed are computed.
    If it is interrupted, the same command continues.
    """
    if names == "model":
        require_extra("names")
    stored = topic_name(chosen_topic(topic, name))
    with existing_corpus(database, stored):
        pass  # a missing database is not created
    store = CorpusStore(database)
    store.open()
    try:
        run = MaintenanceRun.begin(store, stored, "stories", {})
        with progress_bars() as progress:
            counts = build_stories(store, stored, progress, names)
        run.finish({f"topiccrawl/stories/{key}": value for key, value in vars(counts).items()})
        typer.echo(
            f"{counts.stories:,} stories of {stored}: {counts.written:,} new or changed "
            f"({counts.pages:,} pages), {counts.removed:,} removed, "
            f"{counts.relations:,} pairs of related events"
        )
        if graph is not None:
            nodes, edges = write_graphml(store, stored, graph)
            typer.echo(f"{graph}: {nodes:,} nodes, {edges:,} edges")
    finally:
        store.close()


@app.command(epilog=examples("stories show -t partybuild -n 5", "stories show -t partybuild --event 12"))
@working(marked("reading stories"))
def show(
    topic: StoredTopic,
    database: DatabaseOption = DEFAULT_DATABASE,
    most: Annotated[int, typer.Option("--most", "-n", min=1, help="Maximum number of stories.")] = 10,
    pages: Annotated[
        int, typer.Option("--pages", min=1, help="Only stories with at least this many pages.")
    ] = 2,
    event: Annotated[int | None, typer.Option("--event", help="Only the event with this id.")] = None,
) -> None:
    """Show stories in Chinese: event, first source, who reposted it from where, and the evidence."""
    with existing_corpus(database, topic) as store:
        found = False
        for story in read_stories(store, topic, limit=most, least=1 if event else pages, event=event):
            found = True
            for line in story_lines(story):
                typer.echo(printable(line))
            typer.echo()
        if not found:
            typer.echo(f"没有这样的事件；先运行：topiccrawl stories {topic}")


@app.command(epilog=examples("stories places -t partybuild", "stories places -t partybuild --csv places.csv"))
@working(marked("counting stories"))
def places(
    topic: StoredTopic,
    database: DatabaseOption = DEFAULT_DATABASE,
    csv: Annotated[Path | None, typer.Option("--csv", help="Write all rows to a CSV file.")] = None,
    most: Annotated[int, typer.Option("--most", "-n", min=1, help="Maximum number of rows to show.")] = 40,
) -> None:
    """Count events, pages and sites by country, province and category."""
    with existing_corpus(database, topic) as store:
        rows = read_distribution(store, topic)
    if csv is not None:
        write_distribution(csv, rows)
        typer.echo(f"{csv}: {len(rows):,} rows")
        return
    cells = [[str("—" if value is None else value) for value in row] for row in rows[:most]]
    print_table(PLACE_COLUMNS, cells, right=PLACE_COLUMNS[3:])
