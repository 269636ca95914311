"""Growth of clusters of bodies: its effect on extracted texts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from statistics import mean

import numpy as np

from topiccrawl.experiments.output.results import ResultTable, Value
from topiccrawl.extraction.clustering.clustering import extract_clustering, page_sample
from topiccrawl.extraction.clustering.features import Row
from topiccrawl.extraction.clustering.fit import LabelledPage, shingle_f1
from topiccrawl.extraction.clustering.growth import BUFFER, IncrementalClusters
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


def is_member(model: ClusterModel, sample: Row) -> bool:
    """Return whether a sample can join a cluster."""
    return bool(model.memberships(np.array([sample])).max() >= MEMBERSHIP)
