"""Crawls over the SQLite frontier that are killed, or lose power, at random moments."""

from __future__ import annotations

import json
import random
import shutil
import signal
import sqlite3
import time
from collections import defaultdict
from collections.abc import Iterable
from contextlib import closing
from itertools import pairwise
from pathlib import Path

from forks import ForkedPython
from storage.frontier.sqlite.killed_crawl import TOPIC, key_of, links_of, url_of

from topiccrawl.storage.frontier.contract import State
from topiccrawl.storage.frontier.sqlite.view import SqliteFrontierView

SIZE = 2000
SCRIPT = str(Path(__file__).with_name("killed_crawl.py"))


def parsed(output: str) -> dict[str, list[int]]:
    found: dict[str, list[int]] = defaultdict(list)
    for line in output.splitlines(keepends=True):
        if line.endswith("\n"):  # the last one may be cut
            for what, value in json.loads(line).items():
                found[what] += value if isinstance(value, list) else [value]
    return found


class Crawl:
    """One life of the crawl; it has said something when this is made."""

    def __init__(self, path: Path, *log_bytes: int) -> None:
        self._output = path.with_name("output.txt")
        self._output.write_text("")
        code = f"import runpy, sys; sys.stdout = open({str(self._output)!r}, 'w'); runpy.run_path({SCRIPT!r}, run_name='__main__')"
        self._process = ForkedPython("-c", code, f"sqlite:///{path}", SIZE, *log_bytes)
        while self.is_alive and not self.said_so_far():
            time.sleep(0.005)

    @property
    def is_alive(self) -> bool:
        return self._process.poll() is None

    def signal(self, number: signal.Signals) -> None:
        self._process.send_signal(number)

    def wait_stopped(self) -> None:
        status = Path(f"/proc/{self._process.pid}/stat")
        while status.read_text().rpartition(")")[2].split()[0] != "T":
            time.sleep(0.01)

    def said_so_far(self) -> dict[str, list[int]]:
        return parsed(self._output.read_text())

    def said(self) -> dict[str, list[int]]:
        """All it has said, when it is dead."""
        self._process.communicate(timeout=120)
        return self.said_so_far()


def transactions(log: bytes) -> list[int]:
    """Where the transactions of a log end (https://www.sqlite.org/fileformat2.html#walformat)."""
    head, frame = 32, 24 + int.from_bytes(log[8:12])
    starts = range(head, len(log) - frame + 1, frame)
    return [start + frame for start in starts if int.from_bytes(log[start + 4 : start + 8])]


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


def left_by_cuts(copy: Path, file: bytes, log: bytes, cuts: Iterable[int]) -> list[tuple[int, int]]:
    """Numbers of links and pages that are there when the log ends at each of these places."""
    seen = []
    for cut in cuts:
        for left in copy.parent.glob("copy.db*"):
            left.unlink()
        copy.write_bytes(file)
        Path(f"{copy}-wal").write_bytes(log[:cut])
        with closing(sqlite3.connect(copy)) as connection:
            tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
        if "links" in tables:  # else it was cut before there was anything
            states, pages = check(copy)
            seen.append((len(states), len(pages)))
    assert seen == sorted(seen)
    return seen


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
    for kill in range(5):
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


def test_files_copied_in_the_middle_lack_nothing_that_was_promised(tmp_path: Path) -> None:
    path, copies = tmp_path / "corpus.db", [tmp_path / f"copy{number}.db" for number in range(2)]
    crawl = Crawl(path)
    before: list[dict[str, list[int]]] = []
    for copy, wait in zip(copies, (0.1, 0.3), strict=True):
        time.sleep(wait)
        crawl.signal(signal.SIGSTOP)
        crawl.wait_stopped()
        for end in ("", "-wal"):
            shutil.copy(f"{path}{end}", f"{copy}{end}")
        before.append(crawl.said_so_far())
        crawl.signal(signal.SIGCONT)
    crawl.signal(signal.SIGKILL)
    crawl.said()
    for copy, said in zip(copies, before, strict=True):
        view = SqliteFrontierView(copy, TOPIC)  # what a crash left can be looked at
        assert view.counts().done >= len(said["done"])
        view.close()
        states, pages = check(copy)
        assert all(number in states for number in said["pushed"])
        assert all(url_of(number) in pages for number in said["stored"])
        assert all(states[number] is State.DONE for number in said["done"])
    finish(copies[1])


def test_a_log_cut_anywhere_lacks_only_what_was_last(tmp_path: Path) -> None:
    path, copy = tmp_path / "corpus.db", tmp_path / "copy.db"
    rnd = random.Random()
    crawl = Crawl(path)
    log_file = Path(f"{path}-wal")
    while log_file.stat().st_size <= 1_000_000 or len(transactions(log_file.read_bytes())) < 20:
        time.sleep(0.01)
    crawl.signal(signal.SIGKILL)
    crawl.said()
    log = log_file.read_bytes()
    # In transactions all over the log, since a few of them may be most of it.
    cuts = sorted(rnd.randrange(*ends) for ends in rnd.sample(list(pairwise(transactions(log))), 12))
    assert len(set(left_by_cuts(copy, path.read_bytes(), log, cuts))) > 3
    finish(copy)


def test_a_log_cut_anywhere_after_it_was_emptied_into_the_file(tmp_path: Path) -> None:
    path, copy, limit = tmp_path / "corpus.db", tmp_path / "copy.db", 300_000
    rnd = random.Random()
    log_file = Path(f"{path}-wal")
    length = 0
    while not 100_000 < length < limit:  # a longer one may be on its way into the file
        path.unlink(missing_ok=True)
        emptied = length = 0
        crawl = Crawl(path, limit)
        while emptied < 3 and crawl.is_alive:
            time.sleep(0.005)
            before, length = length, log_file.stat().st_size if log_file.exists() else 0
            emptied += length < before
        time.sleep(rnd.uniform(0.0, 0.1))
        crawl.signal(signal.SIGKILL)
        if "end" not in crawl.said():  # else it was over too early
            length = log_file.stat().st_size
    log = log_file.read_bytes()
    cuts = [*sorted(rnd.sample(range(len(log)), 12)), len(log)]
    assert len(left_by_cuts(copy, path.read_bytes(), log, cuts)) == len(cuts)
    finish(copy)
