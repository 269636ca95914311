"""Change feeds: what differs from the last export, for a search index or a data set that follows the corpus.

A state file remembers a fingerprint of each row exported last, under the same options. It is committed once
the feed is complete in a hidden file beside its target; only then is the feed moved there. After a kill the
next call moves a feed that was committed, and begins anew with one that was not. So each change is in exactly
one feed.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import asdict, replace
from hashlib import blake2b
from operator import itemgetter
from pathlib import Path
from typing import Any

from sqlalchemy import select

from topiccrawl.corpus.columns import ExportColumn, Kind, plain
from topiccrawl.corpus.export.formats.contract import MakeFormat, Row
from topiccrawl.corpus.export.parts import PartsFolder
from topiccrawl.corpus.export.selection import CODES, ExportOptions, Selection
from topiccrawl.corpus.export.target import FileTarget
from topiccrawl.errors import ExportError
from topiccrawl.storage import schema
from topiccrawl.storage.pages.store import CorpusStore
from topiccrawl.storage.rows.pages import pages_query
from topiccrawl.text.files.atomic_write import atomic_replace

INSERTED, CHANGED, SWAPPED, WITHDRAWN = OPS = ("inserted", "changed", "swapped", "withdrawn")
FORMATS = ("jsonl", "jsonl.zst", "csv", "parquet")
"""Formats of feeds."""

_ADDED = {
    "op": (Kind.TEXT, "inserted, changed, swapped (also delete `replaces`) or withdrawn (delete `id`)"),
    "feed": (Kind.INTEGER, "number of the feed, from 1 on: feeds are applied in this order"),
    "id": (Kind.TEXT, "sha256 of url: the same in every export"),
    "replaces": (Kind.TEXT, "swapped: id of the exported copy in whose place the page is now"),
    "reason": (Kind.TEXT, "changed: `text` (title or text) or `other columns`; withdrawn: why"),
}
_AT_ONCE = 200
_APPLICATION = 0x74634644
"""Marks a SQLite file as a state file."""
_TABLES = """
CREATE TABLE exported (id TEXT PRIMARY KEY, text BLOB NOT NULL, content BLOB NOT NULL) WITHOUT ROWID;
CREATE TABLE feeds (number INTEGER NOT NULL, options TEXT NOT NULL, hidden TEXT NOT NULL, file TEXT NOT NULL,
    counts TEXT NOT NULL);
