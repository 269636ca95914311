"""Creates the tables of this version at once, in a database that has none of them."""

from __future__ import annotations

from sqlalchemy import Column, Connection, MetaData, String, Table, delete, insert, inspect

from topiccrawl.storage.migrations.full_text import create_full_text
from topiccrawl.storage.migrations.views import create_view
from topiccrawl.storage.schema import metadata
from topiccrawl.storage.schema.column_types import TABLE_OPTIONS
from topiccrawl.storage.schema.views import VIEWS

BEGUN = "begun"
"""Stored in place of a revision until all tables are there."""


def has_no_tables(connection: Connection) -> bool:
    """Return whether a database has none of our tables."""
    return metadata.tables.keys().isdisjoint(inspect(connection).get_table_names())


def create_all_tables(connection: Connection, revision: str, version_table: str) -> None:
    """Create the tables and indexes that are missing, and store their revision.

    Args:
        connection: of a database without our tables, or with those of an interrupted call. SQLite does all in
            the caller's transaction; MySQL commits table by table.
        revision: of the tables, or `BEGUN` when revisions have to change them yet.
        version_table: the table with the number.
    """
    number = Column("version_num", String(32), primary_key=True)
    version = Table(version_table, MetaData(), number, **TABLE_OPTIONS)
    version.create(connection, checkfirst=True)
    _store(connection, version, BEGUN)
    inspector = inspect(connection)
    present = frozenset(inspector.get_table_names())
    for table in metadata.sorted_tables:
        if table.name not in present:
            table.create(connection, checkfirst=False)
            continue
        # MySQL commits a table before its indexes.
        indexes = {index["name"] for index in inspector.get_indexes(table.name)}
        for index in table.indexes:
            if index.name not in indexes:
                index.create(connection)
    create_full_text(connection)
    for name, query in VIEWS.items():
        create_view(connection, name, query)
    _store(connection, version, revision)


def _store(connection: Connection, version: Table, revision: str) -> None:
    connection.execute(delete(version))
    connection.execute(insert(version).values(version_num=revision))
    if connection.dialect.name != "sqlite":
        connection.commit()
