"""Links that were visited or given up, in a database that does not hold the queue itself."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, Select, select
from sqlalchemy.dialects import mysql

from topiccrawl.storage import schema
from topiccrawl.storage.frontier.contract import State
from topiccrawl.storage.records import LinkRecord
from topiccrawl.storage.rows.row import Row, row
from topiccrawl.storage.rows.upsert import upsert
from topiccrawl.storage.schema.column_types import KEY_BYTES


def link_row(record: LinkRecord) -> Row:
    """Return the row of a link, with the host's name in place of its id.

    Raises:
        ValueError: as `topiccrawl.storage.rows.row.row`, or the key is too long.
        TypeError: as `topiccrawl.storage.rows.row.row`.
    """
    if len(record.key) > KEY_BYTES:
        raise ValueError(f"{record.url[:200]}: a key of {len(record.key)} bytes, at most {KEY_BYTES} fit")
    values: Row = {name: getattr(record, name) for name in LinkRecord.__slots__}
    dead_since = time.time() if record.state is State.DEAD else None
    return row(record.url, values | {"state": int(record.state), "attempts": 1, "dead_since": dead_since})


def write_links(connection: Connection, links: Sequence[Row]) -> None:
    """Write links to MySQL or MariaDB in the caller's transaction; existing rows take the new values.

    Args:
        connection: of the server.
        links: from `link_row`.
    """
    if not links:
        return
    numbers = _host_numbers(connection, sorted({(str(one["topic"]), str(one["host"])) for one in links}))
    upsert(
        connection,
        schema.links,
        [
            {name: value for name, value in one.items() if name != "host"}
            | {"host_id": numbers[str(one["topic"]), str(one["host"])]}
            for one in links
        ],
    )


def _host_numbers(connection: Connection, hosts: Sequence[tuple[str, str]]) -> dict[tuple[str, str], int]:
    """Return ids of hosts by topic and name; missing hosts are inserted."""
    table = schema.hosts
    query = select(table.c.topic, table.c.name, table.c.id).where(
        table.c.topic.in_(sorted({topic for topic, _ in hosts})),
        table.c.name.in_(sorted({name for _, name in hosts})),
    )
    numbers = _numbers(connection, query)
    missing: list[dict[str, Any]] = [
        {"topic": topic, "name": name} for topic, name in hosts if (topic, name) not in numbers
    ]
    if missing:
        # All workers insert in the same order, so that they cannot lock each other out.
        connection.execute(mysql.insert(table).on_duplicate_key_update(name=table.c.name), missing)
        # A locking read sees what other workers have committed since this transaction began.
        numbers = _numbers(connection, query.with_for_update(read=True))
    return numbers


def _numbers(connection: Connection, query: Select[Any]) -> dict[tuple[str, str], int]:
    return {(topic, name): number for topic, name, number in connection.execute(query)}
