"""Opening the frontier of a crawl: in the crawl's database, in a file of its own, or in Redis."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer

from topiccrawl.cli.shared.database_option import DATABASE_FORMS, database_option
from topiccrawl.errors import StorageError
from topiccrawl.extras import require_extra
from topiccrawl.storage.database import parse_url
from topiccrawl.storage.frontier.location import frontier_file
from topiccrawl.storage.frontier.view import FrontierView

DatabaseOption = Annotated[
    str,
    database_option(
        f"The crawl's database, {DATABASE_FORMS}. A crawl with MySQL and without Redis has its frontier in a "
        "file, which is looked for in ./.topiccrawl; for a crawl with JOBDIR give "
        "sqlite:///JOBDIR/frontier.db."
    ),
]
RedisOption = Annotated[
    str,
    typer.Option(
        "--redis",
        metavar="URL",
        envvar="TOPICCRAWL_REDIS_URL",
        help="Redis of a shared crawl, redis://HOST:PORT/NUMBER; REDIS_PARAMS of the Scrapy project in this "
        "folder apply.",
        show_default=False,
    ),
]


@contextmanager
def open_view(topic: str, database: str, redis: str) -> Iterator[FrontierView]:
    """Open the frontier of a topic for reading.

    Args:
        topic: name of the topic.
        database: URL of the crawl's database.
        redis: URL of the Redis server; empty if there is none.

    Raises:
        StorageError: this topic has no frontier there, or it cannot be read.
    """
    view = _in_redis(topic, redis) if redis else _in_database(topic, database)
    try:
        yield view
    finally:
        view.close()


def _in_redis(topic: str, redis: str) -> FrontierView:
    require_extra("redis")
    from topiccrawl.storage.redis.connection import connect
    from topiccrawl.storage.redis.view import RedisFrontierView

    return RedisFrontierView(connect(redis, _redis_params()), topic)


def _redis_params() -> dict[str, Any]:
    """Return the Redis parameters that a crawl started in this folder would use."""
    from scrapy.utils.project import get_project_settings

    try:
        return dict(get_project_settings().getdict("REDIS_PARAMS"))
    except (ImportError, ValueError) as error:
        raise StorageError(f"the settings of the Scrapy project cannot be read: {error}") from None


def _in_database(topic: str, database: str) -> FrontierView:
    url = parse_url(database)
    path = Path(str(url.database))
    if url.get_backend_name() != "sqlite" and not (path := frontier_file(database, topic)).is_file():
        raise StorageError(
            "a crawl with MySQL has its frontier in Redis (--redis) or in a file "
            f"(--database sqlite:///JOBDIR/frontier.db; without JOBDIR {path}, which does not exist)"
        )
    from topiccrawl.storage.frontier.sqlite.view import SqliteFrontierView

    return SqliteFrontierView(path, topic)
