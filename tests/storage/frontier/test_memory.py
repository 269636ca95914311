"""The frontier in memory."""

from __future__ import annotations

from typing import Any

from storage.frontier.contract import FrontierContract, any_host, entry

from topiccrawl.storage.frontier.contract import Counts, Frontier
from topiccrawl.storage.frontier.memory import MemoryFrontier


class TestMemoryFrontier(FrontierContract):
    def make(self) -> Frontier[Any]:
        return MemoryFrontier()

    def test_closing_gives_back_what_is_leased(self) -> None:
        frontier = self.make()
        for name in "甲乙丙":
            frontier.push(entry(name))
        for _ in range(2):
            frontier.lease(any_host)
        frontier.close()
        assert frontier.counts() == Counts(waiting=3)
        assert self.drained(frontier) == ["甲", "乙", "丙"]
