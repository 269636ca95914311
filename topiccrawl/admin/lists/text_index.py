"""The index of whole texts: filled in the background and by searches, never by crawls."""

from __future__ import annotations

import logging
import threading
import time
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Connection, delete, func, insert, select

from topiccrawl.errors import StorageError
from topiccrawl.storage import schema
from topiccrawl.storage.beside import open_beside
from topiccrawl.storage.errors import reported
from topiccrawl.storage.pages.store import CorpusStore
from topiccrawl.storage.rows.admin import text_blocks
from topiccrawl.storage.rows.admin.page_index import host_of
from topiccrawl.storage.rows.chunks import chunks
from topiccrawl.text.search_query import All, Not, Query, Term

logger = logging.getLogger(__name__)

_PAGES, _CHANGES = schema.pages.c, schema.text_changes.c
_BLOCKS, _WORDS = schema.text_blocks.c, schema.text_words.c
_AT_ONCE = 200
_LATE = 1_000
"""Newest ids that are looked at again: the workers of a server commit in any order."""
_WAIT = 5.0
"""Seconds between two looks for new pages in the background."""
_COMPARED = 600.0
"""Seconds after which all ids are compared with the index."""
_SPARSE = 0.5
"""Share of a block's places that count, below which its pages are indexed again, to give the block up."""

Numbers = NDArray[np.int64]
Mask = NDArray[np.bool_]
Range = tuple[int, int]
_NONE = np.empty(0, np.int64)


