from __future__ import annotations

import os
import threading

from topiccrawl.supervision.status import Slot, WatchedPage, WorkerStatus
from topiccrawl.supervision.stopwatch import Reading, Stopwatch, read_thread

PAGE = WatchedPage("http://a.cn/党建", b"\0\1")


def times_until_frozen(readings: list[Reading], changes: list[int], step: float = 1.0) -> int | None:
    """At which look a page is told to be frozen."""
    watch = Stopwatch(seconds=3.0, waiting=8.0)
    for number, (reading, change) in enumerate(zip(readings, changes, strict=True)):
        slot = Slot(change, 7, PAGE if change % 2 else None)
        if watch.look(100.0 + step * number, [slot], lambda _, now=reading: now) is not None:  # type: ignore[misc]
            return number
    return None


def test_a_page_may_take_so_much_processor_time() -> None:
    assert times_until_frozen([Reading(50.0 + n) for n in range(9)], [1] * 9) == 3


def test_a_thread_that_waits_has_longer() -> None:
    assert times_until_frozen([Reading(50.0)] * 20, [1] * 20) == 8


def test_where_the_system_does_not_tell_the_clock_counts() -> None:
    assert times_until_frozen([Reading()] * 20, [1] * 20) == 3


def test_each_step_of_the_work_has_its_own_time() -> None:
    assert (
        times_until_frozen([Reading(50.0 + n) for n in range(20)], [1, 1, 1, 3, 3, 3, 4, 5, 5, 5] * 2) is None
    )


def test_a_stopped_worker_and_a_machine_asleep_take_no_time() -> None:
    assert times_until_frozen([Reading(50.0, stopped=True)] * 20, [1] * 20) is None
    assert times_until_frozen([Reading(50.0)] * 4, [1] * 4, step=3600.0) is None


def test_the_system_tells_the_time_of_this_thread() -> None:
    before = read_thread(os.getpid(), threading.get_native_id())
    assert before.cpu is None or before.cpu >= 0.0
    assert not before.stopped
    assert read_thread(os.getpid(), 2**30) == Reading()


def test_a_status_shows_what_each_thread_works_on() -> None:
    status = WorkerStatus()
    assert all(slot.page is None for slot in status.slots())
    status.begin(PAGE)
    first = status.slots()[0]
    assert (first.page, first.thread) == (PAGE, threading.get_native_id())
    status.begin(PAGE)
    assert status.slots()[0].change != first.change
    with status.in_thread(WatchedPage("另一页")):
        assert [slot.page.url for slot in status.slots() if slot.page] == [PAGE.url, "另一页"]
    status.end()
    assert all(slot.page is None for slot in status.slots())


def test_a_status_bears_long_and_odd_texts() -> None:
    status = WorkerStatus()
    status.begin(WatchedPage("http://a.cn/" + "党" * 5000 + "\ud800", b"k" * 100))
    (page,) = [slot.page for slot in status.slots() if slot.page]
    assert page.url.startswith("http://a.cn/党")
    status.name = "主机" * 1000
    assert status.name.startswith("主机")
    status.count_request()
    assert (status.requests, status.responses, status.resumable) == (1, 0, False)
    status.clear()
    assert (status.requests, status.name) == (0, "")
