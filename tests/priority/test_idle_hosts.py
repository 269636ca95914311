"""How long idle hosts wait."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from topiccrawl.priority.idle_hosts import IdleHosts, waiting_time

BEST = 0.9
RATIO = BEST / (BEST - 0.1)
FAST, SLOW = "www.dangjian.test", "www.xinwen.test"


def answered_every(hosts: IdleHosts, seconds: float, turns: int = 100) -> float:
    """Let the best host be full and free again in turn; return the time after that."""
    now = 0.0
    for _ in range(turns):
        hosts.is_full(FAST, now)
        now += seconds
        hosts.answered(FAST, 0.0, now)
        assert hosts.is_ready(FAST, BEST, 0.0, {0.0: BEST}, now)
        hosts.sent(FAST)
    return now


def waits(hosts: IdleHosts, start: float, delay: float = 0.0) -> float:
    """Return how long an idle host with a link worse by .1 waits, in steps of a twentieth of a second."""
    step = 0
    while not hosts.is_ready(SLOW, BEST - 0.1, delay, {delay: BEST}, start + step / 20):
        step += 1
    return step / 20


def test_the_host_of_the_best_link_never_waits() -> None:
    assert IdleHosts(30).is_ready(FAST, BEST, 1.0, {1.0: BEST}, 0.0)


def test_without_patience_no_host_waits() -> None:
    assert IdleHosts(0).is_ready(SLOW, 0.1, 1.0, {1.0: BEST}, 0.0)


def test_an_idle_host_waits_as_many_turns_on_a_busy_machine_as_on_an_idle_one() -> None:
    turns = []
    for seconds in (0.1, 0.4, 0.8):
        hosts = IdleHosts(30)
        start = answered_every(hosts, seconds)
        turns.append(waits(hosts, start) / seconds / RATIO)
    assert all(28 <= count <= 32 for count in turns), turns


def test_one_slow_answer_does_not_hold_up_idle_hosts() -> None:
    hosts = IdleHosts(30)
    start = answered_every(hosts, 0.1)
    hosts.is_full(FAST, start)
    hosts.answered(FAST, 0.0, start + 600)
    assert waits(hosts, start + 600) < 30 * 0.25 * RATIO


def test_a_delay_counts_where_it_is_longer_than_the_answers() -> None:
    hosts = IdleHosts(30)
    start = answered_every(hosts, 0.1)
    assert waits(hosts, start, delay=0.5) == pytest.approx(15 * RATIO, abs=0.1)


def test_time_that_a_host_was_full_or_paused_is_not_idle() -> None:
    hosts = IdleHosts(30)
    assert not hosts.is_ready(SLOW, BEST - 0.1, 1.0, {1.0: BEST}, 0.0)
    hosts.pause(SLOW)
    assert not hosts.is_ready(SLOW, BEST - 0.1, 1.0, {1.0: BEST}, 40.0)
    hosts.is_full(SLOW, 50.0)
    assert not hosts.is_ready(SLOW, BEST - 0.1, 1.0, {1.0: BEST}, 90.0)
    assert hosts.is_ready(SLOW, BEST - 0.1, 1.0, {1.0: BEST}, 124.0)


@given(
    score=st.floats(0, 1), worse=st.floats(0, 1), delay=st.floats(0.01, 30), best_delay=st.floats(0.01, 30)
)
def test_a_worse_link_waits_longer_and_a_slower_rival_is_waited_for_less(
    score: float, worse: float, delay: float, best_delay: float
) -> None:
    low, high = sorted((score, worse))
    long = waiting_time(low, 1.0, delay, best_delay, 30)
    assert long >= waiting_time(high, 1.0, delay, best_delay, 30) >= 0
    assert long >= waiting_time(low, 1.0, delay, best_delay * 8, 30)


def test_a_link_worth_a_fraction_of_the_best_waits_longer_than_the_difference_says() -> None:
    def per_tenth(score: float, best: float) -> float:
        return waiting_time(score, best, 1.0, 1.0, 30.0) / (best - score) / 10

    assert per_tenth(0.8, 0.9) < per_tenth(0.4, 0.9) < per_tenth(0.1, 0.9)
    # Even a host that has nothing of worth is asked at last.
    assert per_tenth(0.0, 0.9) == per_tenth(-5.0, 0.9) == per_tenth(0.01, 0.9) == pytest.approx(120)


def test_a_host_that_hangs_is_not_waited_for() -> None:
    hosts = IdleHosts(30)
    start = answered_every(hosts, 0.1)
    hosts.is_full(FAST, start)
    assert not hosts.is_stuck(FAST, 0.0, start + 0.5)
    assert hosts.is_stuck(FAST, 0.0, start + 2)
    # A host with a long delay takes as long as it was asked to.
    assert not hosts.is_stuck(FAST, 5.0, start + 20)
    assert not hosts.is_stuck(SLOW, 0.0, start)


def test_a_host_that_asked_for_a_delay_does_not_make_those_without_one_wait() -> None:
    hosts = IdleHosts(30)
    start = answered_every(hosts, 0.1)
    usual = waits(hosts, start)
    hosts.pause(SLOW)
    for turn in range(100):
        now = start + 60 + turn
        hosts.is_full(FAST, now)
        hosts.answered(FAST, 1.0, now + 1)
    assert waits(hosts, now + 1) == pytest.approx(usual, abs=0.1)


def test_a_host_waits_for_each_busy_host_with_a_better_link() -> None:
    def ready(busy: dict[float, float], score: float = BEST - 0.1) -> bool:
        hosts = IdleHosts(30)
        assert hosts.is_ready(SLOW, score, 0.0, {}, 0.0)
        return hosts.is_ready(SLOW, score, 0.0, busy, 10.0)

    fast, polite = {0.0: BEST}, {1.0: BEST - 0.01}
    assert ready(fast)
    # Also when the best link of all is that of a fast host, which is busy for a moment.
    assert not ready(fast | polite)
    assert ready(polite, score=BEST)
