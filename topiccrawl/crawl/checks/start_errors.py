"""One line instead of a traceback for user errors that prevent a crawl from starting."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager

from scrapy.exceptions import NotSupported

from topiccrawl.errors import TopiccrawlError

logger = logging.getLogger(__name__)


@contextmanager
def report_start_errors() -> Iterator[None]:
    """Log an error raised inside as one critical line and re-raise it, which ends the crawl.

    Raises:
        ValueError, OSError, NotSupported, TopiccrawlError: as raised inside.
    """
    try:
        yield
    except (ValueError, OSError, NotSupported, TopiccrawlError) as error:
        if not getattr(error, "is_reported", False):
            logger.critical("%s", error)
            error.is_reported = True  # type: ignore[union-attr]
        # Scrapy exits with 1 for any error of a component's constructor. asyncio would print the traceback of
        # the crawl's task as well, which does not help a user who mistyped a path.
        try:
            task = asyncio.current_task()
        except RuntimeError:  # no event loop: the caller gets the error itself
            task = None
        if task is not None:
            task.add_done_callback(_retrieve_error)
        raise


def _retrieve_error(task: asyncio.Task[object]) -> None:
    """Mark the error as retrieved, so that asyncio does not report it."""
    if not task.cancelled():
        task.exception()
