"""The summary and the exit code of a crawl that has ended."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from rich.cells import cell_len

from topiccrawl.crawl.engine import DATABASE_UNAVAILABLE, FRONTIER_LOST
from topiccrawl.page.unread.counts import NotRead
from topiccrawl.page.unread.reasons import Unread
from topiccrawl.reporting.figures import HARVEST, NOT_STORED, Figures, listed
from topiccrawl.reporting.finish_reasons import reason_text
from topiccrawl.reporting.likely_cause import likely_cause
from topiccrawl.reporting.unread_lines import unread_lines
from topiccrawl.storage.frontier.contract import Counts
from topiccrawl.storage.run_totals import CrawlTotals
from topiccrawl.text.language import marked, say, translated

_SEEDS_SHOWN = 5
_TRAPS_SHOWN = 3
_SITES_SHOWN = 5
_OF_FAILED_SEEDS = frozenset((Unread.ROBOTS, Unread.REFUSED, Unread.UNREACHABLE))
"""What the first sentence says of seeds that gave no page."""


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
    groups: str = ""


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
        unverified: responses of servers that were not verified, by what is wrong with them.
        parts: counters of articles over several pages, by the end of their names.
        unmatched: keys of files `sites/<host>.toml` that matched nothing, by host.
        unvisited: sites that are linked to and of which nothing was fetched, the likeliest first.
        unread: what was worth reading and could not be read.
        groups: questions about the groups of kept pages that have no answer.
        grades: number of graded pages, and how many of them are on the topic.
        held: the sentence on how much of what the sites have is held; empty: it was not estimated.
        is_complete: whether every link worth a visit is known to be visited.
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
    unverified: Mapping[str, int] = field(default_factory=dict)
    parts: Mapping[str, int] = field(default_factory=dict)
    unmatched: Mapping[str, Sequence[str]] = field(default_factory=dict)
    unvisited: Sequence[str] = ()
    unread: tuple[NotRead, ...] = ()
    groups: tuple[str, ...] = ()
    grades: tuple[int, int] = (0, 0)
    held: str = ""
    is_complete: bool = False

    @property
    def without_seeds(self) -> bool:
        """Whether seeds were requested and no page was fetched."""
        return bool(self.seeds.failed) and not self.seeds.answered and not self.figures.fetched

    @property
    def nothing_due(self) -> bool:
        """Whether there was nothing to fetch."""
        idle = not (self.resumed or self.seeds.answered or self.seeds.failed)
        figures = self.figures
        return self.reason == "finished" and idle and not figures.fetched + figures.errors + figures.forbidden


@dataclass(frozen=True)
class CrawlOutcome:
    """The report of a crawl that has ended.

    Attributes:
        headline: the most important sentence.
        rows: name and text of each further line; names in English.
        exit_code: of the process; 0 unless the database or the frontier was lost or no seed gave a page.
    """

    headline: str
    rows: tuple[tuple[str, str], ...]
    exit_code: int

    def lines(self) -> list[str]:
        """Return the report as lines of plain text.

        >>> CrawlOutcome("Done.", (("corpus", "3 pages"),), 0).lines()
        ['Done.', '  corpus    3 pages']
        """
        return [self.headline, *((row_head(name) + text).rstrip() for name, text in self.rows)]


def row_head(name: str) -> str:
    """Return the name of a row as it is shown, 12 columns wide.

    >>> row_head("links")
    '  links     '
    """
    shown = translated(name)
    return f"  {shown}{' ' * (8 - cell_len(shown))}  "


def outcome_of(ended: Ended) -> CrawlOutcome:
    """Return the report of a crawl."""
    if ended.without_seeds and ended.reason == "finished":
        return CrawlOutcome(_no_seed(ended), (*_facts(ended), *_next_after_no_seed(ended)), 1)
    if ended.nothing_due:
        return CrawlOutcome(_nothing_due(ended), (*_corpus(ended), *_next_after_nothing(ended)), 0)
    failed = ended.reason in (DATABASE_UNAVAILABLE, FRONTIER_LOST) or ended.without_seeds
    why = reason_text(ended.reason, is_complete=ended.is_complete, has_unread=bool(ended.unread))
    values = {"topic": ended.topic, "time": duration(ended.seconds), "why": why}
    if ended.reason == "finished":
        headline = say("{topic}: finished after {time}: {why}.", **values)
    else:
        headline = say("{topic}: ended after {time}: {why}.", **values)
    return CrawlOutcome(headline, (*_facts(ended), *_next(ended)), int(failed))


def duration(seconds: float) -> str:
    """Return a duration in readable units.

    >>> duration(0.4), duration(252.3), duration(7384)
    ('0 s', '4 min 12 s', '2 h 3 min')
    """
    whole = int(seconds)
    if whole < 60:
        return say("{seconds} s", seconds=whole)
    if whole < 3600:
        return say("{minutes} min {seconds} s", minutes=whole // 60, seconds=whole % 60)
    return say("{hours} h {minutes} min", hours=whole // 3600, minutes=whole % 3600 // 60)


def _facts(ended: Ended) -> list[tuple[str, str]]:
    figures, rows = ended.figures, []
    if ended.without_seeds:
        rows.append((marked("time"), duration(ended.seconds)))
    else:
        rows.append((marked("pages"), f"{figures.sum(NOT_STORED)}; {_harvest(ended)}"))
    if figures.dropped:
        rows.append((marked("dropped"), listed(figures.dropped)))
    if ended.traps:
        rows.append((marked("traps"), _traps(ended.traps)))
    if ended.parts:
        rows.append((marked("parts"), _parts(ended.parts)))
    if figures.failed and not ended.without_seeds:
        reasons = listed(figures.failed)
        if figures.errors == 1:
            text = say("1 link gave no page: {reasons}", reasons=reasons)
        else:
            text = say("{count:,} links gave no page: {reasons}", count=figures.errors, reasons=reasons)
        rows.append((marked("failed"), text))
    rows += _as_rows(marked("unread"), unread_lines(_unread(ended)))
    if ended.unverified:
        template = marked("some were not verified, and their pages are marked; responses: {reasons}")
        rows.append((marked("servers"), say(template, reasons=listed(ended.unverified))))
    if ended.unmatched:
        rows.append((marked("sites"), _unmatched(ended.unmatched)))
    if ended.seeds.failed:
        rows.append((marked("seeds"), _failed_seeds(ended.seeds)))
    if ended.unvisited and ended.reason == "finished":
        rows.append((marked("beyond"), _unvisited(ended.unvisited)))
    rows += _corpus(ended)
    if ended.held:
        rows.append((marked("held"), ended.held))
    return [*rows, *_as_rows(marked("groups"), list(ended.groups)), *_links(ended)]


def _harvest(ended: Ended) -> str:
    """Return the harvest, and whose opinion it is: no person has seen the pages, or some of them."""
    harvest = say(HARVEST, count=f"{ended.figures.harvest:.1%}")
    graded, relevant = ended.grades
    if not graded:
        return say("{harvest}, by the crawl's own verdict", harvest=harvest)
    template = marked(
        "{harvest}, by the crawl's own verdict; of {graded:,} graded pages {relevant:,} are on the topic"
    )
    return say(template, harvest=harvest, relevant=relevant, graded=graded)


def _unread(ended: Ended) -> list[NotRead]:
    left_out = _OF_FAILED_SEEDS if ended.without_seeds else frozenset()
    return [one for one in ended.unread if one.reason not in left_out]


def _traps(traps: Mapping[str, int]) -> str:
    most = Counter(traps).most_common(_TRAPS_SHOWN)
    shown = _first([f"{group} ({number:,})" for group, number in most], len(traps))
    left_out = say("{count:,} links and pages left out, by group", count=sum(traps.values()))
    return f"{left_out}: {shown}"


def _parts(parts: Mapping[str, int]) -> str:
    found: list[str] = []
    if articles := parts.get("articles", 0):
        template = marked("{articles:,} articles over several pages joined from {fetched:,} further pages")
        found.append(say(template, articles=articles, fetched=parts.get("fetched", 0)))
    if frames := parts.get("frames", 0):
        found.append(say(marked("{count:,} texts read from frames"), count=frames))
    failed = {name.partition("/")[2]: count for name, count in parts.items() if name.startswith("failed/")}
    if partial := parts.get("partial", 0):
        lacking = say(marked("{count:,} lack a part"), count=partial)
        found.append(lacking + (f" ({listed(failed)})" if failed else ""))
    elif failed:
        found.append(say(marked("frames without a text: {reasons}"), reasons=listed(failed)))
    return "; ".join(found)


def _unmatched(unmatched: Mapping[str, Sequence[str]]) -> str:
    shown = [f"{host} ({', '.join(keys)})" for host, keys in list(unmatched.items())[:_SITES_SHOWN]]
    template = marked("keys of sites/<host>.toml that matched nothing: {sites}; see topiccrawl site check")
    return say(template, sites=_first(shown, len(unmatched)))


def _unvisited(sites: Sequence[str]) -> str:
    template = marked("not visited, as links to them say too little: {sites}; seed those about the topic")
    return say(template, sites=_first(sites[:_SITES_SHOWN], len(sites)))


def _corpus(ended: Ended) -> list[tuple[str, str]]:
    totals = ended.totals
    if totals is None:
        return [(marked("corpus"), say("{database}; number of pages unknown", database=ended.database))]
    values = {"count": totals.kept, "topic": ended.topic, "database": ended.database}
    if ended.figures.kept:
        template = marked("{count:,} pages of {topic} in {database}, {now:,} of them kept now")
    else:
        template = marked("{count:,} pages of {topic} in {database}")
    text = say(template, now=ended.figures.kept, **values)
    if totals.set_aside:
        text += say("; export leaves out {count:,} of them, which are set aside", count=totals.set_aside)
    rows = [(marked("corpus"), text)]
    if totals.cut_short:
        template = marked("{count} before this one did not end in order; with them {kept:,} pages were kept")
        rows.append((marked("restarts"), say(template, count=totals.cut_short, kept=totals.kept_since)))
    return rows


def _links(ended: Ended) -> list[tuple[str, str]]:
    links = ended.links
    if links is None:
        return []
    held = say(", {count:,} held by other workers", count=links.leased) if links.leased else ""
    went_on = say("; {count:,} of them waited at the start", count=ended.resumed) if ended.resumed else ""
    numbers = {"waiting": links.waiting, "held": held, "done": links.done}
    template = marked("{waiting:,} wait{held}, {done:,} are done{went_on}, {dead:,} are dead letters")
    return [(marked("links"), say(template, went_on=went_on, dead=links.dead, **numbers))]


def _failed_seeds(seeds: Seeds) -> str:
    shown = [f"{url} ({reason})" for url, reason in list(seeds.failed.items())[:_SEEDS_SHOWN]]
    count, asked = len(seeds.failed), seeds.answered + len(seeds.failed)
    return say("{failed} of {asked} gave no page: ", failed=count, asked=asked) + _first(shown, count)


def _first(shown: Sequence[str], of: int) -> str:
    """Return the first of some things on a line, with the number of the others."""
    more = [say("{count} more", count=of - len(shown))] if of > len(shown) else []
    return ", ".join([*shown, *more])


def _no_seed(ended: Ended) -> str:
    seeds = ended.seeds
    count = len(seeds.failed)
    which = translated("The seed gave no page")
    if count > 1:
        which = say("None of the {count} seeds gave a page", count=count)
    return f"{which} ({listed(seeds.reasons, 3)}): {likely_cause(next(iter(seeds.reasons)), ended.proxy)}"


def _next_after_no_seed(ended: Ended) -> list[tuple[str, str]]:
    if ended.links is None or not ended.links.dead:
        return [(marked("next"), translated("start over: the same command with -a fresh=1"))]
    requeue = say("{command}   (and the same command again)", command=ended.commands.requeue)
    return [(marked("next"), requeue), ("", translated("or start over: the same command with -a fresh=1"))]


def _nothing_due(ended: Ended) -> str:
    if ended.links is None:
        return say("{topic}: nothing new to do.", topic=ended.topic)
    known = say("{count:,} links are done", count=ended.links.done)
    dead = say(", {count:,} are dead letters", count=ended.links.dead) if ended.links.dead else ""
    never = ""
    if dead and ended.totals and not ended.totals.kept:
        never = translated(" Nothing was ever kept.")
    template = marked("{topic}: nothing new to do: no link waits ({known}).{never}")
    return say(template, topic=ended.topic, known=known + dead, never=never)


def _next_after_nothing(ended: Ended) -> list[tuple[str, str]]:
    rows = [ended.commands.export] if ended.totals and ended.totals.kept else []
    if ended.links is not None and ended.links.dead:
        rows.append(say("{command}   (dead letters wait again)", command=ended.commands.requeue))
    others = (translated("-a seeds=URL,URL   (other seeds)"), translated("-a fresh=1   (start over)"))
    return _as_rows(marked("next"), [*rows, *others])


def _next(ended: Ended) -> list[tuple[str, str]]:
    rows = [ended.commands.export] if ended.totals is None or ended.totals.kept else []
    if ended.reason != "finished":
        rows.insert(0, translated("the same command again   (the crawl continues)"))
    if ended.reason == "dry":
        on = marked("the same with -s TOPICCRAWL_DRY_PAGES=0   (the crawl continues until no link waits)")
        rows.insert(1, translated(on))
    if ended.links is not None and ended.links.dead:
        rows.append(say("{command}   (what was given up, and why)", command=ended.commands.dead))
    if ended.groups:
        rows.append(say("{command}   (numbers of groups)", command=ended.commands.groups))
    if not rows:
        rows.append(_other_seeds(ended))
    return _as_rows(marked("next"), rows)


def _other_seeds(ended: Ended) -> str:
    if not ended.figures.judged:
        return translated("-a seeds=URL,URL   (other seeds; no page with a text was read)")
    if not ended.is_complete:
        return translated("-a seeds=URL,URL   (other seeds; no page that was read was about the topic)")
    return translated("-a seeds=URL,URL   (other seeds; no page was about the topic)")


def _as_rows(name: str, texts: list[str]) -> list[tuple[str, str]]:
    return [(name if number == 0 else "", text) for number, text in enumerate(texts)]
