from __future__ import annotations

import json
import signal
import threading
import zlib
from contextlib import contextmanager
from dataclasses import asdict, fields
from datetime import UTC, datetime, timedelta, timezone

import numpy as np
import pytest
from forks import ForkedPython
from servers.corpora import opened

from topiccrawl.errors import RowRefusedError, StorageError
from topiccrawl.storage import schema
from topiccrawl.storage.pages.store import CorpusStore
from topiccrawl.storage.records import DropRecord, PageRecord

EVERYTHING = {
    "topic": "党建😀",
    "url": "http://127.0.0.1:8000/新闻/1.html?a=1&b=%E4%B8%AD",
    "run_id": 7,
    "fetched_at": datetime(2024, 5, 1, 7, 59, 59, 999999, timezone(timedelta(hours=8))),
    "status": 203,
    "canonical_url": "http://127.0.0.1:8000/新闻/1",
    "headers": {"Content-Type": ["text/html; charset=gb18030"], "X": "值"},
    "charset": "gb18030",
    "charset_source": "meta",
    "body_sha256": "ab" * 32,
    "raw_html": bytes(range(256)) * 40,
    "kind": "article",
    "extractor": "density",
    "title": "𠮷野家开到了\x00第一家😀👨‍👩‍👧",
    "raw_title": "'\"\\%s %(x)s :y ;-- \r\n\t\x1a",
    "author": "张三",
    "published": "2024-04-30",
    "site": "站点",
    "raw_text": "第一行\n第二行\u2028第三行",
    "text": "第一段。\n第二段。",
    "relevance": 0.1 + 0.2,
    "description_relevance": 5e-324,
    "body_relevance": 0.0,
    "priority": -1.5,
    "priority_parts": {"anchor": 0.5, "描述": 0.25},
    "anchor": "链接文字",
    "parent_url": "http://127.0.0.1:8000/",
    "depth": 3,
    "duplicate_of": "http://127.0.0.1:8000/0.html",
    "duplicate_kind": "title",
    "duplicate_similarity": 0.875,
    "quality": {"paragraphs": 2, "语言": "zh"},
    "robots": "noarchive",
    "tdm_reservation": True,
    "tdm_policy": "http://127.0.0.1:8000/policy.json",
    "licence": "https://creativecommons.org/licenses/by/4.0/",
    "source": "青山发布",
}


def urls(store, topic="样例"):
    return [row["url"] for row in store.read_pages(topic, ("url",))]


def test_every_value_comes_back(store):
    record = PageRecord(**EVERYTHING)
    store.write([record])
    names = [
        field.name
        for field in fields(PageRecord)
        if field.name not in ("fingerprint", "dedup", "url_segments", "parts")
    ]
    (row,) = store.read_pages(record.topic, names)
    row["raw_html"] = zlib.decompress(row["raw_html"])
    for name in ("headers", "priority_parts", "quality"):
        row[name] = json.loads(row[name])
    assert row == {name: asdict(record)[name] for name in names}
    assert row["fetched_at"].tzinfo is UTC


def test_records_mirror_the_tables():
    elsewhere = {
        "raw_html",
        "raw_text",
        "duplicate_of",
        "duplicate_kind",
        "duplicate_similarity",
        "fingerprint",
        "dedup",
        "posts",
        "url_segments",
        "parts",
        "set_aside",
    }
    for record, table in ((PageRecord, schema.pages), (DropRecord, schema.drops)):
        names = {field.name for field in fields(record)} - elsewhere
        assert names == set(table.c.keys()) - {"id", "url_hash"}


def test_unset_values_are_null_and_json_is_never_null(store, page, query, database_url):
    store.write([page(1)])
    row = query(database_url, "SELECT author, relevance, quality, tdm_reservation, headers FROM pages")
    assert row == [(None, None, None, None, "{}")]
    assert query(database_url, "SELECT raw_html, raw_text FROM sources") == [(None, "")]
    assert query(database_url, "SELECT * FROM duplicates") == []


def test_times_are_stored_as_utc(store, query, database_url):
    store.write([PageRecord(**EVERYTHING)])
    ((stored,),) = query(database_url, "SELECT fetched_at FROM pages")
    assert str(stored) == "2024-04-30 23:59:59.999999"


def test_writing_again_changes_nothing(store, page, drop, query, database_url):
    pages, drops = [page(n) for n in range(5)], [drop(n) for n in range(5)]
    store.write([*pages, *drops])
    before = [query(database_url, f"SELECT * FROM {name} ORDER BY id") for name in ("pages", "drops")]
    store.write([*pages, *drops])
    store.write([*(pages[2:] + pages[:2]), *drops])
    assert before == [query(database_url, f"SELECT * FROM {name} ORDER BY id") for name in ("pages", "drops")]


