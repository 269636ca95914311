"""Waiting for a database that is away, without blocking the event loop."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import TypeVar

from topiccrawl.errors import DatabaseAwayError, StorageError

T = TypeVar("T")

_log = logging.getLogger(__name__)

_FIRST_PAUSE = 0.05
_LONGEST_PAUSE = 5.0


async def patiently(
    call: Callable[[], T], patience: float, on_wait: Callable[[float, StorageError], None] | None = None
) -> T:
    """Call something in a thread, again and again while the database is away; return its result.

    Args:
        call: reads or writes; must bear to be called again when it raised a `DatabaseAwayError`.
        patience: seconds to wait.
        on_wait: called with the seconds waited so far and the reason, before each new attempt; without it
            the log is told.

    Raises:
        StorageError: the database stayed away, or said something else.
    """
    loop = asyncio.get_running_loop()
    start, pause = loop.time(), _FIRST_PAUSE
    while True:
        try:
            return await asyncio.to_thread(call)
        except DatabaseAwayError as error:
            waited = loop.time() - start
            if waited >= patience:
                raise StorageError(f"gave up after {waited:.0f} s: {error}") from error
            (on_wait or _log_wait)(waited, error)
            await asyncio.sleep(min(pause, patience - waited))
            pause = min(2 * pause, _LONGEST_PAUSE)


def _log_wait(waited: float, error: StorageError) -> None:
    _log.warning("the database is away for %.1f s, pages wait: %s", waited, error)
