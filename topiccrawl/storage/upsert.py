"""Rows written so that writing them again changes nothing: the upserts of SQLite and MySQL."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from sqlalchemy import Connection, Table, UniqueConstraint
from sqlalchemy.dialects import mysql, sqlite
from sqlalchemy.sql.dml import Insert

from topiccrawl.storage.rows import Row


def upsert(connection: Connection, table: Table, rows: Sequence[Row]) -> None:
    """Insert rows, or update the rows that have the same unique key, in the caller's transaction.

    Args:
        connection: of SQLite, MySQL or MariaDB.
        table: a table with one unique constraint and a key which the database numbers.
        rows: each with the same columns; of two with the same key the later counts.
    """
    if rows:
        columns = frozenset(rows[0])
        connection.execute(_statement(connection.dialect.name, table, columns), list(rows))


@cache
def _statement(dialect: str, table: Table, columns: frozenset[str]) -> Insert:
    (unique,) = (one for one in table.constraints if isinstance(one, UniqueConstraint))
    keys = [column.name for column in unique.columns]
    changed = sorted(columns.difference(keys))
    if dialect == "sqlite":
        lite = sqlite.insert(table)
        return lite.on_conflict_do_update(
            index_elements=keys, set_={name: lite.excluded[name] for name in changed}
        )
    my = mysql.insert(table)
    return my.on_duplicate_key_update({name: my.inserted[name] for name in changed})
