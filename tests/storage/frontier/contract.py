"""What every frontier must do; each backend's tests run it. Payloads are bytes, which every backend takes."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from hashlib import sha1
from itertools import count, islice
from typing import Any

import pytest
from growth import growth

from topiccrawl.storage.frontier.contract import Counts, Entry, Frontier, State


def key_of(name: object) -> bytes:
    """A key of 20 bytes, as `url_key` gives them."""
    return sha1(str(name).encode(), usedforsecurity=False).digest()


def entry(
    name: object, score: float = 0.5, host: str = "a.example.cn", payload: bytes | None = None
) -> Entry[bytes]:
    """An entry whose address ends with its name; the payload is the name too, unless given."""
    given = str(name).encode() if payload is None else payload
    return Entry(key_of(name), host, score, given, f"http://{host}/{name}")


def any_host(host: str, score: float) -> bool:
    return True


class FrontierContract:
    """Mix into a test class and say how the frontier is made."""

    def make(self) -> Frontier[Any]:
        """An empty frontier."""
        raise NotImplementedError

    def drained(self, frontier: Frontier[Any]) -> list[str]:
        """The names in the order of leasing; each is settled."""
        found = []
        while (leased := frontier.lease(any_host)) is not None:
            frontier.done(leased.key)
            found.append(leased.payload.decode())
        return found

    def test_an_empty_one_has_nothing(self) -> None:
        frontier = self.make()
        assert frontier.lease(any_host) is None
        assert frontier.counts() == Counts()
        assert frontier.state(key_of("甲")) is None

    def test_an_entry_comes_out_as_it_went_in(self) -> None:
        frontier = self.make()
        why = '{"anchor": "党的二十大", "parent": "http://a.example.cn/"}'
        given = replace(entry("甲", 0.123456789, "党建.example.cn", bytes(range(256))), why=why)
        assert frontier.push(given)
        assert frontier.lease(any_host) == given

    def test_odd_hosts_and_texts_come_out_as_they_went_in_and_hold_nobody_up(self) -> None:
        frontier = self.make()
        hosts = ("", "党建.中国", "a|b|0", "h\nx", "\0", "长" * 3000, "1e5")
        given = [
            replace(entry(number, number / 10, host, b"\0\xff"), url=f"http://{host[:9]!a}/\0", why="甲\n\0")
            for number, host in enumerate(reversed(hosts))
        ]
        for one in given:
            assert frontier.push(one)
        taken = []
        while (leased := frontier.lease(any_host)) is not None:
            frontier.fetched(leased.key)
            frontier.dead(leased.key, "半个\ud800字")
            taken.append(leased)
        assert taken == given[::-1]
        assert frontier.counts() == Counts(dead=len(hosts))

    def test_the_best_comes_first_over_all_hosts(self) -> None:
        frontier = self.make()
        rnd = random.Random(1)
        entries = [entry(n, rnd.random(), f"{rnd.randrange(7)}.example.cn") for n in range(300)]
        for one in entries:
            frontier.push(one)
        assert self.drained(frontier) == [
            one.payload.decode() for one in sorted(entries, key=lambda e: -e.score)
        ]

    def test_among_equals_the_first_pushed_comes_first(self) -> None:
        frontier = self.make()
        for number in range(60):
            frontier.push(entry(number, 0.5, f"{number % 4}.example.cn"))
        assert self.drained(frontier) == [str(number) for number in range(60)]

    def test_scores_may_be_negative_equal_or_large(self) -> None:
        frontier = self.make()
        for name, score in {"丙": -1.5, "甲": 1e9, "乙": 0.0, "丁": -1e9}.items():
            frontier.push(entry(name, score))
        assert self.drained(frontier) == ["甲", "乙", "丙", "丁"]

    def test_near_scores_are_told_apart(self) -> None:
        frontier = self.make()
        for number in range(20):
            frontier.push(entry(number, 0.5 + number * 1e-9))
        assert self.drained(frontier) == [str(number) for number in reversed(range(20))]

    def test_an_address_is_taken_once(self) -> None:
        frontier = self.make()
        assert frontier.push(entry("甲"))
        assert not frontier.push(entry("甲"))
        assert frontier.state(key_of("甲")) is State.WAITING
        assert frontier.counts() == Counts(waiting=1)
        assert self.drained(frontier) == ["甲"]

    def test_a_leased_or_settled_address_is_not_taken_again(self) -> None:
        frontier = self.make()
        frontier.push(entry("甲"))
        leased = frontier.lease(any_host)
        assert leased is not None
        assert not frontier.push(entry("甲", 0.9))
        assert frontier.lease(any_host) is None
        frontier.done(leased.key)
        assert not frontier.push(entry("甲", 1.0))
        assert frontier.state(leased.key) is State.DONE
        assert frontier.lease(any_host) is None

    def test_a_known_address_takes_the_higher_score(self) -> None:
        frontier = self.make()
        for name, score in (("甲", 0.3), ("乙", 0.5), ("甲", 0.9), ("乙", 0.1), ("甲", 0.4)):
            frontier.push(entry(name, score))
        first, second = frontier.lease(any_host), frontier.lease(any_host)
        assert first is not None and second is not None
        assert [(e.payload, e.score) for e in (first, second)] == [
            (b"\xe7\x94\xb2", 0.9),
            (b"\xe4\xb9\x99", 0.5),
        ]
        assert frontier.counts() == Counts(leased=2)

    def test_the_score_of_what_waits_is_known_and_of_nothing_else(self) -> None:
        frontier = self.make()
        assert frontier.score(key_of("甲")) is None
        frontier.push(entry("甲", 0.25))
        assert frontier.score(key_of("甲")) == 0.25
        frontier.push(entry("甲", 0.125))
        assert frontier.score(key_of("甲")) == 0.25
        frontier.push(entry("甲", 0.75))
        assert frontier.score(key_of("甲")) == 0.75
        frontier.lease(any_host)
        assert frontier.score(key_of("甲")) is None
        frontier.release(key_of("甲"))
        assert frontier.score(key_of("甲")) == 0.75
        frontier.lease(any_host)
        frontier.done(key_of("甲"))
        assert frontier.score(key_of("甲")) is None

    def test_a_raised_address_brings_its_new_payload(self) -> None:
        frontier = self.make()
        frontier.push(entry("甲", 0.3, payload=b"from a list"))
        frontier.push(replace(entry("甲", 0.9, payload=b"from a headline"), why="{}"))
        leased = frontier.lease(any_host)
        assert leased is not None
        assert (leased.payload, leased.why) == (b"from a headline", "{}")

    def test_counts_and_state_follow_the_life_of_an_entry(self) -> None:
        frontier = self.make()
        frontier.push(entry("甲", 0.9))
        frontier.push(entry("乙", 0.1))
        assert frontier.counts() == Counts(waiting=2)
        leased = frontier.lease(any_host)
        assert leased is not None
        assert frontier.state(leased.key) is State.LEASED
        assert frontier.counts() == Counts(waiting=1, leased=1)
        frontier.release(leased.key)
        assert frontier.state(leased.key) is State.WAITING
        assert frontier.counts() == Counts(waiting=2)
        leased = frontier.lease(any_host)
        assert leased is not None
        frontier.done(leased.key)
        assert frontier.state(leased.key) is State.DONE
        assert frontier.counts() == Counts(waiting=1, done=1)
        leased = frontier.lease(any_host)
        assert leased is not None
        frontier.dead(leased.key, "三次失败")
        assert frontier.state(leased.key) is State.DEAD
        assert frontier.counts() == Counts(done=1, dead=1)

    def test_a_dead_address_is_not_taken_again(self) -> None:
        frontier = self.make()
        frontier.push(entry("甲"))
        leased = frontier.lease(any_host)
        assert leased is not None
        frontier.dead(leased.key, "三次失败")
        assert not frontier.push(entry("甲", 0.9))
        frontier.release(leased.key)
        frontier.done(leased.key)
        assert frontier.state(leased.key) is State.DEAD
        assert frontier.lease(any_host) is None

    def test_a_released_entry_is_leased_again_with_its_score(self) -> None:
        frontier = self.make()
        frontier.push(entry("甲", 0.9))
        frontier.push(entry("乙", 0.5))
        leased = frontier.lease(any_host)
        assert leased is not None
        frontier.release(leased.key)
        assert frontier.lease(any_host) == leased

    def test_a_leased_address_that_is_tried_again_waits_as_the_retry_says(self) -> None:
        frontier = self.make()
        frontier.push(entry("甲", 0.9))
        frontier.push(entry("乙", 0.5))
        leased = frontier.lease(any_host)
        assert leased is not None
        retry = replace(
            entry("甲", 0.25, payload=b"second try"), url="https://a.example.cn/1", why='{"depth": 1}'
        )
        frontier.again(retry)
        assert frontier.counts() == Counts(waiting=2)
        assert frontier.state(retry.key) is State.WAITING
        assert frontier.score(retry.key) == 0.25
        frontier.done(retry.key)  # its lease is over
        found = [frontier.lease(any_host) for _ in range(3)]
        assert [None if one is None else one.payload.decode() for one in found] == ["乙", "second try", None]
        assert found[1] == retry
        frontier.dead(retry.key, "status_503")
        assert frontier.counts() == Counts(leased=1, dead=1)

    def test_a_settled_address_that_is_tried_again_waits(self) -> None:
        frontier = self.make()
        for name in ("甲", "乙"):
            frontier.push(entry(name))
            leased = frontier.lease(any_host)
            assert leased is not None
            if name == "甲":
                frontier.done(leased.key)
            else:
                frontier.dead(leased.key, "超时")
        for name in ("甲", "乙"):
            frontier.again(entry(name, 0.75, payload=name.encode()))
        assert frontier.counts() == Counts(waiting=2)
        assert self.drained(frontier) == ["甲", "乙"]
        assert frontier.counts() == Counts(done=2)

    def test_an_address_that_waits_or_is_unknown_is_pushed_when_it_is_tried_again(self) -> None:
        frontier = self.make()
        frontier.push(entry("甲", 0.5))
        frontier.again(entry("甲", 0.25, payload=b"worse"))
        frontier.again(entry("乙", 0.75))
        assert frontier.counts() == Counts(waiting=2)
        assert self.drained(frontier) == ["乙", "甲"]

    def test_nothing_leased_is_lost_or_leased_twice(self) -> None:
        frontier = self.make()
        rnd = random.Random(8)
        held: list[bytes] = []
        settled: list[bytes] = []
        pushed = 0
        for _ in range(2000):
            choice = rnd.random()
            if choice < 0.4:
                pushed += frontier.push(
                    entry(rnd.randrange(400), rnd.random(), f"{rnd.randrange(5)}.example.cn")
                )
            elif choice < 0.7:
                leased = frontier.lease(lambda host, score: host != "3.example.cn")
                if leased is not None:
                    assert leased.key not in held
                    assert leased.key not in settled
                    held.append(leased.key)
            elif held and choice < 0.85:
                frontier.release(held.pop(rnd.randrange(len(held))))
            elif held:
                settled.append(held.pop(rnd.randrange(len(held))))
                frontier.done(settled[-1])
            waiting = pushed - len(held) - len(settled)
            assert frontier.counts() == Counts(waiting, len(held), len(settled))
        for key in held:
            frontier.release(key)
        assert len(self.drained(frontier)) == pushed - len(settled)

    def test_an_address_that_fails_too_often_is_a_dead_letter(self) -> None:
        frontier = self.make()
        frontier.push(entry("甲", 0.9))
        given_up = []
        for _ in range(3):
            leased = frontier.lease(any_host)
            assert leased is not None
            last = frontier.is_last_attempt(leased.key)
            given_up.append(frontier.failed(leased.key, "ValueError"))
            assert given_up[-1] is last
        assert given_up == [False, False, True]
        assert frontier.lease(any_host) is None
        assert frontier.counts() == Counts(dead=1)

    def test_what_failed_does_not_keep_others_waiting(self) -> None:
        frontier = self.make()
        for name, score in (("甲", 0.9), ("乙", 0.8), ("丙", 0.1)):
            frontier.push(entry(name, score))
        for _ in range(2):
            leased = frontier.lease(any_host)
            assert leased is not None
            assert not frontier.failed(leased.key, "ValueError")
        assert sorted(self.drained(frontier)) == sorted("甲乙丙")

    def test_unknown_keys_are_settled_and_released_without_effect(self) -> None:
        frontier = self.make()
        frontier.push(entry("甲"))
        for key in (key_of("甲"), key_of("乙")):  # one that waits and one nobody pushed
            frontier.done(key)
            frontier.dead(key, "给错了")
            frontier.release(key)
            assert not frontier.failed(key, "给错了")
        assert frontier.counts() == Counts(waiting=1)
        assert frontier.state(key_of("乙")) is None
        assert self.drained(frontier) == ["甲"]

    def test_settling_twice_is_settling_once(self) -> None:
        frontier = self.make()
        frontier.push(entry("甲"))
        leased = frontier.lease(any_host)
        assert leased is not None
        frontier.done(leased.key)
        frontier.done(leased.key)
        frontier.dead(leased.key, "太晚了")
        frontier.release(leased.key)
        assert frontier.counts() == Counts(done=1)

    def test_hosts_that_are_not_ready_are_passed_over(self) -> None:
        frontier = self.make()
        frontier.push(entry("甲", 0.9, "a.example.cn"))
        frontier.push(entry("乙", 0.5, "b.example.cn"))
        frontier.push(entry("丙", 0.7, "a.example.cn"))
        leased = frontier.lease(lambda host, score: host != "a.example.cn")
        assert leased is not None
        assert leased.key == key_of("乙")
        assert frontier.lease(lambda host, score: False) is None
        assert self.drained(frontier) == ["甲", "丙"]

    def test_ready_is_asked_once_a_host_best_first_with_its_best_score(self) -> None:
        frontier = self.make()
        for name, score, host in (("甲", 0.9, "a"), ("乙", 0.5, "b"), ("丙", 0.7, "c"), ("丁", 0.8, "a")):
            frontier.push(entry(name, score, f"{host}.example.cn"))
        asked: list[tuple[str, float]] = []

        def never(host: str, score: float) -> bool:
            asked.append((host, score))
            return False

        expected = [("a.example.cn", 0.9), ("c.example.cn", 0.7), ("b.example.cn", 0.5)]
        assert frontier.lease(never) is None
        assert asked == expected
        asked.clear()
        assert frontier.lease(never) is None  # being asked changes nothing
        assert asked == expected

    def test_a_raised_entry_of_a_host_passed_over_counts(self) -> None:
        frontier = self.make()
        frontier.push(entry("甲", 0.2, "a.example.cn"))
        frontier.push(entry("乙", 0.5, "b.example.cn"))
        frontier.lease(lambda host, score: False)
        frontier.push(entry("甲", 0.8, "a.example.cn"))
        assert self.drained(frontier) == ["甲", "乙"]

    def test_waiting_links_get_new_scores_up_and_down(self) -> None:
        frontier = self.make()
        for name, score, host in (("甲", 0.9, "a"), ("乙", 0.5, "b"), ("丙", 0.7, "a"), ("丁", 0.1, "b")):
            frontier.push(entry(name, score, f"{host}.example.cn"))
        new = {"甲": 0.2, "丁": 0.8, "丙": 0.7}
        for _ in range(2):  # twice is once
            frontier.rescore({key_of(name): score for name, score in new.items()})
            assert [frontier.score(key_of(name)) for name in "甲乙丙丁"] == [0.2, 0.5, 0.7, 0.8]
        assert frontier.counts() == Counts(waiting=4)
        assert self.drained(frontier) == ["丁", "丙", "乙", "甲"]

    def test_a_rescored_link_is_leased_with_its_new_score_and_nothing_else_changed(self) -> None:
        frontier = self.make()
        given = replace(entry("甲", 0.9), why='{"anchor": "党课"}')
        frontier.push(given)
        frontier.rescore({given.key: 0.25})
        assert frontier.lease(any_host) == replace(given, score=0.25)

    def test_links_that_do_not_wait_are_not_rescored(self) -> None:
        frontier = self.make()
        for name in "甲乙丙":
            frontier.push(entry(name, 0.5))
        for end in (frontier.done, lambda key: frontier.dead(key, "超时"), lambda key: None):
            leased = frontier.lease(any_host)
            assert leased is not None
            end(leased.key)
        before = frontier.counts()
        frontier.rescore({key_of(name): 0.9 for name in "甲乙丙丁"})
        assert frontier.counts() == before == Counts(leased=1, done=1, dead=1)
        assert frontier.state(key_of("丁")) is None
        frontier.release(key_of("丙"))
        released = frontier.lease(any_host)
        assert released is not None
        assert released.score == 0.5

    def test_rescored_equals_keep_the_order_of_pushes(self) -> None:
        frontier = self.make()
        for number in range(30):
            frontier.push(entry(number, number / 100, f"{number % 3}.example.cn"))
        frontier.rescore({key_of(number): 0.5 for number in reversed(range(30))})
        assert self.drained(frontier) == [str(number) for number in range(30)]

    def test_a_score_that_is_no_number_is_refused_and_changes_nothing(self) -> None:
        frontier = self.make()
        for name in "甲乙":
            frontier.push(entry(name, 0.5))
        with pytest.raises(ValueError, match="not a finite number"):
            frontier.rescore({key_of("甲"): 0.1, key_of("乙"): float("nan")})
        assert self.drained(frontier) == ["甲", "乙"]

    def test_rescoring_in_the_middle_of_a_crawl_keeps_the_order(self) -> None:
        frontier = self.make()
        rnd = random.Random(5)
        scores: dict[str, float] = {}
        found: set[str] = set()
        for step in range(600):
            choice = rnd.random()
            if choice < 0.4:
                name = str(rnd.randrange(300))
                score = rnd.random()
                frontier.push(entry(name, score, f"{int(name) % 5}.example.cn"))
                if name not in found:
                    scores[name] = max(score, scores.get(name, -1.0))
            elif choice < 0.8:
                new = {str(rnd.randrange(320)): rnd.random() for _ in range(rnd.randrange(20))}
                frontier.rescore({key_of(name): score for name, score in new.items()})
                scores |= {name: score for name, score in new.items() if name in scores}
            elif scores:
                leased = frontier.lease(any_host)
                assert leased is not None, step
                name = leased.payload.decode()
                assert leased.score == scores.pop(name) >= max(scores.values(), default=-1.0)
                found.add(name)
                frontier.done(leased.key)
        assert self.drained(frontier) == sorted(scores, key=lambda name: -scores[name])

    def test_rescoring_does_not_grow_with_the_frontier(self) -> None:
        frontier = self.make()
        numbers = count()

        def rescoring(size: int) -> Callable[[], None]:
            for number in islice(numbers, size):
                frontier.push(entry(number, 0.1 + number * 1e-6, f"{number % 5}.example.cn"))
            turns = count()

            def rescore() -> None:
                for turn in islice(turns, 50):
                    frontier.rescore(
                        {key_of(number): 0.5 + (turn + number) % 7 / 100 for number in range(20)}
                    )

            return rescore

        assert growth(rescoring, 1000, tries=3) < 0.5  # were it to grow, 1

    def test_a_step_does_not_grow_with_the_frontier(self) -> None:
        """A host that is asked again and again for its best entry, over one that waits below."""
        frontier = self.make()
        frontier.push(entry("waits", 0.1))
        settled = count()

        def asking(size: int) -> Callable[[], None]:
            for number in islice(settled, size):
                frontier.push(entry(number, 0.9))
                leased = frontier.lease(any_host)
                assert leased is not None
                frontier.done(leased.key)
            asked: list[str] = []

            def never(host: str, score: float) -> bool:
                asked.append(host)
                return False

            def ask() -> None:
                for _ in range(200):
                    assert frontier.lease(never) is None

            assert frontier.lease(never) is None  # what was settled may be cleared away now, and only now
            assert asked == ["a.example.cn"]
            return ask

        assert growth(asking, 200, tries=3) < 0.5  # were it to grow, 1
