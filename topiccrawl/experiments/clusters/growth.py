"""Growth of clusters of bodies: its effect on extracted texts, and its course in a crawl."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from datetime import datetime
from statistics import mean

import numpy as np

from topiccrawl.experiments.results import ResultTable, Value
from topiccrawl.extraction.clustering.clustering import extract_clustering, page_sample
from topiccrawl.extraction.clustering.features import Row
from topiccrawl.extraction.clustering.fit import LabelledPage, shingle_f1
from topiccrawl.extraction.clustering.growth import BUFFER, Generation, IncrementalClusters
from topiccrawl.extraction.clustering.model import MEMBERSHIP, ClusterModel

WINDOW = 250
"""Number of pages that a row of the tables covers."""


def growth_table(
    pages: Iterable[LabelledPage], start: ClusterModel, capacity: int = BUFFER, window: int = WINDOW
) -> ResultTable:
    """Extract pages one after the other, with clusters that grow as in a crawl and with those of the start.

    Args:
        pages: pages with known bodies, in the order of a crawl.
        start: the clusters at the start.
        capacity: maximum number of waiting samples.
        window: number of pages of a row.
    """
    clusters = IncrementalClusters(start, capacity)
    rows: list[tuple[Value, ...]] = []
    seen: list[tuple[float, float, bool, bool]] = []
    every: list[tuple[float, float, bool, bool]] = []
    for page in pages:
        grown = clusters.fitted
        fixed_f1 = shingle_f1(page.body, extract_clustering(page.page, start))
        f1 = fixed_f1 if grown is start else shingle_f1(page.body, extract_clustering(page.page, grown))
        sample = page_sample(page.page)
        outside = sample is not None and not is_member(grown, sample)
        again = sample is not None and clusters.add(sample)
        seen.append((f1, fixed_f1, outside, again))
        if len(seen) == window:
            rows.append((str(len(every) + len(seen)), *_growth_row(seen), len(clusters.waiting)))
            every += seen
            seen = []
    every += seen
    if seen:
        rows.append((str(len(every)), *_growth_row(seen), len(clusters.waiting)))
    if every:
        rows.append(("all", *_growth_row(every), len(clusters.waiting)))
    return ResultTable(
        "clusters-growth",
        "Growth over the pages, in their order",
        ("pages", "F1, growing", "F1, fixed", "share outside", "clustered again", "waiting"),
        tuple(rows),
    )


def _growth_row(seen: Sequence[tuple[float, float, bool, bool]]) -> tuple[float, float, float, int]:
    growing, fixed, outside, again = zip(*seen, strict=True)
    return mean(growing), mean(fixed), mean(map(float, outside)), sum(again)


def crawl_table(
    samples: Sequence[tuple[datetime, Row]],
    generations: Sequence[tuple[datetime, Generation]],
    window: int = WINDOW,
) -> ResultTable:
    """Return how the clusters of a crawl have grown.

    Args:
        samples: the bodies with their times, oldest first.
        generations: the clusters with their times, oldest first.
        window: number of bodies of a row.
    """
    rows: list[tuple[Value, ...]] = []
    coming = deque(generations)
    model = coming.popleft()[1].model
    outside = again = left = 0
    for number, (when, sample) in enumerate(samples, 1):
        while coming and coming[0][0] <= when:
            model = coming.popleft()[1].model
            again += 1
            left = 0
        misses = not is_member(model, sample)
        outside += misses
        left += misses
        if number % window == 0 or number == len(samples):
            size = window if number % window == 0 else number % window
            rows.append((str(number), outside / size, again, left))
            outside = again = 0
    columns = ("bodies", "share outside", "clustered again", "waiting that cannot join")
    return ResultTable("clusters-crawl", "Growth during the crawl", columns, tuple(rows))


def is_member(model: ClusterModel, sample: Row) -> bool:
    """Return whether a sample can join a cluster."""
    return bool(model.memberships(np.array([sample])).max() >= MEMBERSHIP)
