"""Change feeds: whoever applies all of them in order has what a full export would give."""

from __future__ import annotations

import json
import random
import signal
from pathlib import Path

import pytest
from corpus.conftest import FETCHED, fill, page
from forks import ForkedPython
from servers.corpora import opened

from topiccrawl.corpus.export import ExportOptions, export_pages
from topiccrawl.corpus.export.selection import RESERVED, SET_ASIDE, UNMATCHED
from topiccrawl.corpus.export.target import Target
from topiccrawl.dedup.rule import DedupRule
from topiccrawl.errors import ExportError
from topiccrawl.storage.pages.sketch_catch_up import SketchCatchUp
from topiccrawl.storage.rows.row import url_hash

COLUMNS = ("url", "title", "text", "relevance", "near_duplicates", "duplicate_of")
STORY = "老旧小区加装电梯，居民最关心的是钱怎么分摊、一楼怎么补偿、以后谁来管。街道请来设计师，把图纸贴在楼道口，一户一户地问。"


def rows_of(path: Path) -> list[dict]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


class Follower:
    """A consumer with a state file."""

    def __init__(self, url, folder, **options):
        self.url, self.folder, self.held, self.number = url, folder, {}, 0
        self.state = folder / "exported.state"
        self.options = {"columns": COLUMNS, **options}

    def feed(self, on_progress=lambda read, total: None, out="feed.jsonl"):
        options = ExportOptions(**self.options, since_state=str(self.state))
        return export_pages(self.url, "样例", out.partition(".")[2], self.folder / out, options, on_progress)

    def follow(self, out="feed.jsonl"):
        """Make a feed, apply it, and return its rows."""
        self.feed(out=out)
        return self.apply(out)

    def apply(self, out="feed.jsonl"):
        found = rows_of(self.folder / out)
        for row in found:
            op, key, replaced = row.pop("op"), row.pop("id"), row.pop("replaces")
            row.pop("reason")
            self.number, before = row.pop("feed"), self.number
            assert self.number >= before
            if replaced is not None:
                del self.held[replaced]
            assert (key in self.held) is (op in ("changed", "withdrawn"))
            if op == "withdrawn":
                del self.held[key]
            else:
                self.held[key] = row
        (self.folder / out).unlink()
        return found

    def whole(self):
        out = self.folder / "whole.jsonl"
        columns = (*self.options["columns"], "id")
        export_pages(self.url, "样例", "jsonl", out, ExportOptions(**{**self.options, "columns": columns}))
        return {row.pop("id"): row for row in rows_of(out)}


def ops(path):
    return [(row["op"], row["url"][-1], row["reason"]) for row in rows_of(path)]


def test_each_kind_of_change_has_its_row(write, tmp_path):
    url = write(*(page(n) for n in range(1, 8)))
    one = Follower(url, tmp_path, where="relevance > .2")
    one.follow()
    copied = {"duplicate_of": "http://127.0.0.1/8", "duplicate_kind": "body"}
    write(
        page(1, text="改过的正文"),
        page(2, relevance=0.25),
        page(3, **copied),
        page(4, set_aside="off_topic"),
        page(5, robots="noai"),
        page(6, relevance=0.1),
        page(8),
        page(9),
    )
    one.feed()
    assert ops(tmp_path / "feed.jsonl") == [
        ("changed", "1", "text"),
        ("changed", "2", "other columns"),
        ("swapped", "8", None),
        ("inserted", "9", None),
        *sorted(
            [("withdrawn", "4", SET_ASIDE), ("withdrawn", "5", RESERVED), ("withdrawn", "6", UNMATCHED)],
            key=lambda row: url_hash(f"http://127.0.0.1/{row[1]}"),
        ),
    ]
    swapped = next(row for row in rows_of(tmp_path / "feed.jsonl") if row["op"] == "swapped")
    assert (swapped["replaces"], swapped["feed"]) == (url_hash("http://127.0.0.1/3"), 2)
    one.apply()
    assert one.held == one.whole()
    assert one.follow() == []


def test_a_feed_counts_what_was_masked_in_its_own_rows(write_sqlite, tmp_path):
    url = write_sqlite(*(page(n, text=f"请联系李女士：1381234567{n}。") for n in range(5)))
    one = Follower(url, tmp_path, mask=True)
    assert list(one.feed().problems.values()) == [5]
    one.apply()
    write_sqlite(page(6, text="手机13912345678。"))
    assert list(one.feed(out="feed.jsonl.gz").problems.values()) == [1]


