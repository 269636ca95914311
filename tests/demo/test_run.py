"""The end-to-end run stands in tests/e2e; here are the parts that need no crawl."""

from __future__ import annotations

import json
import subprocess
import urllib.request
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from topiccrawl.demo import run
from topiccrawl.demo.articles import load_articles
from topiccrawl.demo.web import build_web
from topiccrawl.storage.pages.store import CorpusStore


def test_the_crawl_is_what_a_user_types(tmp_path: Path) -> None:
    command = run.crawl_command(["http://a.demo.test/", "http://b.demo.test/"], tmp_path)
    assert command[1:7] == [
        "-m",
        "scrapy",
        "crawl",
        "partybuild",
        "-a",
        "seeds=http://a.demo.test/,http://b.demo.test/",
    ]
    assert f"TOPICCRAWL_DATABASE_URL=sqlite:///{tmp_path}/corpus.db" in command


def test_nothing_goes_past_the_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_PROXY", "*")
    monkeypatch.setenv("no_proxy", "*")
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:1")
    environment = run.crawl_environment("http://127.0.0.1:2")
    named = {name: value for name, value in environment.items() if name.lower().endswith("_proxy")}
    assert named == {"http_proxy": "http://127.0.0.1:2", "https_proxy": "http://127.0.0.1:2"}


def test_a_run_measures_what_crawl_and_export_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    web = build_web(load_articles())
    wanted = next(url for url, label in web.labels.items() if label.kind == "article" and label.relevant)

    def pretend(command: Sequence[str], env: Mapping[str, str], **_: Any) -> subprocess.CompletedProcess[str]:
        if "crawl" in command:
            proxy = urllib.request.ProxyHandler({"http": env["http_proxy"]})
            with urllib.request.build_opener(proxy).open(wanted, timeout=10) as answer:
                answer.read()
            store = CorpusStore(f"sqlite:///{tmp_path / run.DATABASE}")
            store.open()
            stats = {"topiccrawl/pages/html": 3, "topiccrawl/pages/kept": 1, "topiccrawl/pages/duplicate": 2}
            store.finish_run(store.start_run("partybuild", {}), "finished", stats)
            store.close()
        else:
            (tmp_path / run.CORPUS).write_text(json.dumps({"url": wanted}) + "\n", encoding="utf-8")
        return subprocess.CompletedProcess(command, 0)

    for name in (run.DATABASE, run.LOG):
        (tmp_path / name).write_text("of an earlier demo")
    monkeypatch.setattr(subprocess, "run", pretend)
    report = run.run_demo(tmp_path)
    assert (report.pages_fetched, report.harvest_rate, report.collected, report.precision) == (1, 1.0, 1, 1.0)
    said = capsys.readouterr().out
    assert "3 pages = stored 1 + copies 2 + lists 0 + dropped 0\n" in said
    assert "100.0% (stored and copies 3/3)" in said
    assert str(tmp_path / run.CORPUS) in said


def test_the_corpus_of_another_crawl_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / run.DATABASE).write_text("语料")
    with pytest.raises(ValueError, match=r"corpus\.db: not from a demo"):
        run.run_demo(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == [run.DATABASE]
    assert (tmp_path / run.DATABASE).read_text() == "语料"


def test_a_failed_crawl_shows_the_end_of_its_log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(command: Sequence[str], stdout: Any, **_: Any) -> subprocess.CompletedProcess[str]:
        stdout.write("蜘蛛出错\n".encode())
        return subprocess.CompletedProcess(command, 3)

    monkeypatch.setattr(subprocess, "run", fail)
    with pytest.raises(RuntimeError, match=r"(?s)scrapy crawl ended with 3.*蜘蛛出错"):
        run.run_demo(tmp_path)
