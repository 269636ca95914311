"""What `page_index` repeats of other tables, so that counts of a period read one index: copies and events.

Code that writes `duplicates` or `event_pages` must call `refresh_marks` for these pages in the same
transaction.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, update

from topiccrawl.storage import schema
from topiccrawl.storage.rows.chunks import chunks
from topiccrawl.storage.sqlite.statements import fetch, marks, padded

_INDEX = schema.page_index.c


def refresh_marks(connection: Connection, pages: Sequence[int]) -> None:
    """Bring `copied` and `event_id` of pages up to date; pages that are not indexed are left out.

    Args:
        connection: of the database, within the caller's transaction.
        pages: ids of pages.
    """
    for some in chunks(pages):
        _refresh(connection, some)


def _refresh(connection: Connection, pages: Sequence[int]) -> None:
    numbers = padded(pages)
    query = (
        "SELECT page_index.page_id, copied, page_index.event_id, MAX(duplicates.page_id), "  # noqa: S608
        "MIN(event_pages.event_id) FROM page_index "
        "LEFT JOIN duplicates ON duplicates.page_id = page_index.page_id "
        "LEFT JOIN event_pages ON event_pages.page_id = page_index.page_id "
        f"WHERE page_index.page_id IN ({marks(len(numbers))}) "
        "GROUP BY page_index.page_id, copied, page_index.event_id"
    )
    # Only what differs, column by column: another process may be writing the other one.
    changed: dict[tuple[str, Any], list[int]] = {}
    for number, was_copied, old_event, mark, event in fetch(connection, query, numbers):
        copied = int(mark is not None)
        if was_copied != copied:
            changed.setdefault(("copied", copied), []).append(number)
        if old_event != event:
            changed.setdefault(("event_id", event), []).append(number)
    for (name, value), numbers in changed.items():
        connection.execute(update(schema.page_index).where(_INDEX.page_id.in_(numbers)).values({name: value}))
