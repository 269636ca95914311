"""The index of whole texts: filled in the background and by searches, never by crawls."""

from __future__ import annotations

import logging
import threading
import time
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Connection, delete, func, insert, select

from topiccrawl.admin.lists.search_query import Query, Term
from topiccrawl.errors import StorageError
from topiccrawl.storage import schema
from topiccrawl.storage.beside import open_beside
from topiccrawl.storage.errors import reported
from topiccrawl.storage.pages.store import CorpusStore
from topiccrawl.storage.rows.admin import text_blocks
from topiccrawl.storage.rows.admin.page_index import host_of
from topiccrawl.storage.rows.chunks import chunks
from topiccrawl.text.folding import fold

logger = logging.getLogger(__name__)

_PAGES, _CHANGES = schema.pages.c, schema.text_changes.c
_BLOCKS, _WORDS = schema.text_blocks.c, schema.text_words.c
_AT_ONCE = 200
_LATE = 1_000
"""Newest ids that are looked at again: the workers of a server commit in any order."""
_PAGE_BYTES = 16_384
"""Of the file: a row of some kilobytes leaves less of a page empty, and has no second page."""
_WAIT = 5.0
"""Seconds between two looks for new pages in the background."""
_SPARSE = 0.5
"""Share of a block's places that count, below which its pages are indexed again, to give the block up."""

Numbers = NDArray[np.int64]
Mask = NDArray[np.bool_]
Range = tuple[int, int]
_NONE = np.empty(0, np.int64)
_NO_KEYS = np.empty(0, np.uint64)


@dataclass(frozen=True, slots=True)
class _Known:
    """What is searched: pages by their places, first those of the stored blocks, then those in memory.

    Attributes:
        ids: of the pages.
        live: whether a place has its page as it is now.
        blocks: the places of each stored block.
        stored: number of places in stored blocks.
        parts: sorted entries of the pages in memory.
    """

    ids: Numbers
    live: Mask
    blocks: Mapping[int, slice]
    stored: int
    parts: tuple[text_blocks.Keys, ...] = ()


