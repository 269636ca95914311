"""The worker's side of a crawl in two processes."""

from __future__ import annotations

import atexit
import contextlib
import ctypes
import logging
import os
import signal
import sys
import threading
import traceback
from collections.abc import Callable
from dataclasses import dataclass, field
from types import FrameType
from typing import Any, NoReturn

from topiccrawl.storage.sqlite.file_lock import FileLock
from topiccrawl.supervision.life import Life
from topiccrawl.supervision.status import WorkerStatus

STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM)
"""What ends a crawl in order, and at the second time at once."""
_PR_SET_PDEATHSIG = 1


@dataclass(slots=True)
class _Here:
    """What this process knows of itself; a process without a supervisor is the only worker."""

    status: WorkerStatus = field(default_factory=WorkerStatus)
    life: Life = field(default_factory=Life)
    supervised: bool = False


_here = _Here()


def worker_status() -> WorkerStatus:
    """What this process says of itself."""
    return _here.status


def is_supervised() -> bool:
    """Whether another process watches this one."""
    return _here.supervised


def this_life() -> Life:
    """Which worker of its crawl this process is."""
    return _here.life


def run_as_worker(
    work: Callable[[], int], status: WorkerStatus, life: Life, supervisor: int, lifeline: int
) -> NoReturn:
    """Be the worker, in a process that was forked just now, and leave it; never returns to the caller.

    What the supervisor registered for its own end is not run here.

    Args:
        work: crawls and gives the exit code.
        status: shared with the supervisor.
        life: what the worker is told.
        supervisor: its process.
        lifeline: a pipe to read from, whose other end only the supervisor holds.
    """
    code = 1
    try:
        atexit._clear()
        _die_with(supervisor, lifeline)
        _here.status, _here.life, _here.supervised = status, life, True
        FileLock.process = supervisor  # the process to end when the file is wanted
        code = work()
    except KeyboardInterrupt:  # before Scrapy has its own handlers
        _end_by(signal.SIGINT)
    except SystemExit as error:
        code = error.code if isinstance(error.code, int) else int(error.code is not None)
    except BaseException:
        traceback.print_exc()
    finally:
        _leave(code)


def _leave(code: int) -> NoReturn:
    """End as an interpreter does, without the frames that belong to the supervisor."""
    try:
        threading._shutdown()  # type: ignore[attr-defined]
        atexit._run_exitfuncs()
        logging.shutdown()
        for stream in (sys.stdout, sys.stderr):
            with contextlib.suppress(OSError, ValueError, AttributeError):
                stream.flush()
    finally:
        os._exit(code & 0xFF)


def _end_by(number: int) -> None:
    signal.signal(number, signal.SIG_DFL)
    os.kill(os.getpid(), number)


def _die_with(supervisor: int, lifeline: int) -> None:
    """Let this process be killed at once when its supervisor is, by whatever signal."""
    if sys.platform == "linux":
        ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    else:
        threading.Thread(target=_die_at_end_of, args=(lifeline,), daemon=True).start()
    if os.getppid() != supervisor:  # it died before we asked
        os.kill(os.getpid(), signal.SIGKILL)


def _die_at_end_of(lifeline: int) -> None:
    """Wait until nobody holds the other end of a pipe any more."""
    os.read(lifeline, 1)
    os.kill(os.getpid(), signal.SIGKILL)


class StopSignals:
    """Lets a signal that a worker gets twice count once.

    Ctrl-C goes to all processes of a terminal, and systemd ends all of a service: the worker is told by them
    and by its supervisor. Scrapy would take the second for the wish to end at once.

    Args:
        status: in which the supervisor counts what it passes on.
    """

    def __init__(self, status: WorkerStatus) -> None:
        self._status = status
        self._calls = 0
        self._acted = 0
        self._handlers: dict[int, Any] = {}

    def install(self) -> None:
        """Put this before the handlers that are there; again whenever they have been replaced."""
        for number in STOP_SIGNALS:
            handler = signal.getsignal(number)
            if handler != self._handle:
                self._handlers[number] = handler
                if callable(handler):
                    signal.signal(number, self._handle)

    def is_news(self) -> bool:
        """Whether a signal that came just now is more than the other copy of one that came before."""
        self._calls += 1
        passed_on = self._status.signals
        if self._acted >= max(passed_on, self._calls - passed_on):
            return False
        self._acted += 1
        return True

    def _handle(self, number: int, frame: FrameType | None) -> None:
        # Scrapy's handler puts its own for the second signal, which no copy of the first may reach.
        blocked = signal.pthread_sigmask(signal.SIG_BLOCK, STOP_SIGNALS)
        try:
            if self.is_news():
                self._handlers[number](number, frame)
                self.install()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, blocked)
