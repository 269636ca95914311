"""Pages found by queries in their whole texts, on SQLite and MariaDB alike."""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from servers.corpora import opened
from sqlalchemy import delete, func, select

from topiccrawl.admin.lists import text_index, text_search
from topiccrawl.admin.lists.page_filter import PageFilter
from topiccrawl.admin.lists.pages import listed
from topiccrawl.admin.lists.search_query import parse_query, rule_query
from topiccrawl.admin.lists.text_index import TextIndex
from topiccrawl.admin.lists.text_search import Hits, count_days, search, search_all, snippets
from topiccrawl.errors import AdminError
from topiccrawl.storage import schema
from topiccrawl.storage.pages.store import CorpusStore
from topiccrawl.storage.records import PageRecord
from topiccrawl.storage.rows.admin import text_blocks
from topiccrawl.text.folding import fold

AT = datetime(2024, 5, 1, tzinfo=UTC)
CHARACTERS = "党员支部社区服务ab12，。 學\n"


def page(number: int, text: str, **values: Any) -> PageRecord:
    own = {
        "url": f"http://site{number % 3}.test/{number}",
        "title": f"第{number}号",
        "published": f"2024-05-{number % 28 + 1:02}",
        "relevance": 0.5,
    }
    return PageRecord(topic="样例", run_id=1, fetched_at=AT, text=text, **own | values)


