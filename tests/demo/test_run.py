"""The end-to-end run stands in tests/e2e; here are the parts that need no crawl."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from topiccrawl.demo import run


def test_nothing_goes_past_the_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_PROXY", "*")
    monkeypatch.setenv("no_proxy", "*")
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:1")
    environment = run.crawl_environment("http://127.0.0.1:2")
    named = {name: value for name, value in environment.items() if name.lower().endswith("_proxy")}
    assert named == {"http_proxy": "http://127.0.0.1:2", "https_proxy": "http://127.0.0.1:2"}


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
