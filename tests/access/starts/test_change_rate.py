"""Which lists are asked for again."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from topiccrawl.access.starts.change_rate import due_records
from topiccrawl.storage.records import RevisitRecord

NOW = datetime(2026, 3, 2, 4, 0, tzinfo=UTC)  # noon in China
SHARES = (0.0,) * 12 + (0.5,) + (0.0,) * 11


def record(name: str, changes: int, ago: timedelta) -> RevisitRecord:
    """Return a list that was visited over a week."""
    return RevisitRecord(
        topic="党建", url=f"http://{name}.test/", kind="list", why="", etag="", last_modified="",
        visited_at=NOW - ago, changes=changes, days=7.0,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("ago", "due"),
    [
        (timedelta(minutes=1), []),
        (timedelta(minutes=50), ["http://busy.test/"]),
        (timedelta(days=-365), ["http://busy.test/", "http://quiet.test/"]),
        (timedelta(days=30), ["http://busy.test/", "http://quiet.test/"]),
    ],
)
def test_lists_are_asked_by_their_own_rate_but_not_at_once_again(ago: timedelta, due: list[str]) -> None:
    known = [record("busy", 100, ago), record("quiet", 0, ago)]
    assert [one.url for one in due_records(known, SHARES, NOW, 0.5)] == due