@dataclass(frozen=True, slots=True)
class _Known:
    """What is searched: pages by their places, first those of the stored blocks, then those in memory.

    Attributes:
        ids: of the pages.
        live: whether a place has its page as it is now.
        blocks: the begin of each stored block's places.
        stored: number of places in stored blocks.
        parts: sorted entries of the pages in memory.
    """

    ids: Numbers
    live: Mask
    blocks: Mapping[int, int]
    stored: int
    parts: tuple[text_blocks.Keys, ...] = ()

    def span(self, block: int) -> slice:
        """Return the places of a stored block."""
        begins = [*self.blocks.values(), self.stored]
        return slice(self.blocks[block], min(one for one in begins if one > self.blocks[block]))


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
        self._engine, self._display_name = open_beside(database, "search", tables, create=True)
        self._store = store
        self._filling = threading.Lock()
        self._stopped = threading.Event()
        self._thread: threading.Thread | None = None
        self._compared = 0.0
        self._known: _Known | None = None
        self._waiting = _NONE
        self._recent: set[int] = set()
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
                    known = self._known or self._load(connection)
                    if time.monotonic() - self._compared > _COMPARED:
                        self._compare(connection, known)
                    self._look(connection)
                    try:
                        while self._step(connection) and time.monotonic() < until:
                            pass
                    except _OtherProcessError:
                        self._load(connection)
            finally:
                self._filling.release()
        waiting = len(self._waiting)
        return 0.0 if self._known is None else 1.0 if not waiting else 1 - waiting / (self.pages + waiting)

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
        every, certain, titled = (np.unique(known.ids[one & within]) for one in (maybe, sure, title))
        return every, certain, titled

    def _rows(self, known: _Known, ranges: Iterable[Range], after: int) -> dict[int, list[tuple[int, bytes]]]:
        """Return rows by the first halves of keys, each with the begin of its block's places."""
        firsts = sorted({text_blocks.first_half(first) for first, _ in ranges})
        blocks = list(known.blocks)
        if after:
            blocks = [one for one in blocks if known.ids[known.span(one)].max() > after]
        found: dict[int, list[tuple[int, bytes]]] = {first: [] for first in firsts}
        query = select(_WORDS.first, _WORDS.block, _WORDS.words).where(_WORDS.first.in_(firsts))
        if len(blocks) < len(known.blocks):
            query = query.where(_WORDS.block.in_(blocks))
        with reported(self._display_name), self._engine.connect() as connection:
            for first, block, words in connection.execute(query):
                if block in known.blocks:  # else it was stored a moment ago
                    found[first].append((known.blocks[block], zlib.decompress(words)))
        return found

    def _run(self) -> None:
        while not self._stopped.is_set():
            began, share = time.monotonic(), 1.0
            try:
                share = self.catch_up(0.5)
            except StorageError as error:  # searches raise it, too
                logger.warning("the index of texts waits: %s", error)
            # Half of the time is left to the pages and to crawls.
            self._stopped.wait(_WAIT if share == 1.0 else time.monotonic() - began)

    def _load(self, connection: Connection) -> _Known:
        """Read which pages are in stored blocks; give them up if they are of another database."""
        self._change = connection.scalar(select(func.max(_CHANGES.id))) or 0
        with reported(self._display_name), self._engine.begin() as own:
            rows = own.execute(select(schema.text_blocks).order_by(_BLOCKS.id)).all()
            parts = [np.frombuffer(row.pages, "<i8") for row in rows]
            lasts = [(int(part[-1]), row.last_hash) for part, row in zip(parts, rows, strict=True)]
            query = select(_PAGES.url_hash)
            found = ((connection.scalar(query.where(_PAGES.id == page)), digest) for page, digest in lasts)
            if any(own_hash not in (None, digest) for own_hash, digest in found):
                logger.warning("%s: indexes another database, and is made again", self._display_name)
                own.execute(delete(schema.text_words))
                own.execute(delete(schema.text_blocks))
                rows, parts = [], []
        if rows:
            self._change = rows[-1].last_change
        ids = np.concatenate([_NONE, *parts])
        begins = np.cumsum([0, *map(len, parts)]).tolist()
        blocks = {row.id: begin for row, begin in zip(rows, begins, strict=False)}
        self._changes.clear()
        return self._compare(connection, _Known(ids, _last_places(ids), blocks, len(ids)))

    def _compare(self, connection: Connection, known: _Known) -> _Known:
        """Find the pages that are in no block, and those that are no longer stored."""
        stored = np.fromiter(connection.scalars(select(_PAGES.id)), np.int64)
        live = known.live & np.isin(known.ids, stored)
        kept = live.copy()
        for own in map(known.span, known.blocks):
            kept[own] &= live[own].mean() >= _SPARSE
        self._waiting = np.setdiff1d(stored, known.ids[kept])
        newest = int(stored.max(initial=0))
        self._recent = set(stored[stored > newest - _LATE].tolist())
        self._known = known = _Known(known.ids, live, known.blocks, known.stored, known.parts)
        self._compared = time.monotonic()
        return known

    def _look(self, connection: Connection) -> None:
        """Find pages that were stored since the last look."""
        since = max(self._recent, default=_LATE) - _LATE
        found = set(connection.scalars(select(_PAGES.id).where(_PAGES.id > since)))
        if new := found - self._recent:
            self._waiting = np.union1d(self._waiting, np.array([*new], np.int64))
            self._recent = {number for number in found if number > max(found) - _LATE}

    def _step(self, connection: Connection) -> bool:
        """Index some pages; return whether there may be more."""
        query = select(schema.text_changes).where(_CHANGES.id > self._change - _LATE).order_by(_CHANGES.id)
        rows = connection.execute(query.limit(_LATE + _AT_ONCE)).all()
        if changed := {row.id: row.page_id for row in rows if row.id not in self._changes}:
            self._add(connection, sorted(set(changed.values())), changed=True)
            self._change = max(self._change, *changed)
            self._changes = {row.id for row in rows if row.id > self._change - _LATE}
            return True
        if len(self._waiting):
            self._add(connection, self._waiting[-_AT_ONCE:].tolist())
            self._waiting = self._waiting[:-_AT_ONCE]
        return len(self._waiting) > 0

    def _add(self, connection: Connection, numbers: list[int], *, changed: bool = False) -> None:
        """Index pages in memory; what is there is stored first if a block would be too large."""
        known = self._known
        assert known is not None
        if len(known.ids) - known.stored + len(numbers) > text_blocks.BLOCK:
            known = self._flush(connection, known)
        live = known.live & ~np.isin(known.ids, numbers) if changed else known.live
        query = select(_PAGES.id, _PAGES.topic, _PAGES.url, _PAGES.title, _PAGES.text)
        ids, entries = [], []
        for some in chunks(numbers):
            for number, topic, url, title, text in connection.execute(query.where(_PAGES.id.in_(some))):
                keys = text_blocks.keys_of(title, text, f"topic:{topic}", f"host:{host_of(url)}")
                entries.append(text_blocks.entries_of(keys, len(known.ids) - known.stored + len(ids)))
                ids.append(number)
        if not ids:
            return
        parts = [*known.parts, _merged(entries)]
        while len(parts) > 1 and 2 * len(parts[-1]) > len(parts[-2]):
            parts[-2:] = [_merged(parts[-2:])]
        live = np.concatenate([live, np.ones(len(ids), np.bool_)])
        self._known = _Known(
            np.concatenate([known.ids, np.array(ids, np.int64)]),
            live,
            known.blocks,
            known.stored,
            tuple(parts),
        )

    def _flush(self, connection: Connection, known: _Known) -> _Known:
        """Store what is in memory as a block, and delete blocks of which no place counts."""
        ids = known.ids[known.stored :]
        digest = connection.scalar(select(_PAGES.url_hash).where(_PAGES.id == int(ids[-1])))
        block = {"pages": ids.astype("<i8").tobytes(), "last_change": self._change, "last_hash": digest or ""}
        live = known.live & _last_places(known.ids)
        dead = [one for one in known.blocks if not live[known.span(one)].any()]
        with reported(self._display_name), self._engine.begin() as own:
            newest = own.scalar(select(func.max(_BLOCKS.id))) or 0
            if newest != max(known.blocks, default=0):
                raise _OtherProcessError
            number = own.execute(insert(schema.text_blocks).values(block)).inserted_primary_key
            assert number is not None
            rows = text_blocks.pack(_merged(known.parts))
            values = [{"first": first, "block": number[0], "words": words} for first, words in rows]
            own.execute(insert(schema.text_words), values)
            own.execute(delete(schema.text_words).where(_WORDS.block.in_(dead)))
            own.execute(delete(schema.text_blocks).where(_BLOCKS.id.in_(dead)))
        kept = np.ones(len(known.ids), np.bool_)
        for one in dead:
            kept[known.span(one)] = False
        moved = np.cumsum(kept) - 1
        blocks = {one: int(moved[begin]) for one, begin in known.blocks.items() if one not in dead}
        blocks[number[0]] = int(moved[known.stored])
        self._known = _Known(known.ids[kept], live[kept], blocks, int(kept.sum()))
        return self._known


