"""How long a worker has processed one page."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from topiccrawl.supervision.status import Slot, WatchedPage

_LONGEST_STEP = 2.0
"""Maximum seconds counted between two checks, since the machine may have been suspended."""

_TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100
"""Clock ticks in a second, the unit of processor time in `/proc`."""


@dataclass(frozen=True, slots=True)
class Reading:
    """The system's figures of a thread.

    Attributes:
        cpu: processor seconds so far; None where they are not available.
        stopped: whether the thread is stopped, as by Ctrl-Z or a debugger.
    """

    cpu: float | None = None
    stopped: bool = False


@dataclass(frozen=True, slots=True)
class Frozen:
    """A page that took too long.

    Attributes:
        page: the page.
        reason: what it did, for messages.
    """

    page: WatchedPage
    reason: str


@dataclass(slots=True)
class _Lap:
    change: int
    clock: float
    cpu: float | None


class Stopwatch:
    """Finds pages that take too long.

    The processor time of the page's thread is measured: on a busy machine, or while a database is down, a
    step may take long without being the page's fault. In wall-clock time it may take `waiting` seconds.

    Args:
        seconds: maximum processor time of one step of a page.
        waiting: maximum wall-clock seconds of one step.
    """

    def __init__(self, seconds: float, waiting: float) -> None:
        self._seconds = seconds
        self._waiting = waiting
        self._laps: dict[int, _Lap] = {}
        self._looked = 0.0

    def hurry(self, seconds: float) -> None:
        """Lower the limit of processor time."""
        self._seconds = min(self._seconds, seconds)

    def look(self, now: float, slots: Sequence[Slot], read: Callable[[int], Reading]) -> Frozen | None:
        """Return the page that has taken too long, if any.

        Args:
            now: wall-clock seconds.
            slots: what the threads do.
            read: returns the figures of a thread, given its id.
        """
        passed, self._looked = min(now - self._looked, _LONGEST_STEP), now
        for number, slot in enumerate(slots):
            if slot.page is None:
                self._laps.pop(number, None)
                continue
            reading = read(slot.thread)
            lap = self._laps.get(number)
            if lap is None or lap.change != slot.change:
                self._laps[number] = _Lap(slot.change, 0.0, reading.cpu)
                continue
            lap.clock += 0.0 if reading.stopped else passed
            if (reason := self._too_long(lap, reading)) is not None:
                return Frozen(slot.page, reason)
        return None

    def _too_long(self, lap: _Lap, reading: Reading) -> str | None:
        if reading.cpu is None or lap.cpu is None:
            took = lap.clock
            return f"took more than {self._seconds:g} s to read" if took >= self._seconds else None
        if reading.cpu - lap.cpu >= self._seconds:
            return f"took more than {self._seconds:g} s to read"
        return f"kept its worker waiting for {self._waiting:g} s" if lap.clock >= self._waiting else None


def read_thread(process: int, thread: int) -> Reading:
    """Return the figures of a thread on Linux; empty elsewhere, and for a thread that has ended."""
    try:
        stat = Path(f"/proc/{process}/task/{thread}/stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return Reading()
    fields = stat.rpartition(")")[2].split()
    return Reading((int(fields[11]) + int(fields[12])) / _TICKS, fields[0] in "tT")
