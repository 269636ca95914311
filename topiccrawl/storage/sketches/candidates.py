"""The originals that one page may repeat, found by index look-ups.

A page is looked up by the bands of its body (`topiccrawl.dedup.bands`), nearly all of which lead to few rows
of an index, so a look-up costs nearly the same in a small and in a large corpus. A band or word that very
many pages have is looked up together with a rarer one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import text

from topiccrawl.dedup.bands import BANDS
from topiccrawl.dedup.fingerprint import Fingerprint
from topiccrawl.dedup.memory import first_words
from topiccrawl.dedup.originals import (
    LEAST_NEAR,
    LEAST_TITLED,
    MOST_BEHIND_A_BAND,
    MOST_BEHIND_ONE,
    SimilarBody,
    SimilarTitle,
    sharing,
)
from topiccrawl.dedup.repeats import may_repeat
from topiccrawl.dedup.title_vectors import cosine, title_of
from topiccrawl.errors import DatabaseAwayError
from topiccrawl.storage.rows.sketch_runs import Numbers
from topiccrawl.storage.rows.sketches import (
    NO_BODY,
    HashOf,
    digest_hash,
    stored_hash,
    stored_hashes,
    title_cosine,
)
from topiccrawl.storage.sketches.index_reads import IndexReads, common, distinct, merged, pages_of
from topiccrawl.storage.sketches.pending import PendingOriginals

MOST_LISTED = 2000
"""Pages that are listed for one hash at first. Longer lists are read as far as they are needed."""

MOST_OF_BODY = 20_000
"""Pages that are read for one band; where there are more, its pages are looked for behind words."""

_FEW = 100
"""Titles that are read at once, without a look whether they have a rare word in common."""

_ROWS_FOR_ONE = 20
"""Rows of the index that are read instead of looking for one original: later pages need them as well."""

_LEAST_READ = 5000
"""Rows of a word that are read in any case."""

_BANDS = np.arange(BANDS)
_NONE: Numbers = np.empty(0, np.int64)

_KEYS = text(
    "SELECT pages.url, duplicates.original_url FROM pages "
    "LEFT JOIN duplicates ON duplicates.page_id = pages.id WHERE pages.id = :number"
)


class StoredCandidates:
    """The originals that one page may repeat; see `topiccrawl.dedup.originals.Candidates`.

    Args:
        reads: of the transaction.
        topic: name of the topic.
        own: fingerprint of the page.
        pending: originals that have no sketch in the database yet.
        hidden: ids of pages whose sketches in the database do not count.
    """

    def __init__(
        self,
        reads: IndexReads,
        topic: str,
        own: Fingerprint,
        pending: PendingOriginals,
        hidden: Collection[int] = (),
    ) -> None:
        self._reads = reads
        self._connection = reads.connection
        self._topic = topic
        self._own = own
        self._pending = pending
        self._hidden = hidden
        self._keys: dict[int, tuple[str, str]] = {}
        self._listed = self._list()
        self._common = [band for band in own.bands if band in self._listed]
        self._waiting = pending.behind(own.bands)

    def same_body(self) -> int | None:
        digest = self._own.digest
        assert digest is not None  # without a digest no body can be identical
        listed = self._of(digest_hash(digest), HashOf.SAME_BODY).tolist()
        stored = self._reads.sketches(listed)
        same = [number for number in listed if number in stored and stored[number].digest == digest]
        return same[0] if same else self._pending.same(digest)

    def near_bodies(self) -> Iterator[SimilarBody]:
        behind = self._near()
        waiting = [one for number in behind if (one := self._pending.get(number))]
        stored = behind.difference(one.number for one in waiting)
        for number, sketched in self._reads.sketches(sorted(stored)).items():
            if sketched.body is not None:
                yield SimilarBody(number, sketched.body, title_of(sketched.title_words))
        for one in waiting:
            if one.fingerprint.body is not None:
                yield SimilarBody(one.number, one.fingerprint.body, one.fingerprint.title)

    def _near(self) -> set[int]:
        """Return the originals that share enough bands by their bodies."""
        waiting = {
            band: near
            for band, some in self._waiting.items()
            if (near := [one.number for one in some if one.is_near])
        }
        if not self._common and not waiting:
            return set()
        bands = {*self._common, *waiting}
        longest = max(len(self._listed.get(band, ())) + len(waiting.get(band, ())) for band in bands)
        if longest < min(MOST_BEHIND_A_BAND, MOST_LISTED):  # as nearly always: all lists are whole
            counts = Counter(number for one in waiting.values() for number in one)
            found = {number for number, count in counts.items() if count >= LEAST_NEAR}
            if len(self._common) >= LEAST_NEAR:
                shared = pages_of(merged([self._listed[band] for band in self._common]), HashOf.NEAR_BODY)
                numbers = distinct(shared)
                found.update(numbers[_counts(numbers, shared) >= LEAST_NEAR].tolist())
            return found.difference(self._hidden)
        lists = [[*self._behind(band), *waiting.get(band, ())][:MOST_BEHIND_A_BAND] for band in bands]
        return sharing([*lists, *[()] * (len(self._own.bands) - len(bands))], MOST_BEHIND_A_BAND)

    def similar_titles(self, least: float, cut: float | None = None) -> Iterator[SimilarTitle]:
        lowest = least if cut is None else min(least, cut)
        words = [word for word, _, _ in first_words(self._own.title, lowest)]
        own = self._own.bands
        waiting = {
            band: with_title
            for band, some in self._waiting.items()
            if (with_title := [one for one in some if one.has_title])
        }
        lengths = [len(waiting.get(band, ())) for band in own] if waiting else [0] * len(own)
        numbers = self._with_related_body(words, lengths) if own else self._with_words(words)
        yield from self._similar_of(sorted(numbers.difference(self._hidden)), least, cut)
        of_band = dict(zip(own, lengths, strict=True)) if waiting else {}
        titled = self._pending.titled(
            list(waiting.values()) if own else None, [of_band[band] for band in waiting]
        )
        for one in titled:
            similarity = cosine(self._own.title, one.fingerprint.title)
            if may_repeat(similarity, self._own.title, one.fingerprint.title, least, cut):
                yield SimilarTitle(similarity, one.number, one.fingerprint.body, one.fingerprint.title)

    def key_of(self, number: int) -> str:
        return self._keys_of(number)[0]

    def original_of(self, number: int) -> str:
        return self._keys_of(number)[1]

    def _keys_of(self, number: int) -> tuple[str, str]:
        if (waiting := self._pending.get(number)) is not None:
            return waiting.key, waiting.original
        if number not in self._keys:
            row = self._connection.execute(_KEYS, {"number": number}).one_or_none()
            if row is None:
                raise DatabaseAwayError("page {number} was deleted while it was compared", number=number)
            self._keys[number] = row.url, row.original_url or row.url
        return self._keys[number]

    def _list(self) -> dict[int, Numbers]:
        """Return the first rows of each hash that the page is looked up by."""
        hashes = _listed_hashes(self._topic, self._own)
        rows = self._reads.first(hashes.values(), MOST_LISTED)
        return {value: rows[stored] for value, stored in hashes.items() if stored in rows}

    def _of(self, value: int, what: HashOf) -> Numbers:
        """Return the listed originals that have a hash of a kind."""
        if value not in self._listed:
            return _NONE
        numbers = pages_of(self._listed[value], what)
        if not self._hidden or not len(numbers):
            return numbers
        return np.array([one for one in numbers.tolist() if one not in self._hidden], np.int64)

    def _is_frequent(self, value: int) -> bool:
        """Return whether there may be more rows of a hash than were listed."""
        return value in self._listed and len(self._listed[value]) == MOST_LISTED

    def _behind(self, value: int) -> list[int]:
        """Return the first originals that have a band."""
        near: list[int] = self._of(value, HashOf.NEAR_BODY).tolist()
        if len(near) < MOST_BEHIND_A_BAND and self._is_frequent(value):
            most = MOST_BEHIND_A_BAND + len(self._hidden)
            rows = self._reads.all_of(stored_hash(self._topic, value), HashOf.NEAR_BODY, most)
            near = [one for one in rows.tolist() if one not in self._hidden]
        return near[:MOST_BEHIND_A_BAND]

    def _with_related_body(self, words: Sequence[int], lengths: list[int]) -> set[int]:
        """Return originals whose body shares enough bands or is unknown; of many, those with a word.

        Args:
            words: of the title.
            lengths: how many originals by title each band has; those in the database are added.
        """
        own = self._own.bands
        hashes = stored_hashes(self._topic, words)
        if not self._common:  # half of all pages
            return self._with_one_of(hashes, self._titled(NO_BODY, hashes)[0])
        more = np.zeros(len(own), np.int64)
        if any(map(self._is_frequent, self._common)):
            titled = [self._titled(value, hashes) for value in own]
            lists = [numbers for numbers, _ in titled]
            more = np.array([0 if is_whole else MOST_OF_BODY for _, is_whole in titled])
            shared, behind = np.concatenate(lists), np.repeat(_BANDS, [len(one) for one in lists])
        else:
            lists = [self._listed.get(value, _NONE) for value in own]
            rows, behind = np.concatenate(lists), np.repeat(_BANDS, [len(one) for one in lists])
            is_titled = rows & int(HashOf.TITLED_BODY) != 0
            shared, behind = pages_of(rows, HashOf.TITLED_BODY), behind[is_titled]
            if self._hidden:
                shown = ~np.isin(shared, list(self._hidden))
                shared, behind = shared[shown], behind[shown]
        lengths[:] = (np.bincount(behind, minlength=len(own)) + more + lengths).tolist()
        alone = shared[np.array(lengths)[behind] <= MOST_BEHIND_ONE]
        shared.sort()
        numbers = distinct(shared)
        related = numbers[_counts(numbers, shared) >= LEAST_TITLED]
        related = distinct(merged([related, alone, self._titled(NO_BODY, hashes)[0]]))
        return self._with_one_of(hashes, related)

    def _titled(self, value: int, words: Sequence[int]) -> tuple[Numbers, bool]:
        """Return the originals by their titles that have a band, and whether these are all.

        Where they are too many, those are returned that have a word as well.
        """
        if not self._is_frequent(value):
            return self._of(value, HashOf.TITLED_BODY), True
        stored = stored_hash(self._topic, value)
        numbers = self._reads.whole([stored], HashOf.TITLED_BODY, MOST_OF_BODY)[0]
        if numbers is None:
            return self._behind_words(stored, words), False
        return numbers, True

    def _with_one_of(self, words: Sequence[int], numbers: Numbers) -> set[int]:
        """Return which of some originals have one of the words in their titles."""
        if len(numbers) <= _FEW:
            return set(numbers.tolist())
        most = max(_LEAST_READ, _ROWS_FOR_ONE * len(numbers))
        lists = dict(zip(words, self._reads.whole(words, HashOf.TITLE_WORD, most), strict=True))
        found = set(common(merged([one for one in lists.values() if one is not None]), numbers).tolist())
        for word, one in lists.items():
            if one is None:
                found.update(self._reads.having(word, HashOf.TITLE_WORD, numbers).tolist())
        return found

    def _behind_words(self, body: int, words: Sequence[int]) -> Numbers:
        """Return the originals that have a band of very many, and one of the words in their titles."""
        found = []
        for word, numbers in zip(
            words, self._reads.whole(words, HashOf.TITLE_WORD, MOST_OF_BODY), strict=True
        ):
            if numbers is None:
                found.append(self._reads.having_both(word, body))
            else:
                found.append(self._reads.having(body, HashOf.TITLED_BODY, numbers))
        return distinct(merged(found))

    def _with_words(self, words: Iterable[int]) -> set[int]:
        """Return originals that have one of the words in their titles."""
        return {
            one
            for word in words
            for one in self._reads.all_of(stored_hash(self._topic, word), HashOf.TITLE_WORD).tolist()
        }

    def _similar_of(self, numbers: Sequence[int], least: float, cut: float | None) -> Iterator[SimilarTitle]:
        known = self._reads.titles(numbers)
        own, lowest = self._own.title, least if cut is None else min(least, cut)
        cosines = ((number, title_cosine(own, packed)) for number, packed in known.items())
        similar = {
            number: similarity
            for number, similarity in cosines
            if similarity >= lowest and may_repeat(similarity, own, title_of(known[number]), least, cut)
        }
        for number, one in self._reads.sketches(similar).items():
            yield SimilarTitle(similar[number], number, one.body, title_of(one.title_words))


def read_ahead(reads: IndexReads, pages: Iterable[tuple[str, Fingerprint]]) -> None:
    """Read what pages, by topic and fingerprint, are looked up by: all at once."""
    hashes = [stored for topic, own in pages for stored in _listed_hashes(topic, own).values()]
    reads.first(hashes, MOST_LISTED)


@lru_cache(maxsize=512)  # of the pages that are read ahead, as objects
def _listed_hashes(topic: str, own: Fingerprint) -> Mapping[int, int]:
    """Return the values that a page is looked up by, and the hashes under which the index has them."""
    values = [*own.bands]
    if own.digest is not None:
        values.append(digest_hash(own.digest))
    if own.title:
        values.append(NO_BODY)
    return dict(zip(values, stored_hashes(topic, values), strict=True))


def _counts(numbers: Numbers, listed: Numbers) -> NDArray[np.int64]:
    """Return how often each of some distinct numbers stands in a list; both are ascending."""
    return np.searchsorted(listed, numbers, "right") - np.searchsorted(listed, numbers)
