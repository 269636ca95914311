"""A corpus of events, sites and copies over some weeks, the same on SQLite and MariaDB."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from datetime import UTC, date, datetime, timedelta

import pytest
from servers.corpora import opened
from sqlalchemy import insert

from topiccrawl.storage import schema
from topiccrawl.storage.pages.store import CorpusStore
from topiccrawl.storage.records import PageRecord
from topiccrawl.storage.rows.admin.page_marks import refresh_marks

TOPIC = "样例"
FETCHED = datetime(2024, 6, 1, 12, tzinfo=UTC)
FIRST = date(2024, 4, 1)
PLACES = [
    ("中国", "福建省", "华人华侨"),
    ("中国", "北京市", "政治"),
    ("日本", None, "体育"),
    (None, None, None),
]
VAGUE = {7: "2024-04", 8: "2024", 9: None, 10: "2024-05-10T08:00:00+08:00"}


def page(number: int) -> PageRecord:
    """Some pages have a vague date or none, and every sixth one is a copy."""
    day = FIRST + timedelta(days=number * number % 61)
    copy = number % 6 == 5
    return PageRecord(
        topic=TOPIC if number % 10 else "别的",
        url=f"http://site{number % 4}.test/{number}.html",
        run_id=1,
        fetched_at=FETCHED,
        title=f"侨联第{number}次座谈",
        text=f"第{number}次座谈在厦门举行。" * 3,
        relevance=0.5,
        published=VAGUE.get(number, str(day)),
        duplicate_of=f"http://site{(number - 1) % 4}.test/{number - 1}.html" if copy else None,
        duplicate_kind="title" if copy else None,
    )


@pytest.fixture(scope="module", params=["sqlite", "mariadb"])
def store(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[CorpusStore]:
    """Filled once for each module; tests only read it."""
    with ExitStack() as stack:
        if request.param == "sqlite":
            url = f"sqlite:///{tmp_path_factory.mktemp('analysis') / 'corpus.db'}"
        else:
            url = stack.enter_context(request.getfixturevalue("mariadb_server").fresh_database())
        store = opened(url)
        stack.callback(store.close)
        store.start_run(TOPIC, {})
        store.write([page(number) for number in range(1, 121)])
        _write_events(store)
        yield store


def _write_events(store: CorpusStore) -> None:
    with store.reading() as connection:
        rows = connection.execute(schema.page_index.select().where(schema.page_index.c.topic == TOPIC)).all()
        for number in range(1, 13):
            country, province, category = PLACES[number % len(PLACES)]
            values = {"country": country, "province": province, "category": category}
            event = {"id": number, "topic": TOPIC, "name": f"事件{number}", "time": "2024-04-20"}
            connection.execute(insert(schema.events).values(event | values))
        links = [
            {"event_id": row.page_id % 12 + 1, "page_id": row.page_id} for row in rows if row.page_id % 5
        ]
        connection.execute(insert(schema.event_pages), links)
        refresh_marks(connection, [row.page_id for row in rows])
        connection.commit()
