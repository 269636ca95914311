"""Plain SQL for what runs for every page, as SQLAlchemy takes longer for it than SQLite does."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import chain
from typing import Any

from sqlalchemy import Connection

_CHUNKS = (128, 32, 16, 8, 4, 2, 1)
"""Rows of one statement; few sizes, so that SQLite parses few statements."""
# Many rows a statement, since each call of SQLite releases the interpreter's lock, and has to wait for it
# again while another thread computes.


def driver_of(connection: Connection) -> sqlite3.Connection | None:
    """Return the driver's own connection to a SQLite file; None on a server."""
    if connection.dialect.name != "sqlite":
        return None
    driver: sqlite3.Connection = connection.connection.driver_connection  # type: ignore[assignment]
    return driver


def fetch(connection: Connection, query: str, values: Sequence[Any]) -> Sequence[Any]:
    """Return the rows of a query as the driver gives them.

    Args:
        connection: of any database.
        query: SQL with a question mark for each value, and no other.
        values: values in the driver's types.
    """
    if (driver := driver_of(connection)) is not None:
        return driver.execute(query, values).fetchall()
    return connection.exec_driver_sql(query.replace("?", "%s"), tuple(values)).all()


def write_rows(connection: sqlite3.Connection, statement: str, rows: Iterable[Sequence[Any]]) -> None:
    """Run a statement for rows, many at a time.

    Args:
        connection: within a transaction.
        statement: SQL with `{}` in place of the rows' values.
        rows: all of the same length.
    """
    left = list(rows)
    start = 0
    for size in _CHUNKS:
        while len(left) - start >= size:
            chunk = left[start : start + size]
            start += size
            connection.execute(_filled(statement, len(chunk[0]), size), list(chain.from_iterable(chunk)))


@cache
def marks(count: int) -> str:
    """Return the question marks of a list of values."""
    return ", ".join("?" * count)


def padded(values: Sequence[Any]) -> Sequence[Any]:
    """Return values, the last of them repeated, so that queries have few different lengths."""
    length = 4
    while length < len(values):
        length *= 2
    return [*values, *[values[-1]] * (length - len(values))]


@cache
def _filled(statement: str, columns: int, rows: int) -> str:
    return statement.format(", ".join([f"({marks(columns)})"] * rows))
