"""Clusters that grow with new samples (patent, step c-2-2): membership, buffer, clustering again."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np

from topiccrawl.extraction.clustering.features import Row
from topiccrawl.extraction.clustering.k_means import K_MAX, fit_clusters
from topiccrawl.extraction.clustering.model import MEMBERSHIP, ClusterModel

BUFFER = 50
"""Number of samples that wait to be placed."""


MOST_SAMPLES = 2000
"""Maximum number of earlier samples that are clustered again, which takes about two seconds."""

_MOST_WAITING = 1000
"""Maximum number of waiting samples that are placed at a time."""


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
    cannot join exceed it as well, all samples are clustered again.

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
            self._model = clustered_again(self._model, self._samples, self._k_max)
            self._sizes = list(self._model.sizes)
            self.waiting = []
        return again


@dataclass(frozen=True)
class Generation:
    """Clusters and how often everything was clustered again before.

    Attributes:
        number: 0 for the clusters that a crawl begins with.
        model: the clusters; those of a store have no samples.
    """

    number: int
    model: ClusterModel


class ClusterStore(Protocol):
    """Samples and clusters of a crawl, shared by processes and kept over restarts."""

    def newest(self) -> Generation | None:
        """Return the newest clusters; None before the first `add`."""

    def waiting(self, most: int) -> dict[str, Row]:
        """Return samples of the buffer by their keys, at most `most`."""

    def joined(self, most: int) -> list[Row]:
        """Return samples that have joined a cluster, at most `most`."""

    def join(self, keys: Collection[str], generation: int) -> None:
        """Take samples out of the buffer."""

    def add(self, number: int, model: ClusterModel, samples: int, keys: Collection[str]) -> bool:
        """Store new clusters and take their samples out of the buffer; False if another worker was first."""


@dataclass(frozen=True)
class Step:
    """What one step of the growth has done.

    Attributes:
        waiting: number of samples that wait now.
        joined: number of samples that have joined a cluster.
        clustered_again: whether everything was clustered again.
    """

    waiting: int
    joined: int = 0
    clustered_again: bool = False


class SharedClusters:
    """Clusters that grow with the samples of all workers of a crawl.

    Samples are stored elsewhere, with the pages. A step reads the newest clusters and the buffer, and places
    samples or clusters everything again. Steps of several workers may overlap: of two that cluster again at
    once, the second one's work is discarded, and it continues with the clusters of the first.

    Args:
        store: samples and clusters.
        start: the clusters that a new crawl begins with; its samples are part of all later clusters.
        capacity: maximum number of waiting samples.

    Attributes:
        model: the clusters to extract with.
    """

    def __init__(self, store: ClusterStore, start: ClusterModel, capacity: int = BUFFER) -> None:
        self.model = start
        self._store = store
        self._start = start
        self._capacity = capacity

    def load(self) -> Generation:
        """Take over the newest clusters of the store, to which a new crawl adds those it begins with."""
        newest = self._store.newest()
        if newest is None:
            self._store.add(0, self._start, len(self._start.samples), ())
            newest = self._store.newest() or Generation(0, self._start)
        self.model = newest.model
        return newest

    def step(self) -> Step:
        """Place the samples of the buffer once it is full, or cluster everything again."""
        generation = self.load()
        waiting = self._store.waiting(_MOST_WAITING)
        if len(waiting) <= self._capacity:
            return Step(len(waiting))
        joined = placed(generation.model, waiting)
        self._store.join(joined, generation.number)
        left = {key: sample for key, sample in waiting.items() if key not in joined}
        if len(left) <= self._capacity:
            return Step(len(left), len(joined))
        # Not within a transaction: it takes seconds, in which pages are to be written.
        samples = [*self._start.samples, *self._store.joined(MOST_SAMPLES), *left.values()]
        model = clustered_again(generation.model, samples)
        was_first = self._store.add(generation.number + 1, model, len(samples), left)
        self.load()
        return Step(0 if was_first else len(left), len(joined), clustered_again=was_first)
