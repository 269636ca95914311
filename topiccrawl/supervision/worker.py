"""The worker's side of a supervised crawl."""

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
from topiccrawl.supervision.heap import return_memory
from topiccrawl.supervision.life import Life
from topiccrawl.supervision.status import WorkerStatus

STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM)
"""Signals that end a crawl in order, and at once when they are sent twice."""
_PR_SET_PDEATHSIG = 1


@dataclass(slots=True)
class _Process:
    """The state of this process; a process without a supervisor is the only worker."""

    status: WorkerStatus = field(default_factory=WorkerStatus)
    life: Life = field(default_factory=Life)
    supervised: bool = False


_process = _Process()


def worker_status() -> WorkerStatus:
    """Return the status of this process."""
    return _process.status


def is_supervised() -> bool:
    """Return whether this process has a supervisor."""
    return _process.supervised


def this_life() -> Life:
    """Return which worker of its crawl this process is."""
    return _process.life


def run_as_worker(
    work: Callable[[], int], status: WorkerStatus, life: Life, supervisor: int, lifeline: int
) -> NoReturn:
    """Run as the worker in a newly forked process, and exit.

    Exit handlers that the supervisor registered are not called here.

    Args:
        work: crawls and returns the exit code.
        status: shared with the supervisor.
        life: what the worker knows of earlier workers.
        supervisor: its process id.
        lifeline: read end of a pipe whose other end only the supervisor has open.
    """
    code = 1
    try:
        atexit._clear()
        _die_with(supervisor, lifeline)
        return_memory()
        _process.status, _process.life, _process.supervised = status, life, True
        FileLock.process = supervisor  # the process that a message about a locked file names
        code = work()
    except KeyboardInterrupt:  # before Scrapy installs its handlers
        _end_by(signal.SIGINT)
    except SystemExit as error:
        code = error.code if isinstance(error.code, int) else int(error.code is not None)
    except BaseException:
        traceback.print_exc()
    finally:
        _leave(code)


def _leave(code: int) -> NoReturn:
    """Exit as an interpreter does, but without returning to the frames of the supervisor."""
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
    """Make this process die together with its supervisor, whatever signal kills that."""
    if sys.platform == "linux":
        ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    else:
        threading.Thread(target=_die_at_end_of, args=(lifeline,), daemon=True).start()
    if os.getppid() != supervisor:  # it died before the call above
        os.kill(os.getpid(), signal.SIGKILL)


def _die_at_end_of(lifeline: int) -> None:
    """Wait until the other end of a pipe is closed, and die."""
    os.read(lifeline, 1)
    os.kill(os.getpid(), signal.SIGKILL)


class StopSignals:
    """Deduplicates signals that a worker receives twice.

    Ctrl-C goes to all processes of a terminal, and systemd signals all processes of a service: the worker
    gets these signals and also those that its supervisor passes on. Scrapy ends at once after a second one.

    Args:
        status: has the number of signals that the supervisor has passed on.
    """

    def __init__(self, status: WorkerStatus) -> None:
        self._status = status
        self._calls = 0
        self._acted = 0
        self._handlers: dict[int, Any] = {}

    def install(self) -> None:
        """Wrap the current handlers; called again whenever they have been replaced."""
        for number in STOP_SIGNALS:
            handler = signal.getsignal(number)
            if handler != self._handle:
                self._handlers[number] = handler
                if callable(handler):
                    signal.signal(number, self._handle)

    def is_new(self) -> bool:
        """Return whether the signal just received is not the second copy of an earlier one."""
        self._calls += 1
        passed_on = self._status.signals
        if self._acted >= max(passed_on, self._calls - passed_on):
            return False
        self._acted += 1
        return True

    def _handle(self, number: int, frame: FrameType | None) -> None:
        # Scrapy's handler installs another for the second signal, which no copy of the first may reach.
        blocked = signal.pthread_sigmask(signal.SIG_BLOCK, STOP_SIGNALS)
        try:
            if self.is_new():
                self._handlers[number](number, frame)
                self.install()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, blocked)
