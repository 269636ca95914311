"""The supervisor of a crawl: kills a worker that a page has frozen, and starts the next one."""

from __future__ import annotations

import contextlib
import logging
import math
import os
import select
import signal
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from functools import partial
from types import FrameType
from urllib.parse import urlsplit

from topiccrawl.storage.frontier.contract import Inheritance
from topiccrawl.supervision.life import Life
from topiccrawl.supervision.status import WatchedPage, WorkerStatus
from topiccrawl.supervision.stopwatch import Frozen, Stopwatch, read_thread
from topiccrawl.supervision.worker import STOP_SIGNALS, run_as_worker

_LOOK = 0.5
"""Seconds between two checks of the worker."""
_LOOP = 3.0
"""Factor by which the event loop may be busy longer than a page when the page is unknown."""
_HURRY = 10.0
"""Maximum processor seconds of a page after a stop signal."""
_FORCED = 10.0
"""Maximum seconds until a worker ends after a second stop signal."""
_CRASHES = frozenset(
    getattr(signal, name) for name in ("SIGKILL", "SIGSEGV", "SIGBUS", "SIGABRT", "SIGFPE", "SIGILL")
    if hasattr(signal, name)
)  # fmt: skip
"""Signals by which a worker dies because of a page, a library or lack of memory."""
_IDLE_LIVES = 3
"""Number of consecutive workers dying before their first request after which the crawl ends."""
_LONGEST_PAUSE = 30.0
"""Maximum seconds between two workers when several in a row have died early."""
_SOON = 60.0
"""A worker that lives for fewer seconds than this died early."""

Log = Callable[[int, str], None]


def can_supervise() -> bool:
    """Return whether a worker can be forked: not from a process with threads, and not on Windows."""
    return (
        hasattr(os, "fork")
        and threading.current_thread() is threading.main_thread()
        and threading.active_count() == 1
        and "twisted.internet.reactor" not in sys.modules
    )


