"""A page in the database: one row of `pages`, and its rows in other tables.

`pages` has the columns that scans read. The body as fetched and the raw text are in `sources`, duplicates are
marked in `duplicates`; `title_rows` writes the words of titles, `sketch_rows` the sketches.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import (
    BindParameter,
    Column,
    Connection,
    ScalarSelect,
    Select,
    bindparam,
    func,
    insert,
    select,
    update,
)

from topiccrawl.dedup.originals import roles_of
from topiccrawl.dedup.rule import DedupRule
from topiccrawl.storage import schema
from topiccrawl.storage.records import PageRecord
from topiccrawl.storage.rows.admin.page_index import write_index
from topiccrawl.storage.rows.admin.page_marks import refresh_marks
from topiccrawl.storage.rows.chunks import fetch_by
from topiccrawl.storage.rows.learned import take_back_originals, write_set_aside
from topiccrawl.storage.rows.parts import PART, articles_of_parts, part_rows, write_parts
from topiccrawl.storage.rows.row import Row, json_text, packed, row, row_of, statement_bytes, url_hash
from topiccrawl.storage.rows.sketches import SketchOf, fingerprint_of, kind_of, write_sketches
from topiccrawl.storage.rows.titles import Words, storable_words, write_title_words
from topiccrawl.storage.rows.upsert import delete_of_pages, pages_in, upsert


def _near_duplicates() -> ScalarSelect[Any]:
    """Return the number of pages of the same topic that are marked as duplicates of a page."""
    copy = schema.pages.alias("copy")
    marked = schema.duplicates.alias("marked")
    return (
        select(func.count())
        .select_from(marked.join(copy, copy.c.id == marked.c.page_id))
        .where(marked.c.original_hash == schema.pages.c.url_hash, copy.c.topic == schema.pages.c.topic)
        .correlate(schema.pages)
        .scalar_subquery()
    )


def _of_event(column: Column[Any]) -> ScalarSelect[Any]:
    """Return a column of the event that a page reports, as `topiccrawl stories` found it."""
    reports = schema.event_pages.c
    return (
        select(column)
        .join(schema.event_pages, reports.event_id == schema.events.c.id)
        .where(reports.page_id == schema.pages.c.id)
        .correlate(schema.pages)
        .order_by(schema.events.c.id)
        .limit(1)
        .scalar_subquery()
    )


_OF_EVENTS = {"event_id": "id", "event": "name", "event_day": "time", "first_source": "source"} | {
    name: name for name in ("place", "country", "province", "category", "people", "organisations")
}
READABLE: Mapping[str, Column[Any] | ScalarSelect[Any]] = {
    **dict(schema.pages.c),
    "raw_html": schema.sources.c.raw_html,
    "raw_text": schema.sources.c.raw_text,
    "posts": schema.sources.c.posts,
    "duplicate_of": schema.duplicates.c.original_url,
    "original_hash": schema.duplicates.c.original_hash,
    "duplicate_kind": schema.duplicates.c.kind,
    "duplicate_similarity": schema.duplicates.c.similarity,
    "set_aside": schema.set_aside.c.reason,
    "near_duplicates": _near_duplicates(),
    **{name: _of_event(schema.events.c[column]) for name, column in _OF_EVENTS.items()},
}
"""Columns that `pages_query` can read, most of them by their names in `PageRecord`."""


@dataclass(frozen=True, slots=True)
class DuplicateMark:
    """The mark of a duplicate.

    Attributes:
        url: its URL.
        original: URL of its original.
        kind: what is similar, see `PageRecord.duplicate_kind`.
        similarity: how similar, in [0, 1].
        found_at: when this was found.
    """

    url: str
    original: str
    kind: str | None
    similarity: float | None
    found_at: datetime

    def row(self) -> Row:
        """Return the row of `duplicates`, without the page's id."""
        values: Row = {"original_url": self.original, "original_hash": url_hash(self.original)}
        values |= {"kind": self.kind, "similarity": self.similarity, "found_at": self.found_at}
        return row(self.url, values)


