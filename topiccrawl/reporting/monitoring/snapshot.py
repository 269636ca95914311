"""Snapshot of a crawl for monitoring."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from topiccrawl.storage.frontier.contract import Counts


@dataclass(frozen=True)
class Snapshot:
    """The state of a crawl.

    Attributes:
        topic: name of the topic.
        stats: Scrapy's stats.
        links: links by state.
        seconds: since the start of the process.
        hosts_given_up: hosts that refuse every request.
        traps: groups of URLs that have used up their budget.
        disk_free: bytes that are free where the crawl writes; None if it writes elsewhere.
    """

    topic: str
    stats: Mapping[str, Any] = field(default_factory=dict)
    links: Counts = field(default_factory=Counts)
    seconds: float = 0.0
    hosts_given_up: tuple[str, ...] = ()
    traps: tuple[str, ...] = ()
    disk_free: int | None = None

    def count(self, counter: str) -> int:
        """Return a counter of the stats; 0 when it was not counted yet."""
        value = self.stats.get(counter, 0)
        return value if isinstance(value, int) else 0

    def counts(self, prefix: str) -> dict[str, int]:
        """Return the counters whose names start with a prefix, without it."""
        return {
            name.removeprefix(prefix): value
            for name, value in self.stats.items()
            if name.startswith(prefix) and isinstance(value, int)
        }
