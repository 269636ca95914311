"""Change feeds: what differs from the last export, for a search index or a data set that follows the corpus.

A state file remembers a fingerprint of each row exported last, under the same options except the condition.
It is committed once the feed is complete in a hidden file beside its target; only then is the feed moved
there. After a kill the next call moves a feed that was committed, and begins anew with one that was not. So
each change is in exactly one feed.
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
from topiccrawl.corpus.export.selection import ExportOptions, Selection
from topiccrawl.corpus.export.target import Target
from topiccrawl.errors import ExportError
from topiccrawl.storage import schema
from topiccrawl.storage.pages.store import CorpusStore
from topiccrawl.storage.rows.pages import pages_query
from topiccrawl.text.files.atomic_write import atomic_replace

FEEDS = ("jsonl", "jsonl.gz", "jsonl.zst", "csv", "parquet")
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
_TABLES = (
    "CREATE TABLE exported (id TEXT PRIMARY KEY, text BLOB, content BLOB) WITHOUT ROWID",
    "CREATE TABLE feeds (number INTEGER, options TEXT, file TEXT, counts TEXT)",
    f"PRAGMA application_id = {_APPLICATION}",
)


class FeedTarget(Target):
    """A file with the rows that differ from the last export under the same state file.

    Args:
        make: returns the format for columns.
        columns: chosen for the export.
        path: the file, which must not exist: a feed that was not applied would be lost.
        topic: name of the topic.
        selection: of the export; says why a page is no longer exported.

    Attributes:
        changes: numbers of rows by their `op`.
    """

    changes: Counter[str]

    def __init__(
        self, make: MakeFormat, columns: Sequence[ExportColumn], path: Path, topic: str, selection: Selection
    ) -> None:
        own = tuple(one for one in columns if one.name not in _ADDED)
        added = [ExportColumn(name, kind, (), doc, itemgetter(name)) for name, (kind, doc) in _ADDED.items()]
        # Values are computed once, for the fingerprint and for the file.
        super().__init__(make((*added, *(replace(one, value=itemgetter(one.name)) for one in own))))
        self.changes = Counter(inserted=0, changed=0, swapped=0, withdrawn=0)
        self._columns, self._path, self._topic, self._selection = own, path.resolve(), topic, selection

    @property
    def sources(self) -> tuple[str, ...]:
        return ("url_hash", "url", *(name for one in self._columns for name in one.sources))

    @contextmanager
    def opened(self, store: CorpusStore) -> Iterator[None]:
        if self._path.exists():
            raise ExportError(
                "{file}: exists; apply this feed and delete it, or name another file", file=self._path
            )
        options = self._selection.options
        self._options = {"topic": self._topic, **_comparable(options)}
        state = Path(options.since_state)
        with _state(state) as connection:
            last = connection.execute("SELECT number, options FROM feeds").fetchone()
            number, text = last or (0, json.dumps(self._options))
            known = _comparable(ExportOptions()) | json.loads(text)  # an option may be younger than the file
            # Pages that another condition leaves out are withdrawn, as of a source that was rejected.
            compared = sorted(known.keys() - {"where"})
            other = ", ".join(name for name in compared if known[name] != self._options.get(name))
            if other:
                raise ExportError(
                    "{file}: is of exports with other values of {names}", file=state, names=other
                )
            connection.execute("CREATE TEMP TABLE seen (id TEXT PRIMARY KEY) WITHOUT ROWID")
            self._execute, self._store, self._number = connection.execute, store, number + 1
            yield

    def write_part(self, rows: Iterable[Row], folder: PartsFolder) -> None:
        super().write_part(self._differing(rows), folder)

    def finish(self, folder: PartsFolder, path: Path, store: CorpusStore) -> None:
        super().write_part(self._withdrawn(), folder)
        hidden = _hidden(self._path, self._number)
        with atomic_replace(hidden) as new:
            self.format.join(folder.whole_parts(), new)
            with new.open("rb") as file:
                os.fsync(file.fileno())
        self._execute("DELETE FROM feeds")
        texts = json.dumps(self._options), str(self._path), json.dumps(self.changes)
        self._execute("INSERT INTO feeds VALUES (?, ?, ?, ?)", (self._number, *texts))
        self._execute("COMMIT")
        _publish(hidden, self._path)

    def _row(self, op: str, key: str, values: dict[str, Any], **more: str) -> dict[str, Any]:
        self.changes[op] += 1
        return dict.fromkeys(_ADDED) | values | {"op": op, "id": key, "feed": self._number, **more}

    def _differing(self, rows: Iterable[Row]) -> Iterator[Row]:
        for row in rows:
            problems = dict(self.format.problems)
            values = {one.name: one.value(row) for one in self._columns}
            key = row["url_hash"]
            text = _fingerprint([values.get("title"), values.get("text")])
            content = _fingerprint([plain(value) for value in values.values()])
            self._execute("INSERT OR IGNORE INTO seen VALUES (?)", (key,))
            before = self._execute("SELECT text, content FROM exported WHERE id = ?", (key,)).fetchone()
            if before == (text, content):
                self.format.problems = problems  # what is not written has none
                continue
            self._execute("INSERT OR REPLACE INTO exported VALUES (?, ?, ?)", (key, text, content))
            if before is not None:
                reason = "text" if before[0] != text else "other columns"
                yield self._row("changed", key, values, reason=reason)
            elif (replaced := self._replaced_by(key)) is not None:
                self._execute("DELETE FROM exported WHERE id = ?", (replaced,))
                yield self._row("swapped", key, values, replaces=replaced)
            else:
                yield self._row("inserted", key, values)

    def _replaced_by(self, key: str) -> str | None:
        """Return the exported page that is a copy of a new one now, and is not exported any more."""
        if self._number == 1:
            return None
        pages, marks = schema.pages.c, schema.duplicates.c
        query = select(pages.url_hash).join(schema.duplicates, marks.page_id == pages.id)
        query = query.where(marks.original_hash == key, pages.topic == self._topic).order_by(pages.id)
        copies = [row["url_hash"] for row in self._store.fetch(query)]
        gone = "SELECT 1 FROM exported WHERE id = ? AND id NOT IN seen"
        return next((copy for copy in copies if self._execute(gone, (copy,)).fetchone()), None)

    def _withdrawn(self) -> Iterator[Row]:
        missing = "SELECT id FROM exported WHERE id > ? AND id NOT IN seen ORDER BY id LIMIT ?"
        names = dict.fromkeys(("url_hash", "url", "duplicate_of", *self._selection.sources))
        last = ""
        while keys := [key for (key,) in self._execute(missing, (last, _AT_ONCE))]:
            query = pages_query(self._topic, tuple(names)).where(schema.pages.c.url_hash.in_(keys))
            pages = {row["url_hash"]: dict(row) for row in self._store.fetch(query)}
            for last in keys:
                self._execute("DELETE FROM exported WHERE id = ?", (last,))
                page = pages.get(last, {})
                values = {one.name: None for one in self._columns} | {"url": page.get("url")}
                yield self._row("withdrawn", last, values, reason=self._why(page))

    def _why(self, page: Mapping[str, Any]) -> str:
        if not page:
            return "no longer stored"
        if page["duplicate_of"] is not None and not self._selection.options.include_duplicates:
            return f"a copy of {page['duplicate_of']}"
        return self._selection.judged(page)[1] or "written while it was exported"


def finish_interrupted(state: Path, path: Path) -> dict[str, int] | None:
    """Move a committed feed that a kill has left to its place.

    Returns:
        Its numbers of rows if this place is `path`; None if nothing was left, or that of another file.
    """
    if not state.exists():
        return None
    with _state(state) as connection:
        last = connection.execute("SELECT number, file, counts FROM feeds").fetchone()
    if last is None or not (hidden := _hidden(Path(last[1]), last[0])).exists():
        return None
    _publish(hidden, Path(last[1]))
    counts: dict[str, int] = json.loads(last[2])
    return counts if Path(last[1]) == path.resolve() else None


def _hidden(path: Path, number: int) -> Path:
    """Return where a feed is until it is committed; another for each, so that none is taken for another."""
    return path.with_name(f".{path.name}.{number}.feed")


def _publish(hidden: Path, path: Path) -> None:
    if hidden.exists():  # else another call has done so
        if path.exists():
            raise ExportError("{file}: exists; move it away for the feed that was interrupted", file=path)
        hidden.replace(path)


@contextmanager
def _state(path: Path) -> Iterator[sqlite3.Connection]:
    """Open a state file in a transaction, which is rolled back unless it is committed."""
    is_new = not path.exists() or not path.stat().st_size
    try:
        with closing(sqlite3.connect(path, timeout=0.1, isolation_level=None)) as connection:
            connection.execute("BEGIN IMMEDIATE")
            for statement in _TABLES if is_new else ():
                connection.execute(statement)
            if connection.execute("PRAGMA application_id").fetchone() != (_APPLICATION,):
                raise ExportError("{state}: is no state file of topiccrawl export", state=path)
            yield connection
    except sqlite3.Error as error:
        raise ExportError("{state}: cannot be used: {error}", state=path, error=error) from error


def _comparable(options: ExportOptions) -> Any:
    """Return the options that a state file remembers, as JSON has them."""
    return json.loads(json.dumps(asdict(replace(options, since_state=""))))


def _fingerprint(values: Sequence[object]) -> bytes:
    written = json.dumps(values, ensure_ascii=False, sort_keys=True)
    return blake2b(written.encode("utf-8", "surrogatepass"), digest_size=8).digest()
