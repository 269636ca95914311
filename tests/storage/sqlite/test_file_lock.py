from __future__ import annotations

import os
from contextlib import contextmanager

import pytest
from forks import ForkedPython

from topiccrawl.errors import StorageError
from topiccrawl.storage.sqlite.file_lock import FileLock

HOLD = """
import sys
from pathlib import Path
from topiccrawl.storage.sqlite.file_lock import FileLock
lock = FileLock(Path(sys.argv[1]))
print("held", flush=True)
sys.stdin.readline()
"""

COUNT_UP = """
import sys
from pathlib import Path
from topiccrawl.storage.sqlite.file_lock import FileLock
path = Path(sys.argv[1])
for _ in range(100):
    lock = FileLock(path, wait=60.0)
    number = int(path.read_text())
    path.write_text(str(number + 1))
    lock.release()
"""


@contextmanager
def holder(path):
    process = ForkedPython("-c", HOLD, path)
    try:
        assert process.stdout.readline() == "held\n"
        yield process
    finally:
        process.kill()
        process.communicate()


def test_another_process_is_told_who_holds_the_file(tmp_path):
    path = tmp_path / "语料.db"
    with holder(path) as process, pytest.raises(StorageError, match=f"语料.db.*by process {process.pid};"):
        FileLock(path, wait=0.0)


def test_a_killed_holder_holds_nothing(tmp_path):
    path = tmp_path / "corpus.db"
    with holder(path) as process:
        process.kill()
        FileLock(path, wait=2.0).release()


def test_the_same_process_cannot_hold_a_file_twice(tmp_path):
    lock = FileLock(tmp_path / "corpus.db")
    with pytest.raises(StorageError, match=f"process {os.getpid()}"):
        FileLock(tmp_path / "corpus.db", wait=0.0)
    lock.release()


def test_releasing_leaves_nothing_behind(tmp_path):
    lock = FileLock(tmp_path / "corpus.db")
    lock.release()
    lock.release()
    assert list(tmp_path.iterdir()) == []
    FileLock(tmp_path / "corpus.db").release()


def test_a_lock_that_cannot_be_made_is_told(tmp_path):
    with pytest.raises(StorageError, match="cannot be made"):
        FileLock(tmp_path / "missing" / "corpus.db")


def test_never_two_at_once_while_many_take_and_release(tmp_path):
    path = tmp_path / "number"
    path.write_text("0")
    processes = [ForkedPython("-c", COUNT_UP, path) for _ in range(4)]
    assert [process.communicate(120) for process in processes] == [("", "")] * 4
    assert path.read_text() == "400"
