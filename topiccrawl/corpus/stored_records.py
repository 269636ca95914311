"""Stored pages as the records that they were written from."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, replace
from typing import Any

from sqlalchemy import ColumnElement, Table, select

from topiccrawl.storage import schema
from topiccrawl.storage.pages.store import CorpusStore
from topiccrawl.storage.records import PageRecord
from topiccrawl.storage.rows.chunks import chunks
from topiccrawl.storage.rows.pages import pages_query
from topiccrawl.storage.rows.parts import read_parts
from topiccrawl.storage.rows.row import url_hash
from topiccrawl.text.files.decompression import whole_or_none

_COMPUTED = ("fingerprint", "dedup", "url_segments", "parts")
"""Fields that are computed from the others when a record is written, or from the page when it is fetched."""
_JSON = ("headers", "priority_parts", "quality", "posts")
_COLUMNS = tuple(one.name for one in fields(PageRecord) if one.name not in _COMPUTED)
_WITHOUT_SOURCE = tuple(name for name in _COLUMNS if name != "raw_html")


def stored_records(
    store: CorpusStore, topic: str, *, after: int = 0, source: bool = True
) -> Iterator[tuple[int, PageRecord]]:
    """Yield the pages of a topic with their ids, in the order of storing.

    Args:
        store: an open store.
        topic: name of the topic.
        after: the id after which reading begins.
        source: whether the page as fetched is read, too, and the other parts of its article.
    """
    for row in store.read_pages(topic, ("id", *(_COLUMNS if source else _WITHOUT_SOURCE)), after=after):
        number = row.pop("id")
        record = _record(row)
        if source and record.partial is not None:
            record = replace(record, parts=store.read(read_parts, number))
        yield number, record


def stored_duplicates(store: CorpusStore, topic: str, originals: Sequence[str]) -> list[PageRecord]:
    """Return the pages that are marked as duplicates of pages of the topic, without the pages as fetched."""
    marked = schema.duplicates.c.original_hash
    found: list[PageRecord] = []
    for some in chunks(originals):
        query = pages_query(topic, _WITHOUT_SOURCE).where(marked.in_(list(map(url_hash, some))))
        found += [_record(dict(row)) for row in store.fetch(query)]
    return found


def stored_urls(store: CorpusStore, topic: str, urls: Sequence[str]) -> set[str]:
    """Return which of these URLs have a page in the topic."""
    return _urls_in(schema.pages, store, urls, schema.pages.c.topic == topic)


def kept_urls(store: CorpusStore, topic: str, urls: Sequence[str], run_id: int) -> set[str]:
    """Return which of these URLs a run has stored as pages that are not set aside."""
    pages, aside = schema.pages.c, schema.set_aside.c.page_id
    own = (pages.topic == topic, pages.run_id == run_id, pages.id.not_in(select(aside)))
    return _urls_in(schema.pages, store, urls, *own)


def dropped_urls(store: CorpusStore, topic: str, urls: Sequence[str], run_id: int) -> set[str]:
    """Return which of these URLs a run has dropped."""
    drops = schema.drops.c
    return _urls_in(schema.drops, store, urls, drops.topic == topic, drops.run_id == run_id)


def _urls_in(table: Table, store: CorpusStore, urls: Sequence[str], *own: ColumnElement[bool]) -> set[str]:
    """Return which of these URLs have a row that fulfils conditions."""
    found: set[str] = set()
    for some in chunks(urls):
        query = select(table.c.url).where(*own, table.c.url_hash.in_(list(map(url_hash, some))))
        found.update(row["url"] for row in store.fetch(query))
    return found


def _record(row: Mapping[str, Any]) -> PageRecord:
    return PageRecord(**{name: _value(name, value) for name, value in row.items()})


def _value(name: str, value: Any) -> Any:
    if value is None:
        return None
    if name in _JSON:
        return json.loads(value)
    return whole_or_none(value) if name == "raw_html" else value
