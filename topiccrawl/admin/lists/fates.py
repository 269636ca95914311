"""Outcomes of URLs: their pages, drops and grades."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, select

from topiccrawl.page.canonical_url import canonical_url
from topiccrawl.storage import schema
from topiccrawl.storage.rows.row import url_hash

_PAGES, _DROPS, _LABELS = schema.pages.c, schema.drops.c, schema.labels.c
_SCHEMES = ("http", "https")


@dataclass
class Fate:
    """What the database knows of a URL.

    Attributes:
        page: id of its page; None if none is stored.
        grade: the last grade that a person gave it; None: none.
        drops: its rows of `drops`, newest first, with `parts`, the parts of the score.
    """

    page: int | None = None
    grade: int | None = None
    drops: list[dict[str, Any]] = field(default_factory=list)


def fates(connection: Connection, topic: str, urls: Collection[str]) -> dict[str, Fate]:
    """Return the outcome of each URL, compared literally."""
    found = {url: Fate() for url in urls}
    by_hash = {url_hash(url): fate for url, fate in found.items()}
    hashes = list(by_hash)
    pages = select(_PAGES.id, _PAGES.url_hash).where(_PAGES.topic == topic, _PAGES.url_hash.in_(hashes))
    for row in connection.execute(pages):
        by_hash[row.url_hash].page = row.id
    drops = select(schema.drops).where(_DROPS.topic == topic, _DROPS.url_hash.in_(hashes))
    for drop in connection.execute(drops.order_by(_DROPS.dropped_at.desc(), _DROPS.id.desc())).mappings():
        parts = json.loads(drop["score_parts"] or "{}")
        by_hash[drop["url_hash"]].drops.append({**drop, "parts": parts})
    # The index of labels is by topic and id, and people grade hundreds of pages, not millions.
    labels = select(_LABELS.url_hash, _LABELS.grade).where(_LABELS.topic == topic).order_by(_LABELS.id)
    for label in connection.execute(labels):
        if label.url_hash in by_hash:
            by_hash[label.url_hash].grade = label.grade
    return found


def fate(connection: Connection, topic: str, url: str) -> Fate:
    """Return the outcome of a URL in its likely forms: as given, or canonical with either scheme."""
    found = fates(connection, topic, set(likely_forms(url)))
    whole = found.pop(url)
    for other in found.values():
        whole.page = whole.page or other.page
        whole.grade = other.grade if whole.grade is None else whole.grade
        whole.drops += other.drops
    whole.drops.sort(key=lambda drop: drop["dropped_at"], reverse=True)
    return whole


def find_drop(connection: Connection, number: int) -> dict[str, Any] | None:
    """Return the columns of a drop by its id; None if there is none."""
    row = connection.execute(select(schema.drops).where(_DROPS.id == number)).mappings().first()
    return None if row is None else dict(row)


def likely_forms(url: str) -> Iterator[str]:
    """Yield the forms in which a URL is most likely stored.

    >>> list(likely_forms("https://a.test/1?utm_source=x"))
    ['https://a.test/1?utm_source=x', 'http://a.test/1', 'https://a.test/1']
    """
    rest = canonical_url(url).partition("://")[2]
    yield url
    for scheme in _SCHEMES:
        yield f"{scheme}://{rest}"
