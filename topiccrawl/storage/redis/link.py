"""A worker's link to Redis: scripts, the worker's sign of life, and whether the server is there."""

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
from topiccrawl.storage.redis.connection import Result, asked, server_name

_log = logging.getLogger(__name__)

_FIRST_PAUSE = 0.05
_LONGEST_PAUSE = 1.0
_SAME_OUTAGE = 15.0
"""Seconds between two failures of one outage at most; an engine at rest looks every 5 s."""

Argument = str | bytes | int | float


@cache
def script_text(*parts: str) -> str:
    """A script, made of files of the package."""
    folder = files("topiccrawl.storage.redis") / "lua"
    return "\n".join((folder / f"{part}.lua").read_text(encoding="utf-8") for part in parts)


class RedisLink:
    """Calls scripts, and keeps the worker alive in the eyes of the others.

    A thread of its own renews the worker's leases at each third of their time, so that a worker that parses
    or waits keeps them, while one that is stopped or dead does not. While the server is away the thread alone
    asks for it, and callers are told at once: an event loop waits for an answer once an outage, not with each
    call.

    Args:
        client: of the server.
        prefix: of the crawl's keys.
        lease_seconds: after which a worker that was not heard of has lost its leases.
        max_attempts: workers that may die with an address before it is a dead letter.
        limit_per_host: addresses of a host fetched at once, over all workers; 0: no limit.
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
        self.worker = f"{socket.gethostname()}:{os.getpid()}:{os.urandom(4).hex()}"
        self.interruptions = 0
        """Outages and restarts of the server seen so far, after which it may not be as it was left."""
        self._name = server_name(client)
        self._header: tuple[Argument, ...] = (
            self.worker, max(1, round(lease_seconds * 1000)), max_attempts, limit_per_host,
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
        self._thread = threading.Thread(target=self._keep_alive, name="redis leases", daemon=True)

    def start(self) -> None:
        """Begin to renew."""
        self._thread.start()

    def stop(self) -> None:
        """Renew no more, and leave the server."""
        self._ended = True
        self._wake.set()
        if self._thread.is_alive():
            self._thread.join()
        self.client.close()

    @property
    def is_away(self) -> bool:
        """Whether calls are of no use now.

        Raises:
            StorageError: the server has been away for longer than `patience`, or will not work at all.
        """
        if self._reachable:
            return False
        if self._reason is not None and not isinstance(self._reason, DatabaseAwayError):
            raise StorageError(str(self._reason))
        waited = self._waited()
        if waited > self._patience:
            raise StorageError(f"gave up after {waited:.0f} s: {self._reason}")
        return True

    def run(self, script: str, *arguments: Argument) -> Any:
        """Call a script with its own arguments.

        Raises:
            DatabaseAwayError: the server does not answer; whether it did what it was asked is open.
            StorageError: it refuses.
        """
        if script not in self._scripts:
            self._scripts[script] = Script(self.client, script_text("frontier", script))
        return self.ask(lambda: self._scripts[script]([self.prefix], [*self._header, *arguments]))

    def ask(self, call: Callable[[], Result]) -> Result:
        """The answer to a plain command; raises like `run`."""
        try:
            answer = asked(self.client, call)
        except StorageError as error:
            self._lost(error)
            raise
        if self._away_since is not None:
            _log.warning("%s is back after %.1f s", self._name, time.monotonic() - self._away_since)
            self._away_since = None
        return answer

    def key(self, name: str) -> str:
        """The full name of one of the crawl's keys."""
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
        """Seconds since the outage began; one that nobody noticed for a while is over."""
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
                _, run_id = asked(self.client, lambda: script([self.prefix], list(self._header)))
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
