"""The corpus in a database: pages kept, addresses dropped, runs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Engine, RowMapping, insert, inspect, select, update

from topiccrawl.storage import schema
from topiccrawl.storage.database import connect, create_tables, parse_url, shown_url
from topiccrawl.storage.errors import RowRefusedError, StorageError, reported
from topiccrawl.storage.records import DropRecord, PageRecord
from topiccrawl.storage.rows import Row, drop_row, json_text, page_row, statement_bytes
from topiccrawl.storage.upsert import upsert

_CHUNK = 100
"""Rows read at a time: long reads hold neither a cursor nor many pages."""


class CorpusStore:
    """Runs, pages and drops of all topics of one database.

    Every method may be called from any thread, and every write is one transaction. Each raises
    `StorageError`, as `DatabaseAwayError` when the database does not answer or is locked, as
    `RowRefusedError` when a row is at fault.

    Args:
        url: `sqlite:///FILE` or `mysql+pymysql://user:password@host/database`.
        timeout: seconds after which a lock or a silent server counts as the database being away.

    Attributes:
        shown: the URL with its password hidden.

    Raises:
        StorageError: a URL that cannot be used.
    """

    def __init__(self, url: str, *, timeout: float = 10.0) -> None:
        self._url = parse_url(url)
        self._timeout = timeout
        self._engine: Engine | None = None
        self._largest: int | None = None
        self.shown = shown_url(self._url)

    def open(self, *, create: bool = True) -> None:
        """Connect; with `create`, make a missing file or database and missing tables.

        Raises:
            StorageError: no access, no answer, or the database holds other tables of the same names.
        """
        engine = connect(self._url, timeout=self._timeout, create=create)
        try:
            if create:
                create_tables(engine, schema.metadata)
            with reported(self.shown):
                self._check_tables(engine)
                self._largest = _largest_statement(engine)
        except BaseException:
            engine.dispose()
            raise
        self._engine = engine

    def close(self) -> None:
        """Let go of all connections; may be called twice."""
        if self._engine is not None:
            self._engine.dispose()
            self._engine = None

    def start_run(self, topic: str, settings: Mapping[str, object]) -> int:
        """A new row of `runs`.

        Args:
            topic: name of the topic.
            settings: what the run was started with; what JSON has no form for is kept as text.

        Returns:
            The run's id.
        """
        values = {"topic": topic, "started_at": datetime.now(UTC), "settings": json_text(dict(settings))}
        with reported(self.shown), self._open_engine.begin() as connection:
            if not 0 < len(topic) <= schema.TOPIC_LENGTH:
                raise ValueError(f"the topic's name {topic!r} has not 1 to {schema.TOPIC_LENGTH} characters")
            key = connection.execute(insert(schema.runs).values(values)).inserted_primary_key
        if key is None:
            raise StorageError(f"{self.shown}: the new run has no id")
        return int(key[0])

    def finish_run(self, run_id: int, reason: str, stats: Mapping[str, object]) -> None:
        """Note when, why and with what figures a run ended."""
        values = {"finished_at": datetime.now(UTC), "finish_reason": reason, "stats": json_text(dict(stats))}
        with reported(self.shown), self._open_engine.begin() as connection:
            connection.execute(update(schema.runs).where(schema.runs.c.id == run_id).values(values))

    def write(self, pages: Sequence[PageRecord], drops: Sequence[DropRecord]) -> None:
        """Write all or nothing, in one transaction; what is there already takes the new values."""
        with reported(self.shown):
            page_rows = [page_row(page) for page in pages]
            drop_rows = [drop_row(drop) for drop in drops]
            self._check_sizes(page_rows)
            with self._open_engine.begin() as connection:
                upsert(connection, schema.pages, page_rows)
                upsert(connection, schema.drops, drop_rows)

    def titles(self, topic: str) -> Iterator[tuple[str, str, str]]:
        """Address, title and text of the originals of a topic, first stored first."""
        for row in self.read_pages(topic, ("url", "title", "text"), originals_only=True):
            yield row["url"], row["title"], row["text"]

    def accepted_urls(self, topic: str) -> Iterator[str]:
        """Addresses of all pages of a topic, duplicates too, first stored first."""
        for row in self.read_pages(topic, ("url",)):
            yield row["url"]

    def read_pages(
        self, topic: str, columns: Sequence[str], *, originals_only: bool = False
    ) -> Iterator[dict[str, Any]]:
        """Chosen columns of the pages of a topic, first stored first, a hundred rows at a time.

        Pages that are written meanwhile come last.
        """
        table = schema.pages
        query = select(table.c.id, *(table.c[name] for name in columns)).where(table.c.topic == topic)
        if originals_only:
            query = query.where(table.c.duplicate_of.is_(None))
        query = query.order_by(table.c.id).limit(_CHUNK)
        last = 0
        while rows := self._fetch(query.where(table.c.id > last)):
            for row in rows:
                yield {name: row[name] for name in columns}
            last = rows[-1]["id"]

    @property
    def _open_engine(self) -> Engine:
        if self._engine is None:
            raise StorageError(f"{self.shown}: is not open")
        return self._engine

    def _fetch(self, query: Any) -> Sequence[RowMapping]:
        with reported(self.shown), self._open_engine.connect() as connection:
            return connection.execute(query).mappings().all()

    def _check_tables(self, engine: Engine) -> None:
        inspector = inspect(engine)
        there = set(inspector.get_table_names())
        for table in schema.metadata.tables.values():
            if table.name not in there:
                raise StorageError(f"{self.shown}: holds no corpus, there is no table {table.name!r}")
            found = {column["name"] for column in inspector.get_columns(table.name)}
            if missing := sorted(set(table.c.keys()) - found):
                raise StorageError(
                    f"{self.shown}: its table {table.name!r} is not of this version, "
                    f"it has no {', '.join(missing)}"
                )

    def _check_sizes(self, rows: Sequence[Row]) -> None:
        # A server drops the connection when a statement is too long, which looks like a server gone away.
        for row in rows if self._largest is not None else ():
            if (size := statement_bytes(row)) > (self._largest or 0):
                raise RowRefusedError(
                    f"{self.shown}: {str(row['url'])[:200]}: the page takes {size} bytes, the server's "
                    f"max_allowed_packet allows {self._largest}"
                )


def _largest_statement(engine: Engine) -> int | None:
    """Bytes of the longest statement a MySQL server takes, less room for the statement's own words."""
    if engine.dialect.name == "sqlite":
        return None
    with engine.connect() as connection:
        return int(connection.exec_driver_sql("SELECT @@max_allowed_packet").scalar_one()) - 8192
