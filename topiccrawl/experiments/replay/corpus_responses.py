"""The responses that the database of a crawl has: raw HTML of stored pages, and what is known of others."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from sqlalchemy import select

from topiccrawl.errors import EvaluationError
from topiccrawl.experiments.replay.capture import Response
from topiccrawl.storage.pages.existing import existing_corpus
from topiccrawl.storage.pages.store import CorpusStore
from topiccrawl.storage.schema import drops
from topiccrawl.text.files.decompression import PackedFileError, inflate

_FETCHED = ("gate", "extraction", "cleaning", "verdict", "dedup", "storage")
"""Stages that drop pages which were fetched; their bodies are not kept."""
_STATUS = re.compile(r"status_(\d{3})")
_CHUNK = 1000


def corpus_responses(url: str, topic: str) -> Iterator[Response]:
    """Yield the responses of a topic's pages, copies included.

    The body of a page that was fetched and dropped is not stored; such a page is empty.
    Redirects, robots.txt and links that were never visited are not in the database.

    Args:
        url: URL of an existing database.
        topic: name of the topic.

    Raises:
        StorageError: the database cannot be read.
        EvaluationError: it has no page of the topic, or a damaged one.
    """
    with existing_corpus(url) as store:
        found = False
        for response in _stored(store, topic):
            found = True
            yield response
        if not found:
            raise EvaluationError(
                "{database}: no page of {topic} with its raw HTML", database=store.display_name, topic=topic
            )
        yield from _dropped(store, topic)


def _stored(store: CorpusStore, topic: str) -> Iterator[Response]:
    for row in store.read_pages(topic, ("url", "status", "headers", "raw_html")):
        if row["raw_html"] is None:
            continue
        try:
            body = inflate(row["raw_html"])
            headers = {name.lower(): value for name, value in json.loads(row["headers"]).items()}
        except (PackedFileError, ValueError, AttributeError, RecursionError) as error:
            raise EvaluationError(
                "{database}: the page of {url} is damaged: {error}",
                database=store.display_name,
                url=row["url"],
                error=error,
            ) from error
        yield Response(row["url"], row["status"], headers, body)


def _dropped(store: CorpusStore, topic: str) -> Iterator[Response]:
    last = 0
    columns = (drops.c.id, drops.c.url, drops.c.stage, drops.c.reason)
    query = select(*columns).where(drops.c.topic == topic, drops.c.stage.in_((*_FETCHED, "download")))
    while rows := store.fetch(query.where(drops.c.id > last).order_by(drops.c.id).limit(_CHUNK)):
        for row in rows:
            last = row["id"]
            status = _STATUS.fullmatch(row["reason"])
            if status or row["stage"] == "download" or row["reason"] in ("not_html", "too_complex"):
                yield Response(row["url"], int(status[1]) if status else 0)
            else:
                yield Response(row["url"], 200, {"content-type": "text/html"})
