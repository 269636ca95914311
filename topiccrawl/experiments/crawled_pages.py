"""The pages that crawls have judged: formula 5's threshold, and formula 6, precision by site (paper A)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

from sqlalchemy import and_, or_, select

from topiccrawl.errors import EvaluationError
from topiccrawl.experiments.output.results import ResultTable, Value
from topiccrawl.storage import schema
from topiccrawl.storage.pages.existing import existing_corpus
from topiccrawl.storage.pages.store import CorpusStore
from topiccrawl.topics.calibration.graded_pages import OTHER, RELEVANT, PageGrades

_SEED = 1.0
"""Minimum score of a seed; no threshold applies to seeds."""

_IS_RELEVANT: dict[int | None, bool] = {RELEVANT: True, OTHER: False}


@dataclass(frozen=True)
class CrawledPage:
    """A page that was judged by its description or its text; seeds and list pages are not among them.

    Attributes:
        url: its URL.
        score: the priority with which its link was sent.
        seconds: when it was stored or dropped, from the start of the first run.
        kept: whether it was kept; copies are not.
        relevant: whether it is relevant by its grade; without grades, whether it was kept.
    """

    url: str
    score: float
    seconds: float
    kept: bool
    relevant: bool

    @property
    def host(self) -> str:
        """Return the host of its URL."""
        return urlsplit(self.url).hostname or ""


@dataclass(frozen=True)
class CrawledPages:
    """The judged pages of a crawl.

    Attributes:
        pages: in the order of time.
        left_out: number of others, which have no grade, or are near the topic: neither right nor wrong.
        graded: whether grades decide what is relevant, and not the crawl itself.
    """

    pages: tuple[CrawledPage, ...]
    left_out: int
    graded: bool

    def within(self, seconds: float) -> tuple[CrawledPage, ...]:
        """Return the pages of the first seconds of the crawl."""
        return tuple(page for page in self.pages if page.seconds <= seconds)


def read_crawl(database: str, topic: str, grades: PageGrades | None = None) -> CrawledPages:
    """Return the judged pages of all runs of a crawl.

    Args:
        database: URL of an existing database.
        topic: name of the topic.
        grades: which pages are relevant.

    Raises:
        StorageError: the database cannot be read.
        EvaluationError: the crawl has judged no page, or none that is graded relevant or not.
    """
    with existing_corpus(database) as store:
        rows = _judged(store, topic)
    if not rows:
        raise EvaluationError(
            "{database}: no crawl of {topic} has judged a page", database=store.display_name, topic=topic
        )
    pages = []
    for page in sorted(rows, key=lambda one: one.seconds):
        relevant = page.kept if grades is None else _IS_RELEVANT.get(grades.grade(page.url))
        if relevant is not None:
            pages.append(CrawledPage(page.url, page.score, page.seconds, page.kept, relevant))
    if not pages:
        raise EvaluationError(
            "{database}: none of {count} judged pages is graded relevant or not",
            database=store.display_name,
            count=len(rows),
        )
    return CrawledPages(tuple(pages), len(rows) - len(pages), grades is not None)


def threshold_experiment(crawls: Mapping[float, CrawledPages], seconds: float | None = None) -> ResultTable:
    """Return precision and yield of crawls with different thresholds, in the same time.

    Args:
        crawls: the crawls by threshold.
        seconds: the time; by default that of the shortest crawl.
    """
    limit = min(crawl.pages[-1].seconds for crawl in crawls.values()) if seconds is None else seconds
    rows = []
    for threshold, crawl in sorted(crawls.items()):
        pages = crawl.within(limit)
        kept = [page for page in pages if page.kept]
        relevant = sum(page.relevant for page in kept)
        precision = relevant / len(kept) if kept and crawl.graded else None
        harvest = relevant / len(pages) if pages else None
        rows.append((threshold, round(limit, 1), len(pages), len(kept), relevant, precision, harvest))
    columns = ("threshold", "seconds", "judged", "kept", "relevant", "precision", "relevant of judged")
    return ResultTable(
        "link-threshold", "Formula 5: threshold, precision and yield in a fixed time", columns, tuple(rows)
    )


def precision_by_site(pages: Iterable[CrawledPage], portals: Collection[str], least: int = 5) -> ResultTable:
    """Return relevant pages / kept pages by host, the means over dedicated hosts and portals, and over all.

    Args:
        pages: pages of one crawl or several.
        portals: domains of portals; all hosts under them are portals, all others are dedicated sites.
        least: least number of kept pages of a host that counts in the means.
    """
    of_host: dict[str, list[bool]] = defaultdict(list)
    for page in pages:
        if page.kept:
            of_host[page.host].append(page.relevant)
    rows: list[tuple[Value, ...]] = []
    values: dict[bool, list[float]] = {True: [], False: []}
    for host, relevant in sorted(of_host.items(), key=lambda one: (-len(one[1]), one[0])):
        portal = any(host == name or host.endswith(f".{name}") for name in portals)
        precision = sum(relevant) / len(relevant)
        rows.append((host, "portal" if portal else "dedicated", len(relevant), sum(relevant), precision))
        if len(relevant) >= least:
            values[portal].append(precision)
    whole = [one for relevant in of_host.values() for one in relevant]
    means: list[tuple[Value, ...]] = [
        ("mean of dedicated sites", "", len(values[False]), None, _mean(values[False])),
        ("mean of portals", "", len(values[True]), None, _mean(values[True])),
        ("all pages", "", len(whole), sum(whole), _mean([float(one) for one in whole])),
    ]
    columns = ("site", "kind", "kept", "relevant", "precision")
    return ResultTable("precision", "Formula 6: precision by site", columns, (*means, *rows))


def _judged(store: CorpusStore, topic: str) -> list[CrawledPage]:
    """Return kept and dropped pages; one that was dropped once and kept later counts as kept."""
    pages, drops, copies = schema.pages, schema.drops, schema.duplicates
    links, runs = schema.links, schema.runs
    started = store.fetch(select(runs.c.started_at).where(runs.c.topic == topic).order_by(runs.c.id).limit(1))
    if not started:
        return []
    scores = {
        row["url"]: row["score"]
        for row in store.fetch(select(links.c.url, links.c.score).where(links.c.topic == topic))
    }
    dropped = store.fetch(
        select(drops.c.url, drops.c.dropped_at).where(
            drops.c.topic == topic,
            or_(
                drops.c.stage.in_(("verdict", "cleaning")),
                and_(drops.c.stage == "gate", drops.c.reason == "description"),
            ),
        )
    )
    stored = store.fetch(
        select(pages.c.url, pages.c.fetched_at, pages.c.priority, copies.c.page_id)
        .join(copies, copies.c.page_id == pages.c.id, isouter=True)
        .where(pages.c.topic == topic)
    )
    found = {row["url"]: (scores.get(row["url"]), row["dropped_at"], False) for row in dropped}
    for row in stored:
        if row["page_id"] is None:
            found[row["url"]] = (row["priority"], row["fetched_at"], True)
    start = started[0]["started_at"]
    return [
        CrawledPage(url, score, (at - start).total_seconds(), kept, kept)
        for url, (score, at, kept) in found.items()
        if score is not None and score < _SEED
    ]


def _mean(values: Sequence[float]) -> float | None:
    return sum(values) / len(values) if values else None