def test_a_source_that_is_rejected_later_is_withdrawn(write_sqlite, tmp_path):
    pages = [page(n, url=f"http://site{n}.test/{n}") for n in (1, 2)]
    one = Follower(write_sqlite(*pages), tmp_path)
    one.follow()
    one.options["where"] = 'not domain in ("site2.test")'  # as `topiccrawl audit --reject` prints it
    one.feed()
    assert ops(tmp_path / "feed.jsonl") == [("withdrawn", "2", UNMATCHED)]
    one.apply()
    assert one.held == one.whole()


def test_a_page_that_became_a_copy_of_an_exported_one_is_withdrawn(write_sqlite, tmp_path):
    one = Follower(write_sqlite(page(1), page(2)), tmp_path)
    one.follow()
    write_sqlite(page(2, duplicate_of="http://127.0.0.1/1", duplicate_kind="body"))
    one.feed()
    assert ops(tmp_path / "feed.jsonl") == [
        ("changed", "1", "other columns"),  # it has a near duplicate now
        ("withdrawn", "2", "a copy of http://127.0.0.1/1"),
    ]


def test_a_longer_version_that_a_crawl_finds_later_takes_the_place_of_the_cut_one(write, tmp_path):
    cut = page(1, text=STORY * 4, title="加装电梯", dedup=DedupRule())
    url = write()
    store = opened(url)
    SketchCatchUp(store, "样例", DedupRule()).finish()
    store.close()
    write(cut)
    one = Follower(url, tmp_path)
    one.follow()
    write(
        page(
            2,
            text=STORY * 4 + "\n".join(f"第{n}户签了字。" * 3 for n in range(9)),
            title="加装电梯",
            dedup=DedupRule(),
        )
    )
    one.feed()
    (row,) = rows_of(tmp_path / "feed.jsonl")
    assert (row["op"], row["url"], row["replaces"]) == ("swapped", "http://127.0.0.1/2", url_hash(cut.url))


def edited(chance, number, original):
    """A page after some edit that a crawl, `clean` or a person could make; perhaps a copy of another now."""
    url = chance.choice([None, None, f"http://127.0.0.1/{original}"])
    copied = {} if url is None or number == original else {"duplicate_of": url, "duplicate_kind": "body"}
    return page(
        number,
        text=f"正文{chance.randrange(3)}",
        relevance=chance.choice((0.1, 0.5, 0.9)),
        robots=chance.choice((*[None] * 5, "noai")),
        set_aside=chance.choice((*[None] * 5, "off_topic")),
        **copied,
    )


@pytest.mark.parametrize("copies", [False, True])
def test_all_feeds_in_order_give_what_a_full_export_gives(write, tmp_path, monkeypatch, copies):
    monkeypatch.setattr(Target, "part_size", 3)
    chance = random.Random(7)
    url = write()
    one = Follower(url, tmp_path, where="relevance > .2", include_duplicates=copies)
    seen = set()
    for _ in range(10):
        numbers = chance.sample(range(12), 4)
        write(*(edited(chance, number, numbers[0]) for number in numbers))
        one.options["where"] = chance.choice(
            ("relevance > .2", "", 'relevance > .2 and url != "http://127.0.0.1/5"')
        )
        one.feed()
        seen |= {row["op"] for row in rows_of(tmp_path / "feed.jsonl")}
        one.apply()
        assert one.held == one.whole()
    assert seen == {"inserted", "changed", "swapped", "withdrawn"}


KILLS = {
    "while it is read": "progress = lambda read, total: read == 3 and die()",
    "before the state is committed": "feed.os.fsync = lambda file: die()",
    "after the state is committed": "feed._publish = lambda hidden, path: die()",
    "after the feed appeared": "move = feed._publish; feed._publish = lambda *paths: (move(*paths), die())",
}