"""


class FeedTarget(FileTarget):
    """A file with the rows that differ from the last export under the same state file.

    Args:
        make: returns the format for columns.
        columns: chosen for the export.
        path: the file, which must not exist: a feed that was not applied would be lost.
        topic: name of the topic.
        options: of the export.
        selection: says why a page is no longer exported.

    Attributes:
        changes: numbers of rows by their `op`.
    """

    changes: Counter[str]

    def __init__(
        self,
        make: MakeFormat,
        columns: Sequence[ExportColumn],
        path: Path,
        topic: str,
        options: ExportOptions,
        selection: Selection,
    ) -> None:
        own = tuple(one for one in columns if one.name not in _ADDED)
        added = [ExportColumn(name, kind, (), doc, itemgetter(name)) for name, (kind, doc) in _ADDED.items()]
        # Values are computed once, for the fingerprint and for the file.
        super().__init__(make((*added, *(replace(one, value=itemgetter(one.name)) for one in own))))
        self.changes = Counter(dict.fromkeys(OPS, 0))
        self._columns = own
        self._path = path
        self._topic = topic
        self._selection = selection
        self._state = Path(options.since_state)
        self._options = {"topic": topic, **_comparable(options)}

    @property
    def sources(self) -> tuple[str, ...]:
        return ("url_hash", "url", *(name for one in self._columns for name in one.sources))

    @contextmanager
    def opened(self, store: CorpusStore) -> Iterator[None]:
        if self._path.exists():
            raise ExportError(
                "{file}: exists; apply this feed and delete it, or name another file: it would be lost",
                file=self._path,
            )
        with _state(self._state) as connection:
            last = connection.execute("SELECT number, options FROM feeds").fetchone()
            self._number = 1 if last is None else last[0] + 1
            if last is not None:
                self._check_options(json.loads(last[1]))
            connection.execute("CREATE TEMP TABLE seen (id TEXT PRIMARY KEY) WITHOUT ROWID")
            self._connection, self._store = connection, store
            yield

    def _check_options(self, before: Mapping[str, Any]) -> None:
        known = _comparable(ExportOptions()) | dict(before)  # an option may be younger than the file
        other = sorted(name for name, value in self._options.items() if known.get(name) != value)
        if other:
            raise ExportError(
                "{state}: belongs to exports with another {names}; use the same options, or another file",
                state=self._state,
                names=", ".join(other),
            )

    def write_part(self, rows: Iterable[Row], folder: PartsFolder) -> None:
        super().write_part(self._counted(self._differing(rows)), folder)

    def finish(self, folder: PartsFolder, path: Path, store: CorpusStore) -> None:
        super().write_part(self._counted(self._withdrawn()), folder)
        real = path.resolve()
        hidden = real.with_name(f".{real.name}.{self._number}.feed")
        with atomic_replace(hidden) as new:
            self.format.join(folder.whole_parts(), new)
            with new.open("rb") as file:
                os.fsync(file.fileno())
        self._connection.execute("DELETE FROM feeds")
        values = (self._number, _text(self._options), str(hidden), str(real), _text(dict(self.changes)))
        self._connection.execute("INSERT INTO feeds VALUES (?, ?, ?, ?, ?)", values)
        self._connection.execute("COMMIT")
        _publish(hidden, real)

    def _counted(self, rows: Iterable[dict[str, Any]]) -> Iterator[Row]:
        for row in rows:
            self.changes[row["op"]] += 1
            yield dict.fromkeys(_ADDED) | row | {"feed": self._number}

    def _differing(self, rows: Iterable[Row]) -> Iterator[dict[str, Any]]:
        execute = self._connection.execute
        for row in rows:
            values: dict[str, Any] = {one.name: one.value(row) for one in self._columns}
            key = row["url_hash"]
            text = _fingerprint([values.get("title"), values.get("text")])
            content = _fingerprint([plain(value) for value in values.values()])
            execute("INSERT OR IGNORE INTO seen VALUES (?)", (key,))
            before = execute("SELECT text, content FROM exported WHERE id = ?", (key,)).fetchone()
            if before == (text, content):
                continue
            values["id"] = key
            if before is not None:
                reason = "text" if before[0] != text else "other columns"
                yield values | {"op": CHANGED, "reason": reason}
            elif (replaced := self._replaced_by(key)) is not None:
                execute("DELETE FROM exported WHERE id = ?", (replaced,))
                yield values | {"op": SWAPPED, "replaces": replaced}
            else:
                yield values | {"op": INSERTED}
            execute("INSERT OR REPLACE INTO exported VALUES (?, ?, ?)", (key, text, content))

    def _replaced_by(self, key: str) -> str | None:
        """Return the exported page that is a copy of a new one now, and is not exported any more."""
        if self._number == 1:
            return None
        pages, marks = schema.pages.c, schema.duplicates.c
        query = select(pages.url_hash).join(schema.duplicates, marks.page_id == pages.id)
        query = query.where(marks.original_hash == key, pages.topic == self._topic).order_by(pages.id)
        for row in self._store.fetch(query):
            gone = "SELECT id FROM exported WHERE id = ? AND id NOT IN (SELECT id FROM seen)"
            if self._connection.execute(gone, (row["url_hash"],)).fetchone():
                return str(row["url_hash"])
        return None

    def _withdrawn(self) -> Iterator[dict[str, Any]]:
        missing = "SELECT id FROM exported WHERE id NOT IN (SELECT id FROM seen) LIMIT ?"
        while found := self._connection.execute(missing, (_AT_ONCE,)).fetchall():
            pages = self._pages([key for (key,) in found])
            for (key,) in found:
                self._connection.execute("DELETE FROM exported WHERE id = ?", (key,))
                empty: dict[str, Any] = dict.fromkeys(one.name for one in self._columns)
                page = pages.get(key)
                if page is not None and "url" in empty:
                    empty["url"] = page["url"]
                yield empty | {"op": WITHDRAWN, "id": key, "reason": self._why(page)}

    def _pages(self, keys: Sequence[str]) -> dict[str, Mapping[str, Any]]:
        names = dict.fromkeys(("url_hash", "url", "duplicate_of", *self._selection.sources))
        query = pages_query(self._topic, tuple(names)).where(schema.pages.c.url_hash.in_(keys))
        return {row["url_hash"]: dict(row) for row in self._store.fetch(query)}

    def _why(self, page: Mapping[str, Any] | None) -> str:
        if page is None:
            return "no longer stored"
        if page["duplicate_of"] is not None:
            return f"a copy of {page['duplicate_of']}"
        _, reason = self._selection.judged(page)
        return "written while it was exported" if reason is None else CODES[reason]


def finish_interrupted(state: Path, path: Path) -> dict[str, int] | None:
    """Move a committed feed that a kill has left to its place.

    Returns:
        Its numbers of rows if this place is `path`; None if nothing was left, or that of another file.
    """
    if not state.exists():
        return None
    with _state(state) as connection:
        last = connection.execute("SELECT hidden, file, counts FROM feeds").fetchone()
    if last is None or not Path(last[0]).exists():
        return None
    if Path(last[1]).exists():
        raise ExportError("{file}: exists; move it away for the feed that was interrupted", file=last[1])
    _publish(Path(last[0]), Path(last[1]))
    counts: dict[str, int] = json.loads(last[2])
    return counts if Path(last[1]) == path.resolve() else None


def _publish(hidden: Path, path: Path) -> None:
    try:
        hidden.replace(path)
    except FileNotFoundError:
        if not path.exists():  # else another call has done so
            raise


@contextmanager
def _state(path: Path) -> Iterator[sqlite3.Connection]:
    """Open a state file in a transaction, which is rolled back unless it is committed."""
    is_new = not path.exists() or not path.stat().st_size
    try:
        with closing(sqlite3.connect(path, timeout=0.1, isolation_level=None)) as connection:
            connection.execute("BEGIN IMMEDIATE")
            if is_new:
                connection.execute(f"PRAGMA application_id = {_APPLICATION}")
                for statement in _TABLES.split(";")[:-1]:
                    connection.execute(statement)
            if connection.execute("PRAGMA application_id").fetchone() != (_APPLICATION,):
                raise ExportError("{state}: is no state file of topiccrawl export", state=path)
            yield connection
    except sqlite3.Error as error:
        raise ExportError("{state}: cannot be used: {error}", state=path, error=error) from error


def _comparable(options: ExportOptions) -> dict[str, Any]:
    """Return the options that decide what is exported, as JSON has them."""
    found: dict[str, Any] = json.loads(json.dumps(asdict(replace(options, since_state=""))))
    return found


def _fingerprint(values: Sequence[object]) -> bytes:
    written = json.dumps(values, ensure_ascii=False, sort_keys=True)
    return blake2b(written.encode("utf-8", "surrogatepass"), digest_size=8).digest()


def _text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
