"""Work that is done once and takes long, such as compiling a table: it reports how far it is.

Whoever shows it listens; nobody else need pass anything on to the room that does the work.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

Listener = Callable[[str, int, int], None]
"""Takes what is being done, how much of it is done, and of how much; when these are equal it is finished."""

_listeners: list[Listener] = []


def report(what: str, done: int, of: int) -> None:
    """Tell all listeners of some work.

    Args:
        what: the work in a few words, the same ones until it is finished.
        done: how much is done, from 0 to `of`.
        of: how much there is, over 0.
    """
    for listener in _listeners:
        listener(what, done, of)


@contextmanager
def listening(listener: Listener) -> Iterator[None]:
    """Have a listener told while the block runs."""
    _listeners.append(listener)
    try:
        yield
    finally:
        _listeners.remove(listener)
