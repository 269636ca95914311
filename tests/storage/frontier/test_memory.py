"""The frontier in memory."""

from __future__ import annotations

from typing import Any

from storage.frontier.contract import FrontierContract, any_host, entry, key_of

from topiccrawl.storage.frontier.contract import Counts, Frontier
from topiccrawl.storage.frontier.memory import MemoryFrontier


class TestMemoryFrontier(FrontierContract):
    def make(self) -> Frontier[Any]:
        return MemoryFrontier()

    def test_a_released_entry_keeps_its_place_among_equals(self) -> None:
        frontier = self.make()
        frontier.push(entry("甲"))
        frontier.push(entry("乙"))
        leased = frontier.lease(any_host)
        assert leased is not None
        frontier.release(leased.key)
        assert self.drained(frontier) == ["甲", "乙"]

    def test_a_raised_entry_keeps_its_place_among_equals(self) -> None:
        frontier = self.make()
        for name, score in (("甲", 0.1), ("乙", 0.5), ("甲", 0.5)):
            frontier.push(entry(name, score))
        assert self.drained(frontier) == ["甲", "乙"]

    def test_closing_gives_back_what_is_leased(self) -> None:
        frontier = self.make()
        for name in "甲乙丙":
            frontier.push(entry(name))
        for _ in range(2):
            frontier.lease(any_host)
        frontier.close()
        assert frontier.counts() == Counts(waiting=3)
        assert self.drained(frontier) == ["甲", "乙", "丙"]

    def test_heaps_do_not_grow_with_rescoring(self) -> None:
        frontier: MemoryFrontier[bytes] = MemoryFrontier()
        for number in range(50):
            frontier.push(entry(number, 0.5, f"{number % 5}.example.cn"))
        for turn in range(200):
            frontier.rescore({key_of(number): (turn * number) % 97 / 97 for number in range(50)})
        assert len(frontier._hosts) < 50
        assert sum(map(len, frontier._of_host.values())) < 250

    def test_heaps_hold_no_more_than_was_pushed(self) -> None:
        frontier: MemoryFrontier[bytes] = MemoryFrontier()
        frontier.push(entry("甲", 0.1))
        for number in range(500):
            frontier.push(entry(number, 0.9))
            frontier.lease(any_host)
            frontier.lease(lambda host, score: False)
        assert len(frontier._hosts) < 10
        assert sum(map(len, frontier._of_host.values())) < 10
