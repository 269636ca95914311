"""Steps of revisions that may be repeated: each first checks whether it was done before.

MySQL commits each change of a table at once. A revision that was interrupted has done some of its steps, and
is run again from its start.
"""

from __future__ import annotations

from typing import Any

from alembic import op
from sqlalchemy import Column, Table, inspect


def create_table(table: Table) -> None:
    """Create a table with its indexes, or those that are missing."""
    table.create(op.get_bind(), checkfirst=True)
    present = _indexes_of(table.name)
    for index in table.indexes:
        if index.name not in present:
            index.create(op.get_bind())


def drop_table(name: str) -> None:
    """Drop a table with its rows."""
    op.drop_table(name, if_exists=True)


def add_column(table: str, column: Column[Any]) -> None:
    """Add a column behind the others, one that may be null."""
    if column.name not in _columns_of(table):
        op.add_column(table, column)


def drop_index(name: str, table: str) -> None:
    """Drop an index."""
    if name in _indexes_of(table):
        op.drop_index(name, table)


def drop_column(table: str, name: str) -> None:
    """Drop a column with its values."""
    if name in _columns_of(table):
        op.drop_column(table, name)


def _columns_of(table: str) -> set[str]:
    """Return the names of the columns that a table has now."""
    return {column["name"] for column in inspect(op.get_bind()).get_columns(table)}


def _indexes_of(table: str) -> set[str | None]:
    return {index["name"] for index in inspect(op.get_bind()).get_indexes(table)}
