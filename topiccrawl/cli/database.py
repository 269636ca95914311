"""`topiccrawl database`: what a database holds, and its tables brought up to date."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import typer
from sqlalchemy import Engine, func, inspect, select, table

from topiccrawl.cli.group import command_group, examples
from topiccrawl.errors import StorageError
from topiccrawl.storage.database import connect, parse_url, shown_url
from topiccrawl.storage.errors import reported
from topiccrawl.storage.migrations import HEAD, current_revision, upgrade
from topiccrawl.storage.schema import metadata

database = command_group()

_TIMEOUT = 10.0

DEFAULT_DATABASE = "sqlite:///corpus.db"

Database = Annotated[
    str,
    typer.Option(
        "--database",
        metavar="URL",
        envvar="TOPICCRAWL_DATABASE_URL",
        help="sqlite:///FILE or mysql+pymysql://USER:PASSWORD@HOST/DATABASE; a password is safer in the "
        "environment, where other users of the machine cannot see it.",
    ),
]


@database.command(
    "upgrade", epilog=examples("database upgrade", "database upgrade --database sqlite:////data/corpus.db")
)
def upgrade_command(url: Database = DEFAULT_DATABASE) -> None:
    """Bring the tables to this version; all that the database holds is kept.

    A crawl does this by itself when it starts, and makes a missing database, which this does not.
    """
    engine = connect(parse_url(url), timeout=_TIMEOUT, create=False)
    try:
        found = upgrade(engine)
    finally:
        engine.dispose()
    shown = shown_url(engine.url)
    if found == HEAD:
        typer.echo(f"{shown}: is up to date (schema {HEAD})")
    else:
        typer.echo(f"{shown}: now has schema {HEAD}" + (f", had {found}" if found else ""))


@database.command(
    "show", epilog=examples("database show", "database show --database sqlite:////data/corpus.db")
)
def show_command(url: Database = DEFAULT_DATABASE) -> None:
    """Print the version of the tables and how many rows each has."""
    engine = connect(parse_url(url), timeout=_TIMEOUT, create=False)
    try:
        with reported(shown_url(engine.url)):
            told = list(_said_of(engine))
    finally:
        engine.dispose()
    typer.echo("\n".join(told))


def _said_of(engine: Engine) -> Iterator[str]:
    with engine.connect() as connection:
        found = current_revision(connection)
        there = [name for name in metadata.tables if inspect(connection).has_table(name)]
        if not there:
            raise StorageError(f"{shown_url(engine.url)}: holds no corpus")
        yield f"schema {found or 'without a number'}, this version of topiccrawl has {HEAD}"
        for name in there:
            rows = connection.scalar(select(func.count()).select_from(table(name)))
            yield f"{name:14} {rows:>12,}"
