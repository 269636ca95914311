"""A worker on the Redis server: runs scripts, renews its leases, and notices when the server is away."""

from __future__ import annotations

import logging
import os
import socket
import threading
import time
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from typing import Any

import redis
from redis.commands.core import Script

from topiccrawl.errors import DatabaseAwayError, StorageError
from topiccrawl.storage.background import BackgroundThread
from topiccrawl.storage.redis.connection import Result, call_redis, server_name

_log = logging.getLogger(__name__)

_FIRST_PAUSE = 0.05
_LONGEST_PAUSE = 1.0
_SAME_OUTAGE = 15.0
"""Maximum seconds between two failures of the same outage; an idle engine calls every 5 s."""

Argument = str | bytes | int | float


@cache
def script_text(*parts: str) -> str:
    """Return a script, joined from files of the package."""
    folder = files("topiccrawl.storage.redis") / "lua"
    return "\n".join((folder / f"{part}.lua").read_text(encoding="utf-8") for part in parts)


class RedisWorker:
    """Runs scripts under the name of a worker, and renews its leases.

    A thread renews the leases after each third of their time, so that a worker that parses or waits keeps
    them, while one that is stopped or dead does not. While the server is away, only this thread tries to
    reach it: an event loop waits for an answer once an outage, not with each call.

    Args:
        client: of the server.
        prefix: of the crawl's keys.
        lease_seconds: seconds without a sign of life after which a worker loses its leases.
        max_attempts: crashes of workers that a URL may take part in; then it is a dead letter.
        limit_per_host: URLs of a host fetched at once, over all workers; 0: no limit.
        patience: seconds that the server may be away.
    """

    def __init__(
        self,
        client: redis.Redis,
        prefix: str,
        *,
        lease_seconds: float,
        max_attempts: int,
        limit_per_host: int,
        patience: float,
    ) -> None:
        self.client = client
        self.prefix = prefix
        self.name = f"{socket.gethostname()}:{os.getpid()}:{os.urandom(4).hex()}"
        self.interruptions = 0
        """Outages and restarts of the server so far; each may have lost data."""
        self._server = server_name(client)
        self._header: tuple[Argument, ...] = (
            self.name, max(1, round(lease_seconds * 1000)), max_attempts, limit_per_host,
        )  # fmt: skip
        self._patience = patience
        self._interval = lease_seconds / 3
        self._scripts: dict[str, Script] = {}
        self._reachable = True
        self._away_since: float | None = None
        self._failed_at = 0.0
        self._reason: StorageError | None = None
        self._run_id = b""
        self._ended = False
        self._wake = threading.Event()
        self._thread = BackgroundThread(self._keep_alive, "redis leases")

    def start(self) -> None:
        """Start renewing."""
        self._thread.start()

    def stop(self) -> None:
        """Stop renewing, and close the connection."""
        self._ended = True
        self._wake.set()
        if self._thread.is_alive():
            self._thread.join()
        self.client.close()

    @property
    def is_away(self) -> bool:
        """Whether the server cannot be reached now.

        Raises:
            FrontierLostError: keys of the crawl are gone.
        StorageError: the server has been away for longer than `patience`, or refuses.
        """
        if self._reachable:
            return False
        if self._reason is not None and not isinstance(self._reason, DatabaseAwayError):
            raise type(self._reason)(str(self._reason))
        waited = self._waited()
        if waited > self._patience:
            raise StorageError("gave up after {waited:.0f} s: {reason}", waited=waited, reason=self._reason)
        return True

    def run(self, script: str, *arguments: Argument) -> Any:
        """Run a script with its own arguments.

        Raises:
            DatabaseAwayError: the server does not answer; the script may have run.
            StorageError: the server refuses.
        """
        if script not in self._scripts:
            self._scripts[script] = Script(self.client, script_text("frontier", script))
        return self.ask(lambda: self._scripts[script]([self.prefix], [*self._header, *arguments]))

    def ask(self, call: Callable[[], Result]) -> Result:
        """Return the result of a plain command; raises like `run`."""
        try:
            answer = call_redis(self.client, call)
        except StorageError as error:
            self._lost(error)
            raise
        if self._away_since is not None:
            _log.warning("%s is back after %.1f s", self._server, time.monotonic() - self._away_since)
            self._away_since = None
        return answer

    def key(self, name: str) -> str:
        """Return the full name of one of the crawl's keys."""
        return f"{self.prefix}:{name}"

    def _lost(self, error: StorageError) -> None:
        if self._reachable:
            self._reason = error
            self._reachable = False
            self.interruptions += 1
            _log.warning("Redis is away, what is found waits: %s", error)
        self._waited()
        self._wake.set()

    def _waited(self) -> float:
        """Return the seconds since the outage began; after a while without failures it is a new one."""
        now = time.monotonic()
        if self._away_since is None or now - self._failed_at > _SAME_OUTAGE:
            self._away_since = now
        self._failed_at = now
        return now - self._away_since

    def _keep_alive(self) -> None:
        script = Script(self.client, script_text("frontier", "renew"))
        pause = 0.0
        while True:
            self._wake.wait(pause)
            self._wake.clear()
            if self._ended:
                return
            try:
                _, run_id = call_redis(self.client, lambda: script([self.prefix], list(self._header)))
            except StorageError as error:
                self._reason = error
                if self._reachable:
                    self._reachable = False
                    self.interruptions += 1
                if not isinstance(error, DatabaseAwayError):
                    return
                pause = min(2 * pause, _LONGEST_PAUSE) if pause < self._interval else _FIRST_PAUSE
                continue
            if self._run_id not in (b"", run_id):
                self.interruptions += 1
            self._run_id = run_id
            self._reachable = True
            pause = self._interval
