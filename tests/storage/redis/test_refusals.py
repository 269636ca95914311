"""A host that refuses one worker is left alone by all."""

from __future__ import annotations

import time

from storage.redis.sharing import Join

from topiccrawl.storage.redis.frontier import RedisFrontier

HOST = "机关.test"


def seen_by(worker: RedisFrontier) -> set[str]:
    """The hosts that a worker knows to be given up, after the next message."""
    worker.counts()
    return set(worker.hosts_given_up())


def test_denials_add_up_over_workers(join: Join) -> None:
    one, other, third = join(), join(), join()
    for worker in (one, other):
        worker.deny(HOST, 3)
        worker.sync()
    assert seen_by(third) == set()
    other.deny(HOST, 3)
    other.sync()
    assert [seen_by(worker) for worker in (one, other, third)] == [{HOST}] * 3


def test_an_answer_to_any_worker_begins_the_count_again(join: Join) -> None:
    one, other = join(), join()
    for _ in range(2):
        one.deny(HOST, 3)
    one.sync()
    other.counts()
    other.answered(HOST)
    other.sync()
    one.deny(HOST, 3)
    assert seen_by(one) == set()


def test_denials_may_be_ignored(join: Join) -> None:
    worker = join()
    for _ in range(5):
        worker.deny(HOST, 0)
    assert seen_by(worker) == set()


def test_pauses_add_up_over_workers(join: Join) -> None:
    one, other = join(), join()
    one.pause(HOST, 60.0, patience=100.0)
    one.pause(HOST, 60.0, patience=100.0)  # in flight at the first refusal: adds next to nothing
    one.sync()
    assert seen_by(other) == set()
    other.pause(HOST, 150.0, patience=100.0)
    other.sync()
    assert seen_by(one) == {HOST}


def test_a_worker_that_joins_later_knows(join: Join) -> None:
    one, other = join(), join()
    one.deny(HOST, 1)
    one.close()
    assert seen_by(other) == {HOST}
    assert seen_by(join()) == {HOST}


def test_refusals_end_with_the_last_worker(join: Join) -> None:
    one = join()
    one.deny(HOST, 1)
    end = time.monotonic() + 20.0
    while not one._worker._run_id:  # a sign of life that is under way would outlive the worker
        assert time.monotonic() < end
        time.sleep(0.01)
    one.close()
    again = join()
    assert seen_by(again) == set()
    again.deny(HOST, 2)
    assert seen_by(again) == set()


def test_the_names_of_before_count_while_the_server_is_away(join: Join) -> None:
    worker = join()
    worker.deny(HOST, 1)
    assert seen_by(worker) == {HOST}
    worker._worker._reachable = False
    worker._exchange.outlook.given_up = 2
    assert worker.hosts_given_up() == {HOST}
    worker._worker._reachable = True
