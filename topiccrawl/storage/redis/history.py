"""One history of accepted URLs for all workers of a crawl."""

from __future__ import annotations

import logging
import random
import threading
from collections.abc import Sequence
from typing import Any

import redis
from redis.commands.core import Script

from topiccrawl.errors import StorageError
from topiccrawl.priority.history import UrlHistory
from topiccrawl.storage.redis.connection import call_redis
from topiccrawl.storage.redis.link import script_text

_log = logging.getLogger(__name__)

_MOST_UNSENT = 100_000
_URLS_A_CALL = 1000


class SharedUrlHistory(UrlHistory):
    """A `UrlHistory` whose sample is drawn from the URLs of all workers.

    The sample is kept in Redis. Every few seconds a thread sends what was added here and fetches a new copy;
    `sample` reads the copy, so no caller waits for the server. While the server is away, the history goes on
    with what this worker adds.

    Args:
        client: of the server; closed with the history.
        prefix: of the crawl's keys, as for the frontier; emptying the frontier empties the history, too.
        capacity: URLs kept at most.
        refresh: seconds between two copies.

    Raises:
        ValueError: the capacity is under 1.
    """

    def __init__(
        self, client: redis.Redis, prefix: str, *, capacity: int = 1000, refresh: float = 3.0
    ) -> None:
        super().__init__(capacity)
        self._client = client
        self._keys = [f"{prefix}:history", f"{prefix}:counts"]
        self._refresh = refresh
        self._script = Script(client, script_text("history"))
        self._lock = threading.Lock()
        self._first: tuple[int, list[str]] | None = None
        self._unsent: list[str] = []
        self._away = False
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._exchange_regularly, name="url history", daemon=True)
        self._exchange()
        self._thread.start()

    def add(self, url: str) -> None:
        """Add an accepted URL."""
        with self._lock:
            super().add(url)
            if len(self._unsent) < _MOST_UNSENT:
                self._unsent.append(url)

    def resume(self, added: int, urls: Sequence[str]) -> None:
        """Take over what an earlier crawl accepted, unless the shared history has URLs already."""
        with self._lock:
            super().resume(added, urls)
            self._first = added, list(self._urls)

    def sample(self, n: int) -> list[str]:
        """Return `n` URLs drawn without repetition, or all of them when there are fewer."""
        with self._lock:
            return super().sample(n)

    def close(self) -> None:
        """Send what was added, and close the connection."""
        if not self._ended.is_set():
            self._ended.set()
            self._thread.join()
            self._exchange()
            self._client.close()

    def _exchange_regularly(self) -> None:
        while not self._ended.wait(self._refresh):
            self._exchange()

    def _exchange(self) -> None:
        """Send what was added, and fetch the shared sample."""
        try:
            with self._lock:
                first = self._first
            reply = self._send(first[1], f"first {first[0]}") if first else None
            with self._lock:
                if self._first is first:
                    self._first = None
            while self._unsent or reply is None:
                with self._lock:
                    urls = self._unsent[:_URLS_A_CALL]
                reply = self._send(urls, "more")
                with self._lock:
                    del self._unsent[: len(urls)]
        except StorageError as error:
            if not self._away:
                _log.warning("the history goes on without the other workers: %s", error)
            self._away = True
            return
        self._away = False
        added, urls = reply
        with self._lock:
            self.added = added + len(self._unsent)
            self._urls = [url.decode() for url in urls[: self.capacity]]

    def _send(self, urls: list[str], when: str) -> Any:
        drawn = [part for url in urls for part in (url, random.random())]  # noqa: S311 (sampling, no secret)
        return call_redis(self._client, lambda: self._script(self._keys, [self.capacity, when, *drawn]))
