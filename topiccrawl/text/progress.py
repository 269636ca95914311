"""Progress reports of long work that is done once, such as compiling a table.

The room that works calls `report_progress`; what shows progress registers a listener. The calls in between
pass nothing on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

Listener = Callable[[str, int, int], None]
"""Called with the name of the work, the amount done and the total; the work ends when the two are equal."""

_listeners: list[Listener] = []


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
