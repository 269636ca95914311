"""k-means clusters of bodies, k by stability (patent, step c-2-1)."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt

from topiccrawl.extraction.clustering.features import FEATURES, Row
from topiccrawl.extraction.clustering.method import SHIPPED, Method
from topiccrawl.extraction.clustering.model import ClusterModel, distances
from topiccrawl.extraction.clustering.scale import SCALES, Table, standardise

K_MAX = 10
"""Maximum number of clusters tried."""

MIN_POINTS = 2
"""Minimum number of points of a cluster with a density above 0."""

MIN_EXTENT = 1e-6
"""Minimum mean distance of a cluster with a density above 0: equal points differ by rounding."""

MIN_CORE = 10
"""Minimum number of points, if a cluster has so many, that its mean distance is taken from."""

STARTS = 10
"""Number of random starts of k-means, of which the tightest result is kept."""

NEAR_TIE = 0.98
"""Share of the highest local stability from which on the global one decides."""

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
    from scipy.cluster.vq import kmeans, kmeans2  # here: most crawls do not need SciPy

    # kmeans2 draws good starts but does not stop when it has converged; kmeans stops, but draws poor starts.
    start, _ = kmeans2(points, k, iter=1, minit="++", rng=random)
    centres, _ = kmeans(points, start, thresh=0)
    return np.asarray(centres)


def mean_distances(points: Table, centres: Table, labels: Labels, core: float = 1.0) -> list[float]:
    """Return for each cluster the mean distance of its points to its centre (definition 6), 0 if empty.

    Args:
        points: shape (points, dimensions).
        centres: centres of the clusters.
        labels: for each point the index of its cluster.
        core: share of each cluster's points that count, nearest first, but at least `MIN_CORE`.
    """
    own = distances(points, centres)[np.arange(len(points)), labels]
    found: list[float] = []
    for cluster in range(len(centres)):
        members = np.sort(own[labels == cluster])
        counted = members[: max(MIN_CORE, math.ceil(core * len(members)))]
        found.append(float(counted.mean()) if len(counted) else 0.0)
    return found


def global_stability(centres: Table) -> float:
    """Return the mean distance between the centres (definition 7) over their number."""
    pairs = distances(centres, centres)[np.triu_indices(len(centres), 1)]
    return float(pairs.mean()) / len(centres)


def local_stability(sizes: Sequence[int], inside: Sequence[float], min_points: int = MIN_POINTS) -> float:
    """Return the mean density of the clusters (definition 8): points over mean distance to the centre.

    Clusters with fewer than `min_points` points, or without extent, have density 0.
    """
    densities = [
        size / distance if size >= min_points and distance > MIN_EXTENT else 0.0
        for size, distance in zip(sizes, inside, strict=True)
    ]
    return sum(densities) / len(densities)


def most_stable(stabilities: Sequence[tuple[float, float]]) -> int:
    """Return the place of the k with the highest local stability; near ties go to the highest global one.

    The patent joins both by a formula that is lost in print. Their product misses most of more than three
    clusters, as the global stability falls with k.

    Args:
        stabilities: global and local stability of each k.
    """
    near = NEAR_TIE * max(density for _, density in stabilities)
    candidates = [place for place, (_, density) in enumerate(stabilities) if density >= near]
    return max(candidates, key=lambda place: stabilities[place][0])


def fit_clusters(
    samples: Iterable[Row],
    k_max: int = K_MAX,
    seed: int = 0,
    method: Method = SHIPPED,
    before: ClusterModel | None = None,
) -> ClusterModel:
    """Cluster samples by k-means, with the most stable k from 2 to `k_max`.

    Args:
        samples: features of bodies (`FEATURES`), not standardised.
        k_max: maximum number of clusters, at least 2.
        seed: seed of k-means.
        method: see `Method`.
        before: the clusters so far, whose scale and least distance are kept.

    Raises:
        ValueError: there are fewer than two different samples, or `k_max` is under 2.
    """
    rows = tuple(tuple(map(float, sample)) for sample in samples)
    different = len(set(rows))
    if different < 2 or k_max < 2:
        raise ValueError(f"clusters need two different samples and k_max >= 2, found {different} and {k_max}")
    table = np.array(rows)
    mean, deviation = _standard(table, method) if before is None else (before.mean, before.deviation)
    points = standardise(table, mean, deviation, method.scale)
    tried = []
    for k in range(2, min(k_max, different) + 1):
        centres, labels = k_means(points, k, seed)
        sizes = np.bincount(labels, minlength=len(centres)).tolist()
        tried.append((centres, labels, sizes, mean_distances(points, centres, labels)))
    place = most_stable([(global_stability(c), local_stability(sizes, near)) for c, _, sizes, near in tried])
    centres, labels, sizes, _ = tried[place]
    inside = mean_distances(points, centres, labels, method.core)
    if before is not None:
        inside = [max(distance, before.least) for distance in inside]
        least = before.least
    else:
        least = float(np.average(inside, weights=sizes)) if method.keeps_scale else 0.0
    return ClusterModel(
        mean, deviation, tuple(map(tuple, centres.tolist())), tuple(inside), tuple(sizes), rows, least, method
    )


def _standard(table: Table, method: Method) -> tuple[Row, Row]:
    """Return the mean and the standard deviation of each coordinate."""
    coordinates = SCALES[method.scale](table)
    mean, deviation = coordinates.mean(axis=0), coordinates.std(axis=0)
    deviation[deviation < 1e-9] = 1.0
    # So large that the coordinate of a feature that is left out is practically 0.
    deviation[[FEATURES.index(name) for name in method.left_out]] = 1e9
    return tuple(mean.tolist()), tuple(deviation.tolist())