class TextIndex:
    """Which pages have which words, in blocks of 8,192 pages; newer pages are in memory until they fill one.

    On SQLite the blocks are in the file `corpus.db-search`. A page that was stored again is indexed again as
    a new one, and its old place no longer counts. Killed at any moment, the next start indexes the pages that
    are in no block. Methods may be called from any thread.

    Args:
        database: URL of the crawls' database.
        store: the corpus, open.

    Raises:
        StorageError: the blocks cannot be opened; the methods raise the same.
    """

    def __init__(self, database: str, store: CorpusStore) -> None:
        tables = (schema.text_blocks, schema.text_words)
        self._engine, self._display_name = open_beside(
            database, "search", tables, create=True, page_bytes=_PAGE_BYTES
        )
        self._store = store
        self._filling = threading.Lock()
        self._stopped = threading.Event()
        self._thread: threading.Thread | None = None
        self._known: _Known | None = None
        self._waiting = _NONE
        self._changes: set[int] = set()
        self._change = 0

    def begin(self) -> None:
        """Start filling it in the background."""
        self._thread = threading.Thread(target=self._run, name="text index", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop filling it, and close all connections."""
        self._stopped.set()
        if self._thread is not None:
            self._thread.join()
        self._engine.dispose()

    def catch_up(self, seconds: float) -> float:
        """Index pages for some seconds, unless another thread does; return the share that is indexed.

        Pages that were stored again come first, then the newest ones.
        """
        if self._filling.acquire(timeout=seconds):
            try:
                until = time.monotonic() + seconds
                with self._store.reading() as connection:
                    self._look(connection)
                    while self._step(connection) and time.monotonic() < until:
                        pass
            finally:
                self._filling.release()
        waiting = len(self._waiting)
        return 0.0 if self._known is None else 1.0 if not waiting else 1 - waiting / (self.pages + waiting)

    def fill(self) -> None:
        """Index all pages; for processes that have no thread for it."""
        while self.catch_up(_WAIT) < 1:
            pass

    @property
    def pages(self) -> int:
        """The number of pages that are indexed."""
        return 0 if self._known is None else int(self._known.live.sum())

    def candidates(
        self, query: Query, names: Sequence[str], after: int = 0
    ) -> tuple[Numbers, Numbers, Numbers]:
        """Return sorted ids: of pages that may match a query, that surely match, that may by their titles.

        Words of at most two characters are sure; longer ones and phrases are not.

        Args:
            query: the query.
            names: such as `host:a.cn`, which all pages must have.
            after: only pages with larger ids.
        """
        if (known := self._known) is None:
            return _NONE, _NONE, _NONE
        keys = [text_blocks.name_key(name) for name in names]
        ranges = [*_ranges(query), *((key, key + 1) for key in keys)]
        lookup = _Lookup(known, self._rows(known, ranges, after))
        within = known.live & (known.ids > after)
        for key in keys:
            within &= lookup.places((key, key + 1))
        sure, maybe = lookup.evaluate(query, 0)
        _, title = lookup.evaluate(query, text_blocks.TITLE)
        every, certain, titled = (
            text_blocks.distinct(known.ids[one & within]) for one in (maybe, sure, title)
        )
        return every, certain, titled

    def _rows(self, known: _Known, ranges: Iterable[Range], after: int) -> dict[int, list[tuple[int, bytes]]]:
        """Return rows by their numbers, each with the begin of its block's places."""
        firsts = sorted({number for keys in ranges for number in text_blocks.rows_of(*keys)})
        blocks = [one for one, own in known.blocks.items() if known.ids[own].max() > after]
        found: dict[int, list[tuple[int, bytes]]] = {first: [] for first in firsts}
        query = select(_WORDS.first, _WORDS.block, _WORDS.words).where(_WORDS.first.in_(firsts))
        if len(blocks) < len(known.blocks):
            query = query.where(_WORDS.block.in_(blocks))
        with reported(self._display_name), self._engine.connect() as connection:
            for first, block, words in connection.execute(query):
                if block in known.blocks:  # else it was stored a moment ago
                    found[first].append((known.blocks[block].start, zlib.decompress(words)))
        return found

    def _run(self) -> None:
        fold("黨")  # loads its tables, else the first search would
        while not self._stopped.is_set():
            began, share = time.monotonic(), 1.0
            try:
                share = self.catch_up(0.5)
            except StorageError as error:  # searches raise it, too
                logger.warning("the index of texts waits: %s", error)
            # Half of the time is left to the pages and to crawls.
            self._stopped.wait(_WAIT if share == 1.0 else time.monotonic() - began)

    def _load(self, connection: Connection) -> _Known:
        """Read which pages are in blocks, and which are in none; delete blocks of which no place counts."""
        change = connection.scalar(select(func.max(_CHANGES.id))) or 0
        with reported(self._display_name), self._engine.connect() as own:
            rows = own.execute(select(schema.text_blocks).order_by(_BLOCKS.id)).all()
        parts = [np.frombuffer(row.pages, "<i8") for row in rows]
        ids, begins = np.concatenate([_NONE, *parts]), np.cumsum([0, *map(len, parts)]).tolist()
        blocks = {row.id: slice(*span) for row, span in zip(rows, pairwise(begins), strict=True)}
        stored = np.fromiter(connection.scalars(select(_PAGES.id)), np.int64)
        live = _last_places(ids) & np.isin(ids, stored)
        if any(
            _hash_of(connection, part[-1]) not in ("", row.last_hash)
            for part, row in zip(parts, rows, strict=True)
        ):
            logger.warning("%s: indexes another database, and is made again", self._display_name)
            live[:] = False
        if dead := [number for number, own_places in blocks.items() if not live[own_places].any()]:
            with reported(self._display_name), self._engine.begin() as own:
                own.execute(delete(schema.text_words).where(_WORDS.block.in_(dead)))
                own.execute(delete(schema.text_blocks).where(_BLOCKS.id.in_(dead)))
            return self._load(connection)
        kept = live.copy()
        for own_places in blocks.values():
            kept[own_places] &= live[own_places].mean() >= _SPARSE
        self._waiting = np.setdiff1d(stored, ids[kept])
        self._change = rows[-1].last_change if rows else change
        self._known = _Known(ids, live, blocks, len(ids))
        return self._known

    def _look(self, connection: Connection) -> None:
        """Find pages that were stored since the last look, and blocks that another process has stored."""
        with reported(self._display_name), self._engine.connect() as own:
            blocks = set(own.scalars(select(_BLOCKS.id)))
        known = self._known
        if known is None or blocks != known.blocks.keys():
            known = self._load(connection)
        newest = max(known.ids.max(initial=0), self._waiting.max(initial=0))
        # SQLite has one writer, so that no id is stored late.
        since = int(newest) - (0 if connection.dialect.name == "sqlite" else _LATE)
        found = np.fromiter(connection.scalars(select(_PAGES.id).where(_PAGES.id > since)), np.int64)
        if len(new := np.setdiff1d(found, known.ids[known.ids > since])):
            self._waiting = np.union1d(self._waiting, new)

    def _step(self, connection: Connection) -> bool:
        """Index some pages; return whether there may be more."""
        known = self._known
        assert known is not None
        if len(known.ids) - known.stored + _LATE + _AT_ONCE > text_blocks.BLOCK:
            known = self._flush(connection, known)
        query = select(schema.text_changes).where(_CHANGES.id > self._change - _LATE).order_by(_CHANGES.id)
        rows = connection.execute(query.limit(_LATE + _AT_ONCE)).all()
        if changed := {row.id: row.page_id for row in rows if row.id not in self._changes}:
            numbers = sorted(set(changed.values()))
            live = known.live & ~np.isin(known.ids, numbers)
            self._add(connection, replace(known, live=live), numbers)
            self._change = max(self._change, *changed)
            self._changes = {row.id for row in rows if row.id > self._change - _LATE}
            return True
        if len(self._waiting):
            self._add(connection, known, self._waiting[-_AT_ONCE:].tolist())
            self._waiting = self._waiting[:-_AT_ONCE]
        return len(self._waiting) > 0

    def _add(self, connection: Connection, known: _Known, numbers: list[int]) -> None:
        """Index pages in memory."""
        query = select(_PAGES.id, _PAGES.topic, _PAGES.url, _PAGES.title, _PAGES.text)
        ids: list[int] = []
        entries, first = [], len(known.ids) - known.stored
        for some in chunks(numbers):
            for number, topic, url, title, text in connection.execute(query.where(_PAGES.id.in_(some))):
                keys = text_blocks.keys_of(title, text, f"topic:{topic}", f"host:{host_of(url)}")
                entries.append(text_blocks.entries_of(keys, first + len(ids)))
                ids.append(number)
        parts = [*known.parts, _merged(entries)]
        while len(parts) > 1 and 2 * len(parts[-1]) > len(parts[-2]):
            parts[-2:] = [_merged(parts[-2:])]
        every = np.concatenate([known.ids, np.array(ids, np.int64)])
        live = np.concatenate([known.live, np.ones(len(ids), np.bool_)])
        self._known = _Known(every, live, known.blocks, known.stored, tuple(parts))

    def _flush(self, connection: Connection, known: _Known) -> _Known:
        """Store what is in memory as a block."""
        ids = known.ids[known.stored :]
        block = {
            "pages": ids.astype("<i8").tobytes(),
            "last_change": self._change,
            "last_hash": _hash_of(connection, ids[-1]),
        }
        with reported(self._display_name), self._engine.begin() as own:
            number = own.execute(insert(schema.text_blocks).values(block)).inserted_primary_key
            assert number is not None
            rows = text_blocks.pack(_merged(known.parts))
            values = [{"first": first, "block": number[0], "words": words} for first, words in rows]
            own.execute(insert(schema.text_words), values)
        return self._load(connection)


class _Lookup:
    """Evaluates queries over all places at once."""

    def __init__(self, known: _Known, rows: Mapping[int, list[tuple[int, bytes]]]) -> None:
        self._known = known
        self._rows = rows
        self._none = np.zeros(len(known.ids), np.bool_)

    def places(self, keys: Range) -> Mask:
        """Return which places have a key of a range."""
        found = self._none.copy()
        for number in text_blocks.rows_of(*keys):
            for begin, row in self._rows[number]:
                found[begin + text_blocks.places_in(row, *keys).astype(np.int64)] = True
        for part in self._known.parts:
            found[self._known.stored + text_blocks.places_of(part, *keys).astype(np.int64)] = True
        return found

    def evaluate(self, query: Query, added: int) -> tuple[Mask, Mask]:
        """Return which places surely match, and which may; with `TITLE` added by keys of titles."""
        if isinstance(query, Term):
            masks = [self.places((first + added, end + added)) for first, end in _ranges(query)]
            maybe = np.logical_and.reduce(masks)
            return (maybe if _is_exact(query) else self._none), maybe
        combine = np.logical_and if query.kind == "all" else np.logical_or
        parts = [self.evaluate(part, added) for part in query.parts]
        sure, maybe = (combine.reduce([part[which] for part in parts]) for which in (0, 1))
        return (~maybe, ~sure) if query.kind == "none" else (sure, maybe)


def _is_exact(term: Term) -> bool:
    """Return whether the keys of a term say that a text has it."""
    return len(term.runs) == 1 and (len(term.runs[0]) <= 2 or term.runs[0].isascii())


def _ranges(query: Query) -> list[Range]:
    if isinstance(query, Term):
        return [keys for run in query.runs for keys in text_blocks.run_ranges(run)]
    return [keys for part in query.parts for keys in _ranges(part)]


def _hash_of(connection: Connection, page: np.int64) -> str:
    """Return the hash of a page's URL; empty if it is not stored."""
    return connection.scalar(select(_PAGES.url_hash).where(_PAGES.id == int(page))) or ""


def _merged(parts: Sequence[text_blocks.Keys]) -> text_blocks.Keys:
    """Return the entries of sorted parts; the stable sort finds the parts, and only merges them."""
    return np.sort(np.concatenate([_NO_KEYS, *parts]), kind="stable")


def _last_places(ids: Numbers) -> Mask:
    """Return which places are the last ones of their ids."""
    found = np.zeros(len(ids), np.bool_)
    found[len(ids) - 1 - np.unique(ids[::-1], return_index=True)[1]] = True
    return found
