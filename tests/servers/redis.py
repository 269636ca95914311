"""A Redis server for tests, which keeps everything in memory."""

from __future__ import annotations

import redis
from servers.process import ServerProcess, program


class Redis(ServerProcess):
    """One database; `url` is the address that redis-py takes."""

    name = "redis"

    def __init__(self) -> None:
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
            *("--appendonly", "no"),
        ]

    def is_ready(self) -> bool:
        with redis.Redis.from_url(self.url, socket_timeout=2) as client:
            try:
                return bool(client.ping())
            except redis.RedisError:
                return False

    def clear(self) -> None:
        """Forget everything; the server is started again if need be."""
        self.resume()
        if not self.is_running:
            self.start()
        with redis.Redis.from_url(self.url) as client:
            client.flushall()
