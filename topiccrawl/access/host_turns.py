"""One request at a time to a host, with pauses, from several threads."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import monotonic, sleep


@dataclass
class _Host:
    lock: threading.Lock = field(default_factory=threading.Lock)
    last: float | None = None


class HostTurns:
    """Gives threads their turns at hosts.

    Args:
        pause: seconds between the end of a request to a host and the next one.
        wait: sleeps for a number of seconds.
    """

    def __init__(self, pause: float, wait: Callable[[float], object] = sleep) -> None:
        self._pause = pause
        self._wait = wait
        self._hosts: dict[str, _Host] = {}
        self._lock = threading.Lock()

    @contextmanager
    def at(self, host: str, pause: float = 0.0) -> Iterator[None]:
        """Wait for the turn at a host, and keep it.

        Args:
            host: the host.
            pause: seconds that this host asks for; the longer pause counts.
        """
        with self._lock:
            turn = self._hosts.setdefault(host.lower(), _Host())
        with turn.lock:
            if turn.last is not None:
                self._wait(max(0.0, turn.last + max(self._pause, pause) - monotonic()))
            try:
                yield
            finally:
                turn.last = monotonic()