@dataclass(frozen=True, slots=True)
class PageRows:
    """The checked rows of one page, without its id, which the database assigns.

    Attributes:
        page: of `pages`.
        source: of `sources`.
        duplicate: of `duplicates`; None for an original.
        words: of its title.
        sketch: for the comparison with other pages.
        dedup: how it is compared with them; None: it is not.
        url_segments: as in `PageRecord`.
        parts: of `page_parts`, without the page's id.
        set_aside: as in `PageRecord`.
    """

    page: Row
    source: Row
    duplicate: Row | None
    words: Words
    sketch: SketchOf
    dedup: DedupRule | None = None
    url_segments: frozenset[str] | None = None
    parts: tuple[Row, ...] = ()
    set_aside: str | None = None

    def statement_bytes(self) -> int:
        """Return an upper bound of the bytes that the longest row takes in a MySQL statement."""
        return max(map(statement_bytes, (self.page, self.source, *self.parts)))

    @property
    def topic(self) -> str:
        """The topic of the page."""
        return str(self.page["topic"])

    @property
    def url(self) -> str:
        """The URL of the page."""
        return str(self.page["url"])

    def marked(self, mark: DuplicateMark | None) -> PageRows:
        """Return the rows of the same page as a duplicate, or as an original."""
        if mark is None and self.duplicate is None:
            return self
        kind = None if mark is None else mark.kind
        own = replace(self.sketch, roles=roles_of(self.sketch.fingerprint, kind))
        return replace(self, duplicate=None if mark is None else mark.row(), sketch=own)

    @property
    def key(self) -> tuple[object, object]:
        """Topic and URL hash, which identify a page."""
        return self.page["topic"], self.page["url_hash"]


Compare = Callable[[Connection, dict[int, PageRows], Collection[int]], dict[int, PageRows]]
"""Compares pages by id with others, given which of them are stored again; returns them with their marks."""


class WrittenPages(NamedTuple):
    """Pages as they were written.

    Attributes:
        pages: by id.
        again: ids of those that were stored before: only these have rows in other tables.
    """

    pages: Mapping[int, PageRows]
    again: Collection[int]


def page_rows(record: PageRecord) -> PageRows:
    """Return the rows of a page.

    Raises:
        ValueError: as `topiccrawl.storage.rows.row.row`, or the page is marked as a duplicate of itself.
        TypeError: as `topiccrawl.storage.rows.row.row`.
    """
    if record.duplicate_of == record.url:
        raise ValueError(f"{record.url}: a page cannot be a duplicate of itself")
    html, posts, rule = record.raw_html, record.posts, record.dedup or DedupRule()
    source = {"raw_html": None if html is None else packed(html), "raw_text": record.raw_text}
    source["posts"] = None if posts is None else json_text(posts)
    return PageRows(
        page=row_of(schema.pages, record),
        source=row(record.url, source),
        duplicate=_duplicate(record),
        words=storable_words(rule.title_words(record.title, record.raw_title)),
        sketch=_sketch(record, rule),
        dedup=record.dedup,
        url_segments=record.url_segments,
        parts=part_rows(record.parts),
        set_aside=record.set_aside,
    )


