"""What is known of one link: from the frontier why it is there, from the corpus why it was not kept."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Sequence
from typing import Any
from urllib.parse import urlsplit

from sqlalchemy import ColumnElement, RowMapping, Select, or_, select

from topiccrawl.errors import StorageError
from topiccrawl.page.canonical_url import canonical_url, url_key
from topiccrawl.storage import schema
from topiccrawl.storage.frontier.view import FrontierLink
from topiccrawl.storage.pages.rows import url_hash
from topiccrawl.storage.pages.store import CorpusStore

_DROPS = schema.drops.c

Facts = list[tuple[str, str]]
"""Names and values, in the order in which they are shown."""


def explanation(topic: str, database: str, url: str, link: FrontierLink | None) -> Facts:
    """Return all that is known of a link; nothing when nobody knows it.

    Args:
        topic: name of the topic.
        database: URL of the corpus.
        url: the link's URL, in any of its forms.
        link: what the frontier says of it.
    """
    told = [] if link is None else list(_said_of_link(link))
    for row in _drops(topic, database, {url} if link is None else {url, link.url}):
        # A link the frontier knows may have been turned away before a better one to the same address came.
        if link is None or row["stage"] != "frontier":
            told += _said_of_drop(row)
    return told


def _said_of_link(link: FrontierLink) -> Iterator[tuple[str, str]]:
    why: dict[str, Any] = json.loads(link.why or "{}")
    yield "url", link.url
    yield "state", link.state.name.lower() + (f": {link.reason}" if link.reason else "")
    yield "score", f"{link.score:.4f}"
    if priority := why.pop("priority", None):
        for name, value in zip(("priority", "description", "anchor", "structure"), priority, strict=True):
            yield f"  {name}", f"{value:.4f}"
    for name, value in why.items():
        yield name.replace("_", " "), str(value)
    yield "host", link.host
    yield "attempts", f"{link.attempts:g}"


def _said_of_drop(row: RowMapping) -> Iterator[tuple[str, str]]:
    yield "url", row["url"]
    yield "dropped", f"{row['stage']}: {row['reason']}"
    if row["score"] is not None:
        yield "score", f"{row['score']:.4f}"
    for name, value in json.loads(row["score_parts"] or "{}").items():
        yield f"  {name}", f"{value:.4f}"
    for name in ("anchor", "parent_url"):
        if row[name]:
            yield name.replace("_", " "), row[name]


def _drops(topic: str, database: str, urls: Collection[str]) -> Sequence[RowMapping]:
    """Return what the corpus says of addresses that were not kept; nothing as well when it is not there."""
    store = CorpusStore(database)
    try:
        store.open(create=False)
        return _drops_of(store, topic, urls)
    except StorageError:  # a frontier in a file of its own, or the option was not given
        return ()
    finally:
        store.close()


def _drops_of(store: CorpusStore, topic: str, urls: Collection[str]) -> Sequence[RowMapping]:
    forms = {form for url in urls for form in _forms(url)}
    hashes = _DROPS.url_hash.in_([url_hash(form) for form in forms])
    if rows := store.fetch(_query(topic, hashes)):
        return rows
    # Rows are found by their exact URLs; of another form, such as one with a session, only the host is known.
    keys = {url_key(url) for url in urls}
    hosts = {urlsplit(canonical_url(url)).netloc for url in urls}
    of_host = [
        _DROPS.url.startswith(f"{scheme}://{host}", autoescape=True) for scheme in _SCHEMES for host in hosts
    ]
    near = store.fetch(select(_DROPS.url).where(_DROPS.topic == topic, or_(*of_host)))
    same = {row["url"] for row in near if url_key(row["url"]) in keys}
    return store.fetch(_query(topic, _DROPS.url_hash.in_([url_hash(url) for url in same]))) if same else ()


_SCHEMES = ("http", "https")


def _forms(url: str) -> Iterator[str]:
    """Yield the forms of a URL under which a row most likely stands."""
    canonical = canonical_url(url)
    rest = canonical.partition("://")[2]
    yield url
    for scheme in _SCHEMES:
        yield f"{scheme}://{rest}"


def _query(topic: str, condition: ColumnElement[bool]) -> Select[Any]:
    return select(schema.drops).where(_DROPS.topic == topic, condition).order_by(_DROPS.dropped_at, _DROPS.id)
