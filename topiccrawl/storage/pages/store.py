"""The corpus in a database: pages, drops and runs."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any, Concatenate, ParamSpec, TypeVar

from sqlalchemy import Connection, Engine, RowMapping, false, func, insert, select, update

from topiccrawl.errors import RowRefusedError, StorageError
from topiccrawl.storage import schema
from topiccrawl.storage.database import connect, parse_url, shown_url
from topiccrawl.storage.errors import reported
from topiccrawl.storage.group_commit import PATIENCE
from topiccrawl.storage.migrations import check, upgrade
from topiccrawl.storage.pages.kinds import CheckedRows, checked_pages, checked_rows
from topiccrawl.storage.records import DropRecord, PageRecord, Record, SettledRecord
from topiccrawl.storage.rows.pages import pages_query
from topiccrawl.storage.rows.row import json_text, row_of
from topiccrawl.storage.rows.upsert import upsert
from topiccrawl.storage.rows.waiting import delete_waiting, end_waiting
from topiccrawl.storage.schema.column_types import check_topic_name
from topiccrawl.storage.sketches.decisions import Decision
from topiccrawl.storage.sqlite.shared import leave_writer, shared_writer
from topiccrawl.storage.sqlite.writer import SqliteWriter

P = ParamSpec("P")
T = TypeVar("T")

_CHUNK = 100
"""Rows of one read, so that a long read keeps neither a cursor nor many pages."""


class CorpusStore:
    """Runs, pages and drops of all topics of one database.

    Every method may be called from any thread, and every write is one transaction. Each raises
    `StorageError`, as `DatabaseAwayError` when the database does not answer or is locked, as
    `RowRefusedError` when a row is at fault.

    Args:
        url: `sqlite:///FILE` or `mysql+pymysql://user:password@host/database`.
        timeout: seconds after which a lock or a silent server counts as the database being away.
        patience: seconds that writes to a SQLite file wait for it, those of a frontier as well; the first
            store of a process that opens the file decides.

    Attributes:
        display_name: the URL with its password hidden.
        writer: the only writer of a SQLite file that was opened with `create`, for all stores and frontiers
            of the process; None otherwise, and on MySQL.

    Raises:
        StorageError: the URL cannot be used.
    """

    def __init__(self, url: str, *, timeout: float = 10.0, patience: float = PATIENCE) -> None:
        self._url = parse_url(url)
        self._timeout = timeout
        self._patience = patience
        self._engine: Engine | None = None
        self._largest: int | None = None
        self.display_name = shown_url(self._url)
        self.writer: SqliteWriter | None = None

    def open(self, *, create: bool = True) -> None:
        """Connect; with `create`, make a missing file, database or table.

        With `create`, no other process can write a SQLite file until `close`; without, it is only read, also
        while another process writes it.

        Raises:
            StorageError: no access, no answer, the database holds other tables of the same names, or another
                process writes the file.
        """
        engine: Engine | None = None
        try:
            if create and self._is_sqlite:
                self.writer = shared_writer(str(self._url.database), self._patience)
            engine = connect(self._url, timeout=self._timeout, create=create)
            if create:
                upgrade(engine)
            else:
                check(engine)
            with reported(self.display_name):
                self._largest = _largest_statement(engine)
                if create and not self._is_sqlite:
                    _try_to_write(engine)
        except BaseException:
            if engine is not None:
                engine.dispose()
            self._leave_writer()
            raise
        self._engine = engine

    def close(self) -> None:
        """Close all connections; may be called twice."""
        if self._engine is not None:
            self._engine.dispose()
            self._engine = None
        self._leave_writer()

    def start_run(self, topic: str, settings: Mapping[str, object]) -> int:
        """Insert a row of `runs`.

        Args:
            topic: name of the topic.
            settings: of the run; types that JSON does not have are kept as text.

        Returns:
            The run's id.
        """
        values = {"topic": topic, "started_at": datetime.now(UTC), "settings": json_text(dict(settings))}
        with reported(self.display_name):
            check_topic_name(topic)
            statement = insert(schema.runs).values(values)
            key = self.transact(lambda connection: connection.execute(statement).inserted_primary_key)
        if key is None:
            raise StorageError("{database}: the new run has no id", database=self.display_name)
        return int(key[0])

    def last_strategy(self, topic: str) -> str | None:
        """Return the strategy of the topic's last run; None if there was no run, or it did not say."""
        query = select(schema.runs.c.settings).where(schema.runs.c.topic == topic)
        rows = self.fetch(query.order_by(schema.runs.c.id.desc()).limit(1))
        strategy = json.loads(rows[0]["settings"]).get("strategy") if rows else None
        return strategy if isinstance(strategy, str) else None

    def last_run(self, topic: str) -> int:
        """Return the id of the topic's last run; 0 if there was none."""
        query = select(func.max(schema.runs.c.id).label("id")).where(schema.runs.c.topic == topic)
        return self.fetch(query)[0]["id"] or 0

    def read_runs(self, topic: str) -> list[dict[str, Any]]:
        """Return the rows of `runs` of a topic, oldest first, with settings and stats as mappings."""
        query = select(schema.runs).where(schema.runs.c.topic == topic).order_by(schema.runs.c.id)
        return [
            {**row, "settings": json.loads(row["settings"]), "stats": json.loads(row["stats"] or "{}")}
            for row in self.fetch(query)
        ]

    def add_stats(self, run_id: int, stats: Mapping[str, object]) -> None:
        """Add stats to those of a run, whether it has ended or not."""
        own = schema.runs.c.id == run_id

        def add(connection: Connection) -> None:
            known = json.loads(connection.scalar(select(schema.runs.c.stats).where(own)) or "{}")
            values = {"stats": json_text(known | dict(stats))}
            connection.execute(update(schema.runs).where(own).values(values))

        self.transact(add)

    def finish_run(self, run_id: int, reason: str, stats: Mapping[str, object]) -> None:
        """Store when and why a run ended, and its stats."""
        values = {"finished_at": datetime.now(UTC), "finish_reason": reason, "stats": json_text(dict(stats))}
        statement = update(schema.runs).where(schema.runs.c.id == run_id).values(values)
        self.transact(lambda connection: connection.execute(statement).rowcount)

    def write(self, records: Sequence[Record]) -> Mapping[str, Decision]:
        """Write all or nothing, in one transaction; existing rows take the new values, visits count.

        Pages with `dedup` are compared with all pages of their topic, one after the other over all workers.

        Args:
            records: of any kinds, see `topiccrawl.storage.pages.kinds`; its pages have different URLs or one
                topic.

        Returns:
            The decisions about these pages by their URLs.
        """
        with reported(self.display_name):
            return self._write(checked_rows(records))

    def rewrite(self, pages: Sequence[PageRecord]) -> Mapping[str, Decision]:
        """Write stored pages of one topic again, all or nothing, in one transaction; their sources stay.

        Those with `dedup` are compared with all pages of their topic, as by `write`; the others keep their
        roles.

        Returns:
            The decisions about these pages by their URLs.
        """
        with reported(self.display_name):
            return self._write([checked_pages(pages, rewrite=True)])

    def _write(self, kinds: Sequence[CheckedRows]) -> Mapping[str, Decision]:
        self._check_sizes(kinds)

        def write(connection: Connection) -> Mapping[str, Decision]:
            decisions: dict[str, Decision] = {}
            for kind in kinds:
                decisions |= kind.write(connection) or {}
            return decisions

        return self.transact(write)

    def topics(self) -> list[str]:
        """Return the sorted names of the topics crawled into this database, also of those without pages."""
        with self.reading() as connection:
            runs = set(connection.scalars(select(schema.runs.c.topic).distinct()))
            return sorted(runs | set(_topics_of_pages(connection)))

    def read(self, query: Callable[Concatenate[Connection, P], T], *args: P.args, **options: P.kwargs) -> T:
        """Return the result of a function of `topiccrawl.storage.rows`, such as `read_sections`."""
        with self.reading() as connection:
            return query(connection, *args, **options)

    def drop_waiting(self, end: SettledRecord, drop: DropRecord) -> bool:
        """Delete a page that waits, and write why it is dropped; return whether it still waited.

        Of several workers that call it, one gets True.
        """
        with reported(self.display_name):
            dropped = row_of(schema.drops, drop)

            def write(connection: Connection) -> bool:
                if not end_waiting(connection, end):
                    return False
                upsert(connection, schema.drops, [dropped])
                return True

            return self.transact(write)

    def delete_waiting(self, topic: str) -> None:
        """Delete the waiting pages of a topic."""
        self.transact(lambda connection: delete_waiting(connection, topic))

    def read_pages(
        self, topic: str, columns: Sequence[str], *, originals_only: bool = False, after: int = 0
    ) -> Iterator[dict[str, Any]]:
        """Yield chosen columns of the pages of a topic, in the order of storing.

        Pages that are written meanwhile come last.

        Args:
            topic: name of the topic.
            columns: as in `topiccrawl.storage.rows.pages.pages_query`.
            originals_only: leave out duplicates.
            after: the `id` after which reading begins.
        """
        key = schema.pages.c.id
        names = tuple(dict.fromkeys(("id", *columns)))
        query = pages_query(topic, names, originals_only=originals_only)
        query = query.order_by(key).limit(_CHUNK)
        last = after
        while rows := self.fetch(query.where(key > last)):
            for row in rows:
                yield {name: row[name] for name in columns}
            last = rows[-1]["id"]

    def transact(self, operation: Callable[[Connection], T]) -> T:
        """Run an operation in a transaction of its own, on SQLite in one of the writer; return its result.

        Raises:
            StorageError: the database cannot be used; on a server, also for bad values.
        """
        engine = self._open_engine
        if self.writer is not None:
            return self.writer.transact(operation, patience=self._timeout)
        if self._is_sqlite:
            raise StorageError("{database}: is open for reading only", database=self.display_name)
        with reported(self.display_name), engine.begin() as connection:
            return operation(connection)

    def fetch(self, query: Any) -> Sequence[RowMapping]:
        """Return the rows of a query."""
        with self.reading() as connection:
            return connection.execute(query).mappings().all()

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Open a connection for several queries; errors within become a `StorageError`."""
        with reported(self.display_name), self._open_engine.connect() as connection:
            yield connection

    @property
    def _open_engine(self) -> Engine:
        if self._engine is None:
            raise StorageError("{database}: is not open", database=self.display_name)
        return self._engine

    @property
    def _is_sqlite(self) -> bool:
        return self._url.get_backend_name() == "sqlite"

    def _leave_writer(self) -> None:
        if self.writer is not None:
            leave_writer(self.writer)
            self.writer = None

    def _check_sizes(self, kinds: Sequence[CheckedRows]) -> None:
        # A server drops the connection when a statement is too long, which looks like a server gone away.
        if self._largest is None:
            return
        for url, size in (one for kind in kinds for one in kind.sizes):
            if size > self._largest:
                raise RowRefusedError(
                    f"{self.display_name}: {url[:200]}: the page takes {size} bytes, the server's "
                    f"max_allowed_packet allows {self._largest}"
                )


def _try_to_write(engine: Engine) -> None:
    """Check that the account may write, by inserting no rows."""
    runs = schema.runs
    names = ("topic", "started_at", "settings")
    nothing = select(*(runs.c[name] for name in names)).where(false())
    with engine.connect() as connection:
        connection.execute(insert(runs).from_select(names, nothing))


def _largest_statement(engine: Engine) -> int | None:
    """Return the bytes that the values of a statement may take on a MySQL server; None for SQLite."""
    if engine.dialect.name == "sqlite":
        return None
    with engine.connect() as connection:
        return int(connection.exec_driver_sql("SELECT @@max_allowed_packet").scalar_one()) - 8192


def _topics_of_pages(connection: Connection) -> Iterator[str]:
    """Yield the topics of stored pages; each is one step in an index, where DISTINCT would read all of it."""
    topic = schema.pages.c.topic
    found = connection.scalar(select(func.min(topic)))
    while found is not None:
        yield found
        found = connection.scalar(select(func.min(topic)).where(topic > found))
