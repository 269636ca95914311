"""The ten-minute start as a new user follows it: each block of commands, in order, in an empty folder."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from e2e.crawling import PATIENCE, ROOT, environment, hub, stories, story_page
from e2e.fault_server import FaultServer

PAGES = ("docs/zh/start.md", "docs/start.md")
ELSEWHERE = {
    "make venv\nsource .venv/bin/activate\n": "Makefile",  # `make test` begins with it
    "topiccrawl demo\n": "tests/e2e/setups/test_demo.py",
    "topiccrawl admin\n": "tests/e2e/setups/test_admin.py",
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


def test_every_block_runs(site: FaultServer, tmp_path: Path) -> None:
    variables = environment(site.proxy_url)
    variables |= {"PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])}
    variables |= {"LC_ALL": "zh_CN.UTF-8", "PYTHONUTF8": "1"}
    said = []
    for block in blocks(PAGES[0]):
        if block in ELSEWHERE:
            continue
        ended = subprocess.run(
            ["bash", "-euc", block], cwd=tmp_path, env=variables, capture_output=True, text=True,
            timeout=PATIENCE, check=False,
        )  # fmt: skip
        assert ended.returncode == 0, block + ended.stdout + ended.stderr
        said.append(ended.stdout)
    lines = (tmp_path / "corpus.jsonl").read_text(encoding="utf-8").splitlines()
    assert {json.loads(line)["title"] for line in lines} == {story.title for story in stories()[:2]}
    assert (tmp_path / "corpus.xlsx").stat().st_size > 1000
    status, explained = said[-2], said[-1]
    assert "值得抓取的链接都已抓完" in status and "partybuild" in status
    assert "http://news.example/" in explained and "党章" in explained


def test_both_languages_have_the_same_commands() -> None:
    assert blocks(PAGES[0]) == blocks(PAGES[1])
    assert len(blocks(PAGES[0])) == 6


def test_the_other_blocks_are_run_elsewhere() -> None:
    assert set(ELSEWHERE) <= set(blocks(PAGES[0]))
    assert all((ROOT / path).is_file() for path in ELSEWHERE.values())
