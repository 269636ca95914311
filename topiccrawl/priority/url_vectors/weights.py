"""The weights of the elements of a URL, and how they follow the URLs of a crawl (patent D, step a-3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from topiccrawl.priority.url_vectors.vector import UrlVector

LAYOUT_WEIGHT = 0.1
"""Default weight of the file name, and of equal depth."""


@dataclass(frozen=True)
class UrlWeights:
    """The weights of the elements of a URL; they sum to 1.

    Attributes:
        server: w_0.
        directories: w_1 to w_k, from the left.
        file: w_f.
        depth: w_dd, of an equal number of directories.
    """

    server: float
    directories: tuple[float, ...]
    file: float = LAYOUT_WEIGHT
    depth: float = LAYOUT_WEIGHT

    @property
    def layout(self) -> float:
        """Return w_t, the weight of file name and depth together."""
        return self.file + self.depth

    @property
    def domain(self) -> float:
        """Return w_d, the weight of all directories together."""
        return sum(self.directories)

    def for_depth(self, depth: int) -> tuple[float, ...]:
        """Return the weights of `depth` directories, scaled to the weight of all directories.

        A directory deeper than any that has a weight counts as much as the deepest one that has.
        """
        return _for_depth(self.directories, depth)

    def of_pair(self, depth: int) -> UrlWeights:
        """Return these weights, for any pair of URLs."""
        return self


@dataclass(frozen=True)
class InitialWeights:
    """Weights that fall from left to right, over as many directories as the deeper URL of a pair has.

    Attributes:
        file: w_f.
        depth: w_dd.
    """

    file: float = LAYOUT_WEIGHT
    depth: float = LAYOUT_WEIGHT

    def of_pair(self, depth: int) -> UrlWeights:
        """Return the weights for two URLs, the deeper of which has `depth` directories."""
        return initial_weights(depth, self.file, self.depth)


PairWeights = UrlWeights | InitialWeights
FALLING = InitialWeights()


@lru_cache(maxsize=4096)
def _for_depth(directories: tuple[float, ...], depth: int) -> tuple[float, ...]:
    if not directories or not depth:
        return (0.0,) * depth
    taken = (*directories[:depth], *(directories[-1],) * (depth - len(directories)))
    total, whole = sum(taken), sum(directories)
    if not total:  # only deeper directories have a weight
        return (whole / depth,) * depth
    return tuple(weight * whole / total for weight in taken)


@lru_cache(maxsize=1024)
def initial_weights(
    depth: int, file: float = LAYOUT_WEIGHT, equal_depth: float = LAYOUT_WEIGHT
) -> UrlWeights:
    """Return weights that fall from left to right: `w_i` as `(k + 1 - i) / (k + 1)` for i = 0 to k.

    Args:
        depth: k, the number of directories.
        file: w_f.
        equal_depth: w_dd.

    >>> weights = initial_weights(3)
    >>> [round(weight, 2) for weight in (weights.server, *weights.directories)]
    [0.32, 0.24, 0.16, 0.08]
    """
    return _scaled([fall(place, depth) for place in range(depth + 1)], file, equal_depth)


def fall(place: int, depth: int) -> float:
    """Return `(k + 1 - i) / (k + 1)` for place i of k directories."""
    return (depth + 1 - place) / (depth + 1)


def counted_weights(
    vectors: Iterable[UrlVector],
    gamma: int = 2,
    *,
    mean: bool = False,
    file: float = LAYOUT_WEIGHT,
    equal_depth: float = LAYOUT_WEIGHT,
) -> UrlWeights | None:
    """Return the weights by how often each value is at each position; None if no value is frequent.

    `w_i` as `(k + 1 - i) / (k + 1) * sum of the frequencies of the n frequent values`, with `mean` divided by
    n; scaled so that all weights sum to 1. Positions are the server, then the directories.

    Args:
        vectors: the URLs.
        gamma: URLs that must have a value at a position for it to be frequent.
        mean: whether to divide by the number of such values as well.
        file: w_f.
        equal_depth: w_dd.
    """
    values: list[Counter[str]] = []
    for vector in vectors:
        own = (vector.server.name, *(directory.text for directory in vector.directories))
        values += [Counter() for _ in own[len(values) :]]
        for counter, value in zip(values, own, strict=False):
            counter[value] += 1
    raw = []
    for place, counter in enumerate(values):
        frequent = [count for count in counter.values() if count >= gamma]
        parts = len(frequent) if mean and frequent else 1
        raw.append(fall(place, len(values) - 1) * sum(frequent) / parts)
    return _scaled(raw, file, equal_depth) if sum(raw) else None


def _scaled(raw: Sequence[float], file: float, equal_depth: float) -> UrlWeights:
    total, share = sum(raw), 1 - file - equal_depth
    server, *directories = (weight * share / total for weight in raw)
    return UrlWeights(server, tuple(directories), file, equal_depth)
