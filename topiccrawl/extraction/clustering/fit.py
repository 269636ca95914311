"""Fits the clusters of bodies to labelled pages, and says by cross-validation over sites how good it is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha1

import numpy as np

from topiccrawl.extraction.clustering.clustering import ClusterModel, Row, extract_clustering, node_features
from topiccrawl.extraction.clustering.k_means import IncrementalClusters, fit_clusters
from topiccrawl.extraction.nodes import read_nodes
from topiccrawl.page.page import Page

FOLDS = 5
"""Parts the sites are dealt into."""

RIGHT = 0.9
"""An extracted body is right from this F1 on."""

_SHORTEST, _LONGEST = 0.3, 4.0
"""How long a node is, over the length of the body, to be looked at as the body's node."""


@dataclass(frozen=True)
class LabelledPage:
    """A page whose body is known.

    Attributes:
        page: the page.
        site: what pages of one site share; a site is never both fitted to and tested on.
        body: its text.
    """

    page: Page
    site: str
    body: str


@dataclass(frozen=True)
class Fit:
    """What fitting gives.

    Attributes:
        model: clusters of all bodies.
        f1: mean F1 of character 4-grams of the bodies extracted from each page with clusters that were fitted
            to pages of other sites only.
        right: share of these bodies whose F1 is at least `RIGHT`.
    """

    model: ClusterModel
    f1: float
    right: float


def fit_pages(pages: Iterable[LabelledPage]) -> Fit:
    """Fit clusters to labelled pages.

    Raises:
        ValueError: too few different pages, or all of one site.
    """
    labelled = list(pages)
    samples = [body_sample(page) for page in labelled]
    sites = sorted({page.site for page in labelled}, key=_shuffled)
    folds = [sites.index(page.site) % FOLDS for page in labelled]
    scores: list[float] = []
    for fold in sorted(set(folds)):
        model = fit_clusters(
            [sample for sample, other in zip(samples, folds, strict=True) if sample and other != fold]
        )
        scores += [
            shingle_f1(page.body, extract_clustering(page.page, model))
            for page, own in zip(labelled, folds, strict=True)
            if own == fold
        ]
    model = fit_clusters(filter(None, samples))
    return Fit(model, float(np.mean(scores)), float(np.mean([score >= RIGHT for score in scores])))


def _shuffled(site: str) -> bytes:
    """Something to order sites by that has nothing to do with their names, and is the same in every run."""
    return sha1(site.encode(), usedforsecurity=False).digest()


def grow(model: ClusterModel, pages: Iterable[LabelledPage], capacity: int) -> ClusterModel:
    """Take the bodies of more pages into fitted clusters, as they come (see `IncrementalClusters`)."""
    clusters = IncrementalClusters(model, capacity)
    for page in pages:
        sample = body_sample(page)
        if sample is not None:
            clusters.add(sample)
    return clusters.model


def body_sample(labelled: LabelledPage) -> Row | None:
    """Features of the node that is most like a page's body, the innermost of equals; None without one."""
    nodes = read_nodes(labelled.page.tree)
    size = len("".join(labelled.body.split()))
    best, best_score = -1, 0.0
    known: dict[tuple[int, int], float] = {}
    for index, length in enumerate(nodes.text_lengths.tolist()):
        if not _SHORTEST * size <= length <= _LONGEST * size:
            continue
        runs = nodes.first[index], nodes.end[index]
        if runs not in known:
            known[runs] = shingle_f1(labelled.body, nodes.text(*runs))
        if known[runs] > 0 and known[runs] >= best_score:
            best, best_score = index, known[runs]
    return None if best < 0 else tuple(node_features(nodes)[0][best].tolist())


def shingle_f1(gold: str, found: str) -> float:
    """F1 of character 4-grams without white space, in [0, 1]."""
    want, got = _shingles(gold), _shingles(found)
    common = sum((want & got).values())
    return 2 * common / (sum(want.values()) + sum(got.values())) if common else 0.0


def _shingles(text: str) -> Counter[str]:
    squeezed = "".join(text.split())
    return Counter(squeezed[start : start + 4] for start in range(max(1, len(squeezed) - 3)) if squeezed)
