"""Sketches of bodies in a kilobyte, to estimate how similar two bodies are.

A sketch has the smallest hashes of the character shingles of a body (bottom-k sketch, Broder 1997). The
smallest hashes of the union of two bodies are a random sample of its shingles; the share of the sample that
both bodies have estimates their Jaccard similarity. Bodies of up to `SIZE` shingles are compared exactly.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from topiccrawl.text.normalise import compatible, independent_characters, may_be_traditional, normalise

SIZE = 128
"""Number of hashes of a sketch; the standard error of the estimate is at most .044."""

SHINGLE = 4
"""Length of a shingle in characters."""

_ROUNDING = 1e-9
_OTHER = 2**32 - 1

_MARKS = re.compile(r"[\W_]+")
_COMMON_MARKS = re.compile(r"[\s!-/:-@\[-`{-~，。、；：？！“”‘’（）《》〈〉【】「」『』—…·～]+")
"""Marks that normalisation turns into marks: without them most texts are in normal form, which is quick."""


def squeeze(body: str) -> str:
    """Return the normal form of a body with only letters, digits and Chinese characters.

    >>> squeeze("党建引领，ＡＢＣ　10年！")
    '党建引领abc10年'
    """
    codes = np.frombuffer(body.encode("utf-32-le", "replace"), np.uint32)
    known = _normal_codes()
    if len(codes) and codes.max() < len(known):
        normal = known[codes]
        if normal.max() < _OTHER:
            return normal[normal > 0].tobytes().decode("utf-32-le")
    if not may_be_traditional(body):  # where marks separate the phrases that are simplified
        body = _COMMON_MARKS.sub("", body)
    return _MARKS.sub("", normalise(body).casefold())


@cache
def _normal_codes() -> NDArray[np.uint32]:
    """Return by code what `squeeze` makes of a character: 0 for a mark, `_OTHER` if its neighbours matter.

    Nearly all Chinese texts have no such character, and a table takes a fifth of the time.
    """
    found = np.full(0x10000, _OTHER, np.uint32)
    for character in independent_characters():
        normal = _MARKS.sub("", compatible(character).casefold())
        if len(normal) <= 1:
            found[ord(character)] = ord(normal or "\0")
    return found


@dataclass(frozen=True, eq=False, slots=True)
class Sketch:
    """The sketch of a body.

    Attributes:
        hashes: the smallest distinct hashes of its shingles, ascending, at most `SIZE`.
        shingles: number of distinct shingles of the body.
    """

    hashes: NDArray[np.uint64]
    shingles: int


def sketch(squeezed: str) -> Sketch:
    """Return the sketch of a squeezed body; a body shorter than a shingle is one shingle."""
    codes = np.frombuffer(squeezed.encode("utf-32-le", "replace"), dtype=np.uint32).astype(np.uint64)
    if len(codes) < SHINGLE:
        codes = np.pad(codes, (0, SHINGLE - len(codes)))
    count = len(codes) - SHINGLE + 1
    hashes = codes[:count].copy()
    for place in range(1, SHINGLE):
        hashes *= np.uint64(0x9E3779B97F4A7C15)
        hashes += codes[place : place + count]
    hashes ^= hashes >> np.uint64(30)  # the finaliser of splitmix64: the smallest hashes are a random sample
    hashes *= np.uint64(0xBF58476D1CE4E5B9)
    hashes ^= hashes >> np.uint64(27)
    hashes *= np.uint64(0x94D049BB133111EB)
    hashes ^= hashes >> np.uint64(31)
    hashes.sort()
    is_new = np.ones(count, np.bool_)
    np.not_equal(hashes[1:], hashes[:-1], out=is_new[1:])
    return Sketch(hashes[np.flatnonzero(is_new)[:SIZE]], int(np.count_nonzero(is_new)))


def most_similar(own: Sketch, bodies: Sequence[Sketch], least: float) -> list[float]:
    """Return the similarity of a body to each of others, as `jaccard`; 0 for those that cannot reach `least`.

    Many bodies that share a passage are compared at once by the number of their common hashes, which is an
    upper bound.
    """
    if not bodies:
        return []
    lengths = np.array([len(body.hashes) for body in bodies])
    all_hashes = np.concatenate([body.hashes for body in bodies])
    places = np.minimum(np.searchsorted(own.hashes, all_hashes), len(own.hashes) - 1)
    common = np.add.reduceat(own.hashes[places] == all_hashes, np.cumsum(lengths) - lengths, dtype=np.int64)
    may = common >= least * np.maximum(lengths, len(own.hashes)) - _ROUNDING
    return [jaccard(own, body) if one else 0.0 for body, one in zip(bodies, may, strict=True)]


def jaccard(a: Sketch, b: Sketch) -> float:
    """Return the estimated Jaccard similarity of two bodies, in [0, 1]."""
    both, first, second = _common(a, b)
    return both / (first + second - both)


def contained(a: Sketch, b: Sketch) -> float:
    """Return the estimated share of the smaller body's shingles that the other one has, in [0, 1].

    >>> contained(sketch("党建引领乡村振兴"), sketch("党建引领乡村振兴结出果实"))
    1.0
    """
    both, first, second = _common(a, b)
    return both / max(1, min(first, second))


def _common(a: Sketch, b: Sketch) -> tuple[int, int, int]:
    """Return how many shingles of a sample of the union both bodies have, the first, and the second."""
    merged = np.concatenate((a.hashes, b.hashes))
    merged.sort()  # common hashes are now in pairs
    twice = merged[1:] == merged[:-1]
    if a.shingles == len(a.hashes) and b.shingles == len(b.hashes):
        return int(np.count_nonzero(twice)), a.shingles, b.shingles
    # Nothing is known of a body above the largest hash of its truncated sample.
    seconds = np.flatnonzero(twice) + 1
    last = np.delete(merged, seconds)[:SIZE][-1]
    both, first, second = (
        int(np.searchsorted(hashes, last, side="right")) for hashes in (merged[seconds], a.hashes, b.hashes)
    )
    return both, first, second
