"""The databases of the benchmark: a SQLite file, or a separate MariaDB server with its data on disk."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import text

from benchmarks.servers import MariaDB
from topiccrawl.storage.database import connect, parse_url
from topiccrawl.storage.migrations.full_text import create_full_text
from topiccrawl.text.search_tokens import search_tokens

_STOPPING = 300.0
"""Seconds for the server to flush its memory to disk."""
_NAME = "corpus"
_WORD = search_tokens("党员")[0]
_COUNTS = tuple(
    f"SELECT COUNT(*) FROM page_index WHERE page_id <= 10000 AND {condition}"
    for condition in (f"MATCH (tokens) AGAINST ('+{_WORD}' IN BOOLEAN MODE)", f"tokens LIKE '%{_WORD}%'")
)
"""Queries for pages with a word: by the full-text index, and by scanning each page."""


@dataclass(frozen=True)
class Database:
    """A database that is ready to be filled or measured.

    Attributes:
        kind: `sqlite` or `mariadb`.
        url: its URL.
        processor: returns the processor seconds so far of this process and the database.
    """

    kind: str
    url: str
    processor: Callable[[], float]


class LargeMariaDB(MariaDB):
    """A MariaDB on the disk, with the memory that a server of a large corpus has; its data stay.

    Args:
        folder: of its data.
    """

    patience = 300.0

    def __init__(self, folder: Path) -> None:
        super().__init__()
        shutil.rmtree(self.folder)
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder

    def command(self) -> list[str]:
        """Return the command of the tests' server with more memory."""
        return [
            *super().command(),
            "--innodb-buffer-pool-size=4G",
            "--innodb-log-file-size=1G",
            # A power failure may lose the last second: neither filling nor reading is about that.
            "--innodb-flush-log-at-trx-commit=2",
            "--innodb-sort-buffer-size=64M",
        ]

    def stop(self) -> None:
        """Shut down; the data stay."""
        self._signal(signal.SIGTERM)
        if self._process is not None:
            try:
                self._process.wait(_STOPPING)
            except subprocess.TimeoutExpired:
                self.kill()

    def processor(self) -> float:
        """Return the processor seconds of the server so far."""
        assert self._process is not None
        fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def opened(kind: str, work: Path, *, again: bool) -> Iterator[Database]:
    """Yield an empty database in a folder, or with `again` that of an earlier run."""
    if kind == "sqlite":
        for file in () if again else work.glob("corpus.db*"):
            shutil.rmtree(file) if file.is_dir() else file.unlink()
        yield Database(kind, f"sqlite:///{work / 'corpus.db'}", time.process_time)
        return
    folder = work / "mariadb"
    if not again:
        shutil.rmtree(folder, ignore_errors=True)
    server = LargeMariaDB(folder)
    server.start()
    try:
        with server.cursor() as cursor:
            cursor.execute(f"CREATE DATABASE IF NOT EXISTS {_NAME}")
        yield Database(kind, server.url(_NAME), lambda: time.process_time() + server.processor())
    finally:
        server.stop()


def warm_up(database: str) -> None:
    """Make a server read its index of pages once, like a server that has been running for a while."""
    url = parse_url(database)
    if url.get_backend_name() == "sqlite":
        return
    engine = connect(url, timeout=7200.0, create=False)
    try:
        with engine.connect() as connection:
            connection.scalar(text("SELECT SUM(LENGTH(tokens)) FROM page_index"))
    finally:
        engine.dispose()


@contextmanager
def without_full_text(database: str) -> Iterator[None]:
    """Drop the full-text index of a server and rebuild it at the end, which is faster than updating it."""
    url = parse_url(database)
    if url.get_backend_name() == "sqlite":
        yield
        return
    engine = connect(url, timeout=7200.0, create=False)
    try:
        with engine.begin() as connection:
            # With FORCE: else MariaDB 10.11 gives the rows new numbers when it makes the index again, but in
            # the index alone, and no search finds one of them.
            connection.exec_driver_sql("ALTER TABLE page_index DROP INDEX page_index_tokens, FORCE")
        yield
        with engine.begin() as connection:
            began = time.perf_counter()
            create_full_text(connection)
            print(f"the full-text index took {time.perf_counter() - began:.0f} s", flush=True)
            found, there = (connection.scalar(text(query)) for query in _COUNTS)
            assert found == there, f"a search finds {found} of {there} pages"
    finally:
        engine.dispose()
