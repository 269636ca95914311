"""A Redis server for tests; it keeps everything in memory, or in an append-only file as well."""

from __future__ import annotations

import redis
from servers.process import ServerProcess, program


class Redis(ServerProcess):
    """One database; `url` is the address that redis-py takes.

    With `durable` it writes an append-only file, with Redis's own `appendfsync everysec`, and comes back with
    its data after `kill` and `start`, or `restart`.
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
        """A power cut of the process, and back again."""
        self.kill()
        self.start()

    def clear(self) -> None:
        """Forget everything; the server is started again if need be."""
        self.resume()
        if not self.is_running:
            self.start()
        with redis.Redis.from_url(self.url) as client:
            client.flushall()
