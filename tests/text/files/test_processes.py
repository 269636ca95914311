"""Work in several processes: order, errors, and processes that die."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest

from topiccrawl.text.files.processes import FEW, map_in_processes


def square(number: int) -> tuple[int, int]:
    return number * number, os.getpid()


def died(number: int) -> tuple[int, int]:
    return -1, number


def die_at(marks: Path, number: int) -> tuple[int, int]:
    """Die at 12 for the first time, and at 40 always."""
    mark = marks / "12"
    if number == 40:
        while not mark.exists():
            time.sleep(0.01)
        os.kill(os.getpid(), signal.SIGKILL)
    if number == 12 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return square(number)


def test_results_come_in_order_from_other_processes():
    found = list(map_in_processes(square, range(100), 2, died))
    assert [value for value, _ in found] == [number * number for number in range(100)]
    assert os.getpid() not in {process for _, process in found}


@pytest.mark.parametrize(("count", "processes"), [(FEW, 2), (100, 1), (0, 2)])
def test_a_few_items_and_one_core_start_no_process(count, processes):
    found = list(map_in_processes(square, range(count), processes, died))
    assert {process for _, process in found} <= {os.getpid()}
    assert len(found) == count


def test_items_are_read_as_they_are_needed():
    read = []
    results = map_in_processes(square, (read.append(n) or n for n in range(10_000)), 2, died)
    next(results)
    results.close()
    assert len(read) < 200


def test_a_process_that_dies_takes_no_other_item_with_it(tmp_path):
    found = list(map_in_processes(partial(die_at, tmp_path), range(60), 2, died))
    assert [value for value, _ in found] == [-1 if n == 40 else n * n for n in range(60)]
    assert (tmp_path / "12").exists()


def slow(number: int) -> tuple[int, int]:
    time.sleep(60)
    return square(number)


PARENT = """
import os, signal, sys, threading, time
sys.path[:0] = [{folder!r}]
from text.files.test_processes import died, slow
from topiccrawl.text.files.processes import map_in_processes
from multiprocessing import active_children

def report():
    while len(active_children()) < 2:
        time.sleep(.02)
    time.sleep(.5)  # until they work
    print(*(child.pid for child in active_children()), flush=True)

if __name__ == "__main__":
    threading.Thread(target=report, daemon=True).start()
    list(map_in_processes(slow, range(40), 2, died))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="processes are ended by signals")
def test_processes_end_with_a_parent_that_was_killed(tmp_path):
    script = tmp_path / "parent.py"
    script.write_text(PARENT.format(folder=str(Path(__file__).parents[2])), "utf-8")
    with subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        children = [int(number) for number in parent.stdout.readline().split()]
        assert len(children) >= 2
        parent.kill()
    deadline = time.monotonic() + 20
    while any(map(is_alive, children)) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not [child for child in children if is_alive(child)]


def is_alive(number: int) -> bool:
    try:
        state = Path(f"/proc/{number}/stat").read_text("utf-8").rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"
