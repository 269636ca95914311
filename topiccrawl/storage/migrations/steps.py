"""Steps of revisions that may be repeated: each first checks whether it was done before.

MySQL commits each change of a table at once. A revision that was interrupted has done some of its steps, and
is run again from its start.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from alembic import op
from sqlalchemy import Column, TextClause, inspect, text
from sqlalchemy.schema import SchemaItem

from topiccrawl.errors import StorageError
from topiccrawl.messages import message
from topiccrawl.storage.schema.column_types import TABLE_OPTIONS

ROWS_AT_ONCE = 500
"""Rows that one statement copies; more would exceed time-outs of servers and clients."""


def create_table(name: str, *items: SchemaItem, **options: Any) -> None:
    """Create a table without indexes, with the options of all our tables.

    Raises:
        StorageError: a table of this name lacks some of these columns, so it is not ours.
    """
    if not inspect(op.get_bind()).has_table(name):
        op.create_table(name, *items, **options, **TABLE_OPTIONS)
        return
    wanted = {item.name for item in items if isinstance(item, Column)}
    if missing := sorted(wanted - columns_of(name)):
        raise StorageError(
            message(
                "its table {name!r} is not of this version, it has no {columns}",
                name=name,
                columns=", ".join(missing),
            )
        )


def create_index(name: str, table: str, *columns: str) -> None:
    """Create an index."""
    if name not in _indexes_of(table):
        op.create_index(name, table, list(columns))


def drop_index(name: str, table: str) -> None:
    """Drop an index."""
    if name in _indexes_of(table):
        op.drop_index(name, table)


def create_partial_index(name: str, table: str, columns: Sequence[str], where: str) -> None:
    """Create an index of the rows that fulfil a condition, only on SQLite: MySQL has no such indexes.

    Args:
        name: name of the index.
        table: name of the table.
        columns: names of columns, or SQL such as `score DESC`.
        where: the condition, as SQL.
    """
    if op.get_bind().dialect.name == "sqlite" and name not in _indexes_of(table):
        parts: list[str | TextClause] = [text(one) if " " in one else one for one in columns]
        op.create_index(name, table, parts, sqlite_where=text(where))


def add_column(table: str, column: Column[Any]) -> None:
    """Add a column at the end; it can be null or has a default."""
    if str(column.name) not in columns_of(table):
        op.add_column(table, column)


def drop_column(table: str, name: str) -> None:
    """Drop a column with its values."""
    if name in columns_of(table):
        op.drop_column(table, name)


def columns_of(table: str) -> set[str]:
    """Return the names of the columns that a table has now."""
    return {column["name"] for column in inspect(op.get_bind()).get_columns(table)}


def chunks(table: str) -> Iterator[dict[str, int]]:
    """Yield ranges of ids, `{"above": a, "to": b}`, that together cover all rows of a table.

    On MySQL the work on a range is committed before the next one.
    """
    connection = op.get_bind()
    above = 0
    while True:
        ids = text(f"SELECT id FROM {table} WHERE id > :above ORDER BY id LIMIT {ROWS_AT_ONCE}")  # noqa: S608
        found = connection.scalars(ids, {"above": above}).all()
        if not found:
            return
        yield {"above": above, "to": found[-1]}
        above = found[-1]
        if connection.dialect.name != "sqlite":
            connection.commit()


def _indexes_of(table: str) -> set[str | None]:
    return {index["name"] for index in inspect(op.get_bind()).get_indexes(table)}
