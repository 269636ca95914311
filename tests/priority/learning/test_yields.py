"""Smoothed yields of groups of URLs."""

from __future__ import annotations

import math

import numpy as np
import pytest

from topiccrawl.priority.learning.yields import Yields


def numbers(yields: Yields, *groups: str) -> np.ndarray:
    return np.array([yields.number(group) for group in groups], np.int32)


def test_an_unknown_group_says_nothing() -> None:
    yields = Yields()
    good = numbers(yields, "good")
    for _ in range(3):
        yields.learn(good, 1.0)
    assert yields.log_odds(numbers(yields, "unknown"))[0] == pytest.approx(0.0)


def test_log_odds_are_smoothed_towards_the_overall_yield() -> None:
    yields = Yields()
    good, bad = numbers(yields, "good"), numbers(yields, "bad")
    yields.learn(good, 1.0)
    yields.learn(bad, 0.0)
    # Overall (1 + 1) / (2 + 2) = 1/2; good (1 + 2/2) / (1 + 2) = 2/3.
    assert yields.overall == pytest.approx(0.5)
    assert yields.log_odds(good)[0] == pytest.approx(math.log(2))
    assert yields.log_odds(bad)[0] == pytest.approx(-math.log(2))


def test_the_group_not_asked_for_longest_makes_room() -> None:
    yields = Yields(capacity=3)
    host, parent, other = numbers(yields, "host", "parent", "other")
    yields.learn(np.array([host, parent]), 1.0)
    numbers(yields, "host", "new")
    assert len(yields) == 3
    assert yields.number("new") == parent
    assert yields.name(parent) == "new"
    assert yields.counts(parent) == (0.0, 0.0)
    assert yields.counts(host) == (1.0, 1.0)
    assert yields.number("other") == other


def test_parents_of_a_long_crawl_do_not_push_out_its_hosts() -> None:
    yields = Yields(capacity=100)
    host = numbers(yields, "h 党建.中国")
    yields.learn(host, 1.0)
    for page in range(1000):
        numbers(yields, "h 党建.中国", f"u http://党建.中国/{page}.html")
    assert yields.counts(host[0]) == (1.0, 1.0)
    assert 98 <= len(yields) <= 100  # some are forgotten at once
