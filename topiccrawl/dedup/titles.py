"""Is the same story already there, by its title? (paper C)"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol

from topiccrawl.dedup.sketch import Sketch, containment, sketch, squeeze
from topiccrawl.dedup.title_vectors import cosine, title_vector

AGREEMENT = 0.7
"""Least share of the shorter body that the longer one must hold when both are known: reposts hold nearly all of
it, different stories under a title by formula about half."""

_ROUNDING = 1e-9


class TitleStore(Protocol):
    """Where the originals stay between two runs: (title, key, body or None), in the order they came; a list will do."""

    def __iter__(self) -> Iterator[tuple[str, str, str | None]]:
        """All originals, the first one first."""

    def append(self, original: tuple[str, str, str | None], /) -> None:
        """Keep a new original."""


@dataclass(frozen=True)
class _Original:
    number: int
    key: str
    body: Sketch | None


class TitleIndex:
    """Finds, for a title, the most similar earlier original.

    Two titles are duplicates when the cosine of their tf-idf vectors reaches the threshold and, where both bodies
    are known, the bodies agree: titles made by formula ("notice of ...", "news in brief") stand over different texts.

    The look-up is exact and does not go through all titles. With the words of each vector in one fixed order, rarest
    first, two vectors of cosine t or more share a word among the first words of both, up to where what is left is
    shorter than t; for the shared words all lie behind otherwise, and the cosine is below the length of what is left
    (prefix filtering, Bayardo et al. 2007). Only those first words are indexed and looked up.

    Args:
        threshold: least cosine of duplicates, in (0, 1]; the paper's bounds are .5 and .8165.
        store: originals of earlier runs, taken over and added to; None keeps them in memory only.

    Raises:
        ValueError: the threshold is outside of (0, 1].
    """

    def __init__(self, threshold: float = 0.8, store: TitleStore | None = None) -> None:
        if not 0 < threshold <= 1:
            raise ValueError(f"threshold {threshold!r} is not in (0, 1]")
        self._threshold = threshold
        self._store = store
        self._numbers: dict[tuple[tuple[str, float], ...], int] = {}
        self._vectors: list[Mapping[str, float]] = []
        self._originals: list[list[_Original]] = []  # by vector: formulas are shared by many
        self._behind: dict[str, list[int]] = {}
        self._count = 0
        for title, key, body in store or ():
            self._keep(title_vector(title), key, _sketch(body))

    def add(self, title: str, key: str, body: str | None = None) -> str | None:
        """The key of the original that `title` repeats; None makes it an original itself.

        Args:
            title: the headline, or the page's title.
            key: what names the page, such as its URL.
            body: the text, for the second look; without it (or an original's) only the title counts.

        Returns:
            The key of the most similar original, of equally similar ones the first that was added. A blank title
            repeats nothing and is no original.
        """
        vector = title_vector(title)
        if not vector:
            return None
        own = _sketch(body)
        for original in self._similar(vector):
            if own is None or original.body is None or containment(own, original.body) >= AGREEMENT:
                return original.key
        self._keep(vector, key, own)
        if self._store is not None:
            self._store.append((title, key, body))
        return None

    def _similar(self, vector: Mapping[str, float]) -> list[_Original]:
        """Originals with a title at or above the threshold, the most similar first."""
        candidates = {number for word in self._first_words(vector) for number in self._behind.get(word, ())}
        found = []
        for number in candidates:
            similarity = cosine(vector, self._vectors[number])
            if similarity >= self._threshold - _ROUNDING:
                found += [(-round(similarity, 9), original.number, original) for original in self._originals[number]]
        return [original for _, _, original in sorted(found, key=lambda entry: entry[:2])]

    def _keep(self, vector: Mapping[str, float], key: str, body: Sketch | None) -> None:
        number = self._numbers.setdefault(tuple(vector.items()), len(self._vectors))
        if number == len(self._vectors):
            self._vectors.append(vector)
            self._originals.append([])
            for word in self._first_words(vector):
                self._behind.setdefault(word, []).append(number)
        self._originals[number].append(_Original(self._count, key, body))
        self._count += 1

    def _first_words(self, vector: Mapping[str, float]) -> list[str]:
        """The words, rarest first, up to where the rest of the vector is shorter than the threshold."""
        left = 1.0
        first = []
        for word, weight in vector.items():
            if left < (self._threshold - 2 * _ROUNDING) ** 2:
                break
            first.append(word)
            left -= weight * weight
        return first


def _sketch(body: str | None) -> Sketch | None:
    squeezed = squeeze(body or "")
    return sketch(squeezed) if squeezed else None