@pytest.fixture
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Blocks of 16 pages, with bits for keys of more than three, and rows in pieces."""
    monkeypatch.setattr(text_blocks, "BLOCK", 16)
    monkeypatch.setattr(text_blocks, "_ROW_BYTES", 40)
    monkeypatch.setattr(text_blocks, "_MOST_LISTED", 3)
    monkeypatch.setattr(text_index, "_AT_ONCE", 5)
    monkeypatch.setattr(text_index, "_LATE", 4)


@pytest.fixture
def store(database_url: str) -> Iterator[CorpusStore]:
    made = opened(database_url)
    yield made
    made.close()


@pytest.fixture
def index(database_url: str, store: CorpusStore) -> Iterator[TextIndex]:
    made = TextIndex(database_url, store)
    yield made
    made.close()


def find(store: CorpusStore, index: TextIndex, typed: str, order: str = "", **filters: Any) -> Hits:
    query = parse_query(typed)
    index.catch_up(10)
    with store.reading() as connection:
        return search(connection, index, query, PageFilter(topic="样例", **filters), order)


def texts(number: int, length: int = 60) -> list[str]:
    drawn = random.Random(number)
    return ["".join(drawn.choices(CHARACTERS, k=length)) for _ in range(number)]


QUERIES = (
    "党员",
    "员",
    "学",
    "ab1",
    "支部 -社区",
    "社区服",
    "员 或 服务",
    "“a 党”",
    "非 党 或 1",
    "-(党员 支部)",
)


def test_queries_find_what_the_texts_have(
    store: CorpusStore, database_url: str, small_blocks: None, index: TextIndex
) -> None:
    own = texts(45)
    store.write([page(number, text) for number, text in enumerate(own, 1)])
    again = dict(zip(range(1, 30, 3), texts(10, 30), strict=True))
    assert find(store, index, "党员").numbers  # three blocks were stored by now
    store.write([page(number, text) for number, text in again.items()])
    own = [again.get(number, text) for number, text in enumerate(own, 1)]
    restarted = TextIndex(database_url, store)
    for one in (index, restarted):
        for typed in QUERIES:
            query = parse_query(typed)
            wanted = [n for n, text in enumerate(own, 1) if query.matches(fold(f"第{n}号\n{text}"))]
            found = find(store, one, typed)
            assert found == Hits(wanted[::-1], len(wanted), False, 1.0), typed
            some = [n for n in wanted if n % 3 == 1 and n % 28 < 20]
            filters = {"host": "site1.test", "until": "2024-05-20"}
            assert find(store, one, typed, **filters).numbers == some[::-1], typed
            assert find(store, one, typed, after=20).numbers == [n for n in wanted if n > 20][::-1], typed
    restarted.close()


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("黨建", ["后文", "繁体", "党建"]),
        ("党", ["后文", "繁体", "大写", "一字", "党建"]),
        ("为了党", ["一字"]),
        ("支部 活动", ["党建"]),
        ("支部活动", []),
        ("App 学校", ["大写"]),
        ("party 或 𠮷野", ["罕见", "大写"]),
        ("台湾 (\"*' - + ~ @", ["罕见"]),
        ("*", []),
    ],
)
def test_rules_are_queries_and_find_words_anywhere(
    store: CorpusStore, index: TextIndex, words: str, found: list[str]
) -> None:
    own = {
        "党建": "支部开展党建活动",
        "一字": "全心全意为了党",
        "大写": "某党 建立学校，PARTY APP v2.0 上线",
        "繁体": "共產黨員學習黨建理論",
        "后文": "长" * 400 + "党建",
        "罕见": "𠮷野家在台湾",
    }
    store.write([page(number, text, title=title) for number, (title, text) in enumerate(own.items())])
    chosen = PageFilter(topic="样例")
    with store.reading() as connection:
        numbers = search_all(connection, index, rule_query(words), chosen)
        assert [one.title for one in listed(connection, "样例", numbers)] == found
        assert count_days(connection, index, rule_query(words), chosen).total() == len(found)


def test_all_hits_are_refused_before_all_pages_are_indexed(
    store: CorpusStore, index: TextIndex, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(text_index, "_AT_ONCE", 1)
    monkeypatch.setattr(text_search, "_SECONDS", 0)
    store.write([page(number, "党员") for number in range(3)])
    with store.reading() as connection:
        with pytest.raises(AdminError, match="only 33% of the texts are indexed"):
            search_all(connection, index, rule_query("党员"), PageFilter(topic="样例"))
        index.fill()
        assert search_all(connection, index, rule_query("党员"), PageFilter(topic="样例")) == [3, 2, 1]


def test_blocks_that_another_process_stores_and_deletes_are_known(
    store: CorpusStore, index: TextIndex, database_url: str, small_blocks: None
) -> None:
    other = TextIndex(database_url, store)
    store.write([page(number, "党员") for number in range(20)])
    assert find(store, index, "党员").total == find(store, other, "党员").total == 20
    store.write([page(number, "社区") for number in range(20)])
    store.write([page(number, "党员") for number in range(20, 60)])
    for one in (other, index, other, index):
        assert find(store, one, "党员").total == 40 and find(store, one, "社区").total == 20
    other.close()


def test_filters_of_common_words_read_pages_in_their_order(
    store: CorpusStore, index: TextIndex, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(text_search, "_LOOKED_AT", 10)
    store.write([page(number, "党员" if number % 2 else "社区") for number in range(1, 60)])
    for limit in (3, 1000):
        monkeypatch.setattr(text_search, "SORTED", limit)
        found = find(store, index, "党员", since="2024-05-11", until="2024-05-12")
        assert found.numbers == [39, 11][:limit] and found.is_more == (limit < 2)
    assert find(store, index, "社区", until="2024-05").numbers == list(range(58, 0, -2))
    monkeypatch.setattr(text_search, "SORTED", 7)
    found = find(store, index, "社区", until="2024-05")
    assert found == Hits([58, 56, 54, 52, 50, 48, 46], 7, True, 1.0)
    assert find(store, index, "社区").total == 29  # without other filters the index counts
    monkeypatch.setattr(text_search, "COMPARED", 5)
    store.write([page(number, "党史上的史料" if number > 62 else "党史料") for number in range(60, 90)])
    query = parse_query("党史料")
    with store.reading() as connection:
        found = search(connection, index, query, PageFilter(topic="样例"), most=5)
        every = search(connection, index, query, PageFilter(topic="样例"), most=text_search.EVERY)
    assert found == Hits([], 0, True, 1.0) and every == Hits([62, 61, 60], 3, False, 1.0)


def test_a_page_stored_again_or_deleted_is_found_by_what_it_has_now(
    store: CorpusStore, index: TextIndex, database_url: str, small_blocks: None
) -> None:
    store.write([page(number, "河长巡河" + "长" * 400 + "结尾") for number in range(1, 20)])
    assert find(store, index, "结尾").total == 19
    store.write([page(3, "水质改善")])
    store.rewrite([page(4, "水质很好")])
    assert find(store, index, "水质").numbers == [4, 3] and find(store, index, "巡河").total == 17
    store.transact(lambda connection: connection.execute(delete(schema.pages).where(schema.pages.c.id == 4)))
    started = TextIndex(database_url, store)
    assert find(store, started, "水质").numbers == [3]
    started.close()
    for _ in range(3):
        store.write([page(number, f"第{number}次清淤") for number in range(1, 20)])
        assert find(store, index, "清淤").total == 19 and not find(store, index, "水质 或 巡河").total
    restarted = TextIndex(database_url, store)
    assert find(store, restarted, "清淤").total == 19
    engine = index._engine
    with engine.connect() as connection:  # blocks of which no place counts are gone
        assert (connection.scalar(select(func.count()).select_from(schema.text_blocks)) or 0) <= 3
    restarted.close()


def test_a_fill_that_is_interrupted_goes_on(
    store: CorpusStore,
    index: TextIndex,
    database_url: str,
    small_blocks: None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    store.write([page(number, "党员大会") for number in range(1, 40)])
    pack = text_blocks.pack

    def broken(entries: text_blocks.Keys) -> Iterator[tuple[int, bytes]]:
        yield next(iter(pack(entries)))
        raise KeyboardInterrupt

    monkeypatch.setattr(text_blocks, "pack", broken)
    with pytest.raises(KeyboardInterrupt):
        index.catch_up(10)
    monkeypatch.setattr(text_blocks, "pack", pack)
    started = TextIndex(database_url, store)
    for one in (started, index):
        assert find(store, one, "大会").total == 39
    started.close()


def test_a_share_is_indexed_and_the_newest_pages_come_first(
    store: CorpusStore, index: TextIndex, small_blocks: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(text_search, "_SECONDS", 0.0)
    store.write([page(number, "党员大会") for number in range(1, 21)])
    assert index.catch_up(0) == 0.25
    with store.reading() as connection:
        query = parse_query("党员")
        found = search(connection, index, query, PageFilter(topic="样例"))
    assert found.numbers == list(range(20, 10, -1)) and found.indexed == 0.5


def test_the_index_of_another_database_is_made_again(tmp_path: Path, small_blocks: None) -> None:
    for word in ("党员", "社区"):
        for file in tmp_path.glob("corpus.db*"):
            if not file.name.endswith("-search"):
                file.unlink()
        url = f"sqlite:///{tmp_path / 'corpus.db'}"
        store = opened(url)
        store.write([page(number, word, url=f"http://{word}.test/{number}") for number in range(1, 40)])
        index = TextIndex(url, store)
        assert find(store, index, word).total == 39
        assert find(store, index, "党员 或 社区").total == 39
        index.close()
        store.close()


def test_orders(store: CorpusStore, index: TextIndex) -> None:
    store.write(
        [
            page(1, "党课开讲。" * 3, published="2024-01-01"),
            page(2, "社区。" * 50 + "党课", published="2024-03-01"),
            page(3, "党课党课党课党课", published="2024-02-01"),
            page(4, "一", title="党课", published="2023-01-01"),
        ]
    )
    assert find(store, index, "党课").numbers == [4, 3, 2, 1]
    assert find(store, index, "党课", "day").numbers == [2, 3, 1, 4]
    assert find(store, index, "党课", "relevance").numbers == [4, 3, 1, 2]


def test_snippets_mark_words_as_the_page_has_them(store: CorpusStore) -> None:
    text = "前" * 50 + "黨課開講" + "中" * 100 + "党课" + "后" * 50
    store.write([page(1, text, title="ＡＢ党课"), page(2, "㈱党课"), page(3, "无")])
    query = parse_query("党课 -社区")
    with store.reading() as connection:
        found = snippets(connection, query, [1, 2, 3])
    title, pieces = found[1]
    assert title == [("ＡＢ", False), ("党课", True)]
    assert [piece for piece, is_marked in pieces if is_marked] == ["黨課", "党课"]
    assert "".join(piece for piece, _ in pieces).startswith("…前") and pieces[-1] == ("…", False)
    assert found[2][1] == [("(株)", False), ("党课", True)] and found[3][1] == [("无", False)]
