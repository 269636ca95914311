"""Threads of their own for password hashes, with a short queue."""

from __future__ import annotations

import os
import threading
from collections import Counter
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from topiccrawl.admin.web.language import marked
from topiccrawl.errors import AdminError

P = ParamSpec("P")
T = TypeVar("T")
Shares = Mapping[str, int]
"""For each group that a hash belongs to, how many hashes of the group may run or wait."""

THREADS = max(1, (os.cpu_count() or 1) // 2)
"""Hashes at a time. Each takes 64 MB and several cores for a moment; the pages need the other half."""
USERS: Shares = {"users": 3}
"""Of hashes for users who are logged in: no log-in takes their places."""


class BusyError(AdminError):
    """Too many passwords are being hashed; the same attempt may succeed a little later."""


class HashingThreads:
    """Runs functions that hash passwords, so that no number of log-ins takes the threads of the pages.

    Args:
        threads: how many run at a time.
    """

    def __init__(self, threads: int = THREADS) -> None:
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="hashing")
        self._places: Counter[str] = Counter()
        self._lock = threading.Lock()

    def submit(
        self, shares: Shares, function: Callable[P, T], *args: P.args, **options: P.kwargs
    ) -> Future[T]:
        """Run a function that hashes; return its future.

        Raises:
            BusyError: a group has used up its share of the queue.
        """
        with self._lock:
            if any(self._places[group] >= most for group, most in shares.items()):
                raise BusyError(marked("正在登录的人太多，请稍后再试。"))
            future = self._pool.submit(function, *args, **options)
            self._places.update(shares.keys())
        future.add_done_callback(lambda _: self._leave(shares))
        return future

    def close(self) -> None:
        """Stop after the running functions."""
        self._pool.shutdown(cancel_futures=True)

    def _leave(self, shares: Shares) -> None:
        with self._lock:
            self._places.subtract(shares.keys())
            for group in shares:
                if not self._places[group]:
                    del self._places[group]  # names and addresses must not pile up


def log_in_shares(own: str, name: str, address: str, *, is_known: bool) -> Shares:
    """Return the shares of a log-in: no name and no address fills the queue alone.

    Args:
        own: key of the name from the address.
        name: the name.
        address: key of the address.
        is_known: whether the name has logged in from the address before; then it has places that guesses from
            elsewhere cannot take.
    """
    if is_known:
        return {"known": 3, f"known {own}": 2}
    return {"unknown": 8, address: 5, f"name {name}": 5}
