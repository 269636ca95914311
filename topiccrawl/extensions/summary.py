"""Extension that reports how the crawl ended, on the terminal and in the log.

What it says is in `reporting/outcome.py`.
"""

from __future__ import annotations

import logging
import os
from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any
from urllib.request import getproxies

from scrapy.crawler import Crawler

from topiccrawl.corpus.labels import read_labels
from topiccrawl.crawl.session import Component, CrawlSession
from topiccrawl.crawl.sites.crawl_sites import unmatched_keys
from topiccrawl.errors import StorageError
from topiccrawl.page.unread.counts import read_unread
from topiccrawl.reporting.completeness import is_complete
from topiccrawl.reporting.figures import Figures
from topiccrawl.reporting.next_commands import next_commands
from topiccrawl.reporting.passwords import without_password
from topiccrawl.reporting.terminal import is_terminal, terminal_handlers
from topiccrawl.storage.frontier.contract import Counts
from topiccrawl.storage.rows.sampled.sightings import read_last_stats
from topiccrawl.storage.run_totals import CrawlTotals, crawl_totals
from topiccrawl.text.language import translated
from topiccrawl.topics.calibration.graded_pages import RELEVANT

if TYPE_CHECKING:
    from topiccrawl.reporting.outcome import CrawlOutcome, Ended

logger = logging.getLogger(__name__)

PARTS = "topiccrawl/parts/"
"""Start of the names of the counters of articles over several pages."""


class Summary(Component):
    """Reports why the crawl ended, what was kept, what failed and which commands come next.

    The report is a record in the log (INFO, or ERROR if the exit code is not 0). On a terminal it is also
    printed in colour; the log record is then not written to the terminal.

    Attributes:
        outcome: the report; None while the crawl runs.
    """

    listens = ("engine_stopped",)

    def __init__(self, crawler: Crawler, session: CrawlSession) -> None:
        super().__init__(crawler, session)
        session.ledger.on_close(self._count)
        self._totals: CrawlTotals | None = None
        self._groups: tuple[str, ...] = ()
        self._grades = (0, 0)
        self._held = ""
        self.outcome: CrawlOutcome | None = None

    def engine_stopped(self) -> None:
        """Report, after all other components."""
        if "finish_reason" not in self.stats.get_stats():
            return
        from topiccrawl.reporting.outcome import outcome_of  # here: used at the end of a crawl

        self.outcome = outcome_of(self._ended(self.stats.get_stats()))
        self._report(self.outcome)

    def _count(self) -> None:
        from topiccrawl.corpus.learned.page_groups import questions
        from topiccrawl.corpus.missed.estimate import held_line

        ledger = self.session.ledger
        try:
            totals = crawl_totals(ledger.store, ledger.topic, ledger.run_id)
            self._groups = tuple(ledger.store.read(questions, ledger.topic))
            self._held = held_line(ledger.store.read(read_last_stats, ledger.topic))
            self._grades = _grades(ledger.store.read(read_labels, ledger.topic))
        except StorageError:
            return
        # The other workers of a shared crawl have runs of their own, which may not have ended yet.
        shared = self.crawler.settings.get("TOPICCRAWL_REDIS_URL")
        if shared:
            self._held = translated("not estimated, as each worker sees only a part of the links")
        self._totals = CrawlTotals(totals.kept, set_aside=totals.set_aside) if shared else totals

    def _ended(self, stats: dict[str, Any]) -> Ended:
        from topiccrawl.reporting.outcome import Ended, Seeds

        ledger = self.session.ledger
        states = ("waiting", "leased", "done", "dead")
        links = None
        if "topiccrawl/frontier/waiting" in stats:
            links = Counts(*(stats.get(f"topiccrawl/frontier/{name}", 0) for name in states))
        return Ended(
            topic=ledger.topic,
            reason=str(stats["finish_reason"]),
            seconds=float(stats.get("elapsed_time_seconds") or 0.0),
            figures=Figures.of(stats),
            seeds=Seeds(stats.get("topiccrawl/seeds/answered", 0), dict(ledger.failed_seeds)),
            resumed=stats.get("topiccrawl/frontier/resumed", 0),
            links=links,
            totals=self._totals,
            database=self._database(),
            proxy=_proxy(self.crawler),
            traps=self.session.budgets.refused,
            parts={
                name.removeprefix(PARTS): count for name, count in stats.items() if name.startswith(PARTS)
            },
            unverified=_unverified(stats),
            unmatched=unmatched_keys(stats),
            unvisited=self._unvisited(),
            unread=read_unread(stats),
            groups=self._groups,
            grades=self._grades,
            held=self._held,
            is_complete=is_complete(stats, links),
            commands=next_commands(
                ledger.topic,
                self.crawler.settings.get("TOPICCRAWL_DATABASE_URL"),
                ledger.store.display_name,
                self.crawler.settings.get("TOPICCRAWL_REDIS_URL") or "",
                "" if self.session.frontier is None else self.session.frontier.name,
                self.session.topic.source.removesuffix("topic.toml").rstrip("/"),
            ),
        )

    def _unvisited(self) -> list[str]:
        """Return the sites that were not visited; none where other starts or workers may have been there."""
        is_first = self.session.fresh or (self._totals is not None and self._totals.is_first)
        return self.session.unvisited.best_first() if is_first and not self.session.is_shared else []

    def _database(self) -> str:
        """Return the database as shown; scrapyd shows the logs of its jobs to anyone who can reach it."""
        url = self.crawler.settings.get("TOPICCRAWL_DATABASE_URL")
        if hasattr(self.crawler.spider, "_job") and url == os.environ.get("TOPICCRAWL_DATABASE_URL"):
            return translated("the database of scrapyd's environment")
        return self.session.ledger.store.display_name

    def _report(self, outcome: CrawlOutcome) -> None:
        level = logging.ERROR if outcome.exit_code else logging.INFO
        record = logger.makeRecord(
            logger.name, level, __file__, 0, "\n".join(outcome.lines()), (), None, "_report"
        )
        # Only once on a terminal, even if the log goes there.
        there = terminal_handlers() if is_terminal() else []
        for handler in logging.root.handlers:
            if handler not in there and level >= handler.level:
                handler.handle(record)
        if is_terminal():
            _print(outcome)


