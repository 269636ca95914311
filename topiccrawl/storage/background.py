"""Threads that work beside a crawl and leave its signals to the main thread."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable


class BackgroundThread(threading.Thread):
    """A daemon thread that no signal reaches.

    While the main thread handles a stop signal it blocks the next one, and the system would hand that to any
    thread that does not: the handler would be called again, inside itself.

    Args:
        run: what it does.
        name: shown in lists of threads.
    """

    def __init__(self, run: Callable[[], None], name: str) -> None:
        super().__init__(target=run, name=name, daemon=True)

    def start(self) -> None:
        """Start the thread; it inherits which signals are blocked."""
        if not hasattr(signal, "pthread_sigmask"):  # Windows
            super().start()
            return
        blocked = signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
        try:
            super().start()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, blocked)
