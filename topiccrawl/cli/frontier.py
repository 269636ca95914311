"""`topiccrawl frontier`: what waits, what was given up and why, also while a crawl runs."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Column, Table
from sqlalchemy import RowMapping, select

from topiccrawl.cli.group import command_group
from topiccrawl.page.canonical_url import url_key
from topiccrawl.storage import schema
from topiccrawl.storage.corpus_store import CorpusStore
from topiccrawl.storage.database import parse_url
from topiccrawl.storage.errors import StorageError
from topiccrawl.storage.frontier import State
from topiccrawl.storage.frontier_file import frontier_file
from topiccrawl.storage.frontier_view import FrontierView, Link
from topiccrawl.storage.rows import url_hash

frontier = command_group("Look at the links of a crawl: what waits, what was given up, and why.")

TopicName = Annotated[str, typer.Option(help="Name of the topic.")]
Database = Annotated[
    str,
    typer.Option(
        envvar="TOPICCRAWL_DATABASE_URL",
        help="The crawl's database, or sqlite:///FILE of a frontier in a file of its own.",
    ),
]
Redis = Annotated[
    str,
    typer.Option(
        envvar="TOPICCRAWL_REDIS_URL", help="redis://HOST:PORT/NUMBER, for a crawl shared through Redis."
    ),
]
Most = Annotated[int, typer.Option(min=1, help="Lines to show at most.")]

_DATABASE = "sqlite:///corpus.db"
_ALL = 10**9
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")


@contextmanager
def _view(topic: str, database: str, redis: str) -> Iterator[FrontierView]:
    if redis:
        from topiccrawl.storage.redis_connection import connect
        from topiccrawl.storage.redis_view import RedisFrontierView

        view: FrontierView = RedisFrontierView(connect(redis), topic)
    else:
        url = parse_url(database)
        path = Path(str(url.database))
        if url.get_backend_name() != "sqlite" and not (path := frontier_file(database, topic)).is_file():
            raise StorageError(
                "a crawl with MySQL has its frontier in Redis (--redis) or in a file of its own "
                f"(--database sqlite:///JOBDIR/frontier.db; without JOBDIR {path}, which is not here)"
            )
        from topiccrawl.storage.frontier_sqlite_view import SqliteFrontierView

        view = SqliteFrontierView(path, topic)
    try:
        yield view
    finally:
        view.close()


@frontier.command()
def stats(topic: TopicName, database: Database = _DATABASE, redis: Redis = "", most: Most = 20) -> None:
    """Count links by what has become of them, in all and for the hosts with most of them waiting."""
    with _view(topic, database, redis) as view:
        table = Table(Column("host", overflow="fold"), *(state.name.lower() for state in State), box=None)
        for name, counts in [("all hosts", view.counts()), *view.hosts(most)]:
            row = (counts.waiting, counts.leased, counts.done, counts.dead)
            table.add_row(_shown(name), *(f"{value:,}" for value in row))
    Console(markup=False, emoji=False).print(table)


@frontier.command()
def top(topic: TopicName, database: Database = _DATABASE, redis: Redis = "", most: Most = 20) -> None:
    """Show the best links that wait."""
    with _view(topic, database, redis) as view:
        links = view.top(most)
    for link in links:
        typer.echo(_shown(f"{link.score:.4f}  {link.url}  {_anchor(link)}".rstrip()))
    if not links:
        typer.echo(f"no link of {topic} waits", err=True)


@frontier.command()
def dead(topic: TopicName, database: Database = _DATABASE, redis: Redis = "", most: Most = 100) -> None:
    """Show the links that were given up, with the reasons."""
    with _view(topic, database, redis) as view:
        links = view.dead(most)
    for link in links:
        typer.echo(f"{_shown(link.url)}\t{_shown(str(link.reason))}")
    if not links:
        typer.echo(f"no link of {topic} was given up", err=True)


@frontier.command()
def requeue(
    topic: TopicName,
    urls: Annotated[list[str] | None, typer.Argument(help="Dead links; without: all of them.")] = None,
    database: Database = _DATABASE,
    redis: Redis = "",
) -> None:
    """Let dead links wait again. With SQLite no crawl may run meanwhile."""
    with _view(topic, database, redis) as view:
        keys = None if not urls else [_dead(view, url).key for url in urls]
        typer.echo(f"{view.requeue(keys)} links wait again")


@frontier.command()
def explain(
    topic: TopicName,
    url: Annotated[str, typer.Argument(help="An address, in any of its forms.")],
    database: Database = _DATABASE,
    redis: Redis = "",
) -> None:
    """Say why a link is in the frontier, where it stands, what became of it; or why it was dropped."""
    with _view(topic, database, redis) as view:
        found = view.find(url_key(url))
        link = None if found is None else _dead(view, url, found)
    told = [] if link is None else list(_said_of_link(link))
    for row in _drops(topic, database, {url} if link is None else {url, link.url}):
        # A link the frontier knows may have been turned away before a better one to the same address came.
        if link is None or row["stage"] != "frontier":
            told += _said_of_drop(row)
    if not told:
        raise StorageError(f"{url}: the frontier does not know this address")
    width = max(len(name) for name, _ in told)
    for name, value in told:
        typer.echo(_shown(f"{name:{width}}  {value}"))


def _said_of_link(link: Link) -> Iterator[tuple[str, str]]:
    why: dict[str, Any] = json.loads(link.why or "{}")
    yield "url", link.url
    yield "state", link.state.name.lower() + (f": {link.reason}" if link.reason else "")
    yield "score", f"{link.score:.4f}"
    if priority := why.pop("priority", None):
        for name, value in zip(("priority", "description", "anchor", "structure"), priority, strict=True):
            yield f"  {name}", f"{value:.4f}"
    for name, value in why.items():
        yield name.replace("_", " "), str(value)
    yield "host", link.host
    yield "attempts", f"{link.attempts:g}"


def _drops(topic: str, database: str, urls: Collection[str]) -> Sequence[RowMapping]:
    """What the corpus says of addresses that were not kept; nothing as well when it is not there."""
    store = CorpusStore(database)
    columns = schema.drops.c
    query = select(schema.drops).where(
        columns.topic == topic, columns.url_hash.in_([url_hash(url) for url in urls])
    )
    try:
        store.open(create=False)
        return store.fetch(query.order_by(columns.dropped_at, columns.id))
    except StorageError:  # a frontier in a file of its own, or the option was not given
        return ()
    finally:
        store.close()


def _said_of_drop(row: RowMapping) -> Iterator[tuple[str, str]]:
    yield "url", row["url"]
    yield "dropped", f"{row['stage']}: {row['reason']}"
    if row["score"] is not None:
        yield "score", f"{row['score']:.4f}"
    for name, value in json.loads(row["score_parts"] or "{}").items():
        yield f"  {name}", f"{value:.4f}"
    for name in ("anchor", "parent_url"):
        if row[name]:
            yield name.replace("_", " "), row[name]


def _dead(view: FrontierView, url: str, otherwise: Link | None = None) -> Link:
    """The dead link of an address; a request that was tried again has a key of its own."""
    key = url_key(url)
    found = next((link for link in view.dead(_ALL) if url_key(link.url) == key), otherwise)
    if found is None:
        raise StorageError(f"{url}: is no dead link of this frontier")
    return found


def _anchor(link: Link) -> str:
    return str(json.loads(link.why or "{}").get("anchor", ""))


def _shown(text: str) -> str:
    """A line as a terminal may show it: an anchor text is anybody's, and may hold codes that steer it."""
    return _CONTROL.sub(" ", text)
