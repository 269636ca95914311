"""`topiccrawl stories`: who published a story first, who reposted it, and what it is about."""

from __future__ import annotations

from contextlib import closing
from typing import Annotated

import typer

from topiccrawl.cli.shared.database_option import DEFAULT_DATABASE, DatabaseOption
from topiccrawl.cli.shared.group import examples, single_command
from topiccrawl.cli.shared.progress import progress_bars, working
from topiccrawl.cli.shared.tables import printable
from topiccrawl.cli.shared.topic_option import (
    TopicArgument,
    TopicOption,
    chosen_topic,
    topic_name,
)
from topiccrawl.extras import require_extra
from topiccrawl.newsroom.stories.entities import Method
from topiccrawl.text.language import marked, say

app = single_command()


@app.command(
    epilog=examples(
        "stories partybuild",
        "stories partybuild --show -n 5",
        "stories partybuild --show --event 12",
    ),
)
def stories(
    name: TopicArgument = "",
    topic: TopicOption = "",
    database: DatabaseOption = DEFAULT_DATABASE,
    names: Annotated[
        Method,
        typer.Option(
            help='What finds names of people: "model" needs the extra names, finds more, and takes longer.'
        ),
    ] = "rules",
    show: Annotated[
        bool, typer.Option("--show", help="Show the stored stories with their evidence.")
    ] = False,
    most: Annotated[int, typer.Option("--most", "-n", min=1, help="Maximum number of stories to show.")] = 20,
    pages: Annotated[
        int, typer.Option("--pages", min=1, help="Show only stories with at least this many pages.")
    ] = 2,
    event: Annotated[int | None, typer.Option("--event", help="Show only the event with this id.")] = None,
) -> None:
    """Find the stories of a crawled topic: who published one first, who reposted it, and what it is about.

    Run it after a crawl, and again after the next: only stories that are new or have changed are computed.
    If it is interrupted, the same command continues. With --show, stored stories are shown.
    """
    stored = topic_name(chosen_topic(topic, name))
    if show:
        _show(database, stored, most, pages, event)
    else:
        _find(database, stored, names)


def _find(database: str, topic: str, names: Method) -> None:
    from topiccrawl.corpus.maintenance_run import MaintenanceRun
    from topiccrawl.newsroom.stories.build import build_stories
    from topiccrawl.storage.pages.existing import existing_corpus
    from topiccrawl.storage.pages.store import CorpusStore

    if names == "model":
        require_extra("names")
    with existing_corpus(database, topic):
        pass  # a missing database is not created
    with closing(CorpusStore(database)) as store:
        store.open()
        run = MaintenanceRun.begin(store, topic, "stories", {})
        with progress_bars() as progress:
            counts = build_stories(store, topic, progress, names)
        run.finish({f"topiccrawl/stories/{key}": value for key, value in vars(counts).items()})
        told = marked(
            "{stories:,} stories of {topic}: {written:,} new or changed ({pages:,} pages), "
            "{removed:,} removed, {relations:,} pairs of related events"
        )
        typer.echo(say(told, topic=topic, **vars(counts)))


@working(marked("reading stories"))
def _show(database: str, topic: str, most: int, pages: int, event: int | None) -> None:
    from topiccrawl.newsroom.commands.story_text import story_lines
    from topiccrawl.newsroom.stories.reading import read_stories
    from topiccrawl.storage.pages.existing import existing_corpus

    with existing_corpus(database, topic) as store:
        found = False
        for story in read_stories(store, topic, limit=most, least=1 if event else pages, event=event):
            found = True
            for line in story_lines(story):
                typer.echo(printable(line))
            typer.echo()
        if not found:
            typer.echo(say("no such event; first run: topiccrawl stories {topic}", topic=topic))
