"""Visits and versions of watched pages, inside a transaction."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from difflib import SequenceMatcher
from typing import Any

from sqlalchemy import Connection, insert, select

from topiccrawl.storage import schema
from topiccrawl.storage.rows.row import row, url_hash
from topiccrawl.storage.rows.upsert import upsert

_VISITS, _CHANGES = schema.watched_visits.c, schema.page_changes.c
_MOST_PARAGRAPHS = 2_000
"""Paragraphs that are compared; comparing takes the square of their number."""


@dataclass(frozen=True, slots=True)
class Version:
    """A version of a watched page.

    Attributes:
        url: its URL, as it is watched.
        at: when it was fetched.
        title: the title.
        text: the text, a paragraph a line.
        etag: header ETag; empty: none.
        last_modified: header Last-Modified; empty: none.
    """

    url: str
    at: datetime
    title: str
    text: str
    etag: str = ""
    last_modified: str = ""


@dataclass(frozen=True, slots=True)
class Change:
    """How a version differs from the one before.

    Attributes:
        added: paragraphs that are new, the title among them if it is another one.
        removed: paragraphs that are gone.
    """

    added: tuple[str, ...]
    removed: tuple[str, ...]


def difference(before: str, after: str) -> Change:
    r"""Return the paragraphs that only one of two texts has at its place.

    >>> difference("开工。\n计划。", "开工。\n竣工。")
    Change(added=('竣工。',), removed=('计划。',))
    """
    old, new = before.split("\n")[:_MOST_PARAGRAPHS], after.split("\n")[:_MOST_PARAGRAPHS]
    added: list[str] = []
    removed: list[str] = []
    for what, first, last, start, end in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if what != "equal":
            removed += old[first:last]
            added += new[start:end]
    return Change(tuple(filter(None, added)), tuple(filter(None, removed)))


def read_visits(connection: Connection, topic: str) -> dict[str, dict[str, Any]]:
    """Return the last visits of a topic's watched pages, by the hash of the URL."""
    rows = connection.execute(select(schema.watched_visits).where(_VISITS.topic == topic)).mappings()
    return {found["url_hash"]: dict(found) for found in rows}


def read_changes(connection: Connection, topic: str, url: str, most: int = 50) -> list[dict[str, Any]]:
    """Return the versions of a watched page, newest first, with `added` and `removed` as lists."""
    query = select(schema.page_changes).where(_CHANGES.topic == topic, _CHANGES.url_hash == url_hash(url))
    rows = connection.execute(query.order_by(_CHANGES.id.desc()).limit(most)).mappings()
    return [
        {**found, "added": json.loads(found["added"]), "removed": json.loads(found["removed"])}
        for found in rows
    ]


def write_version(connection: Connection, topic: str, version: Version) -> Change | None:
    """Write a visit that gave a page, and a new version if it has changed.

    Returns:
        How it has changed; None if it has not, or is seen for the first time.
    """
    known = read_changes(connection, topic, version.url, 1)
    _visit(connection, topic, version.url, version.at, "", version.etag, version.last_modified)
    change = Change((), ())
    if known:
        change = difference(f"{known[0]['title']}\n{known[0]['text']}", f"{version.title}\n{version.text}")
        if not (change.added or change.removed):
            return None
    values = {
        "topic": topic,
        "seen_at": version.at,
        "title": version.title,
        "text": version.text,
        "added": _json(change.added),
        "removed": _json(change.removed),
    }
    own = row(version.url, values) | {"url_hash": url_hash(version.url)}
    connection.execute(insert(schema.page_changes).values(own))
    return change if known else None


def write_check(connection: Connection, topic: str, url: str, at: datetime, problem: str = "") -> None:
    """Write a visit without a new version: the page is unchanged, or there was a problem."""
    known: Mapping[str, Any] = read_visits(connection, topic).get(url_hash(url), {})
    _visit(
        connection, topic, url, at, problem, str(known.get("etag", "")), str(known.get("last_modified", ""))
    )


def _visit(
    connection: Connection, topic: str, url: str, at: datetime, problem: str, etag: str, modified: str
) -> None:
    values = {
        "topic": topic,
        "checked_at": at,
        "problem": problem,
        "etag": etag[:1000],
        "last_modified": modified[:1000],
    }
    upsert(connection, schema.watched_visits, [row(url, values) | {"url_hash": url_hash(url)}])


def _json(texts: Sequence[str]) -> str:
    return json.dumps(list(texts), ensure_ascii=False)
