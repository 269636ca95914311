from __future__ import annotations

import pytest

from topiccrawl.crawl.host_pauses import HostPauses
from topiccrawl.storage.frontier.contract import SharedFrontier

HOST = "busy.test"


@pytest.fixture
def shared() -> list[tuple[str, float]]:
    return []


class OtherWorkers(SharedFrontier):
    """Notes what is shared."""

    def __init__(self, told: list[tuple[str, float]]) -> None:
        self.told = told
        self.given_up: set[str] = set()

    def sync(self) -> bool:
        return True

    def pause(self, host: str, seconds: float, patience: float) -> None:
        self.told.append((host, seconds))

    def deny(self, host: str, most: int) -> None:
        self.told.append((host, -most))

    def answered(self, host: str) -> None:
        self.told.append((host, 0))

    def hosts_given_up(self) -> set[str]:
        return self.given_up


@pytest.fixture
def pauses(shared: list[tuple[str, float]]) -> HostPauses:
    made = HostPauses(longest=60.0, patience=100.0)
    made.others = OtherWorkers(shared)
    return made


def test_each_retry_after_counts_from_its_own_answer(
    pauses: HostPauses, shared: list[tuple[str, float]]
) -> None:
    assert pauses.refuse(HOST, 3.0, now=10.0) == 3.0
    assert pauses.refuse(HOST, 3.0, now=11.5) == 3.0  # a request that was sent before the first answer came
    assert not pauses.is_over(HOST, 14.4)
    assert pauses.is_over(HOST, 14.5)
    assert shared == [(HOST, 3.0), (HOST, 3.0)]


def test_an_answer_that_ends_earlier_does_not_shorten_a_pause(
    pauses: HostPauses, shared: list[tuple[str, float]]
) -> None:
    pauses.refuse(HOST, 10.0, now=0.0)
    assert pauses.refuse(HOST, 1.0, now=2.0) == 0.0
    assert not pauses.is_over(HOST, 9.9)
    assert shared == [(HOST, 10.0)]
    assert pauses.refuse(HOST, 3600.0, now=10.0) == 60.0, "no pause is longer than the longest"


def test_without_retry_after_answers_in_flight_are_one_refusal(pauses: HostPauses) -> None:
    assert pauses.refuse(HOST, None, now=0.0) == 5.0
    assert pauses.refuse(HOST, None, now=0.1) == 0.0
    assert pauses.refuse(HOST, None, now=5.0) == 10.0


def test_only_the_time_that_a_host_is_paused_counts_towards_giving_up(pauses: HostPauses) -> None:
    for second in range(50):  # answers to requests in flight: paused from 0 to 79 s
        pauses.refuse(HOST, 30.0, now=float(second))
    assert not pauses.is_given_up(HOST)
    pauses.refuse(HOST, 30.0, now=80.0)
    assert pauses.is_given_up(HOST)
    assert pauses.is_over(HOST, 80.0)  # its links end as dead letters at once


def test_an_answer_after_a_pause_forgets_it(pauses: HostPauses) -> None:
    pauses.refuse(HOST, 60.0, now=0.0)
    pauses.answered(HOST, now=60.0)
    pauses.refuse(HOST, 60.0, now=61.0)
    assert not pauses.is_given_up(HOST)


def test_an_answer_to_an_earlier_request_does_not_end_a_pause(pauses: HostPauses) -> None:
    pauses.refuse(HOST, 60.0, now=0.0)
    pauses.answered(HOST, now=20.0)
    assert not pauses.is_over(HOST, 59.0)
    pauses.refuse(HOST, 50.0, now=60.0)
    assert not pauses.is_given_up(HOST)  # 40 s were left when it answered
    pauses.refuse(HOST, 60.0, now=110.0)
    assert pauses.is_given_up(HOST)


def test_a_host_that_denies_every_page_is_given_up() -> None:
    pauses = HostPauses(longest=300.0, patience=900.0, denials=3)
    assert [pauses.deny("a.test") for _ in range(2)] == [False, False]
    pauses.answered("a.test", 0.0)
    assert [pauses.deny("a.test") for _ in range(4)] == [False, False, True, False]
    assert pauses.is_given_up("a.test")
    assert pauses.is_over("a.test", 0.0), "its links end, and do not wait"
    assert pauses.given_up() == ["a.test"]
    assert not pauses.is_given_up("b.test")


def test_denials_may_be_ignored() -> None:
    pauses = HostPauses(longest=300.0, patience=900.0)
    assert not any(pauses.deny("a.test") for _ in range(100))
    assert pauses.given_up() == []


def test_workers_share_denials_answers_and_hosts_that_are_given_up(shared: list[tuple[str, float]]) -> None:
    pauses = HostPauses(longest=300.0, patience=900.0, denials=3)
    others = pauses.others = OtherWorkers(shared)
    pauses.deny(HOST)
    pauses.answered(HOST, 0.0)
    assert shared == [(HOST, -3), (HOST, 0)]
    assert not pauses.is_given_up(HOST)
    others.given_up = {HOST}
    assert pauses.is_given_up(HOST)
    assert pauses.is_over(HOST, 0.0), "its links end, and do not wait"
    assert pauses.given_up() == [HOST]
