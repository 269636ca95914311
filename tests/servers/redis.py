"""A Redis server for tests, in memory or with an append-only file."""

from __future__ import annotations

import redis
from servers.process import ServerProcess, program


class Redis(ServerProcess):
    """One database, at `url`.

    If `durable`, it writes an append-only file with the default `appendfsync everysec`, and has its data again
    after `restart`.
    """

    name = "redis"

    def __init__(self, durable: bool = False) -> None:
        self._durable = durable
        self._server = program("redis-server")
        super().__init__()
        self.url = f"redis://127.0.0.1:{self.port}/0"

    def command(self) -> list[str]:
        return [
            self._server,
            *("--port", str(self.port)),
            *("--bind", "127.0.0.1"),
            *("--dir", str(self.folder)),
            *("--save", ""),
            *("--appendonly", "yes" if self._durable else "no"),
        ]

    def is_ready(self) -> bool:
        with redis.Redis.from_url(self.url, socket_timeout=2) as client:
            try:
                return bool(client.ping())
            except redis.RedisError:
                return False

    def restart(self) -> None:
        """Kill the process and start it again."""
        self.kill()
        self.start()

    def clear(self) -> None:
        """Delete all data; start the server if it is not running."""
        self.resume()
        if not self.is_running:
            self.start()
        with redis.Redis.from_url(self.url) as client:
            client.flushall()
