"""Clusters that grow with new samples (patent, step c-2-2): membership, buffer, clustering again."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from topiccrawl.extraction.clustering.features import Row
from topiccrawl.extraction.clustering.k_means import K_MAX, fit_clusters
from topiccrawl.extraction.clustering.model import MEMBERSHIP, ClusterModel

BUFFER = 50
"""Number of samples that wait to be placed."""

MOST_SAMPLES = 2000
"""Maximum number of earlier samples that are clustered again, which takes about two seconds."""


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
        memberships = self._model.memberships(np.array(self.waiting, dtype=np.float64))
        places = zip(memberships.argmax(axis=1).tolist(), memberships.max(axis=1).tolist(), strict=True)
        waiting, self.waiting = self.waiting, []
        for sample, (cluster, membership) in zip(waiting, places, strict=True):
            if membership >= MEMBERSHIP:
                self._samples.append(sample)
                self._sizes[cluster] += 1
            else:
                self.waiting.append(sample)
        again = len(self.waiting) > self._capacity
        if again:
            self._samples += self.waiting
            del self._samples[self._first : -MOST_SAMPLES]
            before = self._model if self._model.method.keeps_scale else None
            self._model = fit_clusters(self._samples, self._k_max, method=self._model.method, before=before)
            self._sizes = list(self._model.sizes)
            self.waiting = []
        return again
