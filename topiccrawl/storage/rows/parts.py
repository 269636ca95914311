"""The parts of articles over several pages, and the marks of stored pages that are such parts."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, select

from topiccrawl.storage import schema
from topiccrawl.storage.records import PartRecord
from topiccrawl.storage.rows.chunks import fetch_by
from topiccrawl.storage.rows.row import Row, json_text, packed, row_of
from topiccrawl.storage.rows.upsert import delete_of_pages, upsert

PART = "part"
"""Kind of a duplicate whose text is a part of its original."""


def part_rows(parts: Iterable[PartRecord]) -> tuple[Row, ...]:
    """Return the rows of the parts of an article, without the id of its page.

    Raises:
        ValueError, TypeError: as `topiccrawl.storage.rows.row.row`.
    """
    return tuple(
        row_of(
            schema.page_parts,
            part,
            number=number,
            headers=json_text(dict(part.headers)),
            raw_html=packed(part.raw_html),
        )
        for number, part in enumerate(parts, start=1)
    )


def write_parts(connection: Connection, parts: Mapping[int, Sequence[Row]]) -> None:
    """Write the parts of pages, by their ids, in place of those that were stored."""
    delete_of_pages(connection, schema.page_parts, list(parts))
    rows = [{"page_id": page, **one} for page, own in parts.items() for one in own]
    upsert(connection, schema.page_parts, rows)


def read_parts(connection: Connection, page: int) -> tuple[PartRecord, ...]:
    """Return the parts of a page, in order."""
    table = schema.page_parts
    rows = connection.execute(select(table).where(table.c.page_id == page).order_by(table.c.number))
    return tuple(
        PartRecord(
            one.url, one.fetched_at, one.status, json.loads(one.headers), zlib.decompress(one.raw_html)
        )
        for one in rows
    )


def articles_of_parts(connection: Connection, topic: str, hashes: Sequence[Any]) -> dict[str, str]:
    """Return the URLs of the articles that pages are parts of, by the hashes of the URLs of these pages."""
    query = (
        "SELECT page_parts.url_hash, pages.url FROM page_parts "
        "CROSS JOIN pages ON pages.id = page_parts.page_id "  # else SQLite reads all pages of the topic
        "WHERE pages.topic = ? AND page_parts.url_hash IN ({})"
    )
    return dict(fetch_by(connection, query, hashes, topic))
