"""The history of visited URLs that all workers share."""

from __future__ import annotations

import logging
import random
import threading
from collections.abc import Iterable, Sequence
from typing import Any

import redis
from redis.commands.core import Script

from topiccrawl.errors import StorageError
from topiccrawl.priority.history import Holds, UrlHistory
from topiccrawl.priority.sections import SECTIONS, Section, SectionCounts, VisitCounts, section_of
from topiccrawl.storage.background import BackgroundThread
from topiccrawl.storage.redis.connection import call_redis
from topiccrawl.storage.redis.worker import script_text

_log = logging.getLogger(__name__)

_MOST_UNSENT = 100_000
_URLS_A_CALL = 1000

Counted = list[tuple[Section, VisitCounts]]


class SharedUrlHistory(UrlHistory):
    """A `UrlHistory` whose sample and counts are those of all workers.

    Both are kept in Redis. Every few seconds a thread sends what was added here and fetches a new copy;
    callers read the copy and never wait for the server. While the server is unavailable, the history
    continues with this worker's URLs.

    Args:
        client: of the server; closed with the history.
        prefix: of the crawl's keys, as for the frontier; emptying the frontier empties the history, too.
        capacity: URLs kept at most.
        holds: whether the sample has accepted pages only, or all visited pages.
        refresh: seconds between two copies.

    Raises:
        ValueError: the capacity is under 1.
    """

    def __init__(
        self,
        client: redis.Redis,
        prefix: str,
        *,
        capacity: int = 1000,
        holds: Holds = "accepted",
        refresh: float = 3.0,
    ) -> None:
        super().__init__(capacity, holds=holds)
        self._client = client
        self._keys = [
            f"{prefix}:{name}" for name in ("history", "counts", "sections", "accepted_of_sections")
        ]
        self._refresh = refresh
        self._script = Script(client, script_text("history"))
        self._lock = threading.Lock()
        self._first: tuple[int, list[str], Counted] | None = None
        self._unsent: list[str] = []
        self._uncounted: Counted = []
        self._away = False
        self._ended = threading.Event()
        self._thread = BackgroundThread(self._sync_regularly, "url history")
        self.sync()
        self._thread.start()

    def add(self, url: str, accepted: bool = True) -> None:  # noqa: D102 (see the base class)
        with self._lock:
            super().add(url, accepted)
            if len(self._uncounted) < _MOST_UNSENT:
                self._uncounted.append((section_of(url), VisitCounts(int(accepted), 1)))
                if accepted or self.holds == "visited":
                    self._unsent.append(url)

    def resume(
        self, added: int, urls: Sequence[str], sections: Iterable[tuple[Section, VisitCounts]] = ()
    ) -> None:
        """Take over what an earlier crawl left, unless the shared history has URLs already."""
        with self._lock:
            super().resume(added, urls, sections)
            self._first = added, list(self._urls), list(self.sections)

    def sample(self, n: int, within: str | Section | None = None) -> list[str]:
        """Return `n` URLs drawn without repetition, or all of them when there are fewer."""
        with self._lock:
            return super().sample(n, within)

    def close(self) -> None:
        """Send what was added, and close the connection."""
        if not self._ended.is_set():
            self._ended.set()
            self._thread.join()
            self.sync()
            self._client.close()

    def _sync_regularly(self) -> None:
        while not self._ended.wait(self._refresh):
            self.sync()

    def sync(self) -> None:
        """Send what was added, and fetch the shared copy."""
        try:
            with self._lock:
                first = self._first
            reply = self._send(first[1], first[2], f"first {first[0]}") if first else None
            with self._lock:
                if self._first is first:
                    self._first = None
            while self._unsent or self._uncounted or reply is None:
                with self._lock:
                    urls, counts = self._unsent[:_URLS_A_CALL], self._uncounted[:_URLS_A_CALL]
                reply = self._send(urls, counts, "more")
                with self._lock:
                    del self._unsent[: len(urls)]
                    del self._uncounted[: len(counts)]
        except StorageError as error:
            if not self._away:
                _log.warning("the history continues without the other workers: %s", error)
            self._away = True
            return
        self._away = False
        added, urls, flat = reply
        sections = SectionCounts()
        sections.update(_counted(flat))
        with self._lock:
            self.added = added + len(self._unsent)
            self._urls = [url.decode() for url in urls[: self.capacity]]
            self._groups = None
            sections.update(self._uncounted)
            self.sections = sections

    def _send(self, urls: list[str], counted: Counted, mode: str) -> Any:
        drawn = [part for url in urls for part in (url, random.random())]  # noqa: S311 (sampling, no secret)
        sections = SectionCounts(len(counted) + 1)
        sections.update(counted)
        counts = [
            part for section, more in sections for part in ("/".join(section), more.visited, more.accepted)
        ]
        arguments = [self.capacity, SECTIONS, mode, len(urls), *drawn, *counts]
        return call_redis(self._client, lambda: self._script(self._keys, arguments))


def _counted(flat: Sequence[bytes]) -> Iterable[tuple[Section, VisitCounts]]:
    """Yield the sections of a reply: section, visited, accepted, section ..."""
    for name, visited, accepted in zip(*[iter(flat)] * 3, strict=True):
        host, _, directory = name.decode().partition("/")
        yield Section(host, directory), VisitCounts(int(accepted), int(visited))
