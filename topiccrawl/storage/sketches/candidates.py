"""The originals that one page may repeat, found by index look-ups.

A page is looked up by its few smallest hashes, each of which leads to few rows of an index, so a look-up
costs the same in a small and in a large corpus. A shingle or word that very many pages have is looked up
together with a rarer one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, MutableMapping, Sequence
from functools import cache

from sqlalchemy import Connection, bindparam, text

from topiccrawl.dedup.fingerprint import Fingerprint
from topiccrawl.dedup.memory import first_words
from topiccrawl.dedup.originals import (
    BODY_HASHES,
    LEAST_SHARED,
    MOST_BEHIND_A_HASH,
    TITLE_HASHES,
    Role,
    SimilarTitle,
    are_whole,
    sharing,
)
from topiccrawl.dedup.repeats import may_repeat
from topiccrawl.dedup.sketch import Sketch
from topiccrawl.dedup.title_vectors import cosine
from topiccrawl.errors import DatabaseAwayError
from topiccrawl.messages import message
from topiccrawl.storage.rows.chunks import chunks
from topiccrawl.storage.rows.sketches import (
    NO_BODY,
    HashOf,
    StoredSketch,
    digest_hash,
    stored_hash,
    stored_sketch,
    title_cosine,
    title_of,
)
from topiccrawl.storage.sketches.pending import PendingOriginal

MOST_LISTED = MOST_BEHIND_A_HASH + 14
"""Pages listed for one hash; where there are more, titles are found by their words as well."""

ROWS_AT_ONCE = 500
"""Rows of one query."""

_MOST_KNOWN = 2000
"""Sketches of one transaction that are kept for its next pages: some 3 kB each."""

# Roles are sums of `HashOf`.
_NEAR = text(
    "SELECT page_id FROM sketch_hashes WHERE hash = :hash AND roles & 1 <> 0 ORDER BY page_id LIMIT :most"
)
_SHARED = text(
    "SELECT page_id FROM sketch_hashes WHERE hash IN :hashes AND page_id IN :numbers AND roles & 1 <> 0"
).bindparams(bindparam("hashes", expanding=True), bindparam("numbers", expanding=True))
_SKETCHES = text(
    "SELECT page_id, title_words, digest, shingles, body_hashes FROM sketches WHERE page_id IN :numbers"
).bindparams(bindparam("numbers", expanding=True))
_TITLES = text("SELECT page_id, title_words FROM sketches WHERE page_id IN :numbers").bindparams(
    bindparam("numbers", expanding=True)
)
_WITH_WORD = text(
    "SELECT page_id FROM sketch_hashes WHERE hash = :word AND roles & 8 <> 0 AND page_id > :above "
    "ORDER BY page_id LIMIT :most"
)
_WITH_WORD_AND_BODY = text(
    "SELECT DISTINCT word.page_id FROM sketch_hashes word "
    "JOIN sketch_hashes body ON body.page_id = word.page_id "
    "WHERE word.hash IN :words AND word.roles & 8 <> 0 AND body.hash IN :bodies AND body.roles & 2 <> 0"
).bindparams(bindparam("words", expanding=True), bindparam("bodies", expanding=True))
_KEYS = text(
    "SELECT pages.url, duplicates.original_url FROM pages "
    "LEFT JOIN duplicates ON duplicates.page_id = pages.id WHERE pages.id = :number"
)


@cache
def _listing(count: int, most: int, mark: str) -> str:
    """Return the query for the first rows of `count` hashes; plain SQL, since it runs for every page.

    Args:
        count: hashes.
        most: rows of each.
        mark: the driver's placeholder.
    """
    parts = [
        f"SELECT * FROM (SELECT hash, page_id, roles FROM sketch_hashes WHERE hash = {mark} "  # noqa: S608
        f"ORDER BY page_id LIMIT {most}) AS listed{number}"
        for number in range(count)
    ]
    return " UNION ALL ".join(parts)


class StoredCandidates:
    """The originals that one page may repeat; see `topiccrawl.dedup.originals.Candidates`.

    Args:
        connection: of the database.
        topic: name of the topic.
        own: fingerprint of the page.
        pending: originals that have no sketch in the database yet.
        hidden: ids of pages whose sketches in the database do not count.
        known: sketches that were read in the same transaction; it is added to.
    """

    def __init__(
        self,
        connection: Connection,
        topic: str,
        own: Fingerprint,
        pending: Sequence[PendingOriginal],
        hidden: Collection[int] = (),
        known: MutableMapping[int, StoredSketch] | None = None,
    ) -> None:
        self._connection = connection
        self._topic = topic
        self._own = own
        self._pending = pending
        self._hidden = hidden
        self._known = {} if known is None else known
        self._keys: dict[int, tuple[str, str]] = {one.number: (one.key, one.original) for one in pending}
        self._near = own.body.lowest(BODY_HASHES) if own.body is not None and own.near else []
        self._titled = own.body.lowest(TITLE_HASHES) if own.body is not None else []
        self._listed = self._list()

    def same_body(self) -> int | None:
        digest = self._own.digest
        assert digest is not None  # without a digest no body can be identical
        listed = [number for number, what in self._of(digest_hash(digest)) if what & HashOf.SAME_BODY]
        stored = self._sketches(listed)
        same = [number for number in listed if number in stored and stored[number].digest == digest]
        same += [
            one.number for one in self._pending if Role.SAME in one.roles and one.fingerprint.digest == digest
        ]
        return same[0] if same else None

    def near_bodies(self) -> Iterator[tuple[int, Sketch]]:
        waiting = [one for one in self._pending if not one.near.isdisjoint(self._near)]
        lists: dict[int, list[int]] = {}
        for value in self._near:
            found = self._behind(value)
            found += [one.number for one in waiting if value in one.near]
            lists[value] = found[:MOST_BEHIND_A_HASH]
        behind = sharing(lists.values(), MOST_BEHIND_A_HASH)
        numbers = behind.difference(one.number for one in waiting)
        if len(lists) == BODY_HASHES and not are_whole(lists.values(), MOST_BEHIND_A_HASH):
            numbers = self._sharing(lists, numbers)
        stored = self._sketches(numbers)
        for number, one_stored in stored.items():
            if one_stored.body is not None:
                yield number, one_stored.body
        for one in waiting:
            if one.number in behind and one.fingerprint.body is not None:
                yield one.number, one.fingerprint.body

    def similar_titles(self, least: float, cut: float | None = None) -> Iterator[SimilarTitle]:
        lowest = least if cut is None else min(least, cut)
        words = [word for word, _, _ in first_words(self._own.title, lowest)]
        numbers = self._with_related_body(words) if self._titled else self._with_words(words)
        for some in chunks(sorted(numbers.difference(self._hidden))):
            yield from self._similar_of(some, least, cut)
        for one in self._pending:
            if Role.TITLE in one.roles and self._related(one.titled):
                similarity = cosine(self._own.title, one.fingerprint.title)
                if may_repeat(similarity, self._own.title, one.fingerprint.title, least, cut):
                    yield SimilarTitle(similarity, one.number, one.fingerprint.body, one.fingerprint.title)

    def key_of(self, number: int) -> str:
        return self._keys_of(number)[0]

    def original_of(self, number: int) -> str:
        return self._keys_of(number)[1]

    def _keys_of(self, number: int) -> tuple[str, str]:
        if number not in self._keys:
            row = self._connection.execute(_KEYS, {"number": number}).one_or_none()
            if row is None:
                raise DatabaseAwayError(
                    message("page {number} was deleted while it was compared", number=number)
                )
            self._keys[number] = row.url, row.original_url or row.url
        return self._keys[number]

    def _list(self) -> dict[int, list[tuple[int, int]]]:
        """Return page id and kinds of the first rows of each hash that the page is looked up by."""
        values = [*self._near, *self._titled]
        if self._own.digest is not None:
            values.append(digest_hash(self._own.digest))
        if self._own.title:
            values.append(NO_BODY)
        hashes = list(dict.fromkeys(stored_hash(self._topic, value) for value in values))
        listed: dict[int, list[tuple[int, int]]] = {one: [] for one in hashes}
        if hashes:
            mark = "?" if self._connection.dialect.name == "sqlite" else "%s"
            query = _listing(len(hashes), MOST_LISTED, mark)
            for value, number, what in self._connection.exec_driver_sql(query, tuple(hashes)):
                listed[value].append((number, what))
        return {value: sorted(rows) for value, rows in listed.items()}

    def _of(self, value: int) -> list[tuple[int, int]]:
        listed = self._listed[stored_hash(self._topic, value)]
        return [row for row in listed if row[0] not in self._hidden]

    def _is_frequent(self, value: int) -> bool:
        """Return whether there may be more rows of a hash than were listed."""
        return len(self._listed[stored_hash(self._topic, value)]) == MOST_LISTED

    def _behind(self, value: int) -> list[int]:
        """Return the first originals that have a hash among their smallest."""
        listed = self._of(value)
        near = [number for number, what in listed if what & HashOf.NEAR_BODY]
        if len(near) < MOST_BEHIND_A_HASH and self._is_frequent(value):
            most = MOST_BEHIND_A_HASH + len(self._hidden)
            given = {"hash": stored_hash(self._topic, value), "most": most}
            rows = self._connection.execute(_NEAR, given)
            near = [row.page_id for row in rows if row.page_id not in self._hidden]
        return near[:MOST_BEHIND_A_HASH]

    def _sharing(self, lists: Mapping[int, Sequence[int]], numbers: Iterable[int]) -> set[int]:
        """Return stored originals in lists of which some end early that share enough hashes all the same."""
        long = [value for value, found in lists.items() if len(found) >= MOST_BEHIND_A_HASH]
        counts = Counter(number for value in lists.keys() - long for number in lists[value])
        hashes = [stored_hash(self._topic, value) for value in long]
        for some in chunks(sorted(number for number in numbers if counts[number] < LEAST_SHARED)):
            counts.update(self._connection.scalars(_SHARED, {"hashes": hashes, "numbers": some}))
        return {number for number in numbers if counts[number] >= LEAST_SHARED}

    def _with_related_body(self, words: Sequence[int]) -> set[int]:
        """Return originals whose body shares a hash or is unknown; where these are many, a word as well."""
        found: set[int] = set()
        frequent = []
        for value in (*self._titled, NO_BODY):
            if self._is_frequent(value):
                frequent.append(stored_hash(self._topic, value))
            else:
                found.update(number for number, what in self._of(value) if what & HashOf.TITLED_BODY)
        if frequent and words:
            given = {"words": [stored_hash(self._topic, word) for word in words], "bodies": frequent}
            found.update(self._connection.scalars(_WITH_WORD_AND_BODY, given))
        return found

    def _with_words(self, words: Iterable[int]) -> set[int]:
        """Return originals that have one of the words in their titles."""
        found: set[int] = set()
        for word in words:
            above = 0
            while True:
                given = {"word": stored_hash(self._topic, word), "above": above, "most": ROWS_AT_ONCE}
                rows = self._connection.scalars(_WITH_WORD, given).all()
                found.update(rows)
                if len(rows) < ROWS_AT_ONCE:
                    break
                above = rows[-1]
        return found

    def _similar_of(self, numbers: Sequence[int], least: float, cut: float | None) -> Iterator[SimilarTitle]:
        known = {number: one.title_words for number in numbers if (one := self._known.get(number))}
        unknown = [number for number in numbers if number not in known]
        if unknown:
            rows = self._connection.execute(_TITLES, {"numbers": unknown}).all()
            known.update((row.page_id, row.title_words) for row in rows)
        own, lowest = self._own.title, least if cut is None else min(least, cut)
        cosines = ((number, title_cosine(own, packed)) for number, packed in known.items())
        similar = {
            number: similarity
            for number, similarity in cosines
            if similarity >= lowest and may_repeat(similarity, own, title_of(known[number]), least, cut)
        }
        for number, one in self._sketches(similar).items():
            yield SimilarTitle(similar[number], number, one.body, title_of(one.title_words))

    def _related(self, titled: frozenset[int]) -> bool:
        return not self._titled or not titled or not titled.isdisjoint(self._titled)

    def _sketches(self, numbers: Iterable[int]) -> dict[int, StoredSketch]:
        """Return the sketches of stored pages."""
        found: dict[int, StoredSketch] = {}
        unknown = []
        for number in numbers:
            known = self._known.get(number)
            if known is None:
                unknown.append(number)
            else:
                found[number] = known
        if len(self._known) + len(unknown) > _MOST_KNOWN:
            self._known.clear()
        for some in chunks(unknown):
            for number, *columns in self._connection.execute(_SKETCHES, {"numbers": some}).all():
                found[number] = self._known[number] = stored_sketch(*columns)
        return found
