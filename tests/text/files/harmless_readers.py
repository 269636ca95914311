"""Readers for tests of the child process; each goes over a small limit, or over none."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

from topiccrawl.errors import TextError
from topiccrawl.messages import message
from topiccrawl.text.progress import report_progress


def values(data: bytes) -> Iterator[Any]:
    print("a library that prints")
    report_progress("读取", 1, 2)
    yield {"字": data.decode(), "日期": date(2024, 5, 1), "数": [1, 0.5, None, True]}
    yield "半个\ud800"


def refused() -> Iterator[Any]:
    yield 1
    raise TextError(message("{file}:{line}: expected a word", file="词表.tsv", line=3))


def takes(size: int) -> Iterator[Any]:
    yield len(bytes(size))


def sleeps(seconds: float) -> Iterator[Any]:
    yield "first"
    time.sleep(seconds)
    yield "late"


def goes_on() -> Iterator[Any]:
    yield os.getpid()
    while True:
        pass


def ends_by(signum: int) -> Iterator[Any]:
    yield "first"
    os.kill(os.getpid(), signum)
    signal.pause()


def exits() -> Iterator[Any]:
    os._exit(3)
    yield


def writes(count: int) -> Iterator[Any]:
    for _ in range(count):
        yield "文" * 1000


def sees_environment() -> Iterator[Any]:
    yield dict(os.environ)


def works(seconds: float) -> Iterator[Any]:
    while time.process_time() < seconds:
        yield time.process_time()


def writes_file(path: str, size: int) -> Iterator[Any]:
    Path(path).write_bytes(bytes(size))
    yield size


def tells_template() -> Iterator[Any]:
    raise TextError(message("{text:>1000}", text="x"))
    yield


def sends_raw(line: bytes) -> Iterator[Any]:
    yield 1
    frame = sys._getframe(1)
    frame.f_locals["answer"].write(line)


def fails() -> Iterator[Any]:
    raise KeyError("no error that a reader should raise")
    yield
