"""Reports to the supervisor which page the worker is processing.

Processing a page consists of steps: decompression and parsing, the callback, the pipelines. Each step
occupies the event loop; it begins with `working_on` and ends when the loop continues.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, TypeVar, cast

from topiccrawl.priority.recent_keys import Latest
from topiccrawl.supervision.status import WatchedPage
from topiccrawl.supervision.worker import worker_status

_REMEMBERED = 4_000
"""Maximum number of URLs whose keys are remembered; well above the number of pages in flight."""

_keys: Latest[str, bytes] = Latest(_REMEMBERED)
_at_work: set[str] = set()
"""The page of the step that is running, until the event loop continues."""
_T = TypeVar("_T")


def time_page(key: bytes, *urls: str) -> None:
    """Time from now on what is done for a page.

    Args:
        key: the frontier's key of the page; empty for a page that is not in the frontier.
        urls: of its request and its response.
    """
    for url in urls:
        _keys[url] = key


def working_on(url: str) -> None:
    """Record that the main thread works on this page until its event loop continues."""
    if url in _at_work or (key := _keys.get(url)) is None:
        return
    worker_status().begin(WatchedPage(url, key))
    _at_work.clear()
    _at_work.add(url)
    try:
        asyncio.get_running_loop().call_soon(_end)
    except RuntimeError:  # a reactor without asyncio
        from twisted.internet import reactor

        cast(Any, reactor).callLater(0, _end)


def _end() -> None:
    _at_work.clear()
    worker_status().end()


def timed_in_thread(url: str, function: Callable[..., _T]) -> Callable[..., _T]:
    """Return a function whose calls, in a thread other than the main one, are timed as work on a page."""
    if (key := _keys.get(url)) is None:
        return function

    def timed(*arguments: Any) -> _T:
        with worker_status().in_thread(WatchedPage(url, key)):
            return function(*arguments)

    return timed
