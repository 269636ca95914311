"""Counts of a crawl that add up; live line, log, summary and demo show the same ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from topiccrawl.text.language import marked, say

DROPS = "topiccrawl/drops/"
"""Start of the names of the counters of drops."""
_LINK_STAGES = ("frontier", "links")
"""Stages that drop links, not pages."""
KEPT = marked("{count} kept")
DUPLICATES = marked("{count} duplicates")
HARVEST = marked("harvest {count} of fetched")
IN_WORK = marked("{count} in work")
NOT_STORED = marked("{count} not stored")
_JUDGED = ("description", "off_topic")
_NO_PAGE_STAGES = ("download", "watch")
"""Stages of links that gave no page; a page that froze its worker was counted as fetched by that worker."""
_OBEYED = ("robots", "crawl_delay")
"""Reasons of links that robots.txt keeps a crawl from: no errors."""


@dataclass(frozen=True)
class Figures:
    """Counts of one process.

    Attributes:
        fetched: HTML pages with a successful response.
        kept: pages stored, duplicates not counted.
        duplicates: pages stored and marked as duplicates.
        lists: home and list pages, used only for their links.
        dropped: pages that were not kept, by reason.
        failed: links that gave no page to judge, by reason.
        forbidden: links that robots.txt keeps the crawl from.
        set_aside: pages stored for a later verdict that `export` leaves out.
    """

    fetched: int = 0
    kept: int = 0
    duplicates: int = 0
    lists: int = 0
    dropped: Mapping[str, int] = field(default_factory=dict)
    failed: Mapping[str, int] = field(default_factory=dict)
    set_aside: int = 0
    forbidden: int = 0

    @classmethod
    def of(cls, stats: Mapping[str, Any]) -> Figures:
        """Return the figures in Scrapy's stats.

        >>> Figures.of({"topiccrawl/pages/html": 2, "topiccrawl/drops/gate/status_404": 1}).failed
        {'status_404': 1}
        """
        dropped: Counter[str] = Counter()
        failed: Counter[str] = Counter()
        forbidden = 0
        for name, count in stats.items():
            if not name.startswith(DROPS):
                continue
            stage, _, reason = name.removeprefix(DROPS).partition("/")
            if stage == "download" and reason in _OBEYED:
                forbidden += count
            elif stage in _NO_PAGE_STAGES or (stage == "gate" and is_failure(reason)):
                failed[reason] += count
            elif stage not in _LINK_STAGES:
                dropped[reason] += count
        return cls(
            fetched=stats.get("topiccrawl/pages/html", 0),
            kept=stats.get("topiccrawl/pages/kept", 0),
            duplicates=stats.get("topiccrawl/pages/duplicate", 0),
            lists=stats.get("topiccrawl/pages/list", 0),
            dropped=dict(dropped.most_common()),
            failed=dict(failed.most_common()),
            set_aside=stats.get("topiccrawl/pages/set_aside", 0),
            forbidden=forbidden,
        )

    @property
    def in_work(self) -> int:
        """Pages that are processed or wait to be stored."""
        stored = self.kept + self.duplicates + self.set_aside
        return max(0, self.fetched - stored - self.lists - sum(self.dropped.values()))

    @property
    def harvest(self) -> float:
        """Share in [0, 1] of the fetched pages that are about the topic, including duplicates."""
        return harvest_rate(self.kept + self.duplicates, self.fetched)

    @property
    def judged(self) -> int:
        """Pages that were read and are not about the topic."""
        return sum(self.dropped.get(reason, 0) for reason in _JUDGED)

    @property
    def errors(self) -> int:
        """Links that gave no page to judge."""
        return sum(self.failed.values())

    def sum(self, rest: str = IN_WORK) -> str:
        """Return the fetched pages as a sum.

        Args:
            rest: message of the pages that have none of the outcomes.

        >>> Figures(10, 4, 1, 2, {"description": 3}).sum()
        'fetched 10 = 4 kept + 1 duplicates + 2 lists + 3 dropped'
        >>> Figures(10, 4, set_aside=5).sum()
        'fetched 10 = 4 kept + 0 duplicates + 0 lists + 0 dropped + 5 set aside + 1 in work'
        """
        parts = [
            (self.kept, KEPT),
            (self.duplicates, DUPLICATES),
            (self.lists, marked("{count} lists")),
            (sum(self.dropped.values()), marked("{count} dropped")),
        ]
        if self.set_aside:
            parts.append((self.set_aside, marked("{count} set aside")))
        if self.in_work:
            parts.append((self.in_work, rest))
        fetched = say("fetched {count}", count=f"{self.fetched:,}")
        return f"{fetched} = " + " + ".join(say(name, count=f"{count:,}") for count, name in parts)


def is_failure(reason: str) -> bool:
    """Return whether this reason of the description gate means that there was no page."""
    return reason.startswith(("status_", "listing_")) or reason in ("not_html", "challenge")


def harvest_rate(relevant: int, pages: int) -> float:
    """Return the share of relevant pages among the fetched ones; 0 before the first page.

    Hubs count as fetched, but are never relevant, because a crawl collects articles. Relevance is judged by
    labels if there are any, during a crawl by its own verdict.

    Args:
        relevant: number of articles about the topic, duplicates included.
        pages: number of fetched HTML pages.

    >>> harvest_rate(90, 200), harvest_rate(0, 0)
    (0.45, 0.0)
    """
    return relevant / pages if pages else 0.0


def listed(counts: Mapping[str, int], most: int = 8) -> str:
    """Return counts on one line; only the first ones are named.

    >>> listed({"dns": 1200, "timeout": 3, "reset": 1}, most=2)
    'dns 1,200, timeout 3, others 1'
    """
    items = list(counts.items())
    shown = [f"{say(name)} {count:,}" for name, count in items[:most]]
    if rest := sum(count for _, count in items[most:]):
        shown.append(say("others {count}", count=f"{rest:,}"))
    return ", ".join(shown)
