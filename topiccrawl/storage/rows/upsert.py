"""Idempotent writes: the upserts of SQLite and MySQL."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from sqlalchemy import ColumnElement, Connection, Table, UniqueConstraint, delete, literal_column, select
from sqlalchemy.dialects import mysql, sqlite
from sqlalchemy.sql.dml import Insert

from topiccrawl.storage.rows.chunks import chunks
from topiccrawl.storage.rows.row import Row


def upsert(
    connection: Connection, table: Table, rows: Sequence[Row], *, added: frozenset[str] = frozenset()
) -> None:
    """Insert rows, or update the rows that have the same key, in the caller's transaction.

    Args:
        connection: of SQLite, MySQL or MariaDB.
        table: has one unique constraint, or none and a primary key that the rows have.
        rows: each with the same columns; of two with the same key the later one counts.
        added: columns whose values are added to the existing ones instead of replacing them.
    """
    if rows:
        columns = frozenset(rows[0])
        connection.execute(_statement(connection.dialect.name, table, columns, added), list(rows))


def pages_in(connection: Connection, table: Table, pages: Sequence[int]) -> set[int]:
    """Return which pages, by their ids, have rows in a table."""
    column = table.c.page_id
    found: set[int] = set()
    for some in chunks(pages):
        found.update(connection.scalars(select(column).where(column.in_(some))))
    return found


def delete_of_pages(connection: Connection, table: Table, pages: Sequence[int]) -> set[int]:
    """Delete the rows of pages in the caller's transaction; return the pages that had some."""
    # Looked up first: on MySQL, deleting rows that do not exist would lock out other workers.
    found = pages_in(connection, table, pages)
    for number in sorted(found):
        connection.execute(delete(table).where(table.c.page_id == number))
    return found


@cache
def _statement(dialect: str, table: Table, columns: frozenset[str], added: frozenset[str]) -> Insert:
    keys = _keys(table)
    changed = sorted(columns.difference(keys)) or keys[:1]  # a table of keys alone changes nothing
    if dialect == "sqlite":
        lite = sqlite.insert(table)
        new = {name: _sum(table, name, lite.excluded[name], added) for name in changed}
        return lite.on_conflict_do_update(index_elements=keys, set_=new)
    # Not SQLAlchemy's `inserted`: for MySQL 8 that is a row alias, with which PyMySQL no longer sends many
    # rows in one statement. Both servers know VALUES().
    new = {name: _sum(table, name, literal_column(f"VALUES(`{name}`)"), added) for name in changed}
    return mysql.insert(table).on_duplicate_key_update(new)


def _sum(
    table: Table, name: str, value: ColumnElement[object], added: frozenset[str]
) -> ColumnElement[object]:
    return table.c[name] + value if name in added else value


def _keys(table: Table) -> list[str]:
    for one in table.constraints:
        if isinstance(one, UniqueConstraint):
            return [column.name for column in one.columns]
    return [column.name for column in table.primary_key]
