"""The servers that workers share, started for a benchmark: Redis that writes everything down, and MariaDB."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import pymysql
import redis

from benchmarks.measuring import PROJECT

sys.path.insert(0, str(PROJECT / "tests"))  # before what lies there

from servers.mariadb import MariaDB
from servers.process import ServerProcess
from servers.redis import Redis


class DurableRedis(Redis):
    """Redis with its append-only file, synced every second: what production uses."""

    def command(self) -> list[str]:
        """The tests' server keeps everything in memory; this one writes it down."""
        plain = super().command()
        plain[plain.index("--appendonly") + 1] = "yes"
        return [*plain, "--appendfsync", "everysec"]


@dataclass(frozen=True)
class Servers:
    """Both servers, running."""

    redis: Redis
    mariadb: MariaDB

    def lock_pages(self, database: str, seconds: float) -> threading.Thread:
        """Hold the table of pages for so long, from another thread; returns when it is locked."""
        locked = threading.Event()

        def hold() -> None:
            connection = pymysql.connect(host="127.0.0.1", port=self.mariadb.port, user="root")
            with connection, connection.cursor() as cursor:
                cursor.execute(f"LOCK TABLES {database.rpartition('/')[2]}.pages WRITE")
                locked.set()
                time.sleep(seconds)
                cursor.execute("UNLOCK TABLES")

        thread = threading.Thread(target=hold)
        thread.start()
        locked.wait(60)
        return thread

    def frontier_counts(self) -> dict[str, int]:
        """How many addresses the frontier in Redis has in which state."""
        with redis.Redis.from_url(self.redis.url) as client:
            found = dict.fromkeys(("waiting", "leased", "done", "dead"), 0)
            for key in client.scan_iter("*:counts"):
                for state in found:
                    found[state] += int(client.hget(key, state) or 0)
            return found

    def dead_letters(self) -> list[str]:
        """The reasons of the dead letters in Redis."""
        with redis.Redis.from_url(self.redis.url) as client:
            reasons = [client.hvals(key) for key in client.scan_iter("*:dead")]
            return [reason.decode() for found in reasons for reason in found]


def hang(server: ServerProcess, seconds: float) -> None:
    """Have a server answer nothing for so long."""
    server.pause()
    time.sleep(seconds)
    server.resume()


@contextmanager
def servers() -> Iterator[Servers]:
    """Start both; they are ended with their data."""
    store, queue = MariaDB(), DurableRedis()
    try:
        store.start()
        queue.start()
        yield Servers(queue, store)
    finally:
        store.stop()
        queue.stop()
