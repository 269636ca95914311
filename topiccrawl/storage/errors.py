"""What can go wrong with a database, in the three kinds that callers treat differently."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import exc

from topiccrawl.errors import DatabaseAwayError, RowRefusedError, StorageError

_ROW_CODES = frozenset((1118, 1153, 3140, 3819, 4025))
"""Errors of MySQL and MariaDB which PyMySQL calls operational although one row is at fault: row too big,
packet too big, bad JSON, and the two numbers of a failed CHECK."""

_ACCESS_CODES = frozenset((1044, 1045, 1049, 1142, 1143, 1227, 1698))
"""Likewise, although waiting will not help: access denied, unknown database."""


_LONGEST = 400
"""Characters of what a driver says that a message quotes."""


@contextmanager
def reported(database: str) -> Iterator[None]:
    """Turn what SQLAlchemy, the drivers and bad values raise into a `StorageError` that names `database`."""
    try:
        yield
    except (exc.SQLAlchemyError, ValueError, TypeError, OverflowError, OSError) as error:
        raise translate(error, database) from error


def translate(error: Exception, database: str) -> StorageError:
    """The `StorageError` for an error of SQLAlchemy, of a driver or of a value.

    Args:
        error: what was raised.
        database: the database's URL, with its password hidden.
    """
    # The message of SQLAlchemy's own errors quotes statement and parameters: whole pages.
    cause = error.orig if isinstance(error, exc.StatementError) and error.orig is not None else error
    if isinstance(cause, sqlite3.Error):
        from topiccrawl.storage.sqlite.damage import damaged, is_damage  # which has its errors from here

        if is_damage(cause):
            return damaged(database, said(cause))
    code = cause.args[0] if cause.args and isinstance(cause.args[0], int) else None
    kind = _kind(error, code)
    if code is not None and len(cause.args) > 1:
        return kind(f"{database}: {said(cause.args[1])} (error {code})")
    return kind(f"{database}: {said(cause) or type(cause).__name__}")


def said(error: object) -> str:
    """What an error says, on one line; more where SQLite's own words explain too little."""
    text = " ".join(str(error).split())
    if len(text) > _LONGEST:  # it quotes a value, perhaps a page
        text = f"{text[:_LONGEST]}..."
    if getattr(error, "sqlite_errorname", "").startswith("SQLITE_READONLY"):
        text += "; SQLite writes beside a file even to read it, so you need a folder you may write in"
    return text


def _kind(error: Exception, code: int | None) -> type[StorageError]:
    if not isinstance(error, exc.DBAPIError):
        if isinstance(error, (exc.TimeoutError, OSError)):
            return DatabaseAwayError
        # Values which no column takes: the drivers raise these while they bind parameters.
        refused = isinstance(error, exc.StatementError) or not isinstance(error, exc.SQLAlchemyError)
        return RowRefusedError if refused else StorageError
    if isinstance(error, (exc.DataError, exc.IntegrityError)) or code in _ROW_CODES:
        return RowRefusedError
    if isinstance(error, exc.ProgrammingError) and code is None:
        return RowRefusedError  # raised by the driver itself, about a parameter
    if code in _ACCESS_CODES:
        return StorageError
    if error.connection_invalidated or isinstance(
        error, (exc.OperationalError, exc.InterfaceError, exc.InternalError)
    ):
        return DatabaseAwayError
    return StorageError
