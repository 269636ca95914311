"""A body in a kilobyte: enough to say how much of it another body shares.

Kept are the smallest hashes of the body's character shingles (a bottom-k sketch, Broder 1997): the smallest
hashes of the union of two bodies are a random sample of its shingles, and the share of the sample that both
bodies have estimates their Jaccard similarity. Bodies of up to `SIZE` shingles are compared exactly.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from topiccrawl.text.normalise import normalise

SIZE = 128
"""Hashes kept of a body: the estimate's standard error is at most .044."""

SHINGLE = 4
"""Characters in a shingle."""


def squeeze(body: str) -> str:
    """A body's normal form with nothing but letters, digits and Chinese characters.

    >>> squeeze("党建引领，ＡＢＣ　10年！")
    '党建引领abc10年'
    """
    return "".join(c for c in normalise(body).casefold() if c.isalnum())


@dataclass(frozen=True, eq=False)
class Sketch:
    """The sample of a body.

    Attributes:
        hashes: the smallest distinct hashes of its shingles, ascending, at most `SIZE`.
        shingles: how many distinct shingles the body has.
    """

    hashes: NDArray[np.uint64]
    shingles: int

    def lowest(self, count: int) -> list[int]:
        """Return the smallest hashes, at most `count`."""
        found: list[int] = self.hashes[:count].tolist()
        return found


def sketch(squeezed: str) -> Sketch:
    """The sketch of a squeezed body; a body shorter than a shingle is one shingle."""
    codes = np.frombuffer(squeezed.encode("utf-32-le", "replace"), dtype=np.uint32).astype(np.uint64)
    if len(codes) < SHINGLE:
        codes = np.pad(codes, (0, SHINGLE - len(codes)))
    windows = np.lib.stride_tricks.sliding_window_view(codes, SHINGLE)
    hashes = np.zeros(len(windows), dtype=np.uint64)
    for place in range(SHINGLE):
        hashes = hashes * np.uint64(0x9E3779B97F4A7C15) + windows[:, place]
    hashes ^= hashes >> np.uint64(30)  # the mixing of splitmix64, so that small means random
    hashes *= np.uint64(0xBF58476D1CE4E5B9)
    hashes ^= hashes >> np.uint64(27)
    hashes *= np.uint64(0x94D049BB133111EB)
    hashes ^= hashes >> np.uint64(31)
    distinct = np.unique(hashes)
    return Sketch(distinct[:SIZE].copy(), len(distinct))


def jaccard(a: Sketch, b: Sketch) -> float:
    """Estimated share of the shingles of both bodies that each of them has, in [0, 1]."""
    merged = np.concatenate((a.hashes, b.hashes))
    merged.sort()  # what both have stands twice, side by side
    twice = merged[1:] == merged[:-1]
    if a.shingles > len(a.hashes) or b.shingles > len(b.hashes):
        # Above the largest hash of a cut sample nothing is known of that body.
        seconds = np.flatnonzero(twice) + 1
        union = np.delete(merged, seconds)[:SIZE]
        return int(np.searchsorted(merged[seconds], union[-1], side="right")) / len(union)
    both = int(np.count_nonzero(twice))
    return both / (len(merged) - both)
