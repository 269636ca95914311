"""The newest rows of `sketch_hashes`, packed in runs until many of them go to their places at once.

Hashes are random, so each of the thirty rows of a page would change another block of a large index. A run has
the rows of one transaction, sorted; runs of one tier are merged into a run of the next one when they are
many, and runs of the last tier go to `sketch_hashes`, a part at a time, where each block takes several rows.
A run is never changed and its number never comes again, so what a process knows of it cannot be out of date.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Connection, Engine, delete

from topiccrawl.storage.rows.chunks import chunks, fetch_by
from topiccrawl.storage.rows.row import Row
from topiccrawl.storage.rows.upsert import upsert, upsert_tuples
from topiccrawl.storage.schema.comparison import sketch_hashes, sketch_runs
from topiccrawl.storage.sqlite.statements import fetch

Numbers = NDArray[np.int64]

ROLES = 16
"""Above the sum of all `HashOf`: `page * ROLES + roles` is an entry of the index behind a hash."""

TIERS = (2**10, 2**13, 2**16, 2**19)
"""Entries of each tier at most: all in memory are some 10 MB."""

LONGEST = 2**15
"""Entries of one run: half a megabyte, which every server takes in a statement."""


class Entries(NamedTuple):
    """Rows of the index: hashes, ascending, and what is behind each."""

    hashes: Numbers
    behind: Numbers


class _Tier(NamedTuple):
    """The runs of a tier, by their numbers, and their entries together."""

    numbers: frozenset[int]
    entries: Entries


_known: WeakKeyDictionary[Engine, dict[str, dict[int, _Tier]]] = WeakKeyDictionary()
"""What was read last of each topic: runs that are there still are not read again."""


class Runs:
    """The runs of a topic that a transaction sees."""

    def __init__(self, tiers: Mapping[int, _Tier]) -> None:
        self.tiers = tiers

    def __len__(self) -> int:
        return sum(len(one.entries.hashes) for one in self.tiers.values())

    def find(self, hashes: Numbers) -> Entries:
        """Return the entries that have one of some hashes."""
        found: list[Entries] = []
        for known, behind in (one.entries for one in self.tiers.values()):
            low = np.searchsorted(known, hashes)
            counts = np.searchsorted(known, hashes, "right") - low
            if total := int(counts.sum()):
                places = np.repeat(low - np.cumsum(counts) + counts, counts) + np.arange(total)
                found.append(Entries(known[places], behind[places]))
        return _together(found)


def read_runs(connection: Connection, topic: str, *, lock: bool = False) -> Runs:
    """Return the runs of a topic.

    Args:
        connection: of the database.
        topic: name of the topic.
        lock: whether they are read in order to change them, in a transaction that decides about its pages.
    """
    query = "SELECT tier, number FROM sketch_runs WHERE topic = ?"
    if lock and connection.dialect.name != "sqlite":
        query += " FOR UPDATE"
    numbers: dict[int, set[int]] = {}
    for tier, number in fetch(connection, query, [topic]):
        numbers.setdefault(tier, set()).add(number)
    topics = _known.setdefault(connection.engine, {})
    before, tiers = topics.get(topic, {}), {}
    for tier, own in numbers.items():
        known = before.get(tier)
        if known is None or not known.numbers <= own:
            known = _Tier(frozenset(), _together([]))
        if unknown := sorted(own - known.numbers):
            read = _read(connection, topic, unknown)
            known = _Tier(frozenset(own), _merged([known.entries, read]))
        tiers[tier] = known
    topics[topic] = tiers
    return Runs(tiers)


def add_run(connection: Connection, topic: str, entries: Sequence[tuple[int, int]]) -> None:
    """Add entries to the index of a topic, in the transaction that decides about its pages.

    Args:
        connection: in the transaction.
        topic: name of the topic.
        entries: hash, and `page * ROLES + roles`; of pages that the index does not have yet.
    """
    runs = read_runs(connection, topic, lock=True)
    values = np.array(entries, np.int64).reshape(-1, 2)
    merged, gone, size, tier = [Entries(values[:, 0], values[:, 1])], list[int](), len(values), 0
    for most in TIERS:
        own = runs.tiers.get(tier)
        size += 0 if own is None else len(own.entries.hashes)
        if size <= most:
            break
        if own is not None:
            merged.append(own.entries)
            gone += own.numbers
        tier += 1
    _delete(connection, topic, gone)
    _insert(connection, topic, tier, _merged(merged))
    last = runs.tiers.get(len(TIERS))
    if last is not None and len(runs) + len(values) > TIERS[-1] + LONGEST:
        number = min(last.numbers)
        _settle(connection, _read(connection, topic, [number]))
        _delete(connection, topic, [number])


def settle_runs(connection: Connection, topic: str, pages: Collection[int]) -> None:
    """Write all runs of a topic to `sketch_hashes` if they have entries of pages that are to be changed."""
    if not pages or not len(read_runs(connection, topic)):
        return
    runs = read_runs(connection, topic, lock=True)
    everything = _merged([one.entries for one in runs.tiers.values()])
    if np.isin(everything.behind // ROLES, list(pages)).any():
        _settle(connection, everything)
        _delete(connection, topic, [number for one in runs.tiers.values() for number in one.numbers])


def forget_runs(connection: Connection, topic: str) -> None:
    """Delete the runs of a topic whose sketches are made again."""
    connection.execute(delete(sketch_runs).where(sketch_runs.c.topic == topic))


def _together(parts: Iterable[Entries]) -> Entries:
    hashes, behind = [np.empty(0, np.int64)], [np.empty(0, np.int64)]
    for part in parts:
        hashes.append(part.hashes)
        behind.append(part.behind)
    return Entries(np.concatenate(hashes), np.concatenate(behind))


def _merged(parts: Iterable[Entries]) -> Entries:
    found = _together(parts)
    order = np.argsort(found.hashes, kind="stable")  # which is quick for few sorted parts
    return Entries(found.hashes[order], found.behind[order])


def _read(connection: Connection, topic: str, numbers: Sequence[int]) -> Entries:
    query = "SELECT entries FROM sketch_runs WHERE topic = ? AND number IN ({})"
    read = (np.frombuffer(packed, "<i8") for (packed,) in fetch_by(connection, query, numbers, topic))
    return _together(Entries(*np.split(one.astype(np.int64), 2)) for one in read)


def _insert(connection: Connection, topic: str, tier: int, entries: Entries) -> None:
    pieces = -(-len(entries.hashes) // LONGEST)
    split = zip(*(np.array_split(one, pieces) for one in entries), strict=True)
    packed = (np.concatenate(some).astype("<i8").tobytes() for some in split)
    run: Row = {"topic": topic, "tier": tier}
    upsert(
        connection, sketch_runs, [run | {"number": secrets.randbits(62), "entries": one} for one in packed]
    )


def _settle(connection: Connection, entries: Entries) -> None:
    """Write entries to `sketch_hashes`."""
    order = np.lexsort((entries.behind, entries.hashes))
    pages, roles = np.divmod(entries.behind[order], ROLES)
    rows = list(zip(entries.hashes[order].tolist(), pages.tolist(), roles.tolist(), strict=True))
    upsert_tuples(connection, sketch_hashes, ("hash", "page_id", "roles"), rows)


def _delete(connection: Connection, topic: str, numbers: Collection[int]) -> None:
    runs = sketch_runs.c
    for some in chunks(sorted(numbers)):
        connection.execute(delete(sketch_runs).where(runs.topic == topic, runs.number.in_(some)))
