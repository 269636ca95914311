"""Dead links: URLs that a server answered with a status that says there is no page, and when."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, delete, func, select

from topiccrawl.storage import schema
from topiccrawl.storage.rows.row import url_hash

STAGE, PREFIX = "gate", "status_4"
"""Drops of dead links. 408 and 429 are about the moment: such links are dead letters of the frontier, and a
drop of theirs is no reason to ask again."""

_OF_THE_MOMENT = ("status_408", "status_429")
_ROWS_AT_ONCE = 10_000


@dataclass(frozen=True, slots=True)
class DeadLink:
    """A dead link.

    Attributes:
        url: the URL.
        status: what the server answered, such as 404.
        died_at: when it did so last.
        parent_url: the page with the link; empty when it is not known.
        anchor: anchor text of that link.
    """

    url: str
    status: int
    died_at: datetime
    parent_url: str = ""
    anchor: str = ""


def read_dead_links(
    connection: Connection, topic: str, most: int, *, before: datetime | None = None
) -> list[DeadLink]:
    """Return the dead links of a topic, first recorded first.

    Args:
        connection: of the database.
        topic: name of the topic.
        most: maximum number.
        before: only those that died before this time; None: all.
    """
    found: list[DeadLink] = []
    for links in _chunks(connection, topic):
        found += [link for link in links if before is None or link.died_at < before]
        if len(found) >= most:
            break
    return found[:most]


def have_no_page(connection: Connection, topic: str, urls: Sequence[str]) -> bool:
    """Return whether one of these URLs was requested and gave no page, for whatever reason."""
    drops = schema.drops.c
    own = (drops.topic == topic, drops.url_hash.in_(list(map(url_hash, urls))))
    unread = (drops.stage.in_((STAGE, "download")), drops.reason != "description")
    query = select(drops.id).where(*own, *unread).limit(1)
    return connection.scalar(query) is not None


def delete_dead_link(connection: Connection, topic: str, url: str) -> None:
    """Forget a dead link that has answered with a page."""
    drops = schema.drops.c
    own = (drops.topic == topic, drops.url_hash == url_hash(url), drops.stage == STAGE)
    connection.execute(delete(schema.drops).where(*own, drops.reason.startswith(PREFIX)))


def _chunks(connection: Connection, topic: str) -> Iterator[list[DeadLink]]:
    """Yield dead links by ranges of ids: no index fits, and one over all drops would slow a crawl down."""
    drops = schema.drops.c
    columns = (drops.url, drops.reason, drops.dropped_at, drops.parent_url, drops.anchor)
    # An expression, so that the index of topics is left alone and the rows are read in their order.
    dead = (drops.topic.concat("") == topic, drops.stage == STAGE, drops.reason.startswith(PREFIX))
    last = connection.scalar(select(func.max(drops.id))) or 0
    for start in range(0, last, _ROWS_AT_ONCE):
        within = (drops.id > start, drops.id <= start + _ROWS_AT_ONCE)
        query = select(*columns).where(*within, *dead, drops.reason.not_in(_OF_THE_MOMENT)).order_by(drops.id)
        yield [
            DeadLink(row.url, _status(row.reason), row.dropped_at, row.parent_url or "", row.anchor or "")
            for row in connection.execute(query)
        ]


def _status(reason: str) -> int:
    return int(reason.rpartition("_")[2])