def test_the_later_record_counts(store, page, drop, query, database_url):
    store.write([page(1, author="甲", relevance=0.5), drop(1, score=0.1)])
    store.write([page(1, title="旧"), page(1, title="新", relevance=0.75), drop(1, reason="新"), drop(1)])
    assert query(database_url, "SELECT title, author, relevance FROM pages") == [("新", None, 0.75)]
    assert query(database_url, "SELECT reason, score FROM drops") == [("低于阈值", None)]


def test_topics_are_apart_to_the_letter(store, page):
    store.write([page(1, topic=name) for name in ("a", "A", "á", "样例")])
    assert [len(urls(store, name)) for name in ("a", "A", "á", "样例", "没有")] == [1, 1, 1, 1, 0]


def test_an_address_may_be_dropped_once_at_each_stage(store, drop, query, database_url):
    store.write([drop(1), drop(1, stage="verdict"), drop(1, stage="verdict")])
    assert query(database_url, "SELECT stage FROM drops ORDER BY id") == [("description",), ("verdict",)]


def test_long_addresses_that_differ_at_the_end_or_in_case(store, page):
    start = "http://127.0.0.1/?q=" + "长" * 2500
    ends = [start + "a", start + "b", start + "B"]
    store.write([page(0, url=url, anchor=url, parent_url=url) for url in ends])
    assert urls(store) == ends


def test_five_megabytes_of_text_and_body(store, page):
    text = "汉字和😀。" * 350_000
    body = np.random.default_rng(1).bytes(5_000_000)  # compresses to no less
    assert len(text.encode()) > 5_000_000
    store.write([page(1, text=text, raw_html=body)])
    (row,) = store.read_pages("样例", ["text", "raw_html"])
    assert row["text"] == text
    assert zlib.decompress(row["raw_html"]) == body


def test_numbers_of_numpy_and_subclasses_of_str(store, page, query, database_url):
    class Smart(str):
        pass

    record = page(
        1, title=Smart("标题"), relevance=np.float64(0.5), priority=np.float32(0.25), depth=np.int64(2)
    )
    store.write([record])
    assert query(database_url, "SELECT title, relevance, priority, depth FROM pages") == [
        ("标题", 0.5, 0.25, 2)
    ]


BAD = {
    "half a surrogate pair": {"title": "坏\udce4"},
    "one that would be bytes": {"title": "\udce4\udcb8\udcad"},
    "surrogate in JSON": {"headers": {"X": "\ud800"}},
    "surrogate in the address": {"url": "http://127.0.0.1/\udc80"},
    "not a number": {"relevance": float("nan")},
    "infinite": {"priority": float("inf")},
    "not a number in JSON": {"priority_parts": {"anchor": float("nan")}},
    "too large for the column": {"status": 2**70},
    "too long a name": {"extractor": "x" * 65},
    "too long a topic": {"topic": "题" * 65},
    "no zone": {"fetched_at": datetime(2024, 1, 1)},
    "nothing where something must be": {"title": None},
    "a list": {"author": ["甲"]},
    "its own duplicate": {"duplicate_of": "http://127.0.0.1/bad"},
}


@pytest.mark.parametrize("values", BAD.values(), ids=BAD.keys())
def test_a_bad_row_is_refused_and_nothing_of_the_call_is_written(
    store, page, drop, values, query, database_url
):
    with pytest.raises(RowRefusedError):
        store.write([page(1), page("bad", **values), page(2), drop(1)])
    assert urls(store) == []
    assert query(database_url, "SELECT * FROM drops") == []
    store.write([page(1)])
    assert urls(store) == ["http://127.0.0.1/1"]


def test_originals_are_read_in_order_of_arrival(store, page):
    numbers = [n * 7919 % 250 for n in range(250)]
    duplicate = {n for n in numbers if n % 3 == 0}
    for n in numbers:
        store.write([page(n, duplicate_of="http://127.0.0.1/x" if n in duplicate else None)])
    expected = [{"title": f"标题{n}", "text": f"正文{n}"} for n in numbers if n not in duplicate]
    assert list(store.read_pages("样例", ("title", "text"), originals_only=True)) == expected
    assert urls(store) == [f"http://127.0.0.1/{n}" for n in numbers]


def test_reading_does_not_stop_writing(store, page):
    store.write([page(n) for n in range(150)])
    reader = store.read_pages("样例", ("title", "text"))
    next(reader)
    store.write([page(n) for n in range(150, 160)])
    assert len(list(reader)) == 159


def test_a_run_is_kept_with_what_it_was_and_how_it_ended(store, query, database_url, tmp_path):
    first = store.start_run("样例", {"路径": tmp_path, "n": 1})
    second = store.start_run("样例", {})
    assert second > first
    store.finish_run(first, "finished", {"pages": 3})
    rows = query(
        database_url, "SELECT topic, settings, finish_reason, stats, finished_at FROM runs ORDER BY id"
    )
    assert rows[0][:4] == ("样例", f'{{"n": 1, "路径": "{tmp_path}"}}', "finished", '{"pages": 3}')
    assert rows[0][4] is not None
    assert rows[1] == ("样例", "{}", None, None, None)


