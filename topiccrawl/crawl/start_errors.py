"""Errors of the user's that show before the first request: one line, not a traceback."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager

from scrapy.exceptions import NotSupported

from topiccrawl.errors import TopiccrawlError

logger = logging.getLogger(__name__)


@contextmanager
def told_at_start() -> Iterator[None]:
    """Log what makes a start impossible as one critical line and let the error end the crawl.

    Scrapy ends with exit code 1 for any error that a component raises while it is made. asyncio would print
    the traceback of the crawl's task as well, down to the file that could not be read: of no use to somebody
    who mistyped a path.

    Raises:
        ValueError, OSError, NotSupported, TopiccrawlError: as raised within.
    """
    try:
        yield
    except (ValueError, OSError, NotSupported, TopiccrawlError) as error:
        if not getattr(error, "told_at_start", False):
            logger.critical("%s", error)
            error.told_at_start = True  # type: ignore[union-attr]
        try:
            task = asyncio.current_task()
        except RuntimeError:  # no loop: the caller sees the error itself
            task = None
        if task is not None:
            task.add_done_callback(_look_at)
        raise


def _look_at(task: asyncio.Task[object]) -> None:
    """Retrieve the error, so that asyncio does not report it once more."""
    if not task.cancelled():
        task.exception()
