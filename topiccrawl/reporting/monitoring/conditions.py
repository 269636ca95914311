"""Conditions under which an alert is sent."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass

from topiccrawl.reporting.figures import Figures
from topiccrawl.reporting.monitoring.snapshot import Snapshot

CHANGE = "change"
"""The event of a watched page that has changed."""
EVENTS = ("stopped", "finished", "harvest", "blocked", "storage", "disk", "trap", CHANGE)
"""What an alert of a crawl may be about."""
_HARVEST_PAGES = 200
"""Number of latest pages that are compared with all pages before them."""
_HARVEST_SHARE = 0.2
"""Share of the earlier harvest below which it has collapsed."""
_LEAST_HARVEST = 0.05
"""A harvest below this was never good enough to collapse."""


@dataclass(frozen=True)
class Alert:
    """An event that people should know about.

    Attributes:
        event: one of `EVENTS`, or what warnings send (`topiccrawl.newsroom.analysis.due_warnings`).
        subject: what it is about, such as a host; an alert is repeated only after a while.
        text: one line.
    """

    event: str
    subject: str
    text: str


class Conditions:
    """Compares snapshots of a crawl.

    Args:
        disk_free: bytes that must be free; 0: any.
    """

    def __init__(self, disk_free: int) -> None:
        self._disk_free = disk_free
        self._harvests: deque[tuple[int, int]] = deque([(0, 0)])

    def alerts(self, now: Snapshot) -> Iterator[Alert]:
        """Yield the conditions that hold; a condition that lasts is yielded again."""
        for host in now.hosts_given_up:
            yield Alert("blocked", host, f"{host} refuses every request: its links are dead letters now")
        for group in now.traps:
            yield Alert("trap", group, f"the URLs of {group} look like a trap and are not followed any more")
        if now.disk_free is not None and now.disk_free < self._disk_free:
            yield Alert(
                "disk", "disk", f"only {now.disk_free / 1e6:,.0f} MB are free on the disk of the crawl"
            )
        if (text := self._harvest(now)) is not None:
            yield Alert("harvest", "harvest", text)

    def _harvest(self, now: Snapshot) -> str | None:
        figures = Figures.of(now.stats)
        judged, good = figures.fetched - figures.in_work, figures.kept + figures.duplicates
        if judged > self._harvests[-1][0]:
            self._harvests.append((judged, good))
        while len(self._harvests) > 1 and judged - self._harvests[1][0] >= _HARVEST_PAGES:
            self._harvests.popleft()
        pages_before, good_before = self._harvests[0]
        pages = judged - pages_before
        if pages_before < _HARVEST_PAGES or pages < _HARVEST_PAGES:
            return None
        before, lately = good_before / pages_before, (good - good_before) / pages
        if before < _LEAST_HARVEST or lately >= _HARVEST_SHARE * before:
            return None
        return f"of the last {pages} pages {lately:.1%} were on the topic, of those before {before:.1%}"


class Repetition:
    """Lets an alert through once in a while.

    Args:
        seconds: until the same alert is sent again.
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._sent: dict[tuple[str, str], float] = {}

    def is_due(self, alert: Alert, now: float) -> bool:
        """Return whether an alert is to be sent, and remember that it is."""
        key = (alert.event, alert.subject)
        if key in self._sent and now - self._sent[key] < self._seconds:
            return False
        self._sent[key] = now
        return True