def test_the_topics_are_those_of_runs_and_of_pages(store, page):
    assert store.topics() == []
    store.start_run("党建", {})
    store.start_run("党建", {})
    store.write([page(1, topic="A"), page(1, topic="a")])
    assert store.topics() == ["A", "a", "党建"]


def test_a_topic_needs_a_name_that_fits(store):
    for name in ("", "题" * 65):
        with pytest.raises(StorageError, match="1 to 64"):
            store.start_run(name, {})


OPEN_AND_NOTE_A_RUN = """
import sys
from topiccrawl.storage.pages.store import CorpusStore
store = CorpusStore(sys.argv[1])
print("ready", flush=True)
sys.stdin.readline()
store.open()
print(store.start_run("t", {}), flush=True)
sys.stdin.readline()
"""


@contextmanager
def four_openers(url):
    workers = [ForkedPython("-c", OPEN_AND_NOTE_A_RUN, url) for _ in range(4)]
    try:
        for worker in workers:
            assert worker.stdout.readline() == "ready\n"
        for worker in workers:
            worker.stdin.write("open\n")
            worker.stdin.flush()
        yield workers
    finally:
        for worker in workers:
            worker.kill()
            worker.communicate()


def test_of_the_processes_that_open_a_new_file_at_once_one_has_it(tmp_path):
    path = tmp_path / "corpus.db"
    with four_openers(f"sqlite:///{path}") as workers:
        answers = {worker: worker.stdout.readline() for worker in workers}
        (holder,) = [worker for worker, answer in answers.items() if answer == "1\n"]
        for worker in workers:
            if worker is not holder:
                _, told = worker.communicate(timeout=60)
                assert f"{path}: is in use by process {holder.pid}" in told
    store = opened(f"sqlite:///{path}")
    assert store.start_run("t", {}) == 2
    store.close()


def test_a_file_that_another_process_writes_can_be_read(tmp_path, page):
    path = f"sqlite:///{tmp_path / 'corpus.db'}"
    with four_openers(path) as workers:
        assert any(worker.stdout.readline() == "1\n" for worker in workers)
        reader = CorpusStore(path)
        reader.open(create=False)
        assert urls(reader) == []
        with pytest.raises(StorageError, match="reading only"):
            reader.write([page(1)])
        reader.close()


WRITE_PAIRS = """
import sys
from datetime import UTC, datetime
from topiccrawl.storage.pages.store import CorpusStore
from topiccrawl.storage.records import DropRecord, PageRecord
store = CorpusStore(sys.argv[1])
store.open()
now = datetime.now(UTC)
for batch in range(100_000):
    own = [{"topic": "t", "url": f"http://127.0.0.1/{batch}/{n}", "run_id": 1} for n in range(50)]
    pages = [PageRecord(**values, fetched_at=now, text="文" * 5000) for values in own]
    drops = [DropRecord(**values, dropped_at=now, stage="s", reason="r") for values in own]
    store.write([*pages, *drops])
    print(batch, flush=True)
"""


@pytest.mark.parametrize("wait", [0.0, 0.011, 0.03])
def test_a_writer_killed_in_the_middle_leaves_whole_batches_and_all_it_acknowledged(
    database_url, query, wait
):
    writer = ForkedPython("-c", WRITE_PAIRS, database_url)
    for line in writer.stdout:
        acknowledged = int(line)
        if acknowledged == 3:
            break
    threading.Event().wait(wait)
    writer.send_signal(signal.SIGKILL)
    rest, _ = writer.communicate()
    acknowledged = int(([3, *rest.split()])[-1])
    pages = query(database_url, "SELECT url FROM pages ORDER BY id")
    assert pages == query(database_url, "SELECT url FROM drops ORDER BY id")
    assert query(database_url, "SELECT page_id FROM sketches ORDER BY 1") == query(
        database_url, "SELECT id FROM pages ORDER BY 1"
    )
    assert len(pages) % 50 == 0
    assert len(pages) // 50 >= acknowledged + 1


def test_storing_a_page_takes_no_more_steps_of_sqlite_in_a_larger_corpus(tmp_path, page):
    store = opened(f"sqlite:///{tmp_path / 'corpus.db'}")
    steps = []
    try:
        for some in (range(50), range(50, 1000)):
            store.write([page(number) for number in some])
            counted = []
            store.writer.submit(
                lambda raw, counted=counted: raw.set_progress_handler(lambda: counted.append(1), 10)
            )
            store.write([page(f"next-{some.start}")])
            store.writer.submit(lambda raw: raw.set_progress_handler(None, 0)).result()
            steps.append(len(counted))
    finally:
        store.close()
    assert 0 < steps[1] < 1.2 * steps[0], steps