def write_pages(
    connection: Connection, pages: Sequence[PageRows], compare: Compare | None = None
) -> WrittenPages:
    """Write pages in the caller's transaction; existing rows take the new values.

    Args:
        connection: of the database; on MySQL in a transaction that has read nothing without a lock.
        pages: rows of pages; of two with the same key the later one counts.
        compare: called before the marks and sketches of the pages are written.
    """
    if not pages:
        return WrittenPages({}, ())
    # The pages first: on MySQL this locks their rows until the transaction ends, so no other worker changes
    # what is read about them below, as long as the transaction has read nothing before.
    upsert(connection, schema.pages, [one.page for one in pages])
    latest = {one.key: one for one in pages}
    ids = _ids(connection, list(latest))
    stored = {ids[key]: one for key, one in latest.items()}
    again = pages_in(connection, schema.sources, list(stored))
    _note_changes(connection, again)
    upsert(connection, schema.sources, [{"page_id": number, **one.source} for number, one in stored.items()])
    if compare is not None:
        stored = compare(connection, stored, again)
    stored = _marked_as_parts(connection, stored)
    copies = [number for number, one in stored.items() if one.duplicate]
    write_index(connection, {number: one.page for number, one in stored.items()}, copies)
    _write_comparison(connection, stored, again)
    write_parts(
        connection, {number: one.parts for number, one in stored.items() if one.parts or number in again}
    )
    aside = {
        number: (one.set_aside, None) for number, one in stored.items() if one.set_aside or number in again
    }
    write_set_aside(connection, aside)
    kept = [number for number in copies if stored[number].set_aside is None]
    if kept:
        take_back_originals(connection, kept)
    for number, one in stored.items():
        if one.parts:
            _mark_parts(connection, number, one)
    return WrittenPages(stored, again)


def rewrite_pages(connection: Connection, pages: Sequence[PageRows], compare: Compare) -> None:
    """Write stored pages again in the caller's transaction; the pages as fetched stay.

    Pages without `dedup` keep their marks, the words of their titles and their sketches.

    Args:
        connection: as for `write_pages`.
        pages: rows of stored pages, each page once.
        compare: as for `write_pages`, for the pages with `dedup`.
    """
    if not pages:
        return
    upsert(connection, schema.pages, [one.page for one in pages])
    ids = _ids(connection, [one.key for one in pages])
    own_page: BindParameter[int] = bindparam("own_page")
    own_text: BindParameter[str] = bindparam("own_text")
    own_posts: BindParameter[str] = bindparam("own_posts")
    statement = update(schema.sources).where(schema.sources.c.page_id == own_page)
    statement = statement.values(raw_text=own_text, posts=own_posts)
    texts = [
        {"own_page": ids[one.key], "own_text": one.source["raw_text"], "own_posts": one.source["posts"]}
        for one in pages
    ]
    connection.execute(statement, texts)
    _note_changes(connection, list(ids.values()))
    write_index(connection, {ids[one.key]: one.page for one in pages})
    compared = {ids[one.key]: one for one in pages if one.dedup is not None}
    if compared:
        marked = _marked_as_parts(connection, compare(connection, compared, compared.keys()))
        _write_comparison(connection, marked, compared.keys())


def _marked_as_parts(connection: Connection, stored: dict[int, PageRows]) -> dict[int, PageRows]:
    """Return pages, those marked that are parts of a stored article."""
    found = dict(stored)
    for topic in {one.topic for one in stored.values()}:
        hashes = {str(one.page["url_hash"]): n for n, one in stored.items() if one.topic == topic}
        for digest, article in articles_of_parts(connection, topic, list(hashes)).items():
            own = stored[hashes[digest]]
            if article != own.url:
                fetched_at = own.page["fetched_at"]
                assert isinstance(fetched_at, datetime)
                mark = DuplicateMark(own.url, article, PART, None, fetched_at)
                found[hashes[digest]] = own.marked(mark)
    return found


def _mark_parts(connection: Connection, number: int, article: PageRows) -> None:
    """Mark the pages that were stored before and are parts of an article."""
    keys = [(article.topic, part["url_hash"]) for part in article.parts]
    ids = [other for other in _ids(connection, keys).values() if other != number]
    if not ids:
        return
    fetched_at = article.page["fetched_at"]
    assert isinstance(fetched_at, datetime)
    mark = DuplicateMark(article.url, article.url, PART, None, fetched_at).row()
    upsert(connection, schema.duplicates, [{"page_id": other, **mark} for other in ids])
    query = select(schema.sketches).where(schema.sketches.c.page_id.in_(ids))
    sketches = {one["page_id"]: fingerprint_of(one) for one in connection.execute(query).mappings()}
    write_sketches(
        connection,
        {other: SketchOf(article.topic, own, roles_of(own, PART)) for other, own in sketches.items()},
        sketches.keys(),
    )
    refresh_marks(connection, ids)


