"""Events by period and person, and the time line of a story."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Any

from newsroom.analysis.conftest import TOPIC
from sqlalchemy import insert

from topiccrawl.newsroom.analysis.events import EventFilter, list_events
from topiccrawl.newsroom.analysis.periods import Period
from topiccrawl.newsroom.analysis.places import count_places, summed
from topiccrawl.newsroom.analysis.propagation import time_line
from topiccrawl.newsroom.stories.reading import StoredStep
from topiccrawl.storage import schema
from topiccrawl.storage.pages.store import CorpusStore

PERIOD = Period(date(2024, 4, 25), date(2024, 5, 20))


def step(page: int, published: str | None, parent: int | None = None, **values: Any) -> StoredStep:
    own: dict[str, Any] = {
        "via": None,
        "url": f"http://a.test/{page}",
        "site": f"网站{page}",
        "title": "会见",
        "fetched_at": datetime(2024, 4, 3, 12, tzinfo=UTC),
        "evidence": (),
    }
    return StoredStep(page=page, parent=parent, published=published, **own | values)


def test_the_events_of_a_place_are_those_that_the_table_of_places_counts(store: CorpusStore) -> None:
    with store.reading() as connection:
        table = summed(count_places(connection, TOPIC, PERIOD), by=("country", "province"))
        found = list_events(connection, EventFilter(topic=TOPIC, period=PERIOD, province="福建省"))
        sport = list_events(
            connection, EventFilter(topic=TOPIC, period=PERIOD, category="体育", country="日本")
        )
        none = list_events(
            connection, EventFilter(topic=TOPIC, period=PERIOD, category="体育", country="中国")
        )
    assert (len(found), sum(one.pages for one in found)) == table["中国", "福建省"]
    assert [one.pages for one in found] == sorted((one.pages for one in found), reverse=True)
    assert (len(sport), sum(one.pages for one in sport)) == table["日本", ""] and none == []


def test_people_lead_to_their_events(store: CorpusStore) -> None:
    taking_part = [
        (1, "陈俊泳", 3),
        (1, "王晓明", 5),
        (5, "王晓明", 1),
        (5, "陈俊泳", 1),
        (9, "陈俊泳", 1),
        (9, "李华", 1),
    ]
    rows = [{"event_id": event, "person": name, "mentions": times} for event, name, times in taking_part]
    with store.reading() as connection:  # rolled back at the end
        connection.execute(insert(schema.event_people), rows)
        found = list_events(connection, EventFilter(topic=TOPIC, period=PERIOD, person="陈俊泳"))
        assert {one.number: one.people for one in found} == {
            1: ("王晓明", "陈俊泳"), 5: ("王晓明", "陈俊泳"), 9: ("李华", "陈俊泳")
        }  # fmt: skip


def test_a_time_line_says_who_was_first_and_who_followed() -> None:
    steps = [
        step(1, "2024-04-02T08:00:00+08:00"),
        step(2, "2024-04-02T20:00:00", parent=1),
        step(3, "2024-04-03", parent=2),
        step(4, None, parent=9, via="联合通讯社"),
    ]
    nodes = time_line(steps)
    assert [node.rank for node in nodes] == [1, 2, 3, 4]
    assert [node.is_exact for node in nodes] == [True, True, False, False]
    # Hours from the first page: 0, 12, 16 (the day begins), 36 (fetched at 20:00 in Beijing).
    assert [round(node.position, 3) for node in nodes] == [0, round(12 / 36, 3), round(16 / 36, 3), 1]
    assert [node.parent for node in nodes] == [None, 0, 1, None]  # the last one's source is not stored
    assert nodes[2].parent_position == nodes[1].position


def test_pages_of_one_time_are_all_first() -> None:
    nodes = time_line([step(1, "2024-04-02"), step(2, "2024-04-02", parent=1)])
    assert [(node.rank, node.position) for node in nodes] == [(1, 0.0), (1, 0.0)]
    assert time_line([]) == []
