"""The ten-minute start as a new user follows it: each block of commands, in order, in an empty folder."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest
from e2e.crawling import ROOT, environment, hub, run, stories, story_page
from e2e.fault_server import FaultServer

from topiccrawl.cli import main

PAGES = ("docs/zh/start.md", "docs/start.md")
ELSEWHERE = {
    "make venv\nsource .venv/bin/activate\n": "Makefile",  # `make test` begins with it
    "topiccrawl demo\n": "tests/e2e/setups/test_demo.py",
    "topiccrawl admin\n": "tests/e2e/setups/test_admin_command.py",
}
"""Blocks that other tests run, with where."""


def blocks(page: str) -> list[str]:
    return re.findall(r"(?ms)^```bash\n(.*?)^```", (ROOT / page).read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def site() -> Iterator[FaultServer]:
    """The site of the page, behind a proxy."""
    pages = {f"http://news.example/{number}.html": story for number, story in enumerate(stories()[:2])}
    answers = {url: story_page(story) for url, story in pages.items()}
    answers["http://news.example/"] = hub("党建", {url: story.title for url, story in pages.items()})
    with FaultServer(answers) as web:
        yield web


def test_every_block_runs(
    site: FaultServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    variables = environment(site.proxy_url) | {"LC_ALL": "zh_CN.UTF-8", "PYTHONUTF8": "1"}
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LC_ALL", "zh_CN.UTF-8")
    said = []
    for line in "".join(block for block in blocks(PAGES[0]) if block not in ELSEWHERE).splitlines():
        program, *words = shlex.split(line)
        assert program == "topiccrawl"
        if words[0] == "crawl":
            code, log = run(["topiccrawl", *words], tmp_path, variables)
            assert code == 0, log
        else:  # in this process: each start would take longer than the command
            assert main(words) == 0, line
            said.append(capsys.readouterr().out)
    lines = (tmp_path / "corpus.jsonl").read_text(encoding="utf-8").splitlines()
    assert {json.loads(line)["title"] for line in lines} == {story.title for story in stories()[:2]}
    assert (tmp_path / "corpus.xlsx").stat().st_size > 1000
    status, _, _, text, link = said
    assert "没有链接在等待" in status and "partybuild" in status
    assert "党章" in text and "http://news.example/" in link


def test_both_languages_have_the_same_commands() -> None:
    assert blocks(PAGES[0]) == blocks(PAGES[1])
    assert len(blocks(PAGES[0])) == 6


def test_the_other_blocks_are_run_elsewhere() -> None:
    assert set(ELSEWHERE) <= set(blocks(PAGES[0]))
    assert all((ROOT / path).is_file() for path in ELSEWHERE.values())