class _OtherProcessError(Exception):
    """Another process has stored blocks meanwhile, so what is in memory may be in them."""


class _Lookup:
    """Evaluates queries over all places at once."""

    def __init__(self, known: _Known, rows: Mapping[int, list[tuple[int, bytes]]]) -> None:
        self._known = known
        self._rows = rows
        self._none = np.zeros(len(known.ids), np.bool_)

    def places(self, keys: Range) -> Mask:
        """Return which places have a key of a range."""
        found = self._none.copy()
        for begin, row in self._rows[text_blocks.first_half(keys[0])]:
            found[begin + text_blocks.places_in(row, *keys).astype(np.int64)] = True
        for part in self._known.parts:
            found[self._known.stored + text_blocks.places_of(part, *keys).astype(np.int64)] = True
        return found

    def evaluate(self, query: Query, added: int) -> tuple[Mask, Mask]:
        """Return which places surely match, and which may; with `TITLE` added by keys of titles."""
        if isinstance(query, Not):
            sure, maybe = self.evaluate(query.part, added)
            return ~maybe, ~sure
        if isinstance(query, Term):
            masks = [self.places((first + added, end + added)) for first, end in _ranges(query)]
            maybe = np.logical_and.reduce(masks)
            return (maybe if _is_exact(query) else self._none), maybe
        combine = np.logical_and if isinstance(query, All) else np.logical_or
        parts = [self.evaluate(part, added) for part in query.parts]
        return combine.reduce([sure for sure, _ in parts]), combine.reduce([maybe for _, maybe in parts])


def _is_exact(term: Term) -> bool:
    """Return whether the keys of a term say that a text has it."""
    return len(term.runs) == 1 and (len(term.runs[0]) <= 2 or term.runs[0].isascii())


def _ranges(query: Query) -> list[Range]:
    if isinstance(query, Term):
        return [keys for run in query.runs for keys in text_blocks.run_ranges(run)]
    parts = (query.part,) if isinstance(query, Not) else query.parts
    return [keys for part in parts for keys in _ranges(part)]


def _merged(parts: Sequence[text_blocks.Keys]) -> text_blocks.Keys:
    """Return the entries of sorted parts; the stable sort finds the parts, and only merges them."""
    return np.sort(np.concatenate(parts), kind="stable")


def _last_places(ids: Numbers) -> Mask:
    """Return which places are the last ones of their ids."""
    found = np.zeros(len(ids), np.bool_)
    found[len(ids) - 1 - np.unique(ids[::-1], return_index=True)[1]] = True
    return found