@pytest.mark.parametrize("moment", KILLS)
def test_a_kill_neither_loses_nor_doubles_a_change(write_sqlite, tmp_path, monkeypatch, moment):
    monkeypatch.setattr(Target, "part_size", 2)
    one = Follower(write_sqlite(*(page(n) for n in range(6))), tmp_path)
    one.follow()
    write_sqlite(page(2, text="改"), page(7), page(3, robots="noai"))
    code = f"""
import os, signal
from topiccrawl.corpus.export import ExportOptions, export_pages, feed
die = lambda: os.kill(os.getpid(), signal.SIGKILL)
progress = lambda read, total: None
{KILLS[moment]}
options = ExportOptions(columns={COLUMNS!r}, since_state={str(one.state)!r})
export_pages({one.url!r}, "样例", "jsonl", {str(tmp_path / "feed.jsonl")!r}, options, progress)
"""
    assert ForkedPython("-c", code).end() == -signal.SIGKILL
    if moment == "after the feed appeared":
        with pytest.raises(ExportError, match=r"feed\.jsonl: exists; apply this feed"):
            one.feed()
    else:
        assert dict(one.feed().changes) == {"inserted": 1, "changed": 1, "swapped": 0, "withdrawn": 1}
    assert len(one.apply()) == 3
    assert one.held == one.whole()
    assert one.follow() == []
    assert sorted(path.name for path in tmp_path.glob(".*")) == []


def test_a_feed_that_was_left_is_moved_to_its_own_place_before_the_next(write_sqlite, tmp_path, monkeypatch):
    one = Follower(write_sqlite(page(1)), tmp_path)
    monkeypatch.setattr("topiccrawl.corpus.export.feed._publish", lambda hidden, path: None)
    one.feed(out="monday.jsonl")
    monkeypatch.undo()
    write_sqlite(page(2))
    one.feed(out="tuesday.jsonl")
    assert len(one.apply("monday.jsonl")) == len(one.apply("tuesday.jsonl")) == 1
    assert one.held == one.whole()


def test_other_options_another_file_and_a_feed_at_the_same_time_are_errors(write_sqlite, tmp_path):
    one = Follower(write_sqlite(page(1)), tmp_path)

    def second(read, total):
        with pytest.raises(ExportError, match=r"exported\.state: cannot be used: database is locked"):
            one.feed(out="second.jsonl")

    one.feed(second)
    one.apply()
    one.options["include_reserved"] = True
    with pytest.raises(
        ExportError, match=r"exported\.state: is of exports with other values of include_reserved"
    ):
        one.feed()
    one.state.write_text("不是")
    with pytest.raises(ExportError, match=r"exported\.state: cannot be used: file is not a database"):
        one.feed()
    one.state.unlink()
    fill(f"sqlite:///{one.state}", page(1))
    with pytest.raises(ExportError, match=r"exported\.state: is no state file of topiccrawl export"):
        one.feed()
    with pytest.raises(ExportError, match=r"'xlsx' holds no feed; use jsonl, "):
        export_pages(one.url, "样例", "xlsx", tmp_path / "a", ExportOptions(since_state=str(tmp_path / "b")))
    one.state.unlink()
    for options in ({"shard_size": 9}, {"chunks": 30}):
        one.options = {"columns": COLUMNS, **options}
        with pytest.raises(
            ExportError, match=r"a feed is one file of whole pages, without --shard-size and --chunks"
        ):
            one.feed()
        assert not (tmp_path / "feed.jsonl").exists()
    one.options = {"columns": COLUMNS}
    assert one.feed().pages == 1


def test_a_feed_is_masked_as_a_full_export_is(write_sqlite, tmp_path):
    one = Follower(write_sqlite(page(1, text=f"{STORY}联系人电话13812345678。")), tmp_path, mask=True)
    [row] = one.follow()
    assert row["text"] == f"{STORY}联系人电话[手机号]。" and one.held == one.whole()
    assert one.follow() == []
    one.options["mask"] = False
    with pytest.raises(ExportError, match=r"exported\.state: is of exports with other values of mask"):
        one.feed()


def test_a_feed_in_parquet_has_typed_columns(write_sqlite, tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    state = str(tmp_path / "state")
    options = ExportOptions(columns=("url", "published", "fetched_at", "quality"), since_state=state)
    url = write_sqlite(page(1, published="2024-05-01 08:00", quality={"chinese": 0.9}), page(2))
    export_pages(url, "样例", "parquet", tmp_path / "1", options)
    write_sqlite(page(1, robots="noai"))
    export_pages(url, "样例", "parquet", tmp_path / "2", options)
    first, gone = (parquet.read_table(tmp_path / name).to_pylist() for name in "12")
    assert [(row["op"], row["fetched_at"]) for row in first] == [("inserted", FETCHED)] * 2
    assert first[0]["published_at"].isoformat() == "2024-05-01T08:00:00+08:00"
    assert [(row["op"], row["url"], row["published"]) for row in gone] == [
        ("withdrawn", "http://127.0.0.1/1", None)
    ]
