"""`topiccrawl database`: show the tables of a database, upgrade, back up and restore them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from topiccrawl.cli.shared.database_option import DEFAULT_DATABASE, DatabaseOption
from topiccrawl.cli.shared.group import command_group, examples
from topiccrawl.cli.shared.outputs import checked_file
from topiccrawl.cli.shared.progress import progress_bars, working
from topiccrawl.errors import StorageError
from topiccrawl.text.language import marked, say

if TYPE_CHECKING:
    from sqlalchemy import Engine

    from topiccrawl.storage.backup import Checks

app = command_group("database", "The tables of a database.")

_AT_ONCE = 100
"""Pages of one transaction."""
_TIMEOUT = 10.0
"""Seconds to wait for the database."""


class Indexed(StrEnum):
    """Pages that `upgrade` indexes."""

    MISSING = "missing"
    ALL = "all"


@app.command(
    "upgrade",
    epilog=examples(
        "database upgrade",
        "database upgrade --database sqlite:////data/corpus.db --index missing",
    ),
)
@working(marked("upgrading the tables"))
def upgrade_command(
    database: DatabaseOption = DEFAULT_DATABASE,
    index: Annotated[
        Indexed | None,
        typer.Option(help="Also index the pages that lack it, or all pages again."),
    ] = None,
) -> None:
    """Bring the tables to this version; all data is kept.

    A crawl does this when it starts. It also creates a missing database, which this command does not. Crawls
    index the pages that they store for the lists of the administration pages: --index is for pages of an
    older version. If the database is a file, no crawl may be running then.
    """
    from topiccrawl.storage.database import shown_url
    from topiccrawl.storage.migrations import HEAD, upgrade

    with _connected(database) as engine:
        found = upgrade(engine)
    shown = shown_url(engine.url)
    if found == HEAD:
        typer.echo(say("{database}: is up to date (schema {schema})", database=shown, schema=HEAD))
    else:
        before = say(", had {schema}", schema=found) if found else ""
        typer.echo(say("{database}: now has schema {schema}", database=shown, schema=HEAD) + before)
    if index:
        _index(database, index)


def _index(database: str, index: Indexed) -> None:
    from topiccrawl.storage.pages.store import CorpusStore
    from topiccrawl.storage.rows.admin.page_index import clear_index, count_unindexed, index_more

    done = last = 0
    with closing(CorpusStore(database)) as store:
        store.open()
        if index is not Indexed.MISSING:
            store.transact(clear_index)
        total = store.read(count_unindexed)
        with progress_bars() as show:
            while True:
                found, last = store.transact(partial(index_more, most=_AT_ONCE, after=last))
                if not found:
                    break
                done += found
                show("pages", done, total)
    typer.echo(say("{database}: {count} pages indexed", database=store.display_name, count=done))


@app.command("show", epilog=examples("database show", "database show --database sqlite:////data/corpus.db"))
@working(marked("counting rows"))
def show_command(database: DatabaseOption = DEFAULT_DATABASE) -> None:
    """Print the version of the tables and the number of rows in each."""
    from topiccrawl.storage.database import shown_url
    from topiccrawl.storage.errors import reported

    with _connected(database) as engine, reported(shown_url(engine.url)):
        lines = list(_description(engine))
    typer.echo("\n".join(lines))


@app.command("backup", epilog=examples("database backup corpus-backup.db"))
@working(marked("backing up"))
def backup_command(
    file: Annotated[Path, typer.Argument(help="The backup, a new file.")],
    database: DatabaseOption = DEFAULT_DATABASE,
) -> None:
    """Write all rows of a database into one file, with the checksum of each table.

    A crawl that is running goes on; the backup has what was stored when it began.
    """
    from topiccrawl.storage.backup import back_up
    from topiccrawl.storage.database import parse_url

    checked_file(file)
    _say_done(file, back_up(parse_url(database), file))


@app.command("restore", epilog=examples("database restore corpus-backup.db --database sqlite:///restored.db"))
@working(marked("restoring"))
def restore_command(
    file: Annotated[Path, typer.Argument(help="A file of `topiccrawl database backup`.")],
    database: DatabaseOption = DEFAULT_DATABASE,
) -> None:
    """Put a backup into a new or empty database, after checking the file; then check the result.

    A backup of SQLite can be restored into MySQL or MariaDB, and the other way round.
    """
    from topiccrawl.storage.backup import restore
    from topiccrawl.storage.database import parse_url, shown_url

    _say_done(shown_url(url := parse_url(database)), restore(file, url))


def _say_done(place: object, checks: Checks) -> None:
    rows = sum(number for number, _ in checks.values())
    typer.echo(say("{place}: {tables} tables, {rows:,} rows", place=place, tables=len(checks), rows=rows))


@contextmanager
def _connected(database: str) -> Iterator[Engine]:
    from topiccrawl.storage.database import connect, parse_url

    engine = connect(parse_url(database), timeout=_TIMEOUT, create=False)
    try:
        yield engine
    finally:
        engine.dispose()


def _description(engine: Engine) -> Iterator[str]:
    from sqlalchemy import func, inspect, select, table

    from topiccrawl.storage.database import shown_url
    from topiccrawl.storage.migrations import HEAD, current_revision
    from topiccrawl.storage.schema import metadata

    with engine.connect() as connection:
        revision = current_revision(connection)
        present = [name for name in metadata.tables if inspect(connection).has_table(name)]
        if not present:
            raise StorageError("{database}: holds no corpus", database=shown_url(engine.url))
        told = marked("schema {schema}, this version of topiccrawl has {own}")
        yield say(told, schema=revision or say("without a number"), own=HEAD)
        for name in present:
            rows = connection.scalar(select(func.count()).select_from(table(name)))
            yield f"{name:14} {rows:>12,}"
