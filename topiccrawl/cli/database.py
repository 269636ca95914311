"""`topiccrawl database`: show the tables of a database, and upgrade them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import typer
from sqlalchemy import Engine, func, inspect, select, table

from topiccrawl.cli.shared.database_option import DEFAULT_DATABASE, DatabaseOption
from topiccrawl.cli.shared.group import command_group, examples
from topiccrawl.errors import StorageError
from topiccrawl.storage.database import connect, parse_url, shown_url
from topiccrawl.storage.errors import reported
from topiccrawl.storage.migrations import HEAD, current_revision, upgrade
from topiccrawl.storage.schema import metadata

app = command_group("database", "The tables of a database.")

_TIMEOUT = 10.0
"""Seconds to wait for the database."""


@app.command(
    "upgrade", epilog=examples("database upgrade", "database upgrade --database sqlite:////data/corpus.db")
)
def upgrade_command(database: DatabaseOption = DEFAULT_DATABASE) -> None:
    """Bring the tables to this version; all data is kept.

    A crawl does this when it starts. It also creates a missing database, which this command does not.
    """
    with _connected(database) as engine:
        found = upgrade(engine)
    shown = shown_url(engine.url)
    if found == HEAD:
        typer.echo(f"{shown}: is up to date (schema {HEAD})")
    else:
        typer.echo(f"{shown}: now has schema {HEAD}" + (f", had {found}" if found else ""))


@app.command("show", epilog=examples("database show", "database show --database sqlite:////data/corpus.db"))
def show_command(database: DatabaseOption = DEFAULT_DATABASE) -> None:
    """Print the version of the tables and the number of rows in each."""
    with _connected(database) as engine, reported(shown_url(engine.url)):
        lines = list(_description(engine))
    typer.echo("\n".join(lines))


@contextmanager
def _connected(database: str) -> Iterator[Engine]:
    engine = connect(parse_url(database), timeout=_TIMEOUT, create=False)
    try:
        yield engine
    finally:
        engine.dispose()


def _description(engine: Engine) -> Iterator[str]:
    with engine.connect() as connection:
        revision = current_revision(connection)
        present = [name for name in metadata.tables if inspect(connection).has_table(name)]
        if not present:
            raise StorageError(f"{shown_url(engine.url)}: holds no corpus")
        yield f"schema {revision or 'without a number'}, this version of topiccrawl has {HEAD}"
        for name in present:
            rows = connection.scalar(select(func.count()).select_from(table(name)))
            yield f"{name:14} {rows:>12,}"
