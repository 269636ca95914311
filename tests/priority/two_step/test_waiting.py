"""Pages whose verdict waits for their children."""

from __future__ import annotations

from dataclasses import replace

import pytest

from topiccrawl.priority.two_step.score import TwoStepParameters
from topiccrawl.priority.two_step.waiting import Settled, WaitingPage, WaitingPages

PARAMETERS = TwoStepParameters(own_share=0.5, noise=0.1, high=0.6)


def _waiting(capacity: int = 10) -> WaitingPages:
    return WaitingPages(0.4, replace(PARAMETERS, waiting=capacity))


def test_a_page_is_kept_as_soon_as_its_score_suffices() -> None:
    waiting = _waiting()
    assert waiting.add(WaitingPage("p", 0.2, expected=5)) == []
    assert waiting.child_fetched("p", "1", 0.5) is None
    settled = waiting.child_fetched("p", "2", 0.9)
    page = WaitingPage("p", 0.2, 5, children={"1": 0.5, "2": 0.9})
    assert settled == Settled(page, pytest.approx(0.45), True)
    assert len(waiting) == 0
    assert waiting.child_fetched("p", "3", 0.9) is None


def test_the_same_child_counts_once() -> None:
    waiting = _waiting()
    waiting.add(WaitingPage("p", 0.2, expected=2))
    assert waiting.child_fetched("p", "1", 0.1) is None
    assert waiting.child_fetched("p", "1", 0.1) is None


def test_without_an_expected_number_a_page_waits_for_the_end() -> None:
    waiting = _waiting()
    waiting.add(WaitingPage("p", 0.3))
    assert [waiting.child_fetched("p", str(number), 0.0) for number in range(100)] == [None] * 100
    assert len(waiting) == 1


def test_a_page_that_suffices_alone_in_the_end_is_kept() -> None:
    waiting = WaitingPages(0.4, TwoStepParameters(own_share=0.5))
    # By its only child so far its score is 0.25.
    waiting.add(WaitingPage("p", 0.5, expected=5, children={"1": 0.0}))
    assert [settled.kept for settled in waiting.end()] == [True]
