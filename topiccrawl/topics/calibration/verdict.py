"""Fit the thresholds of the description gate and of the verdict to graded pages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from topiccrawl.topics.calibration.graded_pages import OTHER, RELEVANT

LEAST_PAGES = 20
"""Minimum number of graded pages of either kind."""
GATE_RECALL = 0.99
"""Share of the relevant pages that the gate passes by their descriptions."""
LEAST_GATE = 0.01
"""Lowest threshold of the gate: with 0 the links of every page would be followed."""

_FOLDS = 10
_THRESHOLDS = np.arange(0.01, 1.0, 0.01).round(2)

Bools = npt.NDArray[np.bool_]
Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class JudgedPage:
    """A graded page as a topic judges it.

    Attributes:
        site: where it is from.
        grade: 2, 1 or 0.
        description: relevance of its description.
        relevance: what the threshold of the verdict applies to.
    """

    site: str
    grade: int
    description: float
    relevance: float


@dataclass(frozen=True)
class Quality:
    """Quality of a threshold.

    Attributes:
        threshold: of the verdict.
        precision: share of relevant pages among those kept, near ones left out.
        recall: share of the relevant pages that are kept.
        near: share of near pages among those kept.
        kept: number of pages kept.
    """

    threshold: float
    precision: float
    recall: float
    near: float
    kept: int


@dataclass(frozen=True)
class VerdictFit:
    """Fitted thresholds and their quality.

    Attributes:
        threshold: lowest threshold of the verdict with the wanted precision; None if no threshold has it.
        gate: highest threshold of the gate that passes `GATE_RECALL` of the relevant descriptions; at least
            `LEAST_GATE`.
        curve: quality by threshold, in steps of .01.
        precision: on sites left out of the fit; NaN if nothing is kept there, or there is one site only.
        recall: likewise.
        sites: number of sites.
    """

    threshold: float | None
    gate: float
    curve: tuple[Quality, ...]
    precision: float
    recall: float
    sites: int

    def at(self, threshold: float) -> Quality:
        """Return the quality of the nearest threshold of the curve."""
        return min(self.curve, key=lambda quality: abs(quality.threshold - threshold))


def fit_verdict(pages: Sequence[JudgedPage], precision: float) -> VerdictFit:
    """Return the thresholds for graded pages.

    Args:
        pages: the pages, some relevant and some not.
        precision: wanted share of relevant pages among those kept.
    """
    grades = np.array([page.grade for page in pages])
    relevance = np.array([page.relevance for page in pages])
    descriptions = np.array([page.description for page in pages if page.grade == RELEVANT])
    names = sorted({page.site for page in pages})
    fold = np.array([names.index(page.site) % _FOLDS for page in pages])
    found, right = _left_out(grades, relevance, fold, precision)
    kept_right = int((found & (grades == RELEVANT)).sum())
    kept = kept_right + int((found & (grades == OTHER)).sum())
    return VerdictFit(
        threshold=_chosen(grades, relevance, precision),
        gate=max(LEAST_GATE, float(np.floor(np.quantile(descriptions, 1 - GATE_RECALL) * 100) / 100)),
        curve=tuple(_quality(grades, relevance, float(threshold)) for threshold in _THRESHOLDS),
        precision=kept_right / kept if kept and right else float("nan"),
        recall=kept_right / int((grades == RELEVANT).sum()) if right else float("nan"),
        sites=len(names),
    )


def _left_out(
    grades: npt.NDArray[np.int_], relevance: Floats, fold: npt.NDArray[np.int_], precision: float
) -> tuple[Bools, bool]:
    """Return which pages are kept with thresholds fitted on other sites, and whether there are any."""
    kept = np.zeros(len(grades), dtype=bool)
    folds = np.unique(fold)
    if len(folds) < 2:
        return kept, False
    for number in folds:
        out = fold == number
        threshold = _chosen(grades[~out], relevance[~out], precision)
        if threshold is not None:
            kept[out] = relevance[out] >= threshold
    return kept, True


def _chosen(grades: npt.NDArray[np.int_], relevance: Floats, precision: float) -> float | None:
    """Return the lowest threshold with the wanted precision; None if there is none that keeps a page."""
    for threshold in _THRESHOLDS:
        quality = _quality(grades, relevance, float(threshold))
        if quality.precision >= precision and quality.recall > 0:
            return float(threshold)
    return None


def _quality(grades: npt.NDArray[np.int_], relevance: Floats, threshold: float) -> Quality:
    kept = relevance >= threshold
    right = int((kept & (grades == RELEVANT)).sum())
    wrong = int((kept & (grades == OTHER)).sum())
    count = int(kept.sum())
    return Quality(
        threshold,
        precision=right / (right + wrong) if right + wrong else 0.0,
        recall=right / max(1, int((grades == RELEVANT).sum())),
        near=(count - right - wrong) / count if count else 0.0,
        kept=count,
    )
