"""Stored pages as the records that they were written from."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import fields
from typing import Any

from topiccrawl.storage.pages.store import CorpusStore
from topiccrawl.storage.records import PageRecord
from topiccrawl.text.files.decompression import PackedFileError, inflate

_COMPUTED = ("title_terms", "fingerprint", "dedup")
"""Fields that are computed from the others when a record is written."""
_JSON = ("headers", "priority_parts", "quality", "posts")


def stored_records(
    store: CorpusStore, topic: str, *, after: int = 0, source: bool = True
) -> Iterator[tuple[int, PageRecord]]:
    """Yield the pages of a topic with their ids, in the order of storing.

    Args:
        store: an open store.
        topic: name of the topic.
        after: the id after which reading begins.
        source: whether the page as fetched is read, too.
    """
    left_out = _COMPUTED if source else (*_COMPUTED, "raw_html")
    columns = tuple(one.name for one in fields(PageRecord) if one.name not in left_out)
    for row in store.read_pages(topic, ("id", *columns), after=after):
        number = row.pop("id")
        yield number, PageRecord(**{name: _value(name, value) for name, value in row.items()})


def _value(name: str, value: Any) -> Any:
    if value is None:
        return None
    if name in _JSON:
        return json.loads(value)
    if name == "raw_html":
        try:
            return inflate(value)
        except PackedFileError:
            return None
    return value
