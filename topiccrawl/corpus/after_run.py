"""Steps after a crawl: groups of pages, and what the wings register, such as stories and warnings."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime
from importlib import import_module
from typing import Any

from sqlalchemy import Connection, func, select

from topiccrawl.access.starts.source_health import AMISS, source_health
from topiccrawl.errors import TopiccrawlError
from topiccrawl.relevance.topic.topic import Topic
from topiccrawl.storage import schema
from topiccrawl.storage.pages.store import CorpusStore
from topiccrawl.storage.rows.sampled.sightings import read_last_stats
from topiccrawl.storage.rows.starts.source_visits import read_source_visits
from topiccrawl.text.language import localized, say
from topiccrawl.wings import registered

logger = logging.getLogger(__name__)

Step = Callable[[CorpusStore, Topic, str], str]
"""Does something for a topic of a store, whose database has a URL; returns what it did, empty: nothing."""

_SEEN, _FAILED = "topiccrawl/steps/seen", "topiccrawl/steps/failed"
"""Stats of a run about its steps: the state of the pages that they were done for, and what failed."""
_OWN = {"groups": "topiccrawl.corpus.learned.page_groups.group_grown"}


def run_steps(database: str, topic: Topic) -> Iterator[str]:
    """Do all steps of a topic after a crawl, unless nothing has changed since the last time.

    What failed is written to the stats of the last run, for the pages; the next crawl tries it again.

    Args:
        database: its URL; no crawl may write it.
        topic: the topic.

    Yields:
        A line for each step that did something, or that failed.

    Raises:
        StorageError: the database cannot be used.
    """
    with closing(CorpusStore(database)) as store:
        store.open()
        seen = store.read(_state, topic.name)
        if seen == store.read(_last, topic.name, _SEEN):
            return
        failed: dict[str, str] = {}
        for name, path in {**_OWN, **registered("AFTER_RUN")}.items():
            try:
                module, _, function = path.rpartition(".")
                step: Step = getattr(import_module(module), function)
                if line := step(store, topic, database):
                    yield f"{name}: {line}"
            except Exception as error:  # a step never fails the crawl, nor the other steps
                if not isinstance(error, TopiccrawlError):
                    logger.exception("the step %s failed", name)
                failed[name] = localized(error)
                yield say("{name} failed: {error}; the next crawl tries again", name=name, error=error)
        stats = {_FAILED: failed, _SEEN: None if failed else seen}
        store.add_stats(store.last_run(topic.name), stats)


def failed_steps(connection: Connection, topic: str) -> dict[str, str]:
    """Return the steps of the last run that failed, and why."""
    return _last(connection, topic, _FAILED) or {}


def _state(connection: Connection, topic: str) -> list[int | str]:
    """Return what changes when pages are stored, deleted, set aside or taken back, or a source is amiss."""
    pages, aside = schema.pages.c, schema.set_aside.c
    own = select(func.count(), func.max(pages.id)).where(pages.topic == topic)
    joined = schema.set_aside.join(schema.pages, pages.id == aside.page_id)
    set_aside = select(func.count(), func.sum(aside.page_id)).select_from(joined).where(pages.topic == topic)
    found = source_health(read_source_visits(connection, topic), datetime.now(UTC))
    amiss = [f"{one.host} {one.verdict}" for one in found if one.verdict in AMISS]
    counts = [int(value or 0) for query in (own, set_aside) for value in connection.execute(query).one()]
    return [*counts, *amiss]


def _last(connection: Connection, topic: str, name: str) -> Any:
    """Return the newest value of a stat of the last runs; None if none has it."""
    return next((stats[name] for stats in read_last_stats(connection, topic) if name in stats), None)
