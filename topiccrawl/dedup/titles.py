"""Is the same story already there, by its title? Paper C, title dedup."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np

from topiccrawl.dedup.match import Match
from topiccrawl.dedup.sketch import Sketch, jaccard, sketch, squeeze
from topiccrawl.dedup.title_vectors import cosine, title_vector

AGREEMENT = 0.55
"""Least Jaccard similarity of two bodies under similar titles. Measured: reposts have .56 or more (half of
them over .99), different stories under a title by formula about .35."""

_ROUNDING = 1e-9

_LOOKED_UP = 6
"""The smallest hashes by which agreeing bodies are found among those under similar titles, which may be
many. Two bodies of similarity J share none of them with probability about (1 - J)^6: .008 at worst, 1e-6
at .9."""


class TitleStore(Protocol):
    """Where originals stay between two runs: (title, key, body or None), first one first; a list will do."""

    def __iter__(self) -> Iterator[tuple[str, str, str | None]]:
        """All originals, in the order they were appended."""

    def append(self, original: tuple[str, str, str | None], /) -> None:
        """Keep a new original."""


@dataclass(frozen=True)
class _Original:
    number: int
    key: str
    body: Sketch | None


@dataclass
class _Postings:
    """Vectors that have a word among their first: number, the word's weight, length of what follows it."""

    numbers: array[int] = field(default_factory=lambda: array("q"))
    weights: array[float] = field(default_factory=lambda: array("d"))
    tails: array[float] = field(default_factory=lambda: array("d"))


class TitleIndex:
    """Finds, for a title, the most similar earlier original.

    Two titles are duplicates when the cosine of their tf-idf vectors reaches the threshold and, where
    both bodies are known, the bodies agree: titles made by formula ("notice of ...", "news in brief")
    stand over different texts.

    The look-up by title is exact and does not go through all titles. With the words of each vector in
    one fixed order, rarest first, what two vectors share lies at and behind the first word that both
    have, so the cosine is at most the product of its weights plus the product of the lengths of what
    follows it. Words from which on too little is left to reach the threshold are not indexed (prefix
    filtering, Bayardo et al. 2007), and vectors found by the others are compared only when that bound
    allows.

    Args:
        threshold: least cosine of duplicates, in (0, 1]; the paper's bounds are .5 and .8165.
        store: originals of earlier runs, taken over and added to; None keeps them in memory only.

    Raises:
        ValueError: the threshold is outside of (0, 1].
    """

    def __init__(self, threshold: float = 0.8, store: TitleStore | None = None) -> None:
        if not 0 < threshold <= 1:
            raise ValueError(f"threshold {threshold!r} is not in (0, 1]")
        self._least = threshold - _ROUNDING
        self._store = store
        self._numbers: dict[tuple[tuple[str, float], ...], int] = {}
        self._vectors: list[Mapping[str, float]] = []
        self._originals: list[list[_Original]] = []  # by vector: a title by formula is shared by many
        self._vector_of: list[int] = []  # by number of the original
        self._behind_word: dict[str, _Postings] = {}
        self._behind_hash: dict[int, list[int]] = {}
        self._without_body: set[int] = set()
        for title, key, body in store or ():
            self._keep(title_vector(title), key, _sketch(body))

    def add(self, title: str, key: str, body: str | None = None) -> str | None:
        """The key of the original that `title` repeats; None makes it an original itself. See `match`."""
        found = self.match(title, key, body)
        return found.key if found else None

    def match(self, title: str, key: str, body: str | None = None) -> Match | None:
        """The original that `title` repeats; None makes it an original itself.

        Args:
            title: the headline, or the page's title.
            key: what names the page, such as its URL.
            body: the text, for the second look; without it (or the original's) only the title counts.

        Returns:
            The most similar original, of equally similar ones the first that was added. A blank title repeats
            nothing and is no original.
        """
        vector = title_vector(title)
        if not vector:
            return None
        own = _sketch(body)
        for similarity, original in self._similar(vector, own):
            if own is None or original.body is None or jaccard(own, original.body) >= AGREEMENT:
                return Match(original.key, min(similarity, 1.0))
        self._keep(vector, key, own)
        if self._store is not None:
            self._store.append((title, key, body))
        return None

    def _candidates(self, vector: Mapping[str, float]) -> set[int]:
        """Numbers of the vectors that may reach the threshold."""
        found: set[int] = set()
        for word, weight, tail in self._first_words(vector):
            behind = self._behind_word.get(word)
            if behind is not None:
                bounds = weight * np.frombuffer(behind.weights) + tail * np.frombuffer(behind.tails)
                found.update(np.frombuffer(behind.numbers, np.int64)[bounds >= self._least].tolist())
        return found

    def _similar(self, vector: Mapping[str, float], own: Sketch | None) -> list[tuple[float, _Original]]:
        """Cosine and original, at or above the threshold, most similar first, without unrelated bodies."""
        candidates = self._candidates(vector)
        related: set[int] = set()
        if own is not None:
            related.update(*(self._behind_hash.get(value, ()) for value in _lowest(own)))
            candidates &= self._without_body.union(self._vector_of[number] for number in related)
        found = []
        for candidate in candidates:
            similarity = cosine(vector, self._vectors[candidate])
            if similarity >= self._least:
                found += [
                    (-round(similarity, 9), one.number, one)
                    for one in self._originals[candidate]
                    if own is None or one.body is None or one.number in related
                ]
        return [(-negative, original) for negative, _, original in sorted(found, key=lambda entry: entry[:2])]

    def _keep(self, vector: Mapping[str, float], key: str, body: Sketch | None) -> None:
        number = self._numbers.setdefault(tuple(vector.items()), len(self._vectors))
        if number == len(self._vectors):
            self._vectors.append(vector)
            self._originals.append([])
            for word, weight, tail in self._first_words(vector):
                behind = self._behind_word.setdefault(word, _Postings())
                behind.numbers.append(number)
                behind.weights.append(weight)
                behind.tails.append(tail)
        original = _Original(len(self._vector_of), key, body)
        self._vector_of.append(number)
        self._originals[number].append(original)
        if body is None:
            self._without_body.add(number)
        else:
            for value in _lowest(body):
                self._behind_hash.setdefault(value, []).append(original.number)

    def _first_words(self, vector: Mapping[str, float]) -> Iterator[tuple[str, float, float]]:
        """Word, weight and length of what follows, while word and rest can still reach the threshold."""
        left = 1.0
        for word, weight in vector.items():
            if left < self._least**2 - _ROUNDING:
                return
            left = max(left - weight * weight, 0.0)
            yield word, weight, left**0.5


def _sketch(body: str | None) -> Sketch | None:
    squeezed = squeeze(body or "")
    return sketch(squeezed) if squeezed else None


def _lowest(body: Sketch) -> list[int]:
    return [int(value) for value in body.hashes[:_LOOKED_UP]]
