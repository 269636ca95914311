"""What a user sees of a crawl that runs: on a terminal, and in a log file."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import struct
import termios
import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import pyte
import pytest
from e2e.crawling import FAST, ROOT, command, crawl, environment, hub, stories, story_page
from e2e.fault_server import Answer, FaultServer
from e2e.forked import Forked

PARTY = stories()
COLUMNS, ROWS = 100, 40
NUMBERS = (
    r"fetched (\d+) = (\d+) kept \+ (\d+) duplicates \+ (\d+) lists \+ (\d+) dropped(?: \+ (\d+) in work)? \| "
    r"harvest [\d.]+ % of fetched \| corpus (\d+) \| waiting \d+ \| errors \d+ \| dead \d+ \| [\d.]+ pages/s"
)


@pytest.fixture
def web() -> Iterator[FaultServer]:
    links = {f"http://a.test/{number}.html": PARTY[number].title for number in range(6)}
    answers = {
        url: Answer(story_page(PARTY[number]).body, delay=0.3 * number) for number, url in enumerate(links)
    }
    with FaultServer({"http://portal.test/": hub("党建频道", links)} | answers) as server:
        yield server


@dataclass
class Shown:
    """What a terminal showed: the bytes, and the screen after each of them that came together."""

    told: str = ""
    screens: list[list[str]] = field(default_factory=list)
    code: int | None = 0


def _on_a_terminal(
    web: FaultServer,
    folder: Path,
    settings: Mapping[str, str],
    variables: Mapping[str, str] | None = None,
    look: Callable[[list[str]], None] = lambda screen: None,
) -> Shown:
    """A crawl whose standard output and error are a terminal; `look` is called with each screen."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
    chosen = FAST | {"TOPICCRAWL_DATABASE_URL": f"sqlite:///{folder / 'corpus.db'}"} | settings
    kept = {
        name: value for name, value in environment(web.proxy_url).items() if name not in ("COLUMNS", "LINES")
    }
    process = Forked(
        command("partybuild", {"seeds": "http://portal.test/"}, chosen),
        ROOT,
        kept | {"TERM": "xterm-256color"} | dict(variables or {}),
        log=Path(os.ttyname(theirs)),
    )
    screen = pyte.Screen(COLUMNS, ROWS)
    stream, shown, told = pyte.ByteStream(screen), Shown(), b""
    while True:
        try:
            some = os.read(ours, 4096)
        except OSError:  # the other side is closed
            break
        if not some:
            break
        if not told:
            os.close(theirs)  # the crawl has opened it
        told += some
        stream.feed(some)
        shown.screens.append([line.rstrip() for line in screen.display if line.strip()])
        look(shown.screens[-1])
    os.close(ours)
    shown.code = process.wait(60)
    shown.told = told.decode("utf-8", "replace")
    return shown


def _numbers(lines: list[str]) -> list[int] | None:
    """The numbers of the live line on a screen, however many rows it takes."""
    found = re.search(NUMBERS, " | ".join(lines))
    return None if found is None else [int(number or 0) for number in found.groups()]


def test_a_terminal_shows_numbers_that_add_up_the_latest_title_and_a_summary(
    web: FaultServer, tmp_path: Path
) -> None:
    titles, title_seen = {PARTY[number].title[:8] for number in range(5)}, threading.Event()
    web.answers["http://a.test/5.html"] = Answer(story_page(PARTY[5]).body, after=title_seen)

    def look(screen: list[str]) -> None:
        numbers = _numbers(screen)
        if numbers and numbers[1] < 6 and any(title in screen[-1] for title in titles):
            title_seen.set()

    shown = _on_a_terminal(web, tmp_path, {"DOWNLOAD_TIMEOUT": "60"}, look=look)
    assert shown.code == 0
    assert title_seen.is_set()
    seen = [numbers for screen in shown.screens if (numbers := _numbers(screen))]
    assert len({tuple(numbers) for numbers in seen}) >= 3
    assert all(fetched == sum(parts) for fetched, *parts, _ in seen)
    assert seen[-1] == [7, 6, 0, 1, 0, 0, 6]
    assert all("\x1b" not in line for screen in shown.screens for line in screen)
    assert sum("\x1b[31m" in part or "\x1b[1;32m" in part for part in shown.told.split("kept")) >= 1

    last = shown.screens[-1]
    start = next(number for number, line in enumerate(last) if line.startswith("partybuild: finished after"))
    # The log is on the same terminal: the summary stands there once, below its last line.
    assert last[start - 1].endswith("Spider closed (finished)")
    assert last[start + 1].startswith("  pages     fetched 7 = 6 kept + 0 duplicates + 1 lists + 0 dropped")
    assert shown.told.count("finished after") == 1


def test_with_a_log_file_both_have_the_summary_and_no_color_is_heeded(
    web: FaultServer, tmp_path: Path
) -> None:
    log = tmp_path / "crawl.log"
    shown = _on_a_terminal(web, tmp_path, {"LOG_FILE": str(log)}, {"NO_COLOR": "1"})
    assert "finished after" in shown.told
    assert "INFO" not in shown.told
    assert not re.search(r"\x1b\[[\d;]*3[1-7]m", shown.told)
    text = log.read_text(encoding="utf-8")
    assert "INFO: partybuild: finished after" in text
    assert "\x1b" not in text


def test_a_log_has_plain_lines_and_counts_no_page_twice(
    web: FaultServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    for _ in range(2):
        done = crawl(tmp_path, ["http://portal.test/"], proxy=web.proxy_url, arguments={"fresh": "1"})
    assert "\x1b" not in done.log
    assert re.search(rf"INFO: {NUMBERS}", done.log)
    numbers = _numbers(done.log.splitlines()[-20:])
    assert (numbers[1], numbers[-1]) == (6, 6)  # kept now, and in the corpus
    assert re.search(r"corpus +6 pages of .*, 6 of them kept now", done.log)
