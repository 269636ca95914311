"""Stories of a database: found, stored, continued, shown, written as a graph."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from servers.corpora import opened
from sqlalchemy import text

from topiccrawl.errors import StorageError
from topiccrawl.newsroom.commands.story_text import story_lines
from topiccrawl.newsroom.stories import build
from topiccrawl.newsroom.stories.build import Counts, build_stories
from topiccrawl.newsroom.stories.reading import read_stories
from topiccrawl.storage.pages.store import CorpusStore
from topiccrawl.storage.records import PageRecord

TOPIC = "样例"
FETCHED = datetime(2024, 5, 1, 12, tzinfo=UTC)
MEETING = (
    "福建省侨联主席陈俊泳4月2日在厦门市会见了菲律宾华商代表王晓明一行，双方就侨乡建设和华文教育交换了意见。"
    "陈俊泳说，侨联将继续为海外侨胞服务。王晓明表示，愿意为家乡的发展牵线搭桥。"
)
RAIN = (
    "河南省郑州市4月2日普降暴雨，多条道路积水，交警和消防部门连夜出动，转移被困居民三百余人，目前无人员伤亡。"
    * 2
)
AFTER = (
    "菲律宾华商代表王晓明一行4月8日在福建省泉州市考察侨乡建设，福建省侨联主席陈俊泳陪同。"
    "王晓明说，会见之后双方已经在华文教育方面达成了合作。"
)


class Interrupted(Exception):
    """Stands for a kill."""


def page(number: int, site: str, title: str, body: str, source: str = "", **values: Any) -> PageRecord:
    html = (
        f"<html><head><meta charset=utf-8><title>{title}_{site}</title></head><body><h1>{title}</h1>"
        f"<div>{values.get('published') or ''} 来源：{source} 浏览次数：{number}00</div><p>{body}</p></body></html>"
    )
    own = {
        "topic": TOPIC,
        "url": f"http://h{number}.invalid/",
        "run_id": 1,
        "fetched_at": FETCHED + timedelta(hours=number),
    }
    return PageRecord(
        **own
        | {"title": title, "text": body, "site": site, "raw_html": html.encode(), "raw_title": title}
        | values
    )


PAGES = (
    page(1, "柳河在线", "福建省侨联会见菲律宾华商", MEETING, "江边日报", published="2024-04-03", duplicate_of="http://h2.invalid/", duplicate_kind="body"),
    page(2, "江边日报", "福建省侨联会见菲律宾华商", MEETING, published="2024-04-03 08:00"),
    page(3, "白塔网", "福建省侨联会见菲律宾华商代表", MEETING, "柳河在线", published="2024-04-03", duplicate_of="http://h2.invalid/", duplicate_kind="body"),
    page(4, "白塔网", "郑州普降暴雨 转移居民三百余人", RAIN, "联合通讯社", published="2024-04-02 21:00"),
    page(5, "江边日报", "菲律宾华商王晓明考察福建侨乡", AFTER, published="2024-04-09 08:00"),
)  # fmt: skip


@pytest.fixture
def store(database_url: str) -> Iterator[CorpusStore]:
    store = opened(database_url)
    store.start_run(TOPIC, {"strategy": "adaptive"})
    store.write(PAGES)
    yield store
    store.close()


def rows(store: CorpusStore, query: str) -> list[tuple[Any, ...]]:
    return [tuple(row.values()) for row in store.fetch(text(query))]


TABLES = ("events", "event_pages", "event_people", "event_relations", "reposts", "propagation")


def everything(store: CorpusStore) -> dict[str, list[tuple[Any, ...]]]:
    return {name: sorted(rows(store, f"SELECT * FROM {name}"), key=repr) for name in TABLES}


def test_the_stored_source_counts_where_no_page_is_kept(store: CorpusStore) -> None:
    store.write([replace(PAGES[3], raw_html=None, source="远方通讯社")])
    build_stories(store, TOPIC)
    assert rows(store, "SELECT via FROM reposts WHERE page_id = 4") == [("远方通讯社",)]


def test_stories_are_found_and_stored(store: CorpusStore) -> None:
    assert build_stories(store, TOPIC) == Counts(stories=3, written=3, pages=5, removed=0, relations=1)
    query = "SELECT name, time, place, country, province, source FROM events"
    assert set(rows(store, query)) == {
        ("福建省侨联会见菲律宾华商", "2024-04-02", "厦门市", "中国", "福建省", "江边日报"),
        ("郑州普降暴雨 转移居民三百余人", "2024-04-02", "郑州市", "中国", "河南省", "联合通讯社"),
        ("菲律宾华商王晓明考察福建侨乡", "2024-04-08", "泉州市", "中国", "福建省", "江边日报"),
    }
    assert rows(store, "SELECT page_id, from_page_id, via FROM reposts ORDER BY page_id") == [
        (1, 2, None),
        (2, None, None),
        (3, 1, None),
        (4, None, "联合通讯社"),
        (5, None, None),
    ]
    people = rows(
        store, "SELECT name, person FROM event_people JOIN events ON events.id = event_id ORDER BY person"
    )
    assert {person for name, person in people if name.startswith("福建")} == {"王晓明", "陈俊泳"}
    related = rows(
        store,
        "SELECT a.name, b.name, kind FROM event_relations r JOIN events a ON a.id = r.event_id JOIN events b ON b.id = r.other_id",
    )
    assert related == [("福建省侨联会见菲律宾华商", "菲律宾华商王晓明考察福建侨乡", "follow-up")]


def test_the_ten_columns_of_paper_c_are_filled(store: CorpusStore) -> None:
    title = PAGES[4].title
    html = (
        f"<html><head><meta charset=utf-8><title>{title}_江边日报</title><meta name=keywords content='侨乡,华商'>"
        f"<meta name=description content='华商考察了三个村。'></head><body><h1><a href=/zt/q.html>{title}</a></h1>"
        f"<div>2024-04-09 08:00 作者：李明 浏览次数：500</div><p>{AFTER}</p><div class=tags>标签：<a href=/tag/q>侨乡</a></div>"
        "<div class=comment><h3>网友评论</h3><p>说得很好，欢迎回家！</p></div></body></html>"
    )
    store.write([replace(PAGES[4], raw_html=html.encode())])
    build_stories(store, TOPIC)
    found = {row["page_id"]: dict(row) for row in store.fetch(text("SELECT * FROM propagation"))}
    assert found[1] == {
        "page_id": 1, "title": "福建省侨联会见菲律宾华商", "title_link": None, "keywords": None, "keyword_links": None,
        "publishing_site": "江边日报", "reposting_sites": json.dumps(["柳河在线", "白塔网"], ensure_ascii=False),
        "author": None, "summary": None, "comments": None, "attention": 100,
    }  # fmt: skip
    assert (found[4]["publishing_site"], found[4]["attention"]) == ("联合通讯社", 400)
    assert found[5] == {
        "page_id": 5, "title": title, "title_link": "http://h5.invalid/zt/q.html", "keywords": '["侨乡", "华商"]',
        "keyword_links": '["http://h5.invalid/tag/q"]', "publishing_site": "江边日报", "reposting_sites": None,
        "author": "李明", "summary": "华商考察了三个村。", "comments": '["说得很好，欢迎回家！"]', "attention": 500,
    }  # fmt: skip


def test_a_second_call_changes_nothing_and_reads_no_page_again(
    store: CorpusStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    build_stories(store, TOPIC)
    before = everything(store)
    monkeypatch.setattr(build, "read_spread", lambda page: pytest.fail("a page was read again"))
    assert build_stories(store, TOPIC) == Counts(stories=3, written=0, pages=0, removed=0, relations=1)
    assert everything(store) == before


def test_an_interrupted_call_is_finished_by_the_next_one(
    store: CorpusStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(build, "_STORIES", 1)
    transact = store.transact
    left = 2

    def failing(operation: Any) -> Any:
        def interrupted(connection: Any) -> Any:
            nonlocal left
            result = operation(connection)
            left -= 1
            if left < 0:
                raise Interrupted  # after all statements of a transaction
            return result

        return transact(interrupted)

    monkeypatch.setattr(store, "transact", failing)
    with pytest.raises((Interrupted, StorageError)):
        build_stories(store, TOPIC)
    monkeypatch.setattr(store, "transact", transact)
    assert len(rows(store, "SELECT id FROM events")) == 2
    assert build_stories(store, TOPIC).written == 1
    found = everything(store)
    assert [len(found[name]) for name in ("events", "event_pages", "event_relations", "reposts")] == [
        3,
        5,
        1,
        5,
    ]
    store.transact(lambda connection: connection.execute(text("DELETE FROM events")).rowcount)
    build_stories(store, TOPIC)
    assert [everything(store)[name] for name in ("reposts", "propagation")] == [
        found[name] for name in ("reposts", "propagation")
    ]


def test_a_story_that_grows_keeps_its_id(store: CorpusStore) -> None:
    build_stories(store, TOPIC)
    (before,) = rows(store, "SELECT event_id FROM event_pages WHERE page_id = 2")
    others = [row for row in everything(store)["events"] if row[0] != before[0]]
    late = page(6, "石桥网", "福建省侨联会见菲律宾华商", MEETING, published="2024-04-02 07:00")
    store.write([late])
    store.write(
        [
            page(
                6,
                "石桥网",
                "福建省侨联会见菲律宾华商",
                MEETING,
                published="2024-04-02 07:00",
                duplicate_of="http://h2.invalid/",
            )
        ]
    )
    assert build_stories(store, TOPIC).written == 1
    assert rows(store, "SELECT DISTINCT event_id FROM event_pages WHERE page_id IN (1, 2, 3, 6)") == [before]
    assert [row for row in everything(store)["events"] if row[0] != before[0]] == others
    assert rows(store, f"SELECT source, first_page FROM events WHERE id = {before[0]}") == [("石桥网", 6)]


def test_pages_that_are_no_copies_any_more_become_stories_of_their_own(store: CorpusStore) -> None:
    build_stories(store, TOPIC)
    store.write(
        [
            page(
                3,
                "白塔网",
                "足球联赛结束 主队夺冠",
                "足球联赛昨晚结束，主队凭借两个进球夺得冠军。" * 3,
                published="2024-04-03",
            )
        ]
    )
    assert build_stories(store, TOPIC).stories == 4
    assert len(rows(store, "SELECT DISTINCT event_id FROM event_pages")) == 4
    assert rows(store, "SELECT from_page_id, via FROM reposts WHERE page_id = 3") == [(None, None)]


@pytest.mark.parametrize(
    ("language", "shown"),
    [
        ("zh_CN.UTF-8", ["地点：厦门市 (中国 福建省)", "首发：江边日报；网页 3 个，网站 3 个", "[来源写明“江边日报”"]),
        ("en_US.UTF-8", ["place: 厦门市 (中国 福建省)", "first: 江边日报; 3 pages of 3 sites", "[its source line names 江边日报"]),
    ],
)  # fmt: skip
def test_stories_are_shown_in_the_language_of_the_terminal(
    store: CorpusStore, monkeypatch: pytest.MonkeyPatch, language: str, shown: list[str]
) -> None:
    monkeypatch.setenv("LC_ALL", language)
    build_stories(store, TOPIC)
    (story,) = read_stories(store, TOPIC, limit=9)
    lines = list(story_lines(story))
    assert lines[0].endswith("福建省侨联会见菲律宾华商")
    assert shown[0] in lines[1] and shown[1] in lines[2]
    assert lines[3].startswith("  ● 2024-04-03 08:00  江边日报")
    assert lines[4].startswith("      └ 2024-04-03  柳河在线") and f"← 江边日报  {shown[2]}" in lines[4]
    assert lines[5].startswith("          └ 2024-04-03  白塔网")
    assert len(list(read_stories(store, TOPIC, limit=9, least=1))) == 3


def test_pages_whose_sources_are_unknown_stand_in_order_of_time(store: CorpusStore) -> None:
    build_stories(store, TOPIC)
    store.transact(lambda connection: connection.exec_driver_sql("UPDATE reposts SET from_page_id = NULL"))
    (story,) = read_stories(store, TOPIC, limit=9)
    _, *others = (step.fetched_at for step in story.steps)  # of one day
    assert len(others) == 2
    assert others == sorted(others)
