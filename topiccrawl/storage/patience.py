"""Waiting with reads until a database is back, without blocking the event loop.

Writes wait in `group_commit.py`. `crawl/ledger.py` ends the crawl when either has waited long enough.
"""

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


async def patiently(call: Callable[[], T], patience: float) -> T:
    """Call something in a thread, retrying while the database is away; return its result.

    Args:
        call: reads or writes; it is called again after a `DatabaseAwayError`.
        patience: seconds to wait.

    Raises:
        StorageError: the database stayed away, or raised another error.
    """
    loop = asyncio.get_running_loop()
    start, pause = loop.time(), _FIRST_PAUSE
    while True:
        try:
            return await asyncio.to_thread(call)
        except DatabaseAwayError as error:
            waited = loop.time() - start
            if waited >= patience:
                raise StorageError(
                    "gave up after {waited:.0f} s: {error}", waited=waited, error=error
                ) from error
            _log.warning("the database is away for %.1f s, pages wait: %s", waited, error)
            await asyncio.sleep(min(pause, patience - waited))
            pause = min(2 * pause, _LONGEST_PAUSE)