def _write_comparison(connection: Connection, stored: dict[int, PageRows], again: Collection[int]) -> None:
    _write_duplicates(connection, stored, again)
    write_title_words(connection, {number: one.words for number, one in stored.items()}, again)
    decided = [number for number, one in stored.items() if one.dedup is not None]
    write_sketches(connection, {number: one.sketch for number, one in stored.items()}, again, decided)


def pages_query(topic: str, columns: Sequence[str], *, originals_only: bool = False) -> Select[Any]:
    """Return the query for chosen columns of the pages of a topic, unordered.

    Args:
        topic: name of the topic.
        columns: names of columns of `pages`, or `raw_html` (compressed), `raw_text`, `posts`, `duplicate_of`,
            `original_hash`, `duplicate_kind`, `duplicate_similarity`, `set_aside`, `near_duplicates` (how
            many are marked as duplicates of it), or `event_id`, `event`, `event_day`, `place`, `country`,
            `province`, `category`, `people`, `organisations`, `first_source` (of the event that it reports;
            null before `topiccrawl stories`).
        originals_only: leave out duplicates.

    Raises:
        KeyError: there is no such column.
    """
    chosen = [READABLE[name] for name in columns]
    query = select(*(one.label(name) for one, name in zip(chosen, columns, strict=True)))
    query = query.select_from(schema.pages).where(schema.pages.c.topic == topic)
    needed: set[Any] = {one.table for one in chosen if isinstance(one, Column)}
    if originals_only:
        needed.add(schema.duplicates)
        query = query.where(schema.duplicates.c.page_id.is_(None))
    for table in (schema.sources, schema.duplicates, schema.set_aside):
        if table in needed:
            query = query.outerjoin(table, table.c.page_id == schema.pages.c.id)
    return query


def count_pages(connection: Connection, topic: str, *, originals_only: bool = False) -> int:
    """Return the number of pages of a topic."""
    pages = pages_query(topic, ("id",), originals_only=originals_only).subquery()
    return connection.scalar(select(func.count()).select_from(pages)) or 0


def _sketch(record: PageRecord, rule: DedupRule) -> SketchOf:
    own = record.fingerprint or rule.fingerprint(record.title, record.raw_title, record.text)
    return SketchOf(record.topic, own, roles_of(own, kind_of(record.duplicate_of, record.duplicate_kind)))


def _duplicate(record: PageRecord) -> Row | None:
    if record.duplicate_of is None:
        return None
    kind, similarity = record.duplicate_kind, record.duplicate_similarity
    # Not the time of writing, so that writing again changes nothing.
    return DuplicateMark(record.url, record.duplicate_of, kind, similarity, record.fetched_at).row()


def _write_duplicates(connection: Connection, pages: dict[int, PageRows], again: Collection[int]) -> None:
    marked = [
        {"page_id": number, **one.duplicate} for number, one in pages.items() if one.duplicate is not None
    ]
    originals = [number for number, one in pages.items() if one.duplicate is None and number in again]
    unmarked = delete_of_pages(connection, schema.duplicates, originals)
    upsert(connection, schema.duplicates, marked)
    refresh_marks(connection, [*unmarked, *(number for number in again if pages[number].duplicate)])


def _note_changes(connection: Connection, numbers: Collection[int]) -> None:
    """Write which pages are stored again."""
    if numbers:
        connection.execute(insert(schema.text_changes), [{"page_id": number} for number in numbers])


def _ids(connection: Connection, keys: Sequence[tuple[object, object]]) -> dict[tuple[object, object], int]:
    query = "SELECT url_hash, id FROM pages WHERE topic = ? AND url_hash IN ({})"
    hashes: dict[object, list[object]] = {}
    for topic, digest in keys:
        hashes.setdefault(topic, []).append(digest)
    found: dict[tuple[object, object], int] = {}
    for topic, own in hashes.items():
        found |= {(topic, digest): number for digest, number in fetch_by(connection, query, own, topic)}
    return found
