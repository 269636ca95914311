"""Work on many items on all cores, with the results in the order of the items.

A process that dies, for example since an item takes all memory, takes no other item with it: what it worked
on is tried again, item by item, and the one that ends it again has an error as its
result.
"""

from __future__ import annotations

import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import chain, islice
from multiprocessing import connection, get_context, parent_process
from typing import Any, TypeVar

_CHUNK = 8
"""Items that are sent at a time: one by one, sending would take a part of what is won."""
_WAITING = 3
"""Chunks a process, on their way or done: what is next is known while a result is used."""
FEW = 2 * _CHUNK
"""Number of items up to which no process is started: that takes as long as some ten pages."""

_work: list[Callable[[Any], Any]] = []
"""What a process of the pool does, sent once: it may hold tables that are read when they are needed."""
_Item = TypeVar("_Item")
_Result = TypeVar("_Result")


def cores() -> int:
    """Return the number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def map_in_processes(
    work: Callable[[_Item], _Result],
    items: Iterable[_Item],
    processes: int,
    died: Callable[[_Item], _Result],
) -> Iterator[_Result]:
    """Yield the result of each item, in their order.

    With one process, or a few items, the work is done in this one. The main module of a program that asks for
    more must be importable, as for every pool of `multiprocessing`.

    Args:
        work: a function, or an object that is called, that can be pickled. It returns errors as results.
        items: read as they are needed, at most some dozens ahead.
        processes: number of processes.
        died: the result of an item whose process has died twice.
    """
    ahead = iter(items)
    few = list(islice(ahead, FEW + 1))
    if processes < 2 or len(few) <= FEW:
        yield from map(work, chain(few, ahead))
        return
    ahead = chain(few, ahead)
    waiting: deque[tuple[list[_Item], Future[list[_Result]]]] = deque()
    pool = _pool(processes, work)
    try:
        while True:
            while len(waiting) < _WAITING * processes and (some := list(islice(ahead, _CHUNK))):
                waiting.append((some, _submitted(pool, some)))
            if not waiting:
                return
            some, future = waiting.popleft()
            try:
                results = future.result()
            except BrokenProcessPool:
                lost = [*some, *chain.from_iterable(others for others, _ in waiting)]
                waiting.clear()
                yield from _one_by_one(work, lost, died)
                pool = _pool(processes, work)
                continue
            yield from results
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _submitted(pool: ProcessPoolExecutor, some: list[Any]) -> Future[list[Any]]:
    try:
        return pool.submit(_work_on, some)
    except BrokenProcessPool as error:  # another item has ended it just now
        future: Future[list[Any]] = Future()
        future.set_exception(error)
        return future


def _one_by_one(
    work: Callable[[_Item], _Result], items: list[_Item], died: Callable[[_Item], _Result]
) -> Iterator[_Result]:
    pool = _pool(1, work)
    try:
        for item in items:
            try:
                yield from pool.submit(_work_on, [item]).result()
            except BrokenProcessPool:
                yield died(item)
                pool = _pool(1, work)
    finally:
        pool.shutdown()


def _pool(processes: int, work: Callable[[Any], Any]) -> ProcessPoolExecutor:
    # Not forked: a fork has the threads' locks, but not the threads.
    context = get_context("spawn")
    return ProcessPoolExecutor(processes, mp_context=context, initializer=_begin, initargs=(work,))


def _begin(work: Callable[[Any], Any]) -> None:
    """Keep what is done with each item; leave Ctrl-C to the parent, and end when it has gone."""
    _work.append(work)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_wait_for_parent, name="end with the parent", daemon=True).start()


def _wait_for_parent() -> None:
    parent = parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os._exit(1)


def _work_on(items: list[Any]) -> list[Any]:
    return list(map(_work[0], items))
