"""The MariaDB and Redis servers of the tests, started for a benchmark with their own data directories."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TypeVar

import redis
from servers.mariadb import MariaDB as MariaDB
from servers.process import ServerProcess
from servers.process import free_port as free_port
from servers.redis import Redis as Redis

Server = TypeVar("Server", bound=ServerProcess)


@dataclass(frozen=True)
class Servers:
    """Redis and MariaDB, running."""

    redis: Redis
    mariadb: MariaDB

    def lock_pages(self, database: str, seconds: float) -> threading.Thread:
        """Lock the table of pages for some time in another thread; return once it is locked."""
        locked = threading.Event()

        def hold() -> None:
            with self.mariadb.cursor() as cursor:
                cursor.execute(f"LOCK TABLES {database.rpartition('/')[2]}.pages WRITE")
                locked.set()
                time.sleep(seconds)
                cursor.execute("UNLOCK TABLES")

        thread = threading.Thread(target=hold)
        thread.start()
        locked.wait(60)
        return thread

    def frontier_counts(self) -> dict[str, int]:
        """Return the number of URLs in each state of the frontier in Redis."""
        with redis.Redis.from_url(self.redis.url) as client:
            found = dict.fromkeys(("waiting", "leased", "done", "dead"), 0)
            for key in client.scan_iter("*:counts"):
                for state in found:
                    found[state] += int(client.hget(key, state) or 0)
            return found

    def dead_letters(self) -> list[str]:
        """Return the reasons of the dead letters in Redis."""
        with redis.Redis.from_url(self.redis.url) as client:
            reasons = [client.hvals(key) for key in client.scan_iter("*:dead")]
            return [reason.decode() for found in reasons for reason in found]


def pause(server: ServerProcess, seconds: float) -> None:
    """Suspend a server for some time."""
    server.pause()
    time.sleep(seconds)
    server.resume()


@contextmanager
def running(server: Server) -> Iterator[Server]:
    """Start a server; stop it and remove its data at the end."""
    try:
        server.start()
        yield server
    finally:
        server.stop()


@contextmanager
def running_servers() -> Iterator[Servers]:
    """Start MariaDB and a Redis with an append-only file; stop both and remove their data at the end."""
    # Redis as in production: acknowledged writes survive a restart.
    with running(MariaDB()) as store, running(Redis(durable=True)) as queue:
        yield Servers(queue, store)
