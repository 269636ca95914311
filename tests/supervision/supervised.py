"""A crawl in two processes as the tests of the supervisor see it: `python supervised.py KIND FOLDER`.

Each worker writes the number of its life and what it was told to `FOLDER/lives`, and its own process to
`FOLDER/worker`.
"""

from __future__ import annotations

import atexit
import os
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path

from topiccrawl.supervision.life import Life
from topiccrawl.supervision.status import WatchedPage
from topiccrawl.supervision.supervisor import Supervisor
from topiccrawl.supervision.worker import StopSignals, worker_status

PAGE = WatchedPage("http://a.cn/党建", b"key")


def busy() -> None:
    """As C code that holds the interpreter's lock; signals are left lying."""
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM, signal.SIGINT})
    while True:
        pass


def freeze_once(life: Life) -> int:
    if life.number == 1:
        worker_status().begin(PAGE)
        busy()
    return 0


def freeze(life: Life) -> int:
    worker_status().begin(PAGE)
    busy()
    return 0


def beat_and_freeze(life: Life) -> int:
    worker_status().beat()
    if life.number == 1:
        busy()
    return 7


def wait_in_page(life: Life) -> int:
    """A page that waits for a database, not for itself; then some short ones."""
    worker_status().begin(PAGE)
    time.sleep(2)
    for _ in range(50):
        worker_status().begin(PAGE)
        end = time.process_time() + 0.02
        while time.process_time() < end:
            pass
        worker_status().end()
    return 0


def die(life: Life) -> int:
    os.kill(os.getpid(), signal.SIGSEGV)
    return 0


def die_at_work(life: Life) -> int:
    worker_status().count_request()
    if life.number < 4:
        os.kill(os.getpid(), signal.SIGKILL)
    return 3


def die_before_it_opens(life: Life) -> int:
    """Freeze, die before the frontier is open, go on."""
    if life.number == 2:
        worker_status().resumable = False
        os.kill(os.getpid(), signal.SIGKILL)
    return freeze_once(life)


def sleep(life: Life) -> int:
    time.sleep(60)
    return 0


def end_in_order(life: Life) -> int:
    """As Scrapy: the first signal ends the crawl, the second kills it."""
    told: list[int] = []

    def stop(number: int, frame: object) -> None:
        told.append(number)
        for one in (signal.SIGINT, signal.SIGTERM):
            signal.signal(one, stop)
        time.sleep(0.3)  # the other copy of a signal comes while this one is handled

    stop_signals = StopSignals(worker_status())
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, stop)
    stop_signals.install()
    Path(sys.argv[2], "ready").touch()
    time_left = time.monotonic() + 20
    while time.monotonic() < time_left and not told:
        time.sleep(0.01)
    time.sleep(0.5)
    return len(told)


def fail(life: Life) -> int:
    raise LookupError("没有")


KINDS: dict[str, Callable[[Life], int]] = {
    made.__name__: made
    for made in (
        freeze_once, freeze, beat_and_freeze, wait_in_page, die, die_at_work, die_before_it_opens, sleep,
        end_in_order, fail,
    )
}  # fmt: skip


def main(kind: str, folder: str, resumable: str = "yes") -> int:
    def work(life: Life) -> int:
        worker_status().resumable = resumable == "yes"
        with Path(folder, "lives").open("a", encoding="utf-8") as lives:
            condemned = [f"{key.decode()}: {reason}" for key, reason in life.inherited.condemned.items()]
            print(life.number, life.resumed, *condemned, file=lives)
        Path(folder, "worker").write_text(str(os.getpid()), encoding="utf-8")
        return KINDS[kind](life)

    atexit.register(lambda: print(f"left {os.getpid()}", flush=True))
    print(f"supervisor {os.getpid()}")
    code = Supervisor(work, 0.5, 30.0, lambda level, text: print(text, flush=True)).run()
    if code < 0:
        os.kill(os.getpid(), -code)
    return code


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
