"""Fit clusters of bodies to labelled pages, with cross-validation over sites."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha1

import numpy as np

from topiccrawl.extraction.clustering.clustering import extract_clustering, page_nodes
from topiccrawl.extraction.clustering.features import Row, body_features
from topiccrawl.extraction.clustering.k_means import fit_clusters
from topiccrawl.extraction.clustering.method import SHIPPED, Method
from topiccrawl.extraction.clustering.model import ClusterModel
from topiccrawl.page.page import Page

FOLDS = 5
"""Number of folds of the cross-validation."""

RIGHT = 0.9
"""Minimum F1 of a correctly extracted body."""


@dataclass(frozen=True)
class LabelledPage:
    """A page with a known body.

    Attributes:
        page: the page.
        site: name of its site; a site is never in training and test data at once.
        body: text of the body.
    """

    page: Page
    site: str
    body: str


@dataclass(frozen=True)
class Fit:
    """The result of fitting.

    Attributes:
        model: clusters of all bodies.
        f1: mean F1 of character 4-grams of bodies extracted with clusters fitted to other sites.
        right: share of these bodies with an F1 of at least `RIGHT`.
    """

    model: ClusterModel
    f1: float
    right: float


def fit_pages(pages: Iterable[LabelledPage], method: Method = SHIPPED) -> Fit:
    """Fit clusters to labelled pages.

    Args:
        pages: the pages.
        method: how to fit.

    Raises:
        ValueError: there are too few different pages, or all are of one site.
    """
    labelled = list(pages)
    samples = [body_sample(page) for page in labelled]
    sites = sorted({page.site for page in labelled}, key=_shuffled)
    folds = [sites.index(page.site) % FOLDS for page in labelled]
    scores: list[float] = []
    for fold in sorted(set(folds)):
        model = fit_clusters(
            [sample for sample, other in zip(samples, folds, strict=True) if sample and other != fold],
            method=method,
        )
        scores += [
            shingle_f1(page.body, extract_clustering(page.page, model))
            for page, own in zip(labelled, folds, strict=True)
            if own == fold
        ]
    model = fit_clusters(filter(None, samples), method=method)
    return Fit(model, float(np.mean(scores)), float(np.mean([score >= RIGHT for score in scores])))


def _shuffled(site: str) -> bytes:
    """Return a sort key that is unrelated to the names of sites and the same in every run."""
    return sha1(site.encode(), usedforsecurity=False).digest()


def body_sample(labelled: LabelledPage) -> Row | None:
    """Return the features of the node most like a page's body, see `body_features`."""
    return body_features(labelled.page.once(page_nodes), labelled.body)


def shingle_f1(gold: str, found: str) -> float:
    """Return the F1 of character 4-grams without white space, in [0, 1]."""
    want, got = _shingles(gold), _shingles(found)
    common = sum((want & got).values())
    return 2 * common / (sum(want.values()) + sum(got.values())) if common else 0.0


def _shingles(text: str) -> Counter[str]:
    squeezed = "".join(text.split())
    return Counter(squeezed[start : start + 4] for start in range(max(1, len(squeezed) - 3)) if squeezed)