def _print(outcome: CrawlOutcome) -> None:
    """Print an outcome; lines wrap between words, but not commands, which may be copied."""
    from rich.console import Console
    from rich.table import Column, Table
    from rich.text import Text

    from topiccrawl.reporting.outcome import row_head

    console = Console(stderr=True, force_terminal=True)
    console.print()
    console.print(Text(outcome.headline, "bold red" if outcome.exit_code else "bold green"))
    heading = ""
    for name, text in outcome.rows:
        heading = name or heading
        row = Text(row_head(name), "cyan") + Text(text, "default")
        if heading == "next":
            console.print(row, soft_wrap=True)
            continue
        grid = Table.grid(Column(width=12), Column(overflow="fold"))
        grid.add_row(row[:12], Text(text))
        console.print(grid)
    console.print()


def _unverified(stats: dict[str, Any]) -> dict[str, int]:
    """Return the responses of servers that were not verified, by problem, the most frequent first."""
    found: Counter[str] = Counter()
    for kind in ("unverified", "weak"):
        start = f"topiccrawl/tls/{kind}/"
        found.update({name.removeprefix(start): stats[name] for name in stats if name.startswith(start)})
    return dict(found.most_common())


def _grades(grades: Mapping[str, int]) -> tuple[int, int]:
    return len(grades), sum(grade == RELEVANT for grade in grades.values())


def _proxy(crawler: Crawler) -> str:
    """Return the proxy of the environment without its password."""
    if not crawler.settings.getbool("HTTPPROXY_ENABLED"):
        return ""
    found = getproxies()
    proxy = found.get("https") or found.get("http") or ""
    return without_password(proxy)
