from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

SCRIPT = Path(__file__).with_name("supervised.py")
PATIENCE = 60.0


class Supervised:
    """A supervisor that runs."""

    def __init__(self, kind: str, folder: Path, *more: str) -> None:
        self.folder = folder
        self.process = subprocess.Popen(
            [sys.executable, str(SCRIPT), kind, str(folder), *more],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        self.said = ""

    def end(self) -> int:
        """Its exit code when it has ended, and everybody with it who writes to its output."""
        said, _ = self.process.communicate(timeout=PATIENCE)
        self.said = said.decode()
        return self.process.returncode

    @property
    def lives(self) -> list[str]:
        return (self.folder / "lives").read_text(encoding="utf-8").splitlines()

    @property
    def worker(self) -> int:
        """The process of the worker, as soon as there is one."""
        path = self.folder / "worker"
        until(lambda: path.exists() and path.read_text(encoding="utf-8") != "")
        return int(path.read_text(encoding="utf-8"))


def until(reached: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not reached():
        assert time.monotonic() < end
        time.sleep(0.01)


def is_gone(process: int) -> bool:
    try:
        state = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return True
    return state == "Z"


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., Supervised]]:
    started: list[Supervised] = []

    def make(kind: str, *more: str) -> Supervised:
        started.append(Supervised(kind, tmp_path, *more))
        return started[-1]

    yield make
    for one in started:
        if one.process.poll() is None:
            one.process.kill()
            one.process.communicate()


Start = Callable[..., Supervised]


def test_a_page_that_takes_too_long_ends_its_worker_and_the_next_is_told_which(start: Start) -> None:
    crawl = start("freeze_once")
    assert crawl.end() == 0
    assert crawl.lives == ["1 False", "2 True key: took more than 0.5 s to read"]
    assert "the page http://a.cn/党建 took more than 0.5 s to read: its worker is killed" in crawl.said


def test_a_loop_that_stands_still_at_an_unknown_page_is_given_more_time_and_blames_nobody(
    start: Start,
) -> None:
    crawl = start("beat_and_freeze")
    assert crawl.end() == 7
    assert crawl.lives == ["1 False", "2 True"]
    assert "an unknown page took more than 1.5 s" in crawl.said


def test_a_page_that_waits_is_not_blamed_nor_are_many_short_ones(start: Start) -> None:
    crawl = start("wait_in_page")
    assert crawl.end() == 0
    assert crawl.lives == ["1 False"]


def test_a_worker_that_dies_at_once_is_not_started_for_ever(start: Start) -> None:
    crawl = start("die")
    assert crawl.end() == 1
    assert len(crawl.lives) == 3
    assert "3 workers in a row died by SIGSEGV before their first request: giving up" in crawl.said


def test_a_crash_is_passed_on_where_nothing_could_go_on(start: Start) -> None:
    crawl = start("die", "no")
    assert crawl.end() == -signal.SIGSEGV
    assert len(crawl.lives) == 1


def test_workers_that_die_at_their_work_are_followed_by_others(start: Start) -> None:
    crawl = start("die_at_work")
    assert crawl.end() == 3
    assert [line.split()[0] for line in crawl.lives] == list("1234")
    assert "the worker died by SIGKILL (was memory short?): another one continues" in crawl.said


def test_what_a_worker_did_not_come_to_the_next_one_is_told_again(start: Start) -> None:
    crawl = start("die_before_it_opens")
    assert crawl.end() == 0
    assert [line.split(" ", 1)[0] for line in crawl.lives] == list("123")
    assert crawl.lives[1].split(" ", 1)[1] == crawl.lives[2].split(" ", 1)[1]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_stop_while_a_page_hangs_ends_the_crawl(start: Start, number: int) -> None:
    crawl = start("freeze")
    assert crawl.worker
    crawl.process.send_signal(number)
    assert crawl.end() == 1
    assert len(crawl.lives) <= 2  # it may have been on its way to the next worker


def test_the_worker_dies_with_its_supervisor(start: Start) -> None:
    crawl = start("sleep")
    worker = crawl.worker
    crawl.process.kill()
    assert crawl.end() == -signal.SIGKILL
    until(lambda: is_gone(worker))


@pytest.mark.parametrize("sent", ["supervisor", "worker", "group"])
def test_a_signal_counts_once_whoever_gets_it(start: Start, sent: str) -> None:
    crawl = start("end_in_order")
    worker = crawl.worker
    until((crawl.folder / "ready").exists)
    if sent == "group":
        os.killpg(crawl.process.pid, signal.SIGINT)
    else:
        os.kill(worker if sent == "worker" else crawl.process.pid, signal.SIGINT)
    assert crawl.end() == 1


def test_a_second_signal_counts_too(start: Start) -> None:
    crawl = start("end_in_order")
    worker = crawl.worker
    until((crawl.folder / "ready").exists)
    os.killpg(crawl.process.pid, signal.SIGTERM)
    time.sleep(0.2)
    os.killpg(crawl.process.pid, signal.SIGTERM)
    assert crawl.end() == 2
    until(lambda: is_gone(worker))


def test_an_error_of_the_worker_is_shown_once_and_its_end_is_its_own(start: Start) -> None:
    crawl = start("fail")
    assert crawl.end() == 1
    assert crawl.said.count("LookupError: 没有") == 1
    (supervisor,) = re.findall(r"supervisor (\d+)", crawl.said)
    assert re.findall(r"left (\d+)", crawl.said) == [supervisor]


def test_a_default_signal_to_the_worker_alone_ends_the_supervisor_alike(start: Start) -> None:
    crawl = start("sleep")
    os.kill(crawl.worker, signal.SIGTERM)
    assert crawl.end() == -signal.SIGTERM
    assert len(crawl.lives) == 1
