"""Opening a view of a topic's frontier, wherever its crawls keep it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from topiccrawl.errors import StorageError
from topiccrawl.extras import require_extra
from topiccrawl.storage.database import parse_url
from topiccrawl.storage.frontier.location import frontier_file
from topiccrawl.storage.frontier.view import FrontierView


def open_frontier_view(
    topic: str, database: str, redis: str = "", redis_params: Mapping[str, Any] | None = None
) -> FrontierView:
    """Open the frontier of a topic; the caller closes it.

    Args:
        topic: name of the topic.
        database: URL of the crawl's database.
        redis: URL of the Redis server; empty if there is none.
        redis_params: further parameters of the connection to it.

    Raises:
        StorageError: this topic has no frontier there, or it cannot be read.
    """
    if redis:
        require_extra("redis")
        from topiccrawl.storage.redis.connection import connect
        from topiccrawl.storage.redis.view import RedisFrontierView

        return RedisFrontierView(connect(redis, dict(redis_params or {})), topic)
    url = parse_url(database)
    path = Path(str(url.database))
    if url.get_backend_name() != "sqlite" and not (path := frontier_file(database, topic)).is_file():
        raise StorageError(
            "a crawl with MySQL has its frontier in Redis (--redis) or in a file "
            "(--database sqlite:///JOBDIR/frontier.db; without JOBDIR {path}, which "
            "does not exist)",
            path=path,
        )
    from topiccrawl.storage.frontier.sqlite.view import SqliteFrontierView

    return SqliteFrontierView(path, topic)
