from __future__ import annotations

import numpy as np
import pytest

from topiccrawl.experiments.replay.course import Fetched, Trace
from topiccrawl.experiments.replay.figures import Run, harvest, harvest_curve, precision, recall, recall_curve
from topiccrawl.page.canonical_url import url_key
from topiccrawl.priority.strategies.contract import Outcome
from topiccrawl.topics.calibration.graded_pages import PageGrades

GRADES = {"http://a.cn/1": 2, "http://a.cn/2": 2, "http://a.cn/3": 1, "http://a.cn/far": 2}
LABELS = PageGrades({url_key(url): grade for url, grade in GRADES.items()})


def trace(*pages: tuple[str, Outcome]) -> Trace:
    fetched = [
        Fetched(f"http://a.cn/{name}", float(n), 0.5, outcome) for n, (name, outcome) in enumerate(pages)
    ]
    return Trace(fetched, requests=len(fetched))


COURSE = trace(
    ("", Outcome.LIST),
    ("1", Outcome.KEPT),
    ("3", Outcome.KEPT),
    ("2", Outcome.COPY),
    ("4", Outcome.KEPT),
    ("5", Outcome.REJECTED),
)


def test_figures_by_labels() -> None:
    runs = [Run.of(COURSE, LABELS)]
    assert harvest(runs, 2).value == 0.5
    assert harvest(runs, 6).value == pytest.approx(2 / 6)
    assert harvest(runs, 7).value is None, "fewer pages"
    assert recall(runs, 100).value == pytest.approx(2 / 3)
    assert precision(runs, 100).value == 0.5, "1 is right, 4 wrong; 3 is near, 2 a copy that is not exported"


def test_figures_by_the_crawls_own_verdict() -> None:
    runs = [Run.of(COURSE, None)]
    assert harvest(runs, 6).value == pytest.approx(4 / 6)
    assert recall(runs, 6).value is None
    assert precision(runs, 6).value is None


def test_intervals_over_runs_and_over_pages() -> None:
    def run(share: float, seed: int) -> Run:
        relevant = (np.random.default_rng(seed).random(400) < share).astype(float)
        return Run(relevant, relevant, 400, 400, 0, 1.0, 60.0)

    one = harvest([run(0.5, 1)], 400)
    assert one.low is not None and one.high is not None and one.value is not None
    assert one.low < one.value < one.high
    # Twice the standard deviation of a share of 400 pages is .05.
    assert 0.06 < one.high - one.low < 0.14
    several = harvest([run(0.4, 1), run(0.5, 2), run(0.6, 3)], 400)
    assert several.low is not None and several.high is not None
    assert several.low < 0.45 and several.high > 0.55
    same = harvest([run(0.5, 1), run(0.5, 1)], 400)
    assert same.low == same.high == same.value
    assert harvest([run(0.5, 1)], 400) == one, "the same figures every time"


def test_curves_go_as_far_as_all_runs() -> None:
    runs = [Run.of(COURSE, LABELS), Run.of(trace(("1", Outcome.KEPT), ("2", Outcome.KEPT)), LABELS)]
    points, values = harvest_curve(runs)
    assert (points, values) == ([1, 2], [0.5, 0.75])
    assert recall_curve(runs)[1] == pytest.approx([1 / 6, 0.5])


def test_recall_of_webs_of_different_sizes_is_the_mean() -> None:
    small = Run(np.ones(2), np.ones(2), 2, 2, 0, 1.0, 1.0)
    large = Run(np.ones(2), np.ones(2), 8, 2, 0, 1.0, 1.0)
    assert recall([small, large], 2).value == pytest.approx((1 + 0.25) / 2)


def test_intervals_of_shares_stay_between_0_and_1() -> None:
    """All relevant URLs are among the pages; some samples of these have one of them twice."""
    found = recall(
        [
            Run.of(
                trace(("1", Outcome.KEPT), ("2", Outcome.KEPT), ("far", Outcome.KEPT), ("4", Outcome.KEPT)),
                LABELS,
            )
        ],
        4,
    )
    assert (found.value, found.high) == (1.0, 1.0)
    assert found.low is not None and 0 <= found.low < 1