class Supervisor:
    """Runs workers, one after the other, until one ends by itself.

    A worker is killed when a page takes too long (`Stopwatch`), and the next one learns which page it was. A
    worker that crashed is also followed by another, if its crawl can continue. Stop signals are passed on,
    and the worker dies together with this process.

    Args:
        work: crawls in the worker; returns the exit code.
        seconds: maximum processor time of one step of a page.
        waiting: maximum wall-clock seconds of one step.
        log: logs a message with a level of `logging`.
    """

    def __init__(self, work: Callable[[Life], int], seconds: float, waiting: float, log: Log) -> None:
        self._work = work
        self._seconds = seconds
        self._waiting = waiting
        self._stopwatch, self._loop_watch = self._watches()
        self._log = log
        self._status = WorkerStatus()
        self._frozen: Frozen | None = None
        self._killed = False
        self._waiting_signals: list[int] = []
        self._lifelines: list[int] = []
        self._stops = 0
        self._forced_at = 0.0
        self._idle_lives = 0
        self._short_lives = 0
        self._began = time.monotonic()

    def _watches(self) -> tuple[Stopwatch, Stopwatch]:
        """Return the stopwatches of pages and of the event loop, which may be busy without any page."""
        return Stopwatch(self._seconds, self._waiting), Stopwatch(_LOOP * self._seconds, math.inf)

    @property
    def stopped(self) -> bool:
        """Whether a signal has stopped the crawl."""
        return self._stops > 0

    def run(self) -> int:
        """Crawl; return the exit code of the last worker, negative if a signal killed it."""
        readable, writable = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC) if hasattr(os, "pipe2") else os.pipe()
        os.set_blocking(writable, False)
        handlers = {number: signal.signal(number, self._note) for number in (*STOP_SIGNALS, signal.SIGCHLD)}
        wakeup = signal.set_wakeup_fd(writable, warn_on_full_buffer=False)

        def restore() -> None:
            signal.set_wakeup_fd(wakeup)
            for number, handler in handlers.items():
                signal.signal(number, handler)
            os.close(readable)
            os.close(writable)

        try:
            return self._run(partial(self._rest, readable), restore)
        finally:
            restore()
            for lifeline in self._lifelines:
                os.close(lifeline)

    def _run(self, rest: Callable[[float], None], restore: Callable[[], None]) -> int:
        life = Life()
        while True:
            started = time.monotonic()
            worker = self._fork(life, restore)
            try:
                code = self._watch(worker, rest)
            except BaseException:
                self._kill(worker)
                raise
            lived = time.monotonic() - started
            if not self._needs_another(life, code):
                return 1 if self._killed else code
            if self._frozen is None and not self._may_go_on(code, lived):
                return 1
            self._pause(rest)
            if self._stops:
                return 1
            life = self._following(life)

    def _fork(self, life: Life, restore: Callable[[], None]) -> int:
        self._status.clear()
        self._frozen, self._killed = None, False
        self._stopwatch, self._loop_watch = self._watches()
        for stream in (sys.stdout, sys.stderr):
            with contextlib.suppress(OSError, ValueError, AttributeError):
                stream.flush()
        supervisor, (lifeline, ours) = os.getpid(), os.pipe()
        worker = os.fork()
        if not worker:
            restore()
            os.close(ours)
            run_as_worker(lambda: self._work(life), self._status, life, supervisor, lifeline)
        os.close(lifeline)
        self._lifelines.append(ours)
        return worker

    def _watch(self, worker: int, rest: Callable[[float], None]) -> int:
        """Wait for the end of a worker; return its exit code."""
        while True:
            ended, status = os.waitpid(worker, os.WNOHANG)
            if ended:
                return os.waitstatus_to_exitcode(status)
            self._pass_on_signals(worker)
            self._look(worker)
            rest(_LOOK)

    def _look(self, worker: int) -> None:
        """Kill a worker that takes too long for a page or to end."""
        now = time.monotonic()
        if self._forced_at and now > self._forced_at:
            self._log(logging.ERROR, f"the worker {worker} did not end; it is killed")
            self._forced_at = 0.0
            self._kill(worker)
        if self._frozen is not None or not self._status.resumable:
            return
        read = partial(read_thread, worker)
        frozen = self._stopwatch.look(now, self._status.slots(), read)
        if frozen is None:
            frozen = self._loop_watch.look(now, [self._status.loop()], read)
        if frozen is not None:
            self._frozen = frozen
            page = f"the page {frozen.page.url}" if frozen.page.url else "an unknown page"
            self._log(logging.ERROR, f"{page} {frozen.reason}: its worker is killed")
            self._kill(worker)

    def _kill(self, worker: int) -> None:
        self._killed = True
        with contextlib.suppress(ProcessLookupError):
            os.kill(worker, signal.SIGKILL)

    def _pass_on_signals(self, worker: int) -> None:
        while self._waiting_signals:
            number = self._waiting_signals.pop(0)
            self._stops += 1
            if self._stops > 1 and not self._forced_at:
                self._forced_at = time.monotonic() + _FORCED
            self._stopwatch.hurry(_HURRY)
            self._loop_watch.hurry(_HURRY)
            self._status.signals += 1
            with contextlib.suppress(ProcessLookupError):
                os.kill(worker, number)

    def _needs_another(self, life: Life, code: int) -> bool:
        """Return whether a worker crashed and its crawl can continue."""
        crashed = code < 0 and -code in _CRASHES
        resumable = bool(self._status.resumable) or life.resumed
        return crashed and resumable and not self._stops

    def _following(self, life: Life) -> Life:
        """Return the life of the next worker."""
        status = self._status
        # A worker that died before it opened the frontier has not made these pages dead letters.
        unknown = () if status.resumable else life.frozen
        frozen = (*unknown, *filter(None, [self._frozen]))
        condemned = {one.page.key: one.reason for one in frozen if one.page.key}
        freezing = Counter(life.freezing)
        if self._frozen is not None and (host := urlsplit(self._frozen.page.url).hostname):
            freezing[host] += 1
        return Life(
            number=life.number + 1,
            inherited=Inheritance(status.name or life.inherited.worker, condemned),
            blamed={**life.blamed, **condemned},
            freezing=freezing,
            frozen=frozen,
            resumed=True,
            responses=life.responses + status.responses,
            items=life.items + status.items,
            errors=life.errors + status.errors,
            seconds=time.monotonic() - self._began,
        )

    def _may_go_on(self, code: int, lived: float) -> bool:
        """Return whether to start another worker after a crash: not after several died immediately."""
        self._idle_lives = 0 if self._status.requests else self._idle_lives + 1
        self._short_lives = self._short_lives + 1 if lived < _SOON else 0
        name = signal.Signals(-code).name
        if self._idle_lives >= _IDLE_LIVES:
            self._log(
                logging.CRITICAL,
                f"{self._idle_lives} workers in a row died by {name} before their first request: giving up",
            )
            return False
        at_work = _at_work([slot.page for slot in self._status.slots()])
        hint = " (was memory short?)" if -code == signal.SIGKILL else ""
        self._log(logging.ERROR, f"the worker died by {name}{hint}{at_work}: another one continues")
        return True

    def _pause(self, rest: Callable[[float], None]) -> None:
        """Wait before the next worker starts, longer after each consecutive worker that died early."""
        if self._frozen is not None or self._short_lives < 2:
            return
        end = time.monotonic() + min(2.0 ** (self._short_lives - 2), _LONGEST_PAUSE)
        while not self._stops and (left := end - time.monotonic()) > 0:
            rest(min(left, _LOOK))
            self._stops += len(self._waiting_signals)

    def _note(self, number: int, frame: FrameType | None) -> None:
        if number in STOP_SIGNALS:
            self._waiting_signals.append(number)

    @staticmethod
    def _rest(readable: int, seconds: float) -> None:
        """Wait for a signal or until the timeout."""
        if select.select([readable], [], [], seconds)[0]:
            with contextlib.suppress(BlockingIOError):
                os.read(readable, 4096)


def _at_work(pages: list[WatchedPage | None]) -> str:
    """Return which pages a worker was processing, for a message."""
    urls = [page.url for page in pages if page is not None]
    return f" while it read {', '.join(urls)}" if urls else ""
