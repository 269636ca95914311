"""Reads the revision of a database, and upgrades it to the newest, one process at a time."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Connection, Engine, exc, func, inspect, select, text

from topiccrawl.errors import DatabaseAwayError, StorageError
from topiccrawl.messages import message
from topiccrawl.storage.damage import cure_of_queue
from topiccrawl.storage.database import connect, shown_url
from topiccrawl.storage.errors import reported, translate
from topiccrawl.storage.migrations.tables import (
    BASE,
    BEGUN,
    HEAD,
    VERSION_TABLE,
    bring_up_to_date,
    has_no_tables,
)

logger = logging.getLogger(__name__)

_STEP_TIMEOUT = 3600.0
"""Seconds that one step may take; some copy a large table."""

_TURN = 2
"""Seconds of one attempt to get the lock; less than any client's time-out."""


def current_revision(connection: Connection) -> str | None:
    """Return the revision of a database, perhaps of a newer version; None when it has none."""
    if not inspect(connection).has_table(VERSION_TABLE):
        return None
    found = connection.scalar(text(f"SELECT version_num FROM {VERSION_TABLE}"))  # noqa: S608
    return None if found is None else str(found)


def check(engine: Engine) -> None:
    """Check that this version can read the tables of a database; change nothing.

    Raises:
        StorageError: it holds no corpus, or one of another version of topiccrawl.
    """
    display_name = shown_url(engine.url)
    with reported(display_name), engine.connect() as connection:
        found = current_revision(connection)
        if found == BEGUN or (found is None and has_no_tables(connection)):
            raise StorageError(
                "{database}: holds no corpus, there is no table 'pages'", database=display_name
            )
        _refuse_unknown(connection, found, display_name)
    if found != HEAD:
        raise StorageError(
            "{database}: was made by an older version of topiccrawl (schema "
            "{revision}, this one has {head}); `topiccrawl database upgrade` brings "
            "it up to date, all it holds is kept",
            database=display_name,
            revision=found,
            head=HEAD,
        )


def upgrade(engine: Engine, *, wait: float = 60.0) -> str | None:
    """Upgrade a database to the tables of this version; its content is kept.

    SQLite does all or nothing. MySQL keeps the steps done before an interruption, and the next call
    continues.

    Args:
        engine: from `topiccrawl.storage.database.connect`.
        wait: seconds to wait for another process that upgrades it.

    Returns:
        The revision before the upgrade, None when there was none; `HEAD` when there was nothing to do.

    Raises:
        StorageError: the database is of a newer version or of an early one, or another program's.
        DatabaseAwayError: it does not answer, or another process did not finish in time.
    """
    display_name = shown_url(engine.url)
    with reported(display_name):
        with engine.connect() as connection:
            found = current_revision(connection)
            if found is not None:  # else another process may be creating the tables, which the lock shows
                _refuse_unknown(connection, found, display_name)
        if found == HEAD:
            return found
        if engine.dialect.name == "sqlite":
            with _sqlite_turn(engine, wait) as connection:
                return _run(connection, display_name)
        patient = connect(engine.url, timeout=_STEP_TIMEOUT, create=False)
        try:
            with _mysql_turn(patient, wait) as connection:
                return _run(connection, display_name)
        finally:
            patient.dispose()


def upgrade_within(connection: Connection) -> str | None:
    """Upgrade a SQLite database in the transaction of the caller, who holds its lock.

    Raises:
        StorageError: as `upgrade`; the caller must then roll back.
    """
    return _run(connection, shown_url(connection.engine.url))


def _refuse_unknown(connection: Connection, revision: str | None, display_name: str) -> None:
    """Refuse a database of a newer version or of an early one, and tables of another program."""
    if revision == BEGUN or (has_no_tables(connection) if revision is None else BASE <= revision <= HEAD):
        return
    if revision is not None and revision > HEAD:
        raise StorageError(
            "{database}: was made by a newer version of topiccrawl (schema "
            "{revision}, this one knows up to {head}); use that version",
            database=display_name,
            revision=revision,
            head=HEAD,
        )
    raise StorageError(
        "{database}: was made by an early development version of topiccrawl (schema {revision}, this one "
        "reads {base} and later), or by another program: {cure}",
        database=display_name,
        revision=revision or message("without a number"),
        base=BASE,
        cure=cure_of_queue(display_name)
        or message(
            "with that version, `topiccrawl export --format jsonl` its topics, then `topiccrawl import "
            "--keep-all` the files into a new database"
        ),
    )


def _run(connection: Connection, display_name: str) -> str | None:
    """Bring the tables up to date, unless another process has done so while this one waited."""
    found = current_revision(connection)
    _refuse_unknown(connection, found, display_name)
    if found != HEAD:
        if found not in (None, BEGUN):
            logger.info("%s: the tables are changed to schema %s", display_name, HEAD)
        bring_up_to_date(connection, found)
    return None if found == BEGUN else found


@contextmanager
def _sqlite_turn(engine: Engine, wait: float) -> Iterator[Connection]:
    """Open a transaction that keeps other writers out; it is committed at the end."""
    deadline = time.monotonic() + wait
    with engine.connect() as connection:
        while True:
            try:
                connection.exec_driver_sql("BEGIN IMMEDIATE")
                break
            except exc.OperationalError as error:
                away = isinstance(translate(error, ""), DatabaseAwayError)
                if not away or time.monotonic() >= deadline:
                    raise
        yield connection
        connection.commit()


@contextmanager
def _mysql_turn(engine: Engine, wait: float) -> Iterator[Connection]:
    """Hold a named lock, since MySQL ends a transaction at each change of a table."""
    display_name = shown_url(engine.url)
    name = f"topiccrawl {engine.url.database}"[:64]
    deadline = time.monotonic() + wait
    with engine.connect() as connection:
        while connection.scalar(select(func.get_lock(name, _TURN))) != 1:
            if time.monotonic() >= deadline:
                raise DatabaseAwayError(
                    "{database}: another process is changing its tables", database=display_name
                )
        try:
            # Waits only so long for processes that still use the old tables.
            limit = max(1, int(wait))
            connection.exec_driver_sql(
                f"SET SESSION lock_wait_timeout={limit}, innodb_lock_wait_timeout={limit}"
            )
            yield connection
            connection.commit()
        finally:
            connection.rollback()
            connection.execute(select(func.release_lock(name)))
