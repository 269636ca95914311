"""Makes sketches for pages that older versions stored, once, some pages at a time."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

from sqlalchemy import Connection, RowMapping, Select, func, select

from topiccrawl.dedup.originals import roles_of
from topiccrawl.dedup.rule import DedupRule
from topiccrawl.storage import schema
from topiccrawl.storage.errors import reported
from topiccrawl.storage.pages.store import CorpusStore
from topiccrawl.storage.rows.pages import pages_query
from topiccrawl.storage.rows.sketches import SketchOf, kind_of, write_sketches
from topiccrawl.storage.rows.titles import Words, title_of_words, title_terms, title_words
from topiccrawl.storage.rows.upsert import upsert
from topiccrawl.storage.sketches.background import form_with, split_form, with_stored_idf, write_idf

PAGES_AT_ONCE = 100
"""Pages of one transaction: a kill costs little, and other writes do not wait long."""

LEAST_TITLES = 1024
"""Minimum number of titles for an idf of the topic itself: with fewer, most words have the same idf."""

_QUIET = timedelta(minutes=10)
"""Time since the last page of a topic after which a crawl counts as new, with no other worker waiting."""


@dataclass(frozen=True)
class CatchUp:
    """Progress of the work.

    Attributes:
        last_page: pages up to this id have sketches.
        complete: whether all pages have sketches; new pages get theirs when they are stored.
        titles: number of titles from which the idf was counted; 0: it is the general one.
    """

    last_page: int = 0
    complete: bool = False
    titles: int = 0


class SketchCatchUp:
    """Brings the sketches of a topic up to date.

    A page that this version stores gets its sketch in the same transaction. Pages of versions without
    sketches, or with sketches of another form, get theirs here. The progress is in the database, so the work
    goes on after a kill, and several workers of a crawl may do it at the same time.

    Every method raises `StorageError` when the database cannot be used.

    Args:
        store: an open store; the caller closes it.
        topic: name of the topic.
        rule: how its pages are compared.
    """

    def __init__(self, store: CorpusStore, topic: str, rule: DedupRule | None = None) -> None:
        self._store = store
        self._topic = topic
        self._rule = rule or DedupRule()

    def progress(self) -> CatchUp:
        """Return the progress."""
        with self._store.reading() as connection:
            return self._progress(connection)

    def left(self, progress: CatchUp) -> int:
        """Return how many pages are left."""
        pages = schema.pages.c
        query = select(func.count()).where(pages.topic == self._topic, pages.id > progress.last_page)
        with self._store.reading() as connection:
            return 0 if progress.complete else int(connection.execute(query).scalar_one())

    def choose_idf(self, now: datetime | None = None) -> CatchUp:
        """Choose the idf for titles, at the start of a crawl; return the progress.

        It is the general one until the topic has `LEAST_TITLES` titles. Its own idf is counted again when it
        has twice as many titles as the last time. While other workers crawl, it does not change.

        Args:
            now: the time; by default that of the clock.
        """

        def write(connection: Connection) -> CatchUp:
            before = self._progress(connection, lock=True)
            titles = self._new_titles(connection, before, now or datetime.now(UTC))
            if titles == before.titles:
                return before
            if titles:
                write_idf(connection, self._topic, titles)
            after = CatchUp(titles=titles)
            upsert(connection, schema.sketch_progress, [self._row(after)])
            return after

        with reported(self._store.display_name):
            return self._store.transact(write)

    def step(self) -> CatchUp:
        """Process some pages, if any are left; return the progress."""
        progress = self.progress()
        if progress.complete:
            return progress
        rows = self._store.fetch(self._next_pages(progress))
        made = {row["id"]: self._sketch(row) for row in rows}
        words = {row["id"]: self._words(row) for row in rows}
        after = CatchUp(rows[-1]["id"] if rows else progress.last_page, not rows, progress.titles)

        def write(connection: Connection) -> CatchUp:
            if self._progress(connection, lock=True) != progress:
                return progress  # another worker was faster, and the pages may have changed
            write_sketches(connection, self._with_idf(connection, progress.titles, made, words))
            upsert(connection, schema.sketch_progress, [self._row(after)])
            return after

        with reported(self._store.display_name):
            return self._store.transact(write)

    def finish(self, on_step: Callable[[int], object] = lambda left: None) -> None:
        """Choose the idf for titles and process all pages that are left, for a command that compares pages.

        Args:
            on_step: called with the number of pages that are left.
        """
        progress = self.choose_idf()
        while not progress.complete:
            on_step(self.left(progress))
            progress = self.step()

    def _progress(self, connection: Connection, *, lock: bool = False) -> CatchUp:
        columns = schema.sketch_progress.c
        query = select(columns.form, columns.last_page, columns.complete).where(columns.topic == self._topic)
        row = connection.execute(query.with_for_update() if lock else query).one_or_none()
        form, titles = ("", 0) if row is None else split_form(row.form)
        if row is None or form != self._rule.form:
            return CatchUp()
        return CatchUp(row.last_page, row.complete, titles)

    def _row(self, progress: CatchUp) -> dict[str, object]:
        return {
            "topic": self._topic,
            "form": form_with(self._rule.form, progress.titles),
            "last_page": progress.last_page,
            "complete": progress.complete,
        }

    def _new_titles(self, connection: Connection, progress: CatchUp, now: datetime) -> int:
        """Return the number of titles from which the idf is to be counted; 0: the general one is used."""
        pages = schema.pages.c
        query = select(func.count(), func.max(pages.fetched_at)).where(pages.topic == self._topic)
        titles, last = connection.execute(query).one()
        if last is None or last >= now - _QUIET:
            return progress.titles
        return int(titles) if titles >= max(LEAST_TITLES, 2 * progress.titles) else progress.titles

    def _next_pages(self, progress: CatchUp) -> Select[tuple[object, ...]]:
        key = schema.pages.c.id
        columns = ("id", "title", "raw_title", "text", "duplicate_of", "duplicate_kind")
        query = pages_query(self._topic, columns)
        return query.where(key > progress.last_page).order_by(key).limit(PAGES_AT_ONCE)

    def _sketch(self, row: RowMapping) -> SketchOf:
        own = self._rule.fingerprint(row["title"], row["raw_title"], row["text"])
        return SketchOf(self._topic, own, roles_of(own, kind_of(row["duplicate_of"], row["duplicate_kind"])))

    def _words(self, row: RowMapping) -> Words:
        return title_words(row["title"], title_terms(self._rule.title_words(row["title"], row["raw_title"])))

    def _with_idf(
        self,
        connection: Connection,
        titles: int,
        made: Mapping[int, SketchOf],
        words: Mapping[int, Words],
    ) -> Mapping[int, SketchOf]:
        """Return the sketches with title vectors of the topic's own idf."""
        if not titles:
            return made
        found = with_stored_idf(connection, self._topic, titles, words)
        return {
            number: replace(one, fingerprint=replace(one.fingerprint, title=title_of_words(found[number])))
            for number, one in made.items()
        }
