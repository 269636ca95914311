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
from storage.frontier.model import FrontierModel

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


def _host_of(name: str) -> str:
    return f"{int(name) % 5}.example.cn"


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

    @pytest.mark.parametrize("seed", range(3))
    def test_whatever_is_done_it_does_what_the_model_does(self, seed: int) -> None:
        """Orders, ties, near scores, repeated and unknown keys, retries, new scores, hosts that are not ready."""
        rnd, frontier, model = random.Random(seed), self.make(), FrontierModel()
        names = [str(number) for number in range(40)]
        scores = (-1e9, -1.5, 0.0, 0.1, 0.5, 0.5 + 1e-9, 0.9, 1e9)
        for step in range(700):
            name, score = rnd.choice(names), rnd.choice(scores)
            given = replace(entry(name, score, _host_of(name), str(step).encode()), why=f"{{{step}}}")
            values = name, given.host, score, given.payload
            choice = rnd.random()
            if choice < 0.3:
                assert frontier.push(given) == model.push(*values), step
            elif choice < 0.4:
                frontier.again(given)
                model.again(*values)
            elif choice < 0.5:
                new = {rnd.choice(names): rnd.choice(scores) for _ in range(rnd.randrange(8))}
                frontier.rescore({key_of(name): score for name, score in new.items()})
                model.rescore(new)
            elif choice < 0.75:
                ready = {_host_of(name) for name in names if rnd.random() < 0.1}
                self._lease_as(model, frontier, ready)
            else:  # with luck one that is leased, else any: that has no effect
                name = rnd.choice(model.names(State.LEASED) or names) if choice < 0.95 else name
                state = rnd.choice((State.DONE, State.WAITING, State.DEAD))
                model.settle(name, state)
                key = key_of(name)
                ends = {State.DONE: frontier.done, State.WAITING: frontier.release}
                ends.get(state, lambda key: frontier.dead(key, "超时"))(key)
            assert frontier.counts() == model.counts(), step
            link = model.links.get(name)
            assert frontier.state(key_of(name)) == (link.state if link else None)
            waits = link is not None and link.state is State.WAITING
            assert frontier.score(key_of(name)) == (link.score if link and waits else None)
        for _ in names:
            self._lease_as(model, frontier, set(map(_host_of, names)))
        assert frontier.counts() == model.counts()
        assert not model.names(State.WAITING)

    def _lease_as(self, model: FrontierModel, frontier: Frontier[Any], ready: set[str]) -> None:
        leased, expected = frontier.lease(lambda host, score: host in ready), model.lease(ready)
        if expected is None or leased is None:
            assert leased is expected is None
            return
        expected.attempts = expected.attempts_before = 0  # no process dies here
        model.on_trial = None
        step = expected.payload.decode()
        given = entry(expected.name, expected.score, expected.host, expected.payload)
        assert leased == replace(given, why=f"{{{step}}}")

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

    def test_an_address_that_fails_too_often_is_a_dead_letter(self) -> None:
        frontier = self.make()
        frontier.push(entry("甲", 0.9))
        given_up = []
        for _ in range(3):
            leased = frontier.lease(any_host)
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
            assert not frontier.failed(leased.key, "ValueError")
        assert sorted(self.drained(frontier)) == sorted("甲乙丙")

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

    def test_a_score_that_is_no_number_is_refused_and_changes_nothing(self) -> None:
        frontier = self.make()
        for name in "甲乙":
            frontier.push(entry(name, 0.5))
        with pytest.raises(ValueError, match="not a finite number"):
            frontier.rescore({key_of("甲"): 0.1, key_of("乙"): float("nan")})
        assert self.drained(frontier) == ["甲", "乙"]

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

        assert growth(rescoring, 1000, tries=3, enough=0.5) < 0.5  # were it to grow, 1

    def test_a_step_does_not_grow_with_the_frontier(self) -> None:
        """A host that is asked again and again for its best entry, over one that waits below."""
        frontier = self.make()
        frontier.push(entry("waits", 0.1))
        settled = count()

        def asking(size: int) -> Callable[[], None]:
            for number in islice(settled, size):
                frontier.push(entry(number, 0.9))
                leased = frontier.lease(any_host)
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

        assert growth(asking, 200, tries=3, enough=0.5) < 0.5  # were it to grow, 1
