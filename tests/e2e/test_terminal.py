"""What a user sees of a crawl that runs: on a terminal, and in a log file."""

from __future__ import annotations

import os
import pty
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from e2e.crawling import FAST, ROOT, command, crawl, environment, hub, stories, story_page
from e2e.fault_server import Answer, FaultServer

PARTY = stories()
LINE = r"pages (\d+) \| kept (\d+) \| harvest rate [\d.]+ % \| queue \d+ \| [\d.]+ pages/s"


@pytest.fixture
def web() -> Iterator[FaultServer]:
    links = {f"http://a.test/{number}.html": PARTY[number].title for number in range(6)}
    answers = {
        url: Answer(story_page(PARTY[number]).body, delay=0.3 * number) for number, url in enumerate(links)
    }
    with FaultServer({"http://portal.test/": hub("党建频道", links)} | answers) as server:
        yield server


def _on_a_terminal(web: FaultServer, folder: Path, settings: dict[str, str]) -> str:
    """The output of a crawl whose standard error is a terminal 120 columns wide."""
    ours, theirs = pty.openpty()
    chosen = FAST | {"TOPICCRAWL_DATABASE_URL": f"sqlite:///{folder / 'corpus.db'}"} | settings
    process = subprocess.Popen(
        command("partybuild", {"seeds": "http://portal.test/"}, chosen),
        cwd=ROOT,
        env=environment(web.proxy_url) | {"TERM": "xterm-256color", "COLUMNS": "120", "LINES": "40"},
        stdout=theirs,
        stderr=theirs,
    )
    os.close(theirs)
    told = b""
    while True:
        try:
            some = os.read(ours, 4096)
        except OSError:  # the other side is closed
            break
        if not some:
            break
        told += some
    os.close(ours)
    assert process.wait(60) == 0
    return told.decode("utf-8", "replace")


def test_a_terminal_shows_one_line_that_moves_and_log_lines_above_it(
    web: FaultServer, tmp_path: Path
) -> None:
    told = _on_a_terminal(web, tmp_path, {"TOPICCRAWL_PROGRESS_INTERVAL": "0.2"})
    live = told[told.index("\x1b[?25l") : told.index("\x1b[?25h")]
    shown = re.findall(LINE, live)
    assert len(set(shown)) >= 3
    assert shown[-1] == ("7", "6")
    log_lines = [line for line in live.split("\n") if " INFO: " in line]
    assert log_lines
    assert all(re.fullmatch(r"(.*\x1b\[2K)?[\d-]{10} [\d:]{8} \[.*", line.strip("\r")) for line in log_lines)
    assert live.count("\n") == len(log_lines) + 1  # nothing else has left the line
    assert told.rstrip().endswith("Spider closed (finished)")


def test_a_log_has_plain_lines_and_no_escape_codes(
    web: FaultServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    done = crawl(tmp_path, ["http://portal.test/"], proxy=web.proxy_url)
    assert "\x1b" not in done.log
    assert re.search(rf"INFO: {LINE}", done.log)


def test_log_level_is_respected(web: FaultServer, tmp_path: Path) -> None:
    done = crawl(tmp_path, ["http://portal.test/"], proxy=web.proxy_url, settings={"LOG_LEVEL": "ERROR"})
    assert done.log == ""
    assert len(done.kept) == 6
