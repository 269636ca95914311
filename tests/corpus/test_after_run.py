"""Steps after a crawl: done once for what is new; a failure is told and fails nothing."""

from __future__ import annotations

import logging
from datetime import UTC, datetime
from pathlib import Path

import pytest
from servers.corpora import opened

from topiccrawl.corpus.after_run import failed_steps, run_steps
from topiccrawl.relevance.topic.topic import Topic
from topiccrawl.storage.records import PageRecord
from topiccrawl.storage.rows.learned import write_model
from topiccrawl.storage.rows.starts.source_visits import SourceVisit, write_source_visits

TEXT = (
    "河长带队巡河，检查了{}段的水质和排污口，要求年底前完成整治。\n治水办说，上游三个村的清淤工程已经开工。"
)


def store_pages(database: str, numbers: range) -> None:
    store = opened(database)
    run = store.start_run("partybuild", {})
    at = datetime(2024, 5, 1, tzinfo=UTC)
    store.write(
        [
            PageRecord(
                topic="partybuild", url=f"http://river{n}.test/{n}.html", run_id=run, fetched_at=at,
                title=f"河长巡查第{n}段河道", text=TEXT.format(n), published="2024-05-01",
            )
            for n in numbers
        ]
    )  # fmt: skip
    store.finish_run(run, "finished", {})
    store.close()


@pytest.fixture
def database(tmp_path: Path) -> str:
    url = f"sqlite:///{tmp_path / 'corpus.db'}"
    store_pages(url, range(3))
    return url


def test_stories_are_found_once_for_what_is_new(database: str) -> None:
    topic = Topic.load("partybuild")
    (line,) = run_steps(database, topic)
    assert line.startswith("stories: ") and "new or changed" in line
    assert list(run_steps(database, topic)) == []
    store_pages(database, range(3, 5))
    (line,) = run_steps(database, topic)
    assert line.startswith("stories: ")
    gone = SourceVisit(datetime.now(UTC), 1, 0, 0, 0, 0, 0, 0, "gone", "404")
    store = opened(database)
    store.transact(lambda connection: write_source_visits(connection, "partybuild", 1, {"a.test": gone}))
    store.close()
    assert [*map(len, (list(run_steps(database, topic)), list(run_steps(database, topic))))] == [1, 0]


def test_a_step_that_fails_is_told_and_tried_again(
    database: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object) -> str:
        raise ZeroDivisionError("no pages")

    topic = Topic.load("partybuild")
    steps = "topiccrawl.newsroom.after_run.find_stories"
    with monkeypatch.context() as patched, caplog.at_level(logging.CRITICAL):
        patched.setattr(steps, broken)
        (line,) = run_steps(database, topic)
    assert line == "stories failed: no pages; the next crawl tries again"
    store = opened(database)
    assert store.read(failed_steps, "partybuild") == {"stories": "no pages"}
    store.close()
    (line,) = run_steps(database, topic)  # although nothing is new
    assert "failed" not in line
    store = opened(database)
    assert store.read(failed_steps, "partybuild") == {}
    store.close()


def test_pages_are_grouped_when_they_are_many_more(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("topiccrawl.corpus.learned.page_groups.MILESTONES", (1, 2))
    topic = Topic.load("partybuild")
    store = opened(database)
    store.transact(lambda connection: write_model(connection, "partybuild", None, []))
    store.close()
    assert "groups: 3 pages were grouped" in list(run_steps(database, topic))
    store_pages(database, range(3, 4))  # a third more
    assert not any(line.startswith("groups") for line in run_steps(database, topic))
    store_pages(database, range(4, 6))
    assert "groups: 6 pages were grouped" in list(run_steps(database, topic))
