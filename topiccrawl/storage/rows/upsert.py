"""Idempotent writes: the upserts of SQLite and MySQL."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from sqlalchemy import ColumnElement, Connection, Table, UniqueConstraint, literal_column
from sqlalchemy.dialects import mysql, sqlite
from sqlalchemy.sql.dml import Insert

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
