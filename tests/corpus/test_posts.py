"""Posts of threads: stored beside the page, read back, and a column of exports."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from servers.corpora import opened

from topiccrawl.corpus.columns import all_columns, column
from topiccrawl.corpus.stored_records import stored_records
from topiccrawl.storage.records import PageRecord

POSTS = [
    {"text": "今年的番茄\n总是掉花。", "author": "小满", "time": "2021-05-08 09:12", "floor": 1},
    {"text": "少浇水。", "author": "", "time": None, "floor": None},
]


def test_posts_are_stored_and_exported(tmp_path: Path) -> None:
    store = opened(f"sqlite:///{tmp_path / 'a.db'}")
    run = store.start_run("样例", {})
    now = datetime.now(UTC)
    pages = [
        PageRecord(topic="样例", url=f"http://h.invalid/{name}", run_id=run, fetched_at=now, posts=posts)
        for name, posts in (("thread", POSTS), ("article", None))
    ]
    store.write(pages)
    assert [record.posts for _, record in stored_records(store, "样例")] == [POSTS, None]
    posts = column("posts")
    rows = list(store.read_pages("样例", posts.sources))
    assert [posts.value(row) for row in rows] == [POSTS, None]
    store.close()
    assert "posts" in all_columns()
