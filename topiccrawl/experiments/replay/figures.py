"""Figures of replayed crawls: harvest, recall, precision and cost, with confidence intervals."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from topiccrawl.experiments.replay.course import Trace
from topiccrawl.priority.strategies.contract import Outcome
from topiccrawl.topics.calibration.graded_pages import NEAR, RELEVANT, PageGrades

_SAMPLES = 2000
_LEVEL = 95.0
Array = NDArray[np.float64]


@dataclass(frozen=True)
class Run:
    """Data of one replayed crawl for its figures; arrays have one entry per fetched page.

    Attributes:
        relevant: 1 for a relevant page. By labels if there are any, otherwise by the crawl's own verdict.
        kept: 1 for a page kept and not near; a page that is near counts neither as right nor as wrong.
        total: number of relevant URLs in the labels; 0 without labels.
        requests: requests for pages.
        missing: requests for URLs that the capture does not have.
        cpu: processor seconds.
        seconds: length of the crawl.
    """

    relevant: Array
    kept: Array
    total: int
    requests: int
    missing: int
    cpu: float
    seconds: float

    @classmethod
    def of(cls, trace: Trace, grades: PageGrades | None) -> Run:
        """Judge the pages of a crawl."""
        if grades is None:
            accepted = [float(page.outcome in (Outcome.KEPT, Outcome.COPY)) for page in trace.pages]
            relevant, kept, total = accepted, [0.0] * len(accepted), 0
        else:
            found = [grades.grade(page.url) for page in trace.pages]
            relevant = [float(grade == RELEVANT) for grade in found]
            kept = [
                float(page.outcome is Outcome.KEPT and grade != NEAR)
                for page, grade in zip(trace.pages, found, strict=True)
            ]
            total = grades.relevant
        return cls(
            np.array(relevant),
            np.array(kept),
            total,
            trace.requests,
            trace.missing,
            trace.cpu,
            trace.seconds,
        )


@dataclass(frozen=True)
class Figure:
    """A mean over runs, and the ends of its confidence interval; None where it is not defined."""

    value: float | None
    low: float | None = None
    high: float | None = None


Measure = Callable[[Array, Array, int], float | None]
"""Returns a figure from the columns `relevant` and `kept` of pages and the number of all relevant URLs."""


def harvest(runs: Sequence[Run], at: int) -> Figure:
    """Return the share of relevant pages among the first `at` pages; None if a run has fewer."""
    if any(len(run.relevant) < at for run in runs):
        return Figure(None)
    return _figure(runs, at, lambda relevant, kept, total: float(relevant.mean()))


def recall(runs: Sequence[Run], at: int) -> Figure:
    """Return the share of all relevant URLs among the first `at` pages; None without labels.

    A crawl that fetched fewer pages is read at its end.
    """
    if not runs[0].total:
        return Figure(None)
    return _figure(runs, at, lambda relevant, kept, total: float(relevant.sum()) / total)


def precision(runs: Sequence[Run], at: int) -> Figure:
    """Return the share of right pages among those kept from the first `at` ones; None without labels."""
    if not runs[0].total:
        return Figure(None)
    return _figure(runs, at, _precision)


def _precision(relevant: Array, kept: Array, total: int) -> float | None:
    return float((relevant * kept).sum() / kept.sum()) if kept.any() else None


def _figure(runs: Sequence[Run], at: int, measure: Measure) -> Figure:
    """Return a mean with its interval: from a bootstrap over runs, or over pages where there is only one."""
    random = np.random.default_rng(0)
    values = [measure(run.relevant[:at], run.kept[:at], run.total) for run in runs]
    there = np.array([value for value in values if value is not None])
    if not len(there):
        return Figure(None)
    if len(there) > 1:
        samples = there[random.integers(0, len(there), (_SAMPLES, len(there)))].mean(axis=1)
    else:
        samples = _over_pages(runs[0], at, measure, random)
    # Drawn with repeats, the pages of a sample may hold more relevant URLs than there are.
    low, high = np.clip(np.percentile(samples, [(100 - _LEVEL) / 2, (100 + _LEVEL) / 2]), 0.0, 1.0)
    return Figure(float(there.mean()), float(low), float(high))


def _over_pages(run: Run, at: int, measure: Measure, random: np.random.Generator) -> Array:
    relevant, kept = run.relevant[:at], run.kept[:at]
    found = []
    for _ in range(_SAMPLES):
        chosen = random.integers(0, len(relevant), len(relevant))
        value = measure(relevant[chosen], kept[chosen], run.total)
        if value is not None:
            found.append(value)
    return np.array(found)


def harvest_curve(runs: Sequence[Run]) -> tuple[list[int], list[float]]:
    """Return numbers of pages and the mean harvest at each, as far as all runs go."""
    return _curve(runs, lambda relevant, total: np.cumsum(relevant) / np.arange(1, len(relevant) + 1))


def recall_curve(runs: Sequence[Run]) -> tuple[list[int], list[float]]:
    """Return numbers of pages and the mean recall at each; needs labels."""
    return _curve(runs, lambda relevant, total: np.cumsum(relevant) / max(1, total))


def _curve(runs: Sequence[Run], values: Callable[[Array, int], Array]) -> tuple[list[int], list[float]]:
    length = min(len(run.relevant) for run in runs)
    if not length:
        return [], []
    mean = np.mean([values(run.relevant[:length], run.total) for run in runs], axis=0)
    points = list(range(1, length + 1, max(1, length // 250)))
    return points, [float(mean[point - 1]) for point in points]
