"""Originals in memory."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import islice

import numpy as np

from topiccrawl.dedup.fingerprint import Fingerprint
from topiccrawl.dedup.originals import MOST_BEHIND_A_BAND, Role, SimilarBody, SimilarTitle, related, sharing
from topiccrawl.dedup.repeats import CUT_TITLE, ROUNDING, may_repeat
from topiccrawl.dedup.sketch import Sketch
from topiccrawl.dedup.title_vectors import cosine, pack_title, title_of


@dataclass
class _Postings:
    """Vectors with a word in their prefix: number, weight of the word, length of the rest of the vector."""

    numbers: array[int] = field(default_factory=lambda: array("q"))
    weights: array[float] = field(default_factory=lambda: array("d"))
    tails: array[float] = field(default_factory=lambda: array("d"))


_ROLES = 8
"""Above the sum of all roles."""

_Lists = dict[int, int | list[int]]
"""Lists by key; most have one number, which stands for itself."""


def _append(lists: _Lists, key: int, number: int) -> None:
    known = lists.get(key)
    if known is None:
        lists[key] = number
    elif isinstance(known, int):
        lists[key] = [known, number]
    else:
        known.append(number)


def _list(lists: _Lists, key: int) -> Sequence[int]:
    found = lists.get(key, ())
    return (found,) if isinstance(found, int) else found


class MemoryOriginals:
    """Keeps originals in memory, about 4 KB for each. See `Originals`.

    The search by title is exact without comparing all titles (prefix filtering, Bayardo et al. 2007). The
    words of all vectors are in one fixed order, rarest first. So the cosine of two vectors is at most the
    product of the weights of their first common word plus the product of the lengths of the rests after it.
    Words after which the rest is too short to reach the threshold are not indexed, and vectors found by the
    other words are compared only when the bound reaches the threshold.

    Args:
        title_threshold: minimum cosine of title searches.
    """

    def __init__(self, title_threshold: float = 0.8) -> None:
        self._least = min(title_threshold, CUT_TITLE) - ROUNDING
        self._keys: list[tuple[str, str]] = []
        self._bodies: list[Sketch | None] = []
        self._of_digest: dict[bytes, int] = {}
        self._behind_band: _Lists = {}  # each as number * _ROLES + roles
        self._numbers: dict[bytes, int] = {}
        self._vectors: list[bytes] = []
        self._under: _Lists = {}  # originals by vector: a formulaic title has many
        self._vector_of = array("q")
        self._behind_word: dict[int, _Postings] = {}
        self._without_body: set[int] = set()

    @contextmanager
    def candidates(self, own: Fingerprint) -> Iterator[_MemoryCandidates]:
        """Yield the candidates for a page, see `Originals.candidates`."""
        yield _MemoryCandidates(self, own)

    def keep(self, own: Fingerprint, key: str, roles: Role, original: str | None = None) -> None:
        """Add a page, see `Originals.keep`."""
        if not roles:
            return
        number = len(self._keys)
        self._keys.append((key, original or key))
        self._bodies.append(own.body)
        packed = pack_title(own.title)
        vector = self._numbers.setdefault(packed, len(self._vectors))
        if vector == len(self._vectors):
            self._vectors.append(packed)
        self._vector_of.append(vector)
        if Role.SAME in roles and own.digest is not None:
            self._of_digest.setdefault(own.digest, number)
        if roles & (Role.NEAR | Role.TITLE):
            behind = number * _ROLES + int(roles)
            for value in own.bands:
                _append(self._behind_band, value, behind)
        if Role.TITLE in roles:
            self._keep_title(own, number, vector)

    def _keep_title(self, own: Fingerprint, number: int, vector: int) -> None:
        if vector not in self._under:
            for word, weight, tail in first_words(own.title, self._least):
                behind = self._behind_word.setdefault(word, _Postings())
                behind.numbers.append(vector)
                behind.weights.append(weight)
                behind.tails.append(tail)
        _append(self._under, vector, number)
        if own.body is None:
            self._without_body.add(vector)

    def behind(self, band: int, role: Role) -> Iterator[int]:
        """Yield the originals of a role that have a band, the oldest first."""
        return (one // _ROLES for one in _list(self._behind_band, band) if one & role.value)


class _MemoryCandidates:
    def __init__(self, originals: MemoryOriginals, own: Fingerprint) -> None:
        self._all = originals
        self._own = own

    def same_body(self) -> int | None:
        return None if self._own.digest is None else self._all._of_digest.get(self._own.digest)

    def near_bodies(self) -> Iterator[SimilarBody]:
        # Formulaic texts share a band with very many: only the first are read.
        behind = (self._all.behind(value, Role.NEAR) for value in self._own.bands)
        lists = (tuple(islice(one, MOST_BEHIND_A_BAND)) for one in behind)
        for number in sharing(lists, MOST_BEHIND_A_BAND):
            body = self._all._bodies[number]
            assert body is not None  # it was found by its hashes
            yield SimilarBody(number, body, title_of(self._all._vectors[self._all._vector_of[number]]))

    def similar_titles(self, least: float, cut: float | None = None) -> Iterator[SimilarTitle]:
        own, everything = self._own, self._all
        vectors = self._vectors(least if cut is None else min(least, cut))
        numbers: set[int] = set()
        if own.body is not None:
            lists = [tuple(everything.behind(value, Role.TITLE)) for value in own.bands]
            numbers = related(lists, list(map(len, lists)))
            vectors &= everything._without_body.union(everything._vector_of[number] for number in numbers)
        for vector in vectors:
            other = title_of(everything._vectors[vector])
            similarity = cosine(own.title, other)
            if may_repeat(similarity, own.title, other, least, cut):
                for number in _list(everything._under, vector):
                    body = everything._bodies[number]
                    if own.body is None or body is None or number in numbers:
                        yield SimilarTitle(similarity, number, body, other)

    def key_of(self, number: int) -> str:
        return self._all._keys[number][0]

    def original_of(self, number: int) -> str:
        return self._all._keys[number][1]

    def _vectors(self, least: float) -> set[int]:
        """Return the numbers of the vectors that may reach the threshold."""
        found: set[int] = set()
        for word, weight, tail in first_words(self._own.title, least):
            behind = self._all._behind_word.get(word)
            if behind is not None:
                bounds = weight * np.frombuffer(behind.weights) + tail * np.frombuffer(behind.tails)
                found.update(np.frombuffer(behind.numbers, np.int64)[bounds >= least].tolist())
        return found


def first_words(vector: Mapping[int, float], least: float) -> Iterator[tuple[int, float, float]]:
    """Yield word, weight and length of the rest, while word and rest can still reach a cosine.

    Args:
        vector: vector of length 1, in the common order of words.
        least: the cosine.
    """
    left = 1.0
    for word, weight in vector.items():
        if left < least**2 - ROUNDING:
            return
        left = max(left - weight * weight, 0.0)
        yield word, weight, left**0.5
