"""Threads of their own for password hashes, with a short queue."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from topiccrawl.admin.web.language import marked
from topiccrawl.errors import AdminError

P = ParamSpec("P")
T = TypeVar("T")

THREADS = max(1, (os.cpu_count() or 1) // 2)
"""Hashes at a time. Each takes 64 MB and several cores for a moment; the pages need the other half."""
MOST_QUEUED = 8
"""Hashes that run or wait; a log-in that would have to wait longer is refused at once."""


class BusyError(AdminError):
    """Too many passwords are being hashed; the same attempt may succeed a little later."""


class HashingThreads:
    """Runs functions that hash passwords, so that no number of log-ins takes the threads of the pages.

    Args:
        threads: how many run at a time.
        most: how many run or wait; further ones are refused.
    """

    def __init__(self, threads: int = THREADS, most: int = MOST_QUEUED) -> None:
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="hashing")
        self._places = threading.BoundedSemaphore(most)

    def submit(self, function: Callable[P, T], *args: P.args, **options: P.kwargs) -> Future[T]:
        """Run a function that hashes; return its future.

        Raises:
            BusyError: the queue is full.
        """
        if not self._places.acquire(blocking=False):
            raise BusyError(marked("正在登录的人太多，请稍后再试。"))
        try:
            future = self._pool.submit(function, *args, **options)
        except BaseException:
            self._places.release()
            raise
        future.add_done_callback(lambda _: self._places.release())
        return future
