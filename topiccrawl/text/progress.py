"""Progress reports of long work that is done once, such as compiling a table.

The code that works calls `report_progress`; what shows progress registers a listener. The functions between
them pass nothing on.
"""

from __future__ import annotations

import logging
import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from topiccrawl.text.resources import cache_dir

logger = logging.getLogger(__name__)

Listener = Callable[[str, int, int], None]
"""Called with the name of the work, the amount done and the total; the work ends when the two are equal."""

PROGRESS_VARIABLE, LINES = "TOPICCRAWL_PROGRESS", "lines"
"""Environment variable, and its value with which commands write progress as lines that a program reads."""
_LINE = re.compile(r"progress: (.+) (\d+)/(\d+)")

_listeners: list[Listener] = []


def progress_line(work: str, done: int, total: int) -> str:
    """Return progress as a line.

    >>> progress_line("pages", 20, 100)
    'progress: pages 20/100'
    """
    return f"progress: {work} {done}/{total}"


def read_progress(line: str) -> tuple[str, int, int] | None:
    """Return work, amount done and total of a line of `progress_line`; None: it is another line.

    >>> read_progress("progress: pages 20/100"), read_progress("20 pages")
    (('pages', 20, 100), None)
    """
    found = _LINE.fullmatch(line.strip())
    return (found[1], int(found[2]), int(found[3])) if found else None


def report_progress(work: str, done: int, total: int) -> None:
    """Report progress to all listeners.

    Args:
        work: name of the work in a few words; the same in each of its reports.
        done: amount done, from 0 to `total`.
        total: amount to do, above 0.
    """
    for listener in _listeners:
        listener(work, done, total)


@contextmanager
def listen_to_progress(listener: Listener) -> Iterator[None]:
    """Call a listener with all progress reported while the block runs."""
    _listeners.append(listener)
    try:
        yield
    finally:
        _listeners.remove(listener)


class WorkLog:
    """A listener that logs the start, the progress and the duration of work.

    Args:
        interval: seconds between two lines about the same work.
    """

    def __init__(self, interval: float = 3.0) -> None:
        self._interval = interval
        self._began: dict[str, float] = {}
        self._logged = 0.0

    def __call__(self, work: str, done: int, total: int) -> None:
        """Receive a report, see `Listener`."""
        now = time.monotonic()
        if work not in self._began:
            self._began[work] = self._logged = now
            logger.info("%s, once: the result is kept in %s", work, cache_dir())
        elif done >= total:
            logger.info("%s: done in %.1f s", work, now - self._began.pop(work))
        elif now - self._logged >= self._interval:
            self._logged = now
            logger.info("%s: %d %%", work, 100 * done // total)
