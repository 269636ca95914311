"""Steps after a crawl: groups of pages, and what the wings register, such as stories and warnings."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Iterator
from importlib import import_module

from sqlalchemy import Connection, func, select

from topiccrawl.corpus.learned.page_groups import MILESTONES, group_stored
from topiccrawl.errors import TopiccrawlError
from topiccrawl.priority.focus import Focus
from topiccrawl.relevance.topic.topic import Topic
from topiccrawl.storage import schema
from topiccrawl.storage.pages.store import CorpusStore
from topiccrawl.storage.rows.learned import count_kept, read_groups
from topiccrawl.text.language import localized, say
from topiccrawl.wings import registered

logger = logging.getLogger(__name__)

Step = Callable[[CorpusStore, Topic, str], str]
"""Does something for a topic of a store, whose database has a URL; returns what it did, empty: nothing."""

PREFIX = "topiccrawl/steps/"
"""Start of the stats of a run about its steps."""
_SEEN = f"{PREFIX}seen"
_GROWN = 1.5
"""Growth of the kept pages since they were grouped from which they are grouped anew."""
_RUNS = 20


def run_steps(database: str, topic: Topic) -> Iterator[str]:
    """Do all steps of a topic after a crawl, unless nothing was stored since the last time.

    What failed is written to the stats of the last run, for the pages; the next crawl tries it again.

    Args:
        database: its URL; no crawl may write it.
        topic: the topic.

    Yields:
        A line for each step that did something, or that failed.

    Raises:
        StorageError: the database cannot be used.
    """
    store = CorpusStore(database)
    store.open()
    try:
        seen = store.read(_state, topic.name)
        if seen == store.read(_last_state, topic.name):
            return
        failed: dict[str, str] = {}
        steps: dict[str, Step | str] = {"groups": group_grown, **registered("AFTER_RUN")}
        for name, step in steps.items():
            try:
                if line := _function(step)(store, topic, database):
                    yield f"{name}: {line}"
            except Exception as error:  # a step never fails the crawl, nor the other steps
                if not isinstance(error, TopiccrawlError):
                    logger.exception("the step %s failed", name)
                failed[name] = localized(error)
                yield say("{name} failed: {error}; the next crawl tries again", name=name, error=error)
        stats: dict[str, object] = {f"{PREFIX}failed": failed, _SEEN: None if failed else seen}
        store.add_stats(store.last_run(topic.name), stats)
    finally:
        store.close()


def group_grown(store: CorpusStore, topic: Topic, database: str) -> str:
    """Group the kept pages if crawls judge them by what they learn, and they are many more than last time."""
    grouped, _ = store.read(read_groups, topic.name)
    kept = store.read(count_kept, topic.name)
    if kept < max(MILESTONES[-1], _GROWN * (grouped or 0)) or not group_stored(store, Focus(topic), kept):
        return ""
    return say("{kept:,} pages were grouped", kept=kept)


def failed_steps(connection: Connection, topic: str) -> dict[str, str]:
    """Return the steps of the last run that failed, and why."""
    for stats in _stats(connection, topic):
        if f"{PREFIX}failed" in stats:
            return dict(stats[f"{PREFIX}failed"])  # type: ignore[call-overload, no-any-return]
    return {}


def _function(step: Step | str) -> Step:
    if not isinstance(step, str):
        return step
    module, _, name = step.rpartition(".")
    found: Step = getattr(import_module(module), name)
    return found


def _state(connection: Connection, topic: str) -> list[int]:
    """Return what changes when pages are stored, deleted, set aside or taken back."""
    pages, aside = schema.pages.c, schema.set_aside.c
    own = select(func.count(), func.max(pages.id)).where(pages.topic == topic)
    joined = schema.set_aside.join(schema.pages, pages.id == aside.page_id)
    set_aside = select(func.count(), func.sum(aside.page_id)).select_from(joined).where(pages.topic == topic)
    return [int(value or 0) for query in (own, set_aside) for value in connection.execute(query).one()]


def _last_state(connection: Connection, topic: str) -> object:
    return next((stats[_SEEN] for stats in _stats(connection, topic) if _SEEN in stats), None)


def _stats(connection: Connection, topic: str) -> Iterator[dict[str, object]]:
    runs = schema.runs.c
    query = select(runs.stats).where(runs.topic == topic, runs.stats.is_not(None))
    for stats in connection.scalars(query.order_by(runs.id.desc()).limit(_RUNS)):
        found = json.loads(stats)
        if isinstance(found, dict):
            yield found
