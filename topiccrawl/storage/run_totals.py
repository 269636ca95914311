"""Counts the pages of a topic, and those that earlier starts of the same crawl stored."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import func, select

from topiccrawl.storage import schema
from topiccrawl.storage.pages.store import CorpusStore


@dataclass(frozen=True, slots=True)
class CrawlTotals:
    """Totals over several starts of a crawl.

    Attributes:
        kept: pages of the topic in the corpus, duplicates not counted.
        cut_short: starts directly before this one that were killed.
        kept_since: pages kept since the first of those.
        set_aside: of the pages `kept`, those that export leaves out for a later verdict or a grade.
        is_first: whether the topic had no run before.
    """

    kept: int
    cut_short: int = 0
    kept_since: int = 0
    set_aside: int = 0
    is_first: bool = True


def pages_kept(store: CorpusStore, topic: str, since: datetime | None = None) -> int:
    """Return how many pages of a topic are stored, duplicates not counted.

    Args:
        store: an open store.
        topic: name of the topic.
        since: only those fetched at this time or later.

    Raises:
        StorageError: the database cannot be read.
    """
    pages, duplicates = schema.pages.c, schema.duplicates.c
    chosen = [pages.topic == topic] + ([pages.fetched_at >= since] if since is not None else [])
    every = select(func.count().label("pages")).select_from(schema.pages).where(*chosen)
    marked = (
        select(func.count().label("pages"))
        .select_from(schema.duplicates.join(schema.pages, duplicates.page_id == pages.id))
        .where(*chosen)
    )
    return int(store.fetch(every)[0]["pages"]) - int(store.fetch(marked)[0]["pages"])


def crawl_totals(store: CorpusStore, topic: str, run_id: int) -> CrawlTotals:
    """Return the totals of a topic as of a run.

    Args:
        store: an open store.
        topic: name of the topic.
        run_id: the run that ends now.

    Raises:
        StorageError: the database cannot be read.
    """
    runs = schema.runs.c
    before = select(runs.id, runs.started_at, runs.finished_at).where(runs.topic == topic, runs.id < run_id)
    earlier = store.fetch(before.order_by(runs.id.desc()).limit(100))
    started: list[datetime] = []
    for row in earlier:
        if row["finished_at"] is not None:
            break
        started.append(row["started_at"])
    since = pages_kept(store, topic, started[-1]) if started else 0
    aside = _set_aside(store, topic)
    return CrawlTotals(pages_kept(store, topic), len(started), since, aside, is_first=not earlier)


def _set_aside(store: CorpusStore, topic: str) -> int:
    pages, aside, duplicates = schema.pages.c, schema.set_aside.c, schema.duplicates
    joined = schema.set_aside.join(schema.pages, aside.page_id == pages.id)
    joined = joined.outerjoin(duplicates, duplicates.c.page_id == pages.id)
    chosen = (pages.topic == topic, duplicates.c.page_id.is_(None))
    query = select(func.count().label("pages")).select_from(joined).where(*chosen)
    return int(store.fetch(query)[0]["pages"])
