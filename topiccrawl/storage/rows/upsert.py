"""Idempotent writes: the upserts of SQLite and MySQL."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from sqlalchemy import ColumnElement, Connection, Table, UniqueConstraint, delete, literal_column
from sqlalchemy.dialects import mysql, sqlite
from sqlalchemy.sql.dml import Insert

from topiccrawl.storage.rows.chunks import fetch_by
from topiccrawl.storage.rows.row import Row
from topiccrawl.storage.sqlite.statements import driver_of, write_rows

_SQLITE = sqlite.dialect()


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
    if not rows:
        return
    columns = tuple(rows[0])
    if driver_of(connection) is None:
        connection.execute(_server_statement(table, columns, added), list(rows))
        return
    values = [[row[name] for name in columns] for row in rows]
    for place, convert in _sqlite_statement(table, columns, added)[1]:
        for one in values:
            one[place] = convert(one[place])
    upsert_tuples(connection, table, columns, values, added=added)


def upsert_tuples(
    connection: Connection,
    table: Table,
    columns: tuple[str, ...],
    rows: Sequence[Sequence[object]],
    *,
    added: frozenset[str] = frozenset(),
) -> None:
    """Do the same with rows as sequences of values that need no conversion."""
    if (driver := driver_of(connection)) is not None:
        write_rows(driver, _sqlite_statement(table, columns, added)[0], rows)
    elif rows:
        upsert(connection, table, [dict(zip(columns, row, strict=True)) for row in rows], added=added)


def pages_in(connection: Connection, table: Table, pages: Sequence[int]) -> set[int]:
    """Return which pages, by their ids, have rows in a table."""
    query = f"SELECT page_id FROM {table.name} WHERE page_id IN ({{}})"  # noqa: S608
    return {number for (number,) in fetch_by(connection, query, pages)}


def delete_of_pages(connection: Connection, table: Table, pages: Sequence[int]) -> set[int]:
    """Delete the rows of pages in the caller's transaction; return the pages that had some."""
    # Looked up first: on MySQL, deleting rows that do not exist would lock out other workers.
    found = pages_in(connection, table, pages)
    for number in sorted(found):
        connection.execute(delete(table).where(table.c.page_id == number))
    return found


@cache
def _sqlite_statement(
    table: Table, columns: tuple[str, ...], added: frozenset[str]
) -> tuple[str, Sequence[tuple[int, Callable[[Any], Any]]]]:
    """Return the statement for `write_rows`, and the conversions of values for the driver, by place."""
    new = {name: f"{name} + excluded.{name}" if name in added else f"excluded.{name}" for name in columns}
    assigned = ", ".join(f"{name} = {new[name]}" for name in _changed(table, columns))
    statement = (
        f"INSERT INTO {table.name} ({', '.join(columns)}) VALUES {{}} "  # noqa: S608 - names of our own
        f"ON CONFLICT ({', '.join(_keys(table))}) DO UPDATE SET {assigned}"
    )
    types = [table.c[name].type.dialect_impl(_SQLITE) for name in columns]
    converters = [(place, one.bind_processor(_SQLITE)) for place, one in enumerate(types)]
    return statement, [(place, convert) for place, convert in converters if convert is not None]


@cache
def _server_statement(table: Table, columns: tuple[str, ...], added: frozenset[str]) -> Insert:
    # Not SQLAlchemy's `inserted`: for MySQL 8 that is a row alias, with which PyMySQL no longer sends many
    # rows in one statement. Both servers know VALUES().
    new: dict[str, ColumnElement[Any]] = {
        name: literal_column(f"VALUES(`{name}`)") for name in _changed(table, columns)
    }
    sums = {name: table.c[name] + value for name, value in new.items() if name in added}
    return mysql.insert(table).on_duplicate_key_update(new | sums)


def _changed(table: Table, columns: Sequence[str]) -> list[str]:
    keys = _keys(table)
    return sorted(set(columns).difference(keys)) or keys[:1]  # a table of keys alone changes nothing


def _keys(table: Table) -> list[str]:
    for one in table.constraints:
        if isinstance(one, UniqueConstraint):
            return [column.name for column in one.columns]
    return [column.name for column in table.primary_key]
