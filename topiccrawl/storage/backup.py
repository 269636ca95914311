"""Backups of a database: one SQLite file with all rows, whatever it came from, and checksums of the tables.

Rows are compared and copied as the drivers give them, but times are texts, so a backup of MySQL can be put
back into SQLite and the other way round. A checksum is the sum of the hashes of the rows, in any order.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, column, insert, inspect, make_url, select, table

from topiccrawl.errors import StorageError
from topiccrawl.storage.database import connect, shown_url
from topiccrawl.storage.database_folder import make_folder_of, why_missing
from topiccrawl.storage.errors import reported
from topiccrawl.storage.migrations import HEAD, check, current_revision, upgrade
from topiccrawl.storage.schema import metadata
from topiccrawl.storage.sqlite.file_lock import FileLock
from topiccrawl.text.files.atomic_write import atomic_replace

Checks = dict[str, tuple[int, str]]
"""Number of rows and checksum, by table."""

_CHECKS = "topiccrawl_backup"
"""The table of a backup that holds its checks."""
_MADE_AGAIN = {"text_blocks", "text_words"}
"""Tables that the administration pages fill from the others."""
_AT_ONCE = 200
_TIMEOUT = 600.0
"""Seconds to wait for a server."""


def back_up(url: URL, file: Path) -> Checks:
    """Write a backup of a database as it is at one moment; crawls that use it go on.

    Args:
        url: from `parse_url`.
        file: the backup; it appears when it is complete.

    Raises:
        StorageError: the file exists, the database cannot be read, or its server has another version.
    """
    if file.exists():
        raise StorageError("{file}: exists already; name a new file", file=file)
    with reported(shown_url(url)), atomic_replace(file) as part:
        if url.get_backend_name() == "sqlite":
            with _connected(url) as source:
                if not _tables(source):
                    raise StorageError("{database}: holds no corpus", database=shown_url(url))
            _copy_file(Path(str(url.database)), part)
        else:
            with _connected(url) as source, _connected(_file_url(part), create=True) as target:
                check(source.engine)
                upgrade(target.engine)
                _copy_rows(source, target)
                target.commit()
        with _connected(_file_url(part)) as saved:
            checks = _checks(saved)
        with closing(sqlite3.connect(part)) as raw, raw:
            raw.execute("PRAGMA journal_mode=DELETE")  # one file
            raw.execute(f"CREATE TABLE {_CHECKS} (name TEXT, number INTEGER, checksum TEXT)")
            rows = [(name, *values) for name, values in checks.items()]
            raw.executemany(f"INSERT INTO {_CHECKS} VALUES (?, ?, ?)", rows)  # noqa: S608
    return checks


def restore(file: Path, url: URL) -> Checks:
    """Put a backup back into a database that is empty or missing, after checking it; check the result.

    Args:
        file: from `back_up`.
        url: from `parse_url`; SQLite gets the tables as they were, a server those of this version.

    Raises:
        StorageError: the file is no backup, is cut or changed, or of another version than a server needs; the
            database holds rows, or is in use.
    """
    if not file.is_file():
        raise StorageError("{database}: {reason}", database=file, reason=why_missing(file))
    with reported(str(file)), _connected(_file_url(file)) as saved:
        if not inspect(saved).has_table(_CHECKS):
            raise StorageError("{file}: is no backup of `topiccrawl database backup`", file=file)
        names = ("name", "number", "checksum")
        stored = {name: (number, said) for name, number, said in saved.execute(_select(_CHECKS, names))}
        _compare(_checks(saved), stored, file)
        with reported(shown_url(url)):
            if url.get_backend_name() == "sqlite":
                _restore_file(file, url, stored)
            else:
                _restore_rows(saved, url, stored)
    return stored


def _restore_file(file: Path, url: URL, stored: Checks) -> None:
    path = Path(str(url.database))
    make_folder_of(path, shown_url(url))
    lock = FileLock(path)
    try:
        if path.is_file():
            with _connected(url) as target:
                _refuse_rows(target, url)
        _copy_file(file, path)
        with closing(sqlite3.connect(path)) as raw:
            raw.execute(f"DROP TABLE {_CHECKS}")
            raw.execute("PRAGMA journal_mode=WAL")
        with _connected(url) as target:
            _compare(_checks(target), stored, shown_url(url))
    finally:
        lock.release()


def _restore_rows(saved: Connection, url: URL, stored: Checks) -> None:
    if (found := current_revision(saved)) != HEAD:
        raise StorageError(
            "the backup has schema {revision}, this version {head}: restore it into a SQLite file, "
            "`topiccrawl database upgrade` that, and back it up again",
            revision=found,
            head=HEAD,
        )
    with _connected(url, create=True) as target:
        upgrade(target.engine)
        _refuse_rows(target, url)
        _copy_rows(saved, target)
        _compare(_checks(target), stored, shown_url(url))
        target.commit()  # all or nothing


def _copy_file(source: Path, target: Path) -> None:
    with closing(sqlite3.connect(source)) as one, closing(sqlite3.connect(target)) as other:
        one.backup(other)


def _copy_rows(source: Connection, target: Connection) -> None:
    for name, columns in _tables(source).items():
        rows = source.execute(_select(name, columns), execution_options={"stream_results": True})
        into = insert(table(name, *map(column, columns)))
        for some in rows.partitions(_AT_ONCE):
            target.execute(into, [dict(zip(columns, map(_plain, row), strict=True)) for row in some])


def _checks(connection: Connection) -> Checks:
    checks = {}
    for name, columns in _tables(connection).items():
        number = total = 0
        for row in connection.execute(_select(name, columns), execution_options={"stream_results": True}):
            number += 1
            total += int.from_bytes(sha256(repr([*map(_plain, row)]).encode()).digest())
        checks[name] = (number, f"{total % 2**256:064x}")
    return checks


def _compare(found: Checks, stored: Checks, place: object) -> None:
    for name in stored.keys() | found.keys():
        if found.get(name) != stored.get(name):
            raise StorageError(
                "{place}: table {table} is not as it was backed up ({found} rows, {stored} then): "
                "it is damaged or was changed",
                place=place,
                table=name,
                found=found.get(name, (0,))[0],
                stored=stored.get(name, (0,))[0],
            )


def _refuse_rows(connection: Connection, url: URL) -> None:
    for name in _tables(connection):
        if connection.execute(select(column("1", is_literal=True)).select_from(table(name)).limit(1)).first():
            raise StorageError(
                "{database}: is not empty, {table} has rows; restore into a new database",
                database=shown_url(url),
                table=name,
            )


def _tables(connection: Connection) -> dict[str, list[str]]:
    """Return the columns of our tables by table, what others refer to first."""
    inspector = inspect(connection)
    present = frozenset(inspector.get_table_names())
    names = [one.name for one in metadata.sorted_tables if one.name in present - _MADE_AGAIN]
    return {name: sorted(one["name"] for one in inspector.get_columns(name)) for name in names}


def _select(name: str, columns: Sequence[str]) -> Any:
    return select(*map(column, columns)).select_from(table(name))


def _plain(value: Any) -> Any:
    """Return a value as SQLite holds it."""
    return f"{value:%Y-%m-%d %H:%M:%S.%f}" if isinstance(value, datetime) else value


def _file_url(file: Path) -> URL:
    return make_url("sqlite://").set(database=str(file))


@contextmanager
def _connected(url: URL, *, create: bool = False) -> Iterator[Connection]:
    engine = connect(url, timeout=_TIMEOUT, create=create)
    try:
        with engine.connect() as connection:
            yield connection
    finally:
        engine.dispose()
