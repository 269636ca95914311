"""Stories against the labelled groups of a replay web: purity and normalised mutual information."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from sqlalchemy import select

from benchmarks.live.web import build
from benchmarks.stories.corpus import fill, opened
from benchmarks.stories.groups import labelled_groups, web_pages
from topiccrawl.corpus.stories.build import build_stories
from topiccrawl.storage import schema
from topiccrawl.storage.pages.store import CorpusStore


def measure_clusters(seeds: Sequence[int], groups: int, work: Path) -> list[dict[str, Any]]:
    """Return the figures of the stories of some labelled groups of each web.

    A baseline calls every page a story of its own, another one all pages of the same headline.
    """
    rows = []
    for seed in seeds:
        folder = build(seed, work, preset="large").folder
        chosen = labelled_groups(folder)
        chosen = random.Random(seed).sample(chosen, min(groups, len(chosen)))
        truth = {url: number for number, group in enumerate(chosen) for url in group}
        path = work / f"clusters-{seed}.db"
        path.unlink(missing_ok=True)
        store = opened(path)
        fill(store, web_pages(folder, set(truth), seed))
        build_stories(store, "measured")
        events, titles = _found(store)
        store.close()
        clusters: dict[str, Mapping[str, object]] = {
            "stories": events,
            "equal headlines": titles,
            "each page alone": {url: url for url in events},
        }
        for name, found in clusters.items():
            rows.append({"web": seed, "clusters": name, **compare({url: truth[url] for url in found}, found)})
    return rows


def compare(truth: Mapping[str, object], found: Mapping[str, object]) -> dict[str, Any]:
    """Return how well clusters agree with labelled groups.

    Purity is the share of pages that are of the largest group of their cluster, inverse purity that of pages
    in the largest cluster of their group; NMI is mutual information over the mean of both entropies.
    """
    count = len(truth)
    both = Counter((truth[url], found[url]) for url in truth)
    groups, clusters = Counter(truth.values()), Counter(found[url] for url in truth)
    of_cluster: Counter[object] = Counter()
    of_group: Counter[object] = Counter()
    for (group, cluster), pages in both.items():
        of_cluster[cluster] = max(of_cluster[cluster], pages)
        of_group[group] = max(of_group[group], pages)
    shared = sum(
        pages / count * math.log(pages * count / (groups[group] * clusters[cluster]))
        for (group, cluster), pages in both.items()
    )
    entropy = (_entropy(groups) + _entropy(clusters)) / 2
    return {
        "pages": count,
        "groups": len(groups),
        "found": len(clusters),
        "purity": of_cluster.total() / count,
        "inverse_purity": of_group.total() / count,
        "nmi": shared / entropy if entropy else 1.0,
    }


def _entropy(sizes: Counter[object]) -> float:
    count = sizes.total()
    return -sum(size / count * math.log(size / count) for size in sizes.values())


def _found(store: CorpusStore) -> tuple[dict[str, object], dict[str, object]]:
    """Return by URL the event and the headline of each page."""
    pages, links = schema.pages.c, schema.event_pages.c
    rows = store.fetch(
        select(pages.id, pages.url, pages.title, links.event_id).outerjoin(
            schema.event_pages, links.page_id == pages.id
        )
    )
    events = {row["url"]: row["event_id"] or f"page {row['id']}" for row in rows}
    return events, {row["url"]: row["title"] for row in rows}
