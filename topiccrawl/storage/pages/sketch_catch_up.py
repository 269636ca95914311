"""Makes sketches for pages that older versions stored, once, some pages at a time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass

from sqlalchemy import Connection, RowMapping, Select, func, select

from topiccrawl.dedup.originals import roles_of
from topiccrawl.dedup.rule import DedupRule
from topiccrawl.storage import schema
from topiccrawl.storage.pages.store import CorpusStore
from topiccrawl.storage.rows.pages import pages_query
from topiccrawl.storage.rows.sketch_runs import forget_runs
from topiccrawl.storage.rows.sketches import SketchOf, kind_of, write_sketches
from topiccrawl.storage.rows.upsert import upsert

PAGES_AT_ONCE = 100
"""Pages of one transaction: a kill costs little, and other writes do not wait long."""


@dataclass(frozen=True)
class CatchUp:
    """Progress of the work.

    Attributes:
        last_page: pages up to this id have sketches.
        complete: whether all pages have sketches; new pages get theirs when they are stored.
    """

    last_page: int = 0
    complete: bool = False


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

    def step(self) -> CatchUp:
        """Process some pages, if any are left; return the progress."""
        progress = self.progress()
        if progress.complete:
            return progress
        rows = self._store.fetch(self._next_pages(progress))
        made = {row["id"]: self._sketch(row) for row in rows}
        after = CatchUp(rows[-1]["id"] if rows else progress.last_page, not rows)

        def write(connection: Connection) -> CatchUp:
            if self._progress(connection, lock=True) != progress:
                return progress  # another worker was faster, and the pages may have changed
            if not progress.last_page:
                forget_runs(connection, self._topic)
            write_sketches(connection, made, made.keys())
            row = {"topic": self._topic, "form": self._rule.form, **asdict(after)}
            upsert(connection, schema.sketch_progress, [row])
            return after

        return self._store.transact(write)

    def finish(self, on_step: Callable[[int], object] = lambda left: None) -> None:
        """Process all pages that are left, for a command that compares pages.

        Args:
            on_step: called with the number of pages that are left.
        """
        progress = self.progress()
        while not progress.complete:
            on_step(self.left(progress))
            progress = self.step()

    def _progress(self, connection: Connection, *, lock: bool = False) -> CatchUp:
        columns = schema.sketch_progress.c
        query = select(columns.form, columns.last_page, columns.complete).where(columns.topic == self._topic)
        row = connection.execute(query.with_for_update() if lock else query).one_or_none()
        if row is None or row.form != self._rule.form:
            return CatchUp()
        return CatchUp(row.last_page, row.complete)

    def _next_pages(self, progress: CatchUp) -> Select[tuple[object, ...]]:
        key = schema.pages.c.id
        columns = ("id", "title", "raw_title", "text", "duplicate_of", "duplicate_kind")
        query = pages_query(self._topic, columns)
        return query.where(key > progress.last_page).order_by(key).limit(PAGES_AT_ONCE)

    def _sketch(self, row: RowMapping) -> SketchOf:
        own = self._rule.fingerprint(row["title"], row["raw_title"], row["text"])
        return SketchOf(self._topic, own, roles_of(own, kind_of(row["duplicate_of"], row["duplicate_kind"])))
