"""Sketches of pages as rows: one of `sketches`, and its hashes in `sketch_hashes`."""

from __future__ import annotations

import struct
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cache
from hashlib import blake2b
from typing import Any

import numpy as np
from sqlalchemy import BindParameter, Connection, RowMapping, bindparam, delete, select

from topiccrawl.dedup.fingerprint import Fingerprint
from topiccrawl.dedup.originals import Role
from topiccrawl.dedup.sketch import Sketch
from topiccrawl.dedup.title_vectors import pack_title, title_of
from topiccrawl.storage.rows.chunks import chunks
from topiccrawl.storage.rows.row import Row
from topiccrawl.storage.rows.sketch_runs import ROLES, add_run, settle_runs
from topiccrawl.storage.rows.upsert import upsert, upsert_tuples
from topiccrawl.storage.schema.comparison import sketch_hashes, sketches

_HALF = 2**63

NO_BODY = 0
"""In place of the bands of a page whose text has none."""


class HashOf(IntEnum):
    """What a row of `sketch_hashes` is the hash of; `roles` is the sum of these."""

    NEAR_BODY = 1
    TITLED_BODY = 2
    SAME_BODY = 4
    TITLE_WORD = 8


@dataclass(frozen=True, slots=True)
class SketchOf:
    """The sketch of a page, for the comparison with others.

    Attributes:
        topic: of the page; pages of different topics are not compared.
        fingerprint: of the page.
        roles: in which respects it is an original.
    """

    topic: str
    fingerprint: Fingerprint
    roles: Role

    def hashes(self) -> dict[int, int]:
        """Return the hashes it is found by, each with the sum of its `HashOf`."""
        found: dict[int, int] = {}
        values: list[int] = []
        kinds: list[int] = []
        for some, what in _hashes(self.fingerprint, self.roles):
            values += some
            kinds += [what] * len(some)
        for key, what in zip(stored_hashes(self.topic, values), kinds, strict=True):
            found[key] = found.get(key, 0) | what
        return found


def kind_of(duplicate_of: str | None, kind: str | None) -> str | None:
    """Return the kind of duplicate that a stored page is; None for an original.

    >>> kind_of("http://localhost/1", None)
    'body'
    """
    return None if duplicate_of is None else kind or "body"


def stored_hash(topic: str, value: int) -> int:
    """Return the hash of a word or band as it is stored: signed, and different for each topic."""
    return (value ^ _salt(topic)) - _HALF


def stored_hashes(topic: str, values: Sequence[int]) -> list[int]:
    """Return many hashes as they are stored."""
    mixed = np.array(values, np.uint64) ^ np.uint64(_salt(topic) ^ _HALF)
    found: list[int] = mixed.view(np.int64).tolist()
    return found


def digest_hash(digest: bytes) -> int:
    """Return the hash by which an identical body is found."""
    return int.from_bytes(digest[:8], "little")


def fingerprint_of(row: RowMapping | Mapping[str, Any]) -> Fingerprint:
    """Return the fingerprint from a row of `sketches`."""
    own = stored_sketch(row["title_words"], row["digest"], row["shingles"], row["body_hashes"])
    return Fingerprint(title_of(own.title_words), own.body, own.digest, Role.NEAR in Role(row["roles"]))


@dataclass(frozen=True, slots=True)
class StoredSketch:
    """A row of `sketches`, whose title is unpacked when it is needed.

    Attributes:
        title_words: the title's words with their weights, packed.
        digest: as in `Fingerprint`.
        body: as in `Fingerprint`.
    """

    title_words: bytes
    digest: bytes | None
    body: Sketch | None


def stored_sketch(
    title_words: bytes, digest: bytes | None, shingles: int | None, body_hashes: bytes | None
) -> StoredSketch:
    """Return a sketch from the columns of its row."""
    body = None
    if shingles is not None and body_hashes is not None:
        body = Sketch(np.frombuffer(body_hashes, "<u8").astype(np.uint64, copy=False), shingles)
    return StoredSketch(title_words, None if digest is None else bytes(digest), body)


