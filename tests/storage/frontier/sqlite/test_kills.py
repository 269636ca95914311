"""Crawls over the SQLite frontier that are killed, or lose power, at random moments."""

from __future__ import annotations

import json
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections import defaultdict
from contextlib import closing
from pathlib import Path

import pytest
from storage.frontier.sqlite.killed_crawl import TOPIC, key_of, links_of, url_of

from topiccrawl.storage.frontier.contract import State
from topiccrawl.storage.frontier.sqlite.view import SqliteFrontierView

SIZE = 3000
SCRIPT = Path(__file__).with_name("killed_crawl.py")


class Crawl:
    """One life of the crawl."""

    def __init__(self, path: Path, *log_bytes: int) -> None:
        command = [sys.executable, str(SCRIPT), f"sqlite:///{path}", *map(str, (SIZE, *log_bytes))]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        self._first = self._process.stdout.readline()

    def signal(self, number: signal.Signals) -> None:
        self._process.send_signal(number)

    def wait_stopped(self) -> None:
        status = Path(f"/proc/{self._process.pid}/stat")
        while status.read_text().rpartition(")")[2].split()[0] != "T":
            time.sleep(0.01)

    def said(self) -> dict[str, list[int]]:
        """All it has said, when it is dead."""
        rest, _ = self._process.communicate(timeout=120)
        found: dict[str, list[int]] = defaultdict(list)
        for line in (self._first + rest).splitlines(keepends=True):
            if line.endswith("\n"):  # the last one may be cut
                for what, value in json.loads(line).items():
                    found[what] += value if isinstance(value, list) else [value]
        return found


def check(path: Path) -> tuple[dict[int, State], set[str]]:
    """Nothing is there in halves; states of all links and addresses of all pages."""
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA quick_check").fetchall() == [("ok",)]
        rows = connection.execute("SELECT key, state, url, payload FROM links").fetchall()
        pages = [url for (url,) in connection.execute("SELECT url FROM pages")]
        counts = connection.execute(
            "SELECT sum(waiting), sum(leased), sum(done), sum(dead) FROM hosts"
        ).fetchone()
    states = {int(url.rpartition("/")[2]): State(state) for _, state, url, _ in rows}
    assert len(states) == len(rows)
    assert all(key == key_of(int(url.rpartition("/")[2])) for key, _, url, _ in rows)
    assert len(pages) == len(set(pages))
    for number, state in states.items():
        if state is State.DONE:
            assert url_of(number) in pages
            assert all(link in states for link in links_of(number, SIZE))
    for page in pages:  # its links were pushed before it was stored
        assert all(link in states for link in links_of(int(page.rpartition("/")[2]), SIZE))
    expected = [sum(one is state for one in states.values()) for state in State]
    assert [count or 0 for count in counts] == expected
    return states, set(pages)


def finish(path: Path) -> None:
    """Let the crawl go on to its end: every page is visited, and stored once."""
    assert Crawl(path).said()["end"] == [True]
    states, pages = check(path)
    assert sorted(states) == list(range(SIZE))
    assert set(states.values()) == {State.DONE}
    assert len(pages) == SIZE


def test_a_crawl_killed_again_and_again_loses_and_doubles_nothing(tmp_path: Path) -> None:
    path = tmp_path / "corpus.db"
    rnd = random.Random()
    settled: set[int] = set()
    for kill in range(8):
        crawl = Crawl(path)
        if kill != 3:  # and one right at the start
            time.sleep(rnd.uniform(0.0, 0.4))
        crawl.signal(signal.SIGKILL)
        said = crawl.said()
        assert settled.isdisjoint(said["leased"]), "what was done was visited again"
        states, pages = check(path)
        assert all(number in states for number in said["pushed"])
        assert all(url_of(number) in pages for number in said["stored"])
        settled.update(said["done"])
        assert all(states[number] is State.DONE for number in settled)
    finish(path)


@pytest.mark.parametrize("wait", [0.1, 0.3, 0.6])
def test_files_copied_in_the_middle_lack_nothing_that_was_promised(tmp_path: Path, wait: float) -> None:
    path, copy = tmp_path / "corpus.db", tmp_path / "copy.db"
    crawl = Crawl(path)
    time.sleep(wait)
    crawl.signal(signal.SIGSTOP)
    crawl.wait_stopped()
    for end in ("", "-wal"):
        shutil.copy(f"{path}{end}", f"{copy}{end}")
    crawl.signal(signal.SIGKILL)
    said = crawl.said()
    view = SqliteFrontierView(copy, TOPIC)  # what a crash left can be looked at
    assert view.counts().done >= len(said["done"])
    view.close()
    states, pages = check(copy)
    assert all(number in states for number in said["pushed"])
    assert all(url_of(number) in pages for number in said["stored"])
    assert all(states[number] is State.DONE for number in said["done"])
    finish(copy)


def test_a_log_cut_anywhere_lacks_only_what_was_last(tmp_path: Path) -> None:
    path, copy = tmp_path / "corpus.db", tmp_path / "copy.db"
    rnd = random.Random()
    crawl = Crawl(path)
    log_file = Path(f"{path}-wal")
    while log_file.stat().st_size <= 1_000_000:
        time.sleep(0.01)
    crawl.signal(signal.SIGKILL)
    crawl.said()
    log = log_file.read_bytes()
    file = path.read_bytes()
    seen = []
    for cut in sorted(rnd.sample(range(len(log)), 12)):
        for left in tmp_path.glob("copy.db*"):
            left.unlink()
        copy.write_bytes(file)
        Path(f"{copy}-wal").write_bytes(log[:cut])
        with closing(sqlite3.connect(copy)) as connection:
            tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
        if "links" in tables:  # else it was cut before there was anything
            states, pages = check(copy)
            seen.append((len(states), len(pages)))
    assert seen == sorted(seen)
    assert len(set(seen)) > 3
    finish(copy)


def test_a_log_cut_anywhere_after_it_was_emptied_into_the_file(tmp_path: Path) -> None:
    path, copy, limit = tmp_path / "corpus.db", tmp_path / "copy.db", 300_000
    rnd = random.Random()
    log_file = Path(f"{path}-wal")
    emptied = length = 0
    while emptied < 3 or not 100_000 < length < limit:  # a longer one may be on its way into the file
        crawl = Crawl(path, limit)
        before = 0
        for _ in range(rnd.randrange(10, 40)):
            time.sleep(0.01)
            length = log_file.stat().st_size if log_file.exists() else 0
            emptied += length < before
            before = length
        crawl.signal(signal.SIGKILL)
        if "end" in crawl.said():  # over before the log was emptied often enough: once more
            path.unlink()
            emptied = length = 0
        else:
            length = log_file.stat().st_size
    log, file = log_file.read_bytes(), path.read_bytes()
    seen = []
    for cut in [*sorted(rnd.sample(range(len(log)), 12)), len(log)]:
        for left in tmp_path.glob("copy.db*"):
            left.unlink()
        copy.write_bytes(file)
        Path(f"{copy}-wal").write_bytes(log[:cut])
        states, pages = check(copy)
        seen.append((len(states), len(pages)))
    assert seen == sorted(seen)
    finish(copy)
