"""Clusters that grow: placing, clustering again, and workers that share a store."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np
import pytest

from topiccrawl.extraction.clustering.clustering import default_model, literal_model
from topiccrawl.extraction.clustering.features import Row
from topiccrawl.extraction.clustering.growth import (
    Generation,
    IncrementalClusters,
    SharedClusters,
    Step,
    clustered_again,
    placed,
)
from topiccrawl.extraction.clustering.model import ClusterModel

TABLE: Row = (2400.0, 12.0, 40.0, 30.0, 4.0)
"""A body unlike the shipped ones: short lines, many pictures, few full stops."""


def tables(number: int) -> list[Row]:
    return [tuple(value * (1 + 0.01 * index) for value in TABLE) for index in range(number)]


def usual(number: int) -> list[Row]:
    """Bodies that are members of the shipped clusters."""
    rows = np.array(default_model().samples)
    inside = default_model().memberships(rows).max(axis=1) >= 0.5
    return [tuple(row) for row in rows[inside][:number].tolist()]


class Memory:
    """A store in memory; `first` runs before clusters are added, as another worker might."""

    def __init__(self) -> None:
        self.generations: list[Generation] = []
        self.buffer: dict[str, Row] = {}
        self.members: dict[str, Row] = {}
        self.first: list[Generation] = []

    def newest(self) -> Generation | None:
        return self.generations[-1] if self.generations else None

    def waiting(self, most: int) -> dict[str, Row]:
        return dict(list(self.buffer.items())[:most])

    def joined(self, most: int) -> list[Row]:
        return list(self.members.values())[:most]

    def join(self, keys: Collection[str], generation: int) -> None:
        for key in keys:
            self.members[key] = self.buffer.pop(key)

    def add(self, number: int, model: ClusterModel, samples: int, keys: Collection[str]) -> bool:
        self.generations += self.first
        self.first = []
        if self.generations and self.generations[-1].number >= number:
            return False
        self.generations.append(Generation(number, model.without_samples()))
        self.join(keys, number)
        return True

    def take(self, rows: list[Row], name: str = "") -> None:
        self.buffer |= {f"{name}{number:03}": row for number, row in enumerate(rows, len(self.buffer))}


@pytest.fixture
def store() -> Memory:
    return Memory()


def test_nothing_happens_until_the_buffer_is_full(store: Memory) -> None:
    clusters = SharedClusters(store, default_model(), capacity=5)
    store.take(usual(5))
    assert clusters.step() == Step(waiting=5)
    assert [one.number for one in store.generations] == [0]


def test_a_full_buffer_is_placed_without_moving_the_centres(store: Memory) -> None:
    clusters = SharedClusters(store, default_model(), capacity=5)
    store.take([*usual(5), *tables(2)])
    assert clusters.step() == Step(waiting=2, joined=5)
    assert clusters.model.centres == default_model().centres
    assert list(store.buffer.values()) == tables(2)


def test_what_cannot_join_is_clustered_again_with_all_others(store: Memory) -> None:
    clusters = SharedClusters(store, default_model(), capacity=5)
    store.take([*usual(4), *tables(6)])
    assert not placed(default_model(), dict(enumerate(map(tuple, tables(6)))))  # type: ignore[arg-type]
    assert clusters.step() == Step(waiting=0, joined=4, clustered_again=True)
    assert (store.newest() or Generation(0, clusters.model)).number == 1
    assert len(store.members) == 10
    everything = [*default_model().samples, *usual(4), *tables(6)]
    assert clusters.model == clustered_again(default_model(), everything).without_samples()


def test_of_two_workers_that_cluster_again_at_once_the_first_one_counts(store: Memory) -> None:
    clusters = SharedClusters(store, default_model(), capacity=5)
    store.take(tables(6))
    theirs = Generation(1, clustered_again(default_model(), usual(40)).without_samples())
    clusters.load()
    store.first = [theirs]
    assert clusters.step() == Step(waiting=6)
    assert clusters.model == theirs.model
    assert len(store.buffer) == 6  # they wait for the next step
    assert clusters.step().clustered_again


def test_a_worker_takes_over_what_another_has_fitted(store: Memory) -> None:
    one, other = (SharedClusters(store, default_model(), capacity=5) for _ in range(2))
    other.load()
    store.take(tables(6))
    one.step()
    assert other.model != one.model
    other.step()
    assert other.model == one.model


def test_a_crawl_goes_on_with_its_clusters_and_not_with_those_shipped(store: Memory) -> None:
    SharedClusters(store, default_model()).load()
    later = SharedClusters(store, clustered_again(default_model(), usual(40)))
    assert later.load().model == default_model().without_samples()


def test_clustering_again_keeps_scale_and_least_distance() -> None:
    start = default_model()
    narrow = clustered_again(start, [*start.samples, *usual(10) * 30])
    assert (narrow.mean, narrow.deviation, narrow.least) == (start.mean, start.deviation, start.least)
    assert min(narrow.distances) >= start.least > 0


def test_the_letter_of_the_patent_fits_the_scale_afresh() -> None:
    start = literal_model()
    again = clustered_again(start, [*start.samples, *tables(50)])
    assert again.mean != start.mean
    assert again.method == start.method
    assert again.least == 0


def test_the_share_of_bodies_outside_falls_with_each_clustering() -> None:
    random = np.random.default_rng(5)
    clusters = IncrementalClusters(default_model(), capacity=10)
    new = [tuple((np.array(TABLE) * random.uniform(0.7, 1.3, 5)).tolist()) for _ in range(200)]
    again = [clusters.add(sample) for sample in new]
    assert sum(again[:50]) > sum(again[50:])
    assert len(clusters.waiting) <= 10
