"""What people write while a crawl has the SQLite file: tables in a file of their own beside it.

On servers, which have many writers, the same tables are in the database itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from sqlalchemy import URL, Engine, Table, inspect
from sqlalchemy.schema import CreateIndex, CreateTable

from topiccrawl.storage.database import connect, parse_url, shown_url
from topiccrawl.storage.errors import reported

_TIMEOUT = 10.0


def file_beside(url: URL, name: str) -> Path | None:
    """Return the file beside a SQLite database; None for servers.

    >>> file_beside(parse_url("sqlite:///data/corpus.db"), "inbox").as_posix()
    'data/corpus.db-inbox'
    """
    if url.get_backend_name() != "sqlite":
        return None
    database = Path(str(url.database))
    return database.with_name(f"{database.name}-{name}")


def open_beside(
    database: str, name: str, tables: Sequence[Table], *, create: bool, page_bytes: int = 0
) -> tuple[Engine, str]:
    """Open the file beside a SQLite database with its tables, or the database of a server.

    Args:
        database: URL of the crawls' database.
        name: end of the name of the file.
        tables: what the file holds; those that are missing are made.
        create: make a missing file.
        page_bytes: of its pages if it is made; 0: SQLite's default.

    Returns:
        The engine, and the URL for messages.

    Raises:
        StorageError: it cannot be opened.
    """
    own = parse_url(database)
    if (file := file_beside(own, name)) is not None:
        own = own.set(database=str(file))
    shown = shown_url(own)
    engine = connect(own, timeout=_TIMEOUT, create=create and file is not None, page_bytes=page_bytes)
    if file is not None:
        with reported(shown), engine.begin() as connection:
            present = inspect(connection).get_table_names()
            for table in tables:
                if table.name not in present:
                    connection.execute(CreateTable(table, if_not_exists=True))
                    for index in table.indexes:
                        connection.execute(CreateIndex(index, if_not_exists=True))
    return engine, shown
