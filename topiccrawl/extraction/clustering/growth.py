"""Clusters that grow with new samples (patent, step c-2-2): membership, buffer, clustering again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from topiccrawl.extraction.clustering.features import Row
from topiccrawl.extraction.clustering.k_means import K_MAX, fit_clusters
from topiccrawl.extraction.clustering.model import MEMBERSHIP, ClusterModel

BUFFER = 50
"""Number of samples that wait to be placed."""

MOST_SAMPLES = 2000
"""Maximum number of earlier samples that are clustered again, which takes about two seconds."""


def placed(model: ClusterModel, waiting: Mapping[str, Row]) -> dict[str, int]:
    """Return for each sample that can join a cluster the index of its best one (c-2-2-3).

    Args:
        model: the clusters, which do not change.
        waiting: the samples of the buffer by their keys.
    """
    if not waiting:
        return {}
    memberships = model.memberships(np.array(list(waiting.values()), dtype=np.float64))
    best, highest = memberships.argmax(axis=1), memberships.max(axis=1)
    return {
        key: cluster
        for key, cluster, membership in zip(waiting, best.tolist(), highest.tolist(), strict=True)
        if membership >= MEMBERSHIP
    }


def clustered_again(model: ClusterModel, samples: Sequence[Row], k_max: int = K_MAX) -> ClusterModel:
    """Return clusters of all samples, fitted by the method of the ones so far (c-2-2-4)."""
    before = model if model.method.keeps_scale else None
    return fit_clusters(samples, k_max, method=model.method, before=before)


class IncrementalClusters:
    """Clusters that grow with new samples, in memory.

    A new sample waits in a buffer. When the buffer exceeds its capacity, each sample in it with a membership
    of at least `MEMBERSHIP` joins its best cluster, whose centre and mean distance stay. When those that
    cannot join exceed it as well, the samples of the initial clusters and the newest `MOST_SAMPLES` others
    are clustered again.

    Args:
        model: the initial clusters.
        capacity: maximum number of waiting samples.
        k_max: maximum number of clusters when clustering again.
    """

    def __init__(self, model: ClusterModel, capacity: int = BUFFER, k_max: int = K_MAX) -> None:
        self.waiting: list[Row] = []
        self._model = model
        self._samples = list(model.samples)
        self._first = len(model.samples)
        self._sizes = list(model.sizes)
        self._capacity = capacity
        self._k_max = k_max

    @property
    def fitted(self) -> ClusterModel:
        """Return the clusters as they were fitted last."""
        return self._model

    @property
    def model(self) -> ClusterModel:
        """Return the current clusters with all samples that have joined, without waiting ones."""
        return replace(self._model, sizes=tuple(self._sizes), samples=tuple(self._samples))

    def add(self, sample: Row) -> bool:
        """Add a sample; return whether all samples were clustered again."""
        self.waiting.append(sample)
        return len(self.waiting) > self._capacity and self._place()

    def _place(self) -> bool:
        keyed = {str(number): sample for number, sample in enumerate(self.waiting)}
        joined = placed(self._model, keyed)
        for key, cluster in joined.items():
            self._samples.append(keyed[key])
            self._sizes[cluster] += 1
        self.waiting = [sample for key, sample in keyed.items() if key not in joined]
        again = len(self.waiting) > self._capacity
        if again:
            self._samples += self.waiting
            del self._samples[self._first : -MOST_SAMPLES]
            self._model = clustered_again(self._model, self._samples, self._k_max)
            self._sizes = list(self._model.sizes)
            self.waiting = []
        return again
