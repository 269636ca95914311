"""The summary and the exit code of a crawl that has ended."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from topiccrawl.crawl.engine import DATABASE_UNAVAILABLE
from topiccrawl.reporting.figures import Figures, listed
from topiccrawl.storage.frontier.contract import Counts
from topiccrawl.storage.run_totals import CrawlTotals
from topiccrawl.text.language import marked

_REASONS = {
    "finished": marked("every link worth a visit is visited"),
    "dry": marked("of the last TOPICCRAWL_DRY_PAGES pages almost none was new and on the topic"),
    "discovered": marked("the search engines were asked; what they found waits for the next crawl"),
    "shutdown": marked("stopped from outside (Ctrl-C or SIGTERM)"),
    "cancelled": marked("cancelled by the spider"),
    DATABASE_UNAVAILABLE: marked("the database went away; pages that were not stored are fetched again"),
    "closespider_pagecount": marked("the limit CLOSESPIDER_PAGECOUNT was reached"),
    "closespider_itemcount": marked("the limit CLOSESPIDER_ITEMCOUNT was reached"),
    "closespider_timeout": marked("the limit CLOSESPIDER_TIMEOUT was reached"),
    "closespider_timeout_no_item": marked("no page was kept for CLOSESPIDER_TIMEOUT_NO_ITEM"),
    "closespider_errorcount": marked("the limit CLOSESPIDER_ERRORCOUNT was reached"),
    "memusage_exceeded": marked("it used more memory than MEMUSAGE_LIMIT_MB allows"),
}
_SEEDS_SHOWN = 5
_TRAPS_SHOWN = 3
_UNREACHED = ("refused", "timeout", "reset", "connection")
"""Reasons of seeds whose server or proxy did not answer."""


def reason_text(reason: str) -> str:
    """Return what Scrapy's finish reason means.

    >>> reason_text("finished"), reason_text("my_reason")
    ('every link worth a visit is visited', 'my_reason')
    """
    return _REASONS.get(reason, reason)


@dataclass(frozen=True)
class Seeds:
    """The results of the seeds.

    Attributes:
        answered: how many gave a page.
        failed: reasons of the others by URL.
    """

    answered: int = 0
    failed: Mapping[str, str] = field(default_factory=dict)

    @property
    def reasons(self) -> dict[str, int]:
        """Failed seeds by reason, most frequent first."""
        return dict(Counter(self.failed.values()).most_common())


@dataclass(frozen=True)
class Commands:
    """Commands to type next, with the options that this crawl needs."""

    export: str
    dead: str
    requeue: str


@dataclass(frozen=True)
class Ended:
    """A crawl that has ended.

    Attributes:
        topic: name of the topic.
        reason: Scrapy's reason.
        seconds: duration of the crawl in this process.
        figures: counts of this process.
        seeds: results of the seeds.
        resumed: links that waited at the start.
        links: numbers of links by state; None when unknown.
        totals: of the corpus; None when the database does not answer.
        database: its URL without the password.
        proxy: URL of the proxy; empty without one.
        commands: commands to type next.
        traps: number of links left out, by the group of URLs that looked like a trap.
    """

    topic: str
    reason: str
    seconds: float
    figures: Figures
    seeds: Seeds
    resumed: int
    links: Counts | None
    totals: CrawlTotals | None
    database: str
    proxy: str
    commands: Commands
    traps: Mapping[str, int] = field(default_factory=dict)

    @property
    def without_seeds(self) -> bool:
        """Whether seeds were requested and no page was fetched."""
        return bool(self.seeds.failed) and not self.seeds.answered and not self.figures.fetched

    @property
    def nothing_due(self) -> bool:
        """Whether there was nothing to fetch."""
        idle = not (self.resumed or self.seeds.answered or self.seeds.failed)
        return self.reason == "finished" and idle and not self.figures.fetched and not self.figures.errors


@dataclass(frozen=True)
class CrawlOutcome:
    """The report of a crawl that has ended.

    Attributes:
        headline: the most important sentence.
        rows: name and text of each further line.
        exit_code: of the process; 0 unless the database went down or no seed gave a page.
    """

    headline: str
    rows: tuple[tuple[str, str], ...]
    exit_code: int

    def lines(self) -> list[str]:
        """Return the report as lines of plain text.

        >>> CrawlOutcome("Done.", (("corpus", "3 pages"),), 0).lines()
        ['Done.', '  corpus    3 pages']
        """
        return [self.headline, *(f"  {name:8}  {text}".rstrip() for name, text in self.rows)]


def outcome_of(ended: Ended) -> CrawlOutcome:
    """Return the report of a crawl."""
    if ended.without_seeds and ended.reason == "finished":
        return CrawlOutcome(_no_seed(ended), (*_facts(ended), *_next_after_no_seed(ended)), 1)
    if ended.nothing_due:
        return CrawlOutcome(_nothing_due(ended), (*_corpus(ended), *_next_after_nothing(ended)), 0)
    failed = ended.reason == DATABASE_UNAVAILABLE or ended.without_seeds
    why = reason_text(ended.reason)
    state = "finished" if ended.reason == "finished" else "ended"
    headline = f"{ended.topic}: {state} after {duration(ended.seconds)}: {why}."
    return CrawlOutcome(headline, (*_facts(ended), *_next(ended)), int(failed))


def duration(seconds: float) -> str:
    """Return a duration in readable units.

    >>> duration(0.4), duration(252.3), duration(7384)
    ('0 s', '4 min 12 s', '2 h 3 min')
    """
    whole = int(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600} h {whole % 3600 // 60} min"


def _facts(ended: Ended) -> list[tuple[str, str]]:
    figures, rows = ended.figures, []
    if ended.without_seeds:
        rows.append(("time", duration(ended.seconds)))
    else:
        harvest = f"harvest {figures.harvest:.1%} of fetched"
        rows.append(("pages", f"{figures.sum('not stored')}; {harvest}"))
    if figures.dropped:
        rows.append(("dropped", listed(figures.dropped)))
    if ended.traps:
        rows.append(("traps", _traps(ended.traps)))
    if figures.failed and not ended.without_seeds:
        links = "1 link" if figures.errors == 1 else f"{figures.errors:,} links"
        rows.append(("failed", f"{links} gave no page: {listed(figures.failed)}"))
    if ended.seeds.failed:
        rows.append(("seeds", _failed_seeds(ended.seeds)))
    return [*rows, *_corpus(ended), *_links(ended)]


def _traps(traps: Mapping[str, int]) -> str:
    most = Counter(traps).most_common(_TRAPS_SHOWN)
    shown = [f"{group} ({number:,})" for group, number in most]
    if (more := len(traps) - len(most)) > 0:
        shown.append(f"{more} more")
    return f"{sum(traps.values()):,} links and pages left out, by group: {', '.join(shown)}"


def _corpus(ended: Ended) -> list[tuple[str, str]]:
    totals = ended.totals
    if totals is None:
        return [("corpus", f"{ended.database}; number of pages unknown")]
    rows = [("corpus", f"{totals.kept:,} pages of {ended.topic} in {ended.database}")]
    if ended.figures.kept:
        rows = [("corpus", f"{rows[0][1]}, {ended.figures.kept:,} of them kept now")]
    if totals.cut_short:
        rows.append(
            (
                "restarts",
                f"{totals.cut_short} before this one did not end in order; "
                f"with them {totals.kept_since:,} pages were kept",
            )
        )
    return rows


def _links(ended: Ended) -> list[tuple[str, str]]:
    links = ended.links
    if links is None:
        return []
    held = f", {links.leased:,} held by other workers" if links.leased else ""
    went_on = f"; {ended.resumed:,} of them waited at the start" if ended.resumed else ""
    text = f"{links.waiting:,} wait{held}, {links.done:,} are done{went_on}, {links.dead:,} are dead letters"
    return [("links", text)]


def _failed_seeds(seeds: Seeds) -> str:
    shown = [f"{url} ({reason})" for url, reason in list(seeds.failed.items())[:_SEEDS_SHOWN]]
    if (more := len(seeds.failed) - len(shown)) > 0:
        shown.append(f"{more} more")
    asked = seeds.answered + len(seeds.failed)
    return f"{len(seeds.failed)} of {asked} gave no page: {', '.join(shown)}"


def _no_seed(ended: Ended) -> str:
    seeds = ended.seeds
    count = len(seeds.failed)
    which = "The seed gave no page" if count == 1 else f"None of the {count} seeds gave a page"
    return f"{which} ({listed(seeds.reasons, 3)}): {_cause(seeds, ended.proxy)}"


def _cause(seeds: Seeds, proxy: str) -> str:
    """Return the likely cause, by the most frequent reason."""
    reason = next(iter(seeds.reasons))
    if reason == "dns":
        return f"no host name could be resolved. {_network(proxy)}"
    if reason == "robots":
        return "their robots.txt forbids it. Choose other seeds."
    if reason == "private_address":
        return "they are private addresses. For a web of your own: -s TOPICCRAWL_ALLOW_PRIVATE=True."
    if reason in ("status_407", "proxy"):
        return f"{_named(proxy)} refuses. Look at http_proxy and https_proxy."
    if reason.startswith("status_"):
        by = f" Answers come through {_named(proxy)}." if proxy else ""
        return f"the servers answer {reason.removeprefix('status_')}.{by} Open a seed in a browser."
    if reason in _UNREACHED and proxy:
        return f"{_named(proxy)} does not answer. Is it right, in http_proxy and https_proxy?"
    if reason in _UNREACHED:
        return f"no server could be reached. {_network(proxy)}"
    return "open a seed in a browser."


def _named(proxy: str) -> str:
    return f"the proxy {proxy}" if proxy else "a proxy"


def _network(proxy: str) -> str:
    if proxy:
        return f"Requests go through the proxy {proxy}: is it right, in http_proxy and https_proxy?"
    return "Is this machine on line? If it needs a proxy, name it in http_proxy and https_proxy."


def _next_after_no_seed(ended: Ended) -> list[tuple[str, str]]:
    anew = "start anew: the same command with -a fresh=1"
    if ended.links is None or not ended.links.dead:
        return [("next", anew)]
    return [("next", f"{ended.commands.requeue}   (and the same command again)"), ("", f"or {anew}")]


def _nothing_due(ended: Ended) -> str:
    if ended.links is None:
        return f"{ended.topic}: nothing new to do."
    known = f"{ended.links.done:,} links are done"
    dead = f", {ended.links.dead:,} are dead letters" if ended.links.dead else ""
    never = " Nothing was ever kept." if dead and ended.totals and not ended.totals.kept else ""
    return f"{ended.topic}: nothing new to do: no link waits ({known}{dead}).{never}"


def _next_after_nothing(ended: Ended) -> list[tuple[str, str]]:
    rows = [_export(ended)] if ended.totals and ended.totals.kept else []
    if ended.links is not None and ended.links.dead:
        rows.append(f"{ended.commands.requeue}   (dead letters wait again)")
    return _as_next([*rows, "-a seeds=URL,URL   (other seeds)", "-a fresh=1   (start anew)"])


def _next(ended: Ended) -> list[tuple[str, str]]:
    rows = [_export(ended)] if ended.totals is None or ended.totals.kept else []
    if ended.reason != "finished":
        rows.insert(0, "the same command again   (the crawl goes on)")
    if ended.reason == "dry":
        rows.insert(1, "the same with -s TOPICCRAWL_DRY_PAGES=0   (the crawl goes on until no link waits)")
    if ended.links is not None and ended.links.dead:
        rows.append(f"{ended.commands.dead}   (what was given up, and why)")
    if not rows:
        rows.append("-a seeds=URL,URL   (other seeds; no page was about the topic)")
    return _as_next(rows)


def _export(ended: Ended) -> str:
    return ended.commands.export


def _as_next(rows: list[str]) -> list[tuple[str, str]]:
    return [("next" if number == 0 else "", row) for number, row in enumerate(rows)]
