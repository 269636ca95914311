"""The inbox of crawls: grades, dead links, allowed URLs, and wishes such as `pause`.

A crawl's SQLite file has one writer, the crawl. Other processes leave their writes here,
and the crawl carries it out; without a crawl, `topiccrawl admin` does.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlalchemy import URL, delete, func, insert, select

from topiccrawl.storage import schema
from topiccrawl.storage.beside import file_beside, open_beside
from topiccrawl.storage.errors import reported
from topiccrawl.storage.rows.upsert import upsert

LABEL = "label"
"""Grades of pages: `{URL: grade}`."""
REQUEUE = "requeue"
"""Dead links to requeue: `{"urls": [...]}`."""
ALLOW = "allow"
"""A dropped URL to fetch: `{"url", "how", "anchor", "parent_url"}`."""
FETCH, KEEP = "fetch", "keep"
"""How a URL is allowed: fetched regardless of its score, or also kept."""
RUN, PAUSE, STOP = "run", "pause", "stop"
"""Wishes."""

_NAME = "inbox"
_TABLES = (schema.inbox, schema.crawl_wishes)


@dataclass(frozen=True, slots=True)
class Message:
    """A message to the crawl of a topic.

    Attributes:
        number: its id.
        topic: name of the topic.
        kind: `LABEL`, `REQUEUE` or `ALLOW`.
        body: what is asked for.
    """

    number: int
    topic: str
    kind: str
    body: Mapping[str, Any]


def inbox_file(url: URL) -> Path | None:
    """Return the file of the inbox of a SQLite database; None for servers, whose database holds it."""
    return file_beside(url, _NAME)


class Inbox:
    """The messages and wishes for the crawls that use one database; every method may run in any thread.

    Args:
        database: URL of the crawls' database.
        create: make the file of a SQLite database's inbox if it is missing.

    Raises:
        StorageError: it cannot be opened; each method raises the same.
    """

    def __init__(self, database: str, *, create: bool) -> None:
        self._engine, self.display_name = open_beside(database, _NAME, _TABLES, create=create)

    def send(self, topic: str, kind: str, body: Mapping[str, Any]) -> None:
        """Leave a message."""
        values = {
            "topic": topic,
            "kind": kind,
            "body": json.dumps(dict(body), ensure_ascii=False),
            "sent_at": datetime.now(UTC),
        }
        with reported(self.display_name), self._engine.begin() as connection:
            connection.execute(insert(schema.inbox).values(values))

    def messages(self, topic: str = "", most: int = 1_000, kinds: Sequence[str] = ()) -> list[Message]:
        """Return the oldest messages, of one topic or of all, of some kinds or of any."""
        inbox = schema.inbox.c
        query = select(inbox.id, inbox.topic, inbox.kind, inbox.body).order_by(inbox.id).limit(most)
        if topic:
            query = query.where(inbox.topic == topic)
        if kinds:
            query = query.where(inbox.kind.in_(kinds))
        with reported(self.display_name), self._engine.connect() as connection:
            rows = connection.execute(query).all()
        return [Message(row.id, row.topic, row.kind, json.loads(row.body)) for row in rows]

    def waiting(self) -> int:
        """Return how many messages wait."""
        with reported(self.display_name), self._engine.connect() as connection:
            return connection.scalar(select(func.count()).select_from(schema.inbox)) or 0

    def remove(self, messages: Sequence[Message]) -> None:
        """Delete processed messages."""
        numbers = [message.number for message in messages]
        with reported(self.display_name), self._engine.begin() as connection:
            connection.execute(delete(schema.inbox).where(schema.inbox.c.id.in_(numbers)))

    def wish(self, topic: str, wish: str) -> None:
        """Set a wish for the running crawls of a topic."""
        row = {"topic": topic, "wish": wish, "wished_at": datetime.now(UTC)}
        with reported(self.display_name), self._engine.begin() as connection:
            upsert(connection, schema.crawl_wishes, [row])

    def wish_since(self, topic: str, since: datetime) -> str:
        """Return the last wish for the crawls of a topic, if it was made after a time; else `run`."""
        wishes = schema.crawl_wishes.c
        query = select(wishes.wish, wishes.wished_at).where(wishes.topic == topic)
        with reported(self.display_name), self._engine.connect() as connection:
            row = connection.execute(query).first()
        return RUN if row is None or row.wished_at <= since else str(row.wish)

    def close(self) -> None:
        """Close all connections; may be called twice."""
        self._engine.dispose()
