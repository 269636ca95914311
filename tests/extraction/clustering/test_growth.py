"""Clusters that grow: placing, clustering again."""

from __future__ import annotations

import numpy as np
import pytest

from topiccrawl.extraction.clustering import growth
from topiccrawl.extraction.clustering.clustering import default_model, literal_model
from topiccrawl.extraction.clustering.features import Row
from topiccrawl.extraction.clustering.growth import IncrementalClusters
from topiccrawl.extraction.clustering.k_means import fit_clusters

TABLE: Row = (2400.0, 12.0, 40.0, 30.0, 4.0)
"""A body unlike the shipped ones: short lines, many pictures, few full stops."""


def tables(number: int) -> list[Row]:
    return [tuple(value * (1 + 0.01 * index) for value in TABLE) for index in range(number)]


def usual(number: int) -> list[Row]:
    """Bodies that are members of the shipped clusters."""
    rows = np.array(default_model().samples)
    inside = default_model().memberships(rows).max(axis=1) >= 0.5
    return [tuple(row) for row in rows[inside][:number].tolist()]


def test_nothing_happens_until_the_buffer_is_full() -> None:
    clusters = IncrementalClusters(default_model(), capacity=5)
    assert not any(clusters.add(one) for one in usual(5))
    assert clusters.waiting == usual(5) and clusters.model == default_model()


def test_a_full_buffer_is_placed_without_moving_the_centres() -> None:
    clusters = IncrementalClusters(default_model(), capacity=6)
    for one in [*usual(5), *tables(2)]:
        assert not clusters.add(one)
    assert clusters.model.centres == default_model().centres
    assert sum(clusters.model.sizes) == sum(default_model().sizes) + 5
    assert clusters.waiting == tables(2)


def test_what_cannot_join_is_clustered_again_with_all_others() -> None:
    clusters = IncrementalClusters(default_model(), capacity=5)
    assert [clusters.add(one) for one in [*usual(4), *tables(6)]] == [False] * 9 + [True]
    everything = [*default_model().samples, *usual(4), *tables(6)]
    assert clusters.fitted == fit_clusters(everything, before=default_model())
    assert clusters.waiting == []


def test_of_a_long_crawl_the_newest_samples_are_clustered_with_those_of_the_start(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(growth, "MOST_SAMPLES", 12)
    clusters = IncrementalClusters(default_model(), capacity=5)
    for number in range(60):
        clusters.add(tuple(value * (1 + number) for value in TABLE))
    fixed = default_model().samples
    kept = clusters.fitted.samples
    assert kept[: len(fixed)] == fixed and len(fixed) < len(kept) <= len(fixed) + 12


def test_clustering_again_keeps_scale_and_least_distance() -> None:
    start = default_model()
    narrow = fit_clusters([*start.samples, *usual(10) * 30], before=start)
    assert (narrow.mean, narrow.deviation, narrow.least) == (start.mean, start.deviation, start.least)
    assert min(narrow.distances) >= start.least > 0


def test_the_letter_of_the_patent_fits_the_scale_afresh() -> None:
    start = literal_model()
    clusters = IncrementalClusters(start, capacity=0)
    assert any(clusters.add(one) for one in tables(50))
    assert clusters.fitted.mean != start.mean
    assert clusters.fitted.method == start.method
    assert clusters.fitted.least == 0


def test_the_share_of_bodies_outside_falls_with_each_clustering() -> None:
    random = np.random.default_rng(5)
    clusters = IncrementalClusters(default_model(), capacity=10)
    new = [tuple((np.array(TABLE) * random.uniform(0.7, 1.3, 5)).tolist()) for _ in range(200)]
    again = [clusters.add(sample) for sample in new]
    assert sum(again[:50]) > sum(again[50:])
    assert len(clusters.waiting) <= 10