def title_cosine(title: Mapping[int, float], packed: bytes) -> float:
    """Return the cosine of a title and one in its packed form, in [0, 1]."""
    count = len(packed) // 16
    words = struct.unpack_from(f"<{count}Q", packed)
    if title.keys().isdisjoint(words):
        return 0.0
    weights = struct.unpack_from(f"<{count}d", packed, 8 * count)
    pairs = zip(words, weights, strict=True)
    found: float = sum(title[word] * weight for word, weight in pairs if word in title)
    return min(1.0, found)


def write_sketches(
    connection: Connection,
    pages: Mapping[int, SketchOf],
    again: Collection[int],
    decided: Collection[int] = (),
) -> None:
    """Write or replace the sketches of pages, in the caller's transaction.

    Args:
        connection: in a transaction that locked these rows of `pages` before it read anything.
        pages: sketches by id of the page.
        again: ids of those that may have a sketch already.
        decided: ids of those whose comparison the transaction has locked; new ones are indexed by runs.
    """
    for topic in sorted({pages[number].topic for number in pages if number in again}):
        settle_runs(connection, topic, again)
    old = _hashes_of(connection, {number: one for number, one in pages.items() if number in again})
    written: list[tuple[int, int, int]] = []
    removed: list[dict[str, int]] = []
    runs: dict[str, list[tuple[int, int]]] = {}
    for number, one in pages.items():
        own = one.hashes()
        if number in decided and number not in again:
            run = runs.setdefault(one.topic, [])
            run += [(value, number * ROLES + what) for value, what in own.items()]
            continue
        before = old.get(number, {})
        written += [(value, number, what) for value, what in own.items() if before.get(value) != what]
        removed += [{"own_hash": value, "own_page": number} for value in before.keys() - own.keys()]
    upsert(connection, sketches, [_row(number, one) for number, one in pages.items()])
    # In the same order in all workers, so that they cannot lock each other out.
    upsert_tuples(connection, sketch_hashes, ("hash", "page_id", "roles"), sorted(written))
    if removed:
        _delete(connection, sorted(removed, key=lambda row: (row["own_hash"], row["own_page"])))
    for topic, run in sorted(runs.items()):
        if run:
            add_run(connection, topic, run)


@cache
def _salt(topic: str) -> int:
    # With the highest bit changed, a mixed hash less half the range is its signed form.
    return int.from_bytes(blake2b(topic.encode("utf-8", "replace"), digest_size=8).digest(), "little") ^ _HALF


def _hashes(own: Fingerprint, roles: Role) -> Iterator[tuple[Sequence[int], int]]:
    if Role.SAME in roles and own.digest is not None:
        yield [digest_hash(own.digest)], int(HashOf.SAME_BODY)
    of_band = (HashOf.NEAR_BODY if Role.NEAR in roles else 0) | (
        HashOf.TITLED_BODY if Role.TITLE in roles else 0
    )
    if of_band:
        yield own.bands, of_band
    if Role.TITLE in roles:
        if not own.bands:
            yield [NO_BODY], int(HashOf.TITLED_BODY)
        yield list(own.title), int(HashOf.TITLE_WORD)


def _row(number: int, one: SketchOf) -> Row:
    own = one.fingerprint
    return {
        "page_id": number,
        "roles": int(one.roles),
        "title_words": pack_title(own.title),
        "digest": own.digest,
        "shingles": None if own.body is None else own.body.shingles,
        "body_hashes": None if own.body is None else own.body.hashes.astype("<u8").tobytes(),
    }


def _hashes_of(connection: Connection, pages: Mapping[int, SketchOf]) -> dict[int, dict[int, int]]:
    """Return the stored hashes of pages, by id."""
    found = {}
    for some in chunks(list(pages)):
        query = select(sketches).where(sketches.c.page_id.in_(some))
        for row in connection.execute(query).mappings():
            topic, roles = pages[row["page_id"]].topic, Role(row["roles"])
            found[row["page_id"]] = SketchOf(topic, fingerprint_of(row), roles).hashes()
    return found


def _delete(connection: Connection, rows: list[dict[str, int]]) -> None:
    own_hash: BindParameter[int] = bindparam("own_hash")
    own_page: BindParameter[int] = bindparam("own_page")
    this = (sketch_hashes.c.hash == own_hash, sketch_hashes.c.page_id == own_page)
    connection.execute(delete(sketch_hashes).where(*this), rows)
