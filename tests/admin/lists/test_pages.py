"""Lists of pages, on SQLite and MariaDB alike."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from functools import partial

import pytest
from servers.corpora import opened

from topiccrawl.admin.lists.drops import DropCounts, count_drops, list_drops
from topiccrawl.admin.lists.pages import PageFilter, count_pages, find_pages, hosts_of, read_page
from topiccrawl.cli import main
from topiccrawl.storage.pages.store import CorpusStore
from topiccrawl.storage.records import DropRecord, PageRecord
from topiccrawl.storage.rows.admin.page_index import clear_index, count_some_unindexed, count_unindexed

AT = datetime(2024, 5, 1, tzinfo=UTC)
TEXTS = dict.fromkeys(("党建", "一字", "大写", "繁体", "后文", "罕见"), "支部开展党建活动")


def page(number: int, title: str, text: str) -> PageRecord:
    url = f"http://Site{number}.test:8080/党"
    return PageRecord(
        topic="样例", url=url, run_id=1, fetched_at=AT, title=title, text=text, relevance=number / 10
    )


@pytest.fixture(scope="module")
def filled(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[CorpusStore]:
    """One store for all tests, on the database that the module's parameter names."""
    if request.param == "sqlite":
        yield from _open(f"sqlite:///{tmp_path_factory.mktemp('list') / 'corpus.db'}")
        return
    with request.getfixturevalue("mariadb_server").fresh_database() as url:
        yield from _open(url)


def _open(url: str) -> Iterator[CorpusStore]:
    store = opened(url)
    store.write([page(number, title, text) for number, (title, text) in enumerate(TEXTS.items())])
    yield store
    store.close()


both = pytest.mark.parametrize("filled", ["sqlite", "mariadb"], indirect=True)


@both
def test_filters_meet(filled: CorpusStore) -> None:
    find = partial(filled.read, find_pages, most=10)
    assert [one.host for one in find(PageFilter(topic="样例", host="site3.test"))] == ["site3.test"]
    assert not find(PageFilter(topic="别的"))
    assert [filled.read(count_pages, PageFilter(topic="样例", least=0.2), most) for most in (9, 3)] == [4, 3]
    assert len(find(PageFilter(topic="样例", least=0.2, most=0.4))) == 3
    assert len(find(PageFilter(topic="样例", since="2024-05", until="2024-05"))) == 6
    first = filled.read(find_pages, PageFilter(topic="样例"), 2)
    rest = filled.read(find_pages, PageFilter(topic="样例"), 10, first[-1].number)
    assert [one.title for one in first + rest] == list(TEXTS)[::-1]
    assert dict(filled.read(hosts_of, "样例"))["site0.test"] == 1


def test_a_page_written_again_is_listed_with_its_new_title(database_url: str) -> None:
    store = opened(database_url)
    store.write([page(1, "旧题", "河长巡河")])
    store.write([page(1, "新题", "水质改善")])
    (found,) = store.read(find_pages, PageFilter(topic="样例"), 5)
    assert found.title == "新题"
    shown = store.read(read_page, found.number)
    assert shown is not None and shown["text"] == "水质改善" and shown["copies"] == []
    store.close()


def test_pages_of_an_older_version_are_indexed_by_a_command(
    database_url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    store = opened(database_url)
    store.write([page(number, f"第{number}题", "长" * 400 + "结尾") for number in range(3)])
    store.transact(clear_index)
    assert store.read(count_unindexed) == store.read(count_some_unindexed) == 3
    assert store.read(count_some_unindexed, 1) == 2
    store.close()
    assert main(["database", "upgrade", "--index", "missing", "--database", database_url]) == 0
    assert "3 pages indexed" in capsys.readouterr().out
    assert main(["database", "upgrade", "--index", "missing", "--database", database_url]) == 0
    assert "0 pages indexed" in capsys.readouterr().out
    store.open(create=False)
    assert len(store.read(find_pages, PageFilter(topic="样例"), 5)) == 3
    store.close()


def test_drops_are_counted_by_reason(database_url: str) -> None:
    store = opened(database_url)
    drops = [
        DropRecord(
            topic=topic, url=f"http://a.test/{number}", stage="gate", reason=reason, run_id=1, dropped_at=AT
        )
        for number, (topic, reason) in enumerate(
            [("样例", "off"), ("样例", "off"), ("样例", "hub"), ("别的", "off")]
        )
    ]
    store.write(drops)
    assert store.read(count_drops, "样例", 10) == DropCounts(
        (("gate", "off", 2), ("gate", "hub", 1)), 10, True
    )
    assert not store.read(count_drops, "样例", 2).is_complete
    first, second = store.read(list_drops, "样例", "gate", "off", 5)
    assert store.read(list_drops, "样例", "gate", "off", 5, first["id"]) == [second]
    store.close()
