"""Errors of SQLAlchemy and the drivers, translated into the three kinds that callers treat differently."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import exc

from topiccrawl.errors import (
    DamagedFileError,
    DatabaseAwayError,
    RowRefusedError,
    StorageError,
    TopiccrawlError,
)
from topiccrawl.messages import message, said
from topiccrawl.storage.damage import damaged, is_damage

# PyMySQL calls these operational, although one row is at fault: row too big, packet too big, bad JSON, and
# the two numbers of a failed CHECK.
_MYSQL_ROW_CODES = frozenset((1118, 1153, 3140, 3819, 4025))
# Likewise, although waiting will not help: access denied, unknown database.
_MYSQL_ACCESS_CODES = frozenset((1044, 1045, 1049, 1142, 1143, 1227, 1698))

# What may pass: locks, a full disk, a disk that does not answer.
_SQLITE_AWAY_CODES = frozenset(
    (
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_LOCKED,
        sqlite3.SQLITE_NOMEM,
        sqlite3.SQLITE_READONLY,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_PROTOCOL,
    )
)
_SQLITE_ROW_CODES = frozenset((sqlite3.SQLITE_TOOBIG, sqlite3.SQLITE_CONSTRAINT, sqlite3.SQLITE_MISMATCH))

_LONGEST = 400
"""Characters of a driver's message that are quoted."""


@contextmanager
def reported(database: str) -> Iterator[None]:
    """Turn errors of SQLAlchemy, drivers and bad values into a `StorageError` that names `database`."""
    try:
        yield
    except (exc.SQLAlchemyError, sqlite3.Error, ValueError, TypeError, OverflowError, OSError) as error:
        raise translate(error, database) from error


def translate(error: Exception, database: str) -> StorageError:
    """Return the `StorageError` for an error of SQLAlchemy, of a driver or of a value.

    Args:
        error: what was raised.
        database: the database's URL with its password hidden, or the name of a file.
    """
    if isinstance(error, StorageError):
        return error
    # The message of SQLAlchemy's own errors quotes statement and parameters: whole pages.
    cause = error.orig if isinstance(error, exc.StatementError) and error.orig is not None else error
    if is_damage(cause):
        return damaged(database, _text_of(cause))
    if (sqlite_code := _sqlite_code(cause)) is not None:
        return _kind_of_sqlite(sqlite_code)(f"{database}: {_text_of(cause)}")
    code = cause.args[0] if cause.args and isinstance(cause.args[0], int) else None
    kind = _kind(error, code)
    if code is not None and len(cause.args) > 1:
        reason = _text_of(cause.args[1])
        return kind(
            message("{database}: {reason} (error {code})", database=database, reason=reason, code=code)
        )
    # An error of ours is said in the reader's language, too.
    text = said(cause) if isinstance(cause, TopiccrawlError) else _text_of(cause)
    return kind(message("{database}: {reason}", database=database, reason=text or type(cause).__name__))


def concerns_whole_file(error: Exception) -> bool:
    """Return whether a SQLite file or its disk is at fault, so that every other write would fail as well."""
    cause = error.orig if isinstance(error, exc.DBAPIError) else error
    translated = isinstance(error, (DatabaseAwayError, DamagedFileError))
    return translated or is_damage(cause) or _sqlite_code(cause) in _SQLITE_AWAY_CODES


def _text_of(error: object) -> str:
    """Return an error's message on one line, with an explanation where SQLite's own words say too little."""
    text = " ".join(str(error).split())
    if len(text) > _LONGEST:  # it quotes a value, perhaps a page
        text = f"{text[:_LONGEST]}..."
    if getattr(error, "sqlite_errorname", "").startswith("SQLITE_READONLY"):
        text += "; SQLite writes beside a file even to read it, so you need a folder you may write in"
    return text


def _sqlite_code(error: object) -> int | None:
    """Return the primary result code, if the error is one of SQLite's own."""
    code = getattr(error, "sqlite_errorcode", None)
    return code & 0xFF if isinstance(code, int) else None


def _kind_of_sqlite(code: int) -> type[StorageError]:
    if code in _SQLITE_AWAY_CODES:
        return DatabaseAwayError
    return RowRefusedError if code in _SQLITE_ROW_CODES else StorageError


def _kind(error: Exception, code: int | None) -> type[StorageError]:
    if not isinstance(error, exc.DBAPIError):
        if isinstance(error, (exc.TimeoutError, OSError)):
            return DatabaseAwayError
        # Values that no column takes: the drivers raise these while they bind parameters.
        refused = isinstance(error, exc.StatementError) or not isinstance(error, exc.SQLAlchemyError)
        return RowRefusedError if refused else StorageError
    if isinstance(error, (exc.DataError, exc.IntegrityError)) or code in _MYSQL_ROW_CODES:
        return RowRefusedError
    if isinstance(error, exc.ProgrammingError) and code is None:
        return RowRefusedError  # raised by the driver itself, about a parameter
    if code in _MYSQL_ACCESS_CODES:
        return StorageError
    if error.connection_invalidated or isinstance(
        error, (exc.OperationalError, exc.InterfaceError, exc.InternalError)
    ):
        return DatabaseAwayError
    return StorageError
