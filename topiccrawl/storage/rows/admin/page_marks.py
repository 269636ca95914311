"""What `page_index` repeats of other tables, so that counts of a period read one index: copies and events.

Code that writes `duplicates` or `event_pages` must call `refresh_marks` for these pages in the same
transaction.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, func, select, update

from topiccrawl.storage import schema
from topiccrawl.storage.rows.chunks import chunks

_INDEX, _MARKS, _LINKS = schema.page_index.c, schema.duplicates.c, schema.event_pages.c


def refresh_marks(connection: Connection, pages: Sequence[int]) -> None:
    """Bring `copied` and `event_id` of pages up to date; pages that are not indexed are left out.

    Args:
        connection: of the database, within the caller's transaction.
        pages: ids of pages.
    """
    for some in chunks(pages):
        _refresh(connection, some)


def _refresh(connection: Connection, pages: Sequence[int]) -> None:
    event = func.min(_LINKS.event_id).label("event")
    query = (
        select(_INDEX.page_id, _INDEX.copied, _INDEX.event_id, func.max(_MARKS.page_id).label("mark"), event)
        .outerjoin_from(schema.page_index, schema.duplicates, _MARKS.page_id == _INDEX.page_id)
        .outerjoin(schema.event_pages, _LINKS.page_id == _INDEX.page_id)
        .where(_INDEX.page_id.in_(pages))
        .group_by(_INDEX.page_id, _INDEX.copied, _INDEX.event_id)
    )
    # Only what differs, column by column: another process may be writing the other one.
    changed: dict[tuple[str, Any], list[int]] = {}
    for row in connection.execute(query):
        copied = int(row.mark is not None)
        if row.copied != copied:
            changed.setdefault(("copied", copied), []).append(row.page_id)
        if row.event_id != row.event:
            changed.setdefault(("event_id", row.event), []).append(row.page_id)
    for (name, value), numbers in changed.items():
        connection.execute(update(schema.page_index).where(_INDEX.page_id.in_(numbers)).values({name: value}))
