"""What can go wrong with SQLite, in the kinds of `topiccrawl.storage.errors`."""

from __future__ import annotations

import sqlite3

from sqlalchemy.exc import DBAPIError

from topiccrawl.errors import DamagedFileError, DatabaseAwayError, RowRefusedError, StorageError
from topiccrawl.storage.errors import said, translate
from topiccrawl.storage.sqlite.damage import damaged

_AWAY_CODES = frozenset(
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
"""What may pass: locks, a full disk, a disk that does not answer."""
_BROKEN_CODES = frozenset((sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB))
_ROW_CODES = frozenset((sqlite3.SQLITE_TOOBIG, sqlite3.SQLITE_CONSTRAINT, sqlite3.SQLITE_MISMATCH))


def translate_sqlite(error: Exception, shown: str) -> StorageError:
    """The `StorageError` for what SQLite, SQLAlchemy or a value raised.

    Args:
        error: what was raised.
        shown: how the database is named in the message.
    """
    if isinstance(error, StorageError):
        return error
    code = _code(error)
    if code is None:
        return translate(error, shown)
    if code in _BROKEN_CODES:
        return damaged(shown, said(_cause(error)))
    kind = StorageError
    if code in _AWAY_CODES:
        kind = DatabaseAwayError
    elif code in _ROW_CODES:
        kind = RowRefusedError
    return kind(f"{shown}: {said(_cause(error))}")


def concerns_all(error: Exception) -> bool:
    """Whether it is the file or the disk that is at fault, so that every other write would fail as well."""
    if isinstance(error, (DatabaseAwayError, DamagedFileError)):  # translated already
        return True
    return _code(error) in _AWAY_CODES | _BROKEN_CODES


def _cause(error: Exception) -> BaseException | None:
    return error.orig if isinstance(error, DBAPIError) else error


def _code(error: Exception) -> int | None:
    """The primary result code, if the error is one of SQLite's own."""
    code = getattr(_cause(error), "sqlite_errorcode", None)
    return code & 0xFF if isinstance(code, int) else None
