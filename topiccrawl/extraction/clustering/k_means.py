"""k-means clusters of bodies: k by validity, and incremental growth (patent, step c-2)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt
from scipy.cluster.vq import kmeans, kmeans2

from topiccrawl.extraction.clustering.clustering import (
    MEMBERSHIP,
    ClusterModel,
    Row,
    Table,
    distances,
    standardise,
)

K_MAX = 10
"""Maximum number of clusters tried."""

MIN_POINTS = 2
"""Minimum number of points of a cluster with a density above 0."""

BUFFER = 50
"""Number of samples that wait to be placed."""

STARTS = 10
"""Number of random starts of k-means, of which the tightest result is kept."""

Labels = npt.NDArray[np.int64]


def k_means(points: Table, k: int, seed: int = 0) -> tuple[Table, Labels]:
    """Return the centres of at most k clusters and the cluster of each point; the same for the same seed.

    Args:
        points: shape (points, dimensions), with at least k different points.
        k: number of clusters.
        seed: of the random starts (k-means++).
    """
    random = np.random.default_rng(seed)
    results = [_one_k_means(points, k, random) for _ in range(STARTS)]
    centres = min(results, key=lambda found: float((distances(points, found).min(axis=1) ** 2).sum()))
    return centres, distances(points, centres).argmin(axis=1)


def _one_k_means(points: Table, k: int, random: np.random.Generator) -> Table:
    # kmeans2 draws good starts but does not stop when it has converged; kmeans stops, but draws poor starts.
    start, _ = kmeans2(points, k, iter=1, minit="++", rng=random)
    centres, _ = kmeans(points, start, thresh=0)
    return np.asarray(centres)


def mean_distances(points: Table, centres: Table, labels: Labels) -> list[float]:
    """Return for each cluster the mean distance of its points to its centre (definition 6), 0 if empty."""
    own = distances(points, centres)[np.arange(len(points)), labels]
    return [float(own[labels == cluster].mean()) if (labels == cluster).any() else 0.0
            for cluster in range(len(centres))]  # fmt: skip


def global_stability(centres: Table) -> float:
    """Return the mean distance between the centres (definition 7) over their number."""
    pairs = distances(centres, centres)[np.triu_indices(len(centres), 1)]
    return float(pairs.mean()) / len(centres)


def local_stability(sizes: Sequence[int], inside: Sequence[float], min_points: int = MIN_POINTS) -> float:
    """Return the mean density of the clusters (definition 8): points over mean distance to the centre.

    Clusters with fewer than `min_points` points, or without extent, have density 0.
    """
    densities = [
        size / distance if size >= min_points and distance > 0 else 0.0
        for size, distance in zip(sizes, inside, strict=True)
    ]
    return sum(densities) / len(densities)


def validity(stabilities: Sequence[tuple[float, float]]) -> list[float]:
    """Return global times local stability for each k, both relative to their maximum."""
    highest = [max(column) or 1.0 for column in zip(*stabilities, strict=True)]
    return [(spread / highest[0]) * (density / highest[1]) for spread, density in stabilities]


def fit_clusters(samples: Iterable[Row], k_max: int = K_MAX, seed: int = 0) -> ClusterModel:
    """Cluster samples by k-means, with the k from 2 to `k_max` of the highest validity.

    Args:
        samples: features of bodies (`FEATURES`), not standardised.
        k_max: maximum number of clusters, at least 2.
        seed: seed of k-means.

    Raises:
        ValueError: there are fewer than two different samples, or `k_max` is under 2.
    """
    rows = tuple(tuple(map(float, sample)) for sample in samples)
    different = len(set(rows))
    if different < 2 or k_max < 2:
        raise ValueError(f"clusters need two different samples and k_max >= 2, found {different} and {k_max}")
    table = np.array(rows)
    mean, deviation = np.log1p(table).mean(axis=0), np.log1p(table).std(axis=0)
    deviation[deviation < 1e-9] = 1.0
    points = standardise(table, mean, deviation)
    tried = []
    for k in range(2, min(k_max, different) + 1):
        centres, labels = k_means(points, k, seed)
        sizes = np.bincount(labels, minlength=len(centres)).tolist()
        tried.append((centres, sizes, mean_distances(points, centres, labels)))
    found = validity([(global_stability(c), local_stability(sizes, inside)) for c, sizes, inside in tried])
    centres, sizes, inside = tried[found.index(max(found))]
    return ClusterModel(
        tuple(mean.tolist()), tuple(deviation.tolist()), tuple(map(tuple, centres.tolist())),
        tuple(inside), tuple(sizes), rows,
    )  # fmt: skip


class IncrementalClusters:
    """Clusters that grow with new samples (c-2-2).

    A new sample waits in a buffer. When the buffer exceeds its capacity, each sample in it with a membership
    of at least `MEMBERSHIP` joins its best cluster, whose centre and mean distance stay. When no sample can
    join, all samples are clustered again.

    Args:
        model: the initial clusters.
        capacity: maximum number of waiting samples.
        k_max: maximum number of clusters when clustering again.
    """

    def __init__(self, model: ClusterModel, capacity: int = BUFFER, k_max: int = K_MAX) -> None:
        self.waiting: list[Row] = []
        self._model = model
        self._samples = list(model.samples)
        self._sizes = list(model.sizes)
        self._capacity = capacity
        self._k_max = k_max

    @property
    def model(self) -> ClusterModel:
        """Return the current clusters, without waiting samples."""
        fitted = self._model
        return ClusterModel(
            fitted.mean, fitted.deviation, fitted.centres, fitted.distances,
            tuple(self._sizes), tuple(self._samples),
        )  # fmt: skip

    def add(self, sample: Row) -> bool:
        """Add a sample; return whether all samples were clustered again."""
        self.waiting.append(sample)
        return len(self.waiting) > self._capacity and self._place()

    def _place(self) -> bool:
        memberships = self._model.memberships(np.array(self.waiting, dtype=np.float64))
        best, highest = memberships.argmax(axis=1), memberships.max(axis=1)
        left: list[Row] = []
        for sample, cluster, membership in zip(self.waiting, best.tolist(), highest.tolist(), strict=True):
            if membership >= MEMBERSHIP:
                self._samples.append(sample)
                self._sizes[cluster] += 1
            else:
                left.append(sample)
        again = len(left) == len(self.waiting)
        if again:
            self._samples += left
            self._model = fit_clusters(self._samples, self._k_max)
            self._sizes = list(self._model.sizes)
            left = []
        self.waiting = left
        return again
