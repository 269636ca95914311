"""Decide in the transaction that stores pages which of them are duplicates, and of which original.

Pages of a topic are decided one after the other, whatever worker stores them: the transaction locks the
topic's row of `sketch_progress` before it reads anything. So of two workers that store the same story at the
same time, the second one finds the page of the first. A process that is killed leaves the page with its
marks and its sketch, or nothing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import cache
from typing import Any, NamedTuple

from sqlalchemy import Connection, Select, bindparam, func, select, update

from topiccrawl.dedup.originals import roles_of
from topiccrawl.dedup.repeats import Repeat, find_repeat
from topiccrawl.dedup.rule import DedupRule
from topiccrawl.dedup.seniority import PageAge, is_older, page_age
from topiccrawl.errors import DatabaseAwayError
from topiccrawl.storage import schema
from topiccrawl.storage.rows.admin.page_marks import refresh_marks
from topiccrawl.storage.rows.chunks import chunks
from topiccrawl.storage.rows.pages import DuplicateMark, PageRows
from topiccrawl.storage.rows.row import url_hash
from topiccrawl.storage.rows.upsert import pages_in, upsert
from topiccrawl.storage.sketches.candidates import StoredCandidates, read_ahead
from topiccrawl.storage.sketches.index_reads import IndexReads
from topiccrawl.storage.sketches.pending import PendingOriginal, PendingOriginals
from topiccrawl.storage.sqlite.statements import fetch

_LONGER = 1.2
"""Length of a version over another from which it is the one to export, whichever is older: lists and reposts
cut articles."""

_FAR_APART = timedelta(days=2)
"""Time between two publications after which versions of a story are nearly whole copies: what is only similar
tells of another meeting, match or year."""


@dataclass(frozen=True)
class Decision:
    """What was found about a page when it was stored.

    Attributes:
        repeat: its original, if it is a duplicate.
        replaced: URL of the page in whose place it is the original now, as it is older; None: none.
        new_habits: whether its URL is new evidence of twins, see `topiccrawl.storage.rows.twins`.
    """

    repeat: Repeat | None = None
    replaced: str | None = None
    new_habits: bool = False

    @property
    def is_new(self) -> bool:
        """Whether no other page has its story."""
        return self.repeat is None and self.replaced is None


class _Original(NamedTuple):
    """The stored page that a page duplicates."""

    number: int
    url: str
    published: str | None
    fetched_at: datetime
    length: int


class Decisions:
    """The decisions about the pages of one transaction, which holds the locks of `lock_comparison`.

    Attributes:
        by_url: decisions by URL.
    """

    def __init__(self) -> None:
        self.by_url: dict[str, Decision] = {}

    def compare(
        self, connection: Connection, pages: dict[int, PageRows], again: Collection[int]
    ) -> dict[int, PageRows]:
        """Return the pages with their marks; see `topiccrawl.storage.rows.pages.write_pages`.

        Args:
            connection: in the transaction.
            pages: pages by id, whose rows in `pages` are written.
            again: ids of those that were stored before.
        """
        batch = _Batch(connection, pages, again)
        # As they arrived, whatever their ids: a page that led to another is not the copy of the two.
        for number, page in sorted(pages.items(), key=_arrival):
            if page.dedup is not None:
                self.by_url[page.url] = batch.decide(number, page, page.dedup)
        return batch.pages


def _arrival(numbered: tuple[int, PageRows]) -> datetime:
    found = numbered[1].page["fetched_at"]
    assert isinstance(found, datetime)
    return found


def lock_comparison(connection: Connection, rules: Iterable[tuple[str, DedupRule]]) -> None:
    """Wait until no other worker decides about pages of the topics; call it before anything is read.

    Args:
        connection: in a transaction, which holds the locks until it ends.
        rules: topics, with the rules by which their pages are to be compared.

    Raises:
        DatabaseAwayError: not all pages of a topic have sketches of this form.
    """
    query = "SELECT form, complete FROM sketch_progress WHERE topic = ?"
    if connection.dialect.name != "sqlite":
        query += " FOR UPDATE"
    # In the same order in all workers, so that they cannot lock each other out.
    for topic, rule in sorted(set(rules), key=lambda one: one[0]):
        rows = fetch(connection, query, [topic])
        if not rows or rows[0][0] != rule.form or not rows[0][1]:
            raise DatabaseAwayError(
                "the pages of {topic!r} cannot be compared yet: another worker prepares "
                "them, perhaps with other settings for deduplication",
                topic=topic,
            )


class _Batch:
    """Pages that are decided one after the other; the sketches of those decided are not written yet."""

    def __init__(self, connection: Connection, pages: Mapping[int, PageRows], again: Collection[int]) -> None:
        self.pages = dict(pages)
        self._connection = connection
        self._pending: defaultdict[str, PendingOriginals] = defaultdict(PendingOriginals)
        self._reads = IndexReads(connection, (page.topic for page in pages.values() if page.dedup))
        read_ahead(
            self._reads, ((page.topic, page.sketch.fingerprint) for page in pages.values() if page.dedup)
        )
        self._rewritten = pages_in(connection, schema.sketches, list(again))
        self._hidden: set[int] = set()

    def decide(self, number: int, page: PageRows, rule: DedupRule) -> Decision:
        """Decide about a page; its rows, and those of its original, take the marks."""
        own = page.sketch.fingerprint
        if number in self._rewritten:
            self._hidden.add(number)  # its old sketch
        candidates = StoredCandidates(self._reads, page.topic, own, self._pending[page.topic], self._hidden)
        found = find_repeat(
            own, page.url, candidates, rule.title_threshold, lambda url: self._is_far(page, url)
        )
        decision = Decision(found)
        if found is not None:
            original = self._original(page.topic, found.match.key)
            if original is None or self._is_preferred(page, original):
                self._replace(page, found, original)
                decision = Decision(replaced=found.match.key)
        self._mark(number, page, decision.repeat)
        return decision

    def _mark(self, number: int, page: PageRows, found: Repeat | None) -> None:
        mark = None if found is None else _mark(page.url, found.match.key, found, page.page["fetched_at"])
        self.pages[number] = page.marked(mark)
        own = page.sketch.fingerprint
        if roles := roles_of(own, found and found.kind):
            original = page.url if found is None else found.match.key
            self._pending[page.topic].add(PendingOriginal(number, page.url, original, own, roles))

    def _replace(self, page: PageRows, found: Repeat, original: _Original | None) -> None:
        """Make a page the original in place of its own, also for all other duplicates.

        The old original keeps its sketch, so that what is similar to it alone is still found.
        """
        self._redirect(page.topic, found.match.key, page.url)
        if original is None:
            return
        mark = _mark(original.url, page.url, found, page.page["fetched_at"])
        if original.number in self.pages:
            old = self.pages[original.number]
            # Its roles stay, unlike those of other duplicates.
            self.pages[original.number] = replace(old, duplicate=mark.row())
        else:
            upsert(self._connection, schema.duplicates, [{"page_id": original.number, **mark.row()}])
            refresh_marks(self._connection, [original.number])

    def _redirect(self, topic: str, old: str, new: str) -> None:
        """Point the duplicates of a page to another one."""
        for one in self._pending[topic]:
            if one.original == old:
                one.original = new
        for number, page in self.pages.items():
            if page.topic == topic and page.duplicate and page.duplicate["original_url"] == old:
                values = {"original_url": new, "original_hash": url_hash(new)}
                self.pages[number] = replace(page, duplicate=page.duplicate | values)
        rows, pages = schema.duplicates, schema.pages.c
        query = select(rows.c.page_id).join(schema.pages, pages.id == rows.c.page_id)
        query = query.where(rows.c.original_hash == url_hash(old), pages.topic == topic)
        values = {"original_url": new, "original_hash": url_hash(new)}
        for some in chunks(self._connection.scalars(query).all()):
            self._connection.execute(update(rows).where(rows.c.page_id.in_(some)).values(values))

    def _original(self, topic: str, url: str) -> _Original | None:
        query = _original(self._connection.dialect.name == "sqlite")
        row = self._connection.execute(query, {"topic": topic, "hash": url_hash(url)})
        found = row.one_or_none()
        return None if found is None else _Original(*found)

    def _is_far(self, page: PageRows, url: str) -> bool:
        """Return whether a page was published long before or after another."""
        original = self._original(page.topic, url)
        if original is None:
            return False
        own = _age(page).earliest
        other = page_age(original.published, original.fetched_at).earliest
        return own is not None and other is not None and abs(own - other) > _FAR_APART

    def _is_preferred(self, page: PageRows, original: _Original) -> bool:
        """Return whether a page is exported in place of its original: it is longer, or as long and older."""
        own, other = len(str(page.page["text"])), original.length
        if own >= _LONGER * other or other >= _LONGER * own:
            return own > other
        return is_older(_age(page), page_age(original.published, original.fetched_at))


@cache
def _original(is_sqlite: bool) -> Select[Any]:
    pages = schema.pages.c
    # LENGTH counts bytes in MySQL and MariaDB; SQLite has no CHAR_LENGTH.
    length = (func.length if is_sqlite else func.char_length)(pages.text)
    query = select(pages.id, pages.url, pages.published, pages.fetched_at, length)
    return query.where(pages.topic == bindparam("topic"), pages.url_hash == bindparam("hash"))


def _age(page: PageRows) -> PageAge:
    values: Mapping[str, Any] = page.page
    return page_age(values["published"], values["fetched_at"])


def _mark(url: str, original: str, found: Repeat, found_at: Any) -> DuplicateMark:
    return DuplicateMark(url, original, found.kind, found.match.similarity, found_at)
