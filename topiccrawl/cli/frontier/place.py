"""Where the frontier of a crawl is: in the crawl's database, in a file of its own, or in Redis."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer

from topiccrawl.errors import StorageError
from topiccrawl.extras import require_extra
from topiccrawl.storage.database import parse_url
from topiccrawl.storage.frontier.location import frontier_file
from topiccrawl.storage.frontier.view import FrontierView

Database = Annotated[
    str,
    typer.Option(
        metavar="URL",
        envvar="TOPICCRAWL_DATABASE_URL",
        help="The crawl's database, sqlite:///FILE or mysql+pymysql://USER:PASSWORD@HOST/DATABASE. Of MySQL "
        "without Redis the frontier is a file of its own, which is looked for in .topiccrawl here; of a "
        "crawl with JOBDIR give sqlite:///JOBDIR/frontier.db.",
    ),
]
Redis = Annotated[
    str,
    typer.Option(
        metavar="URL",
        envvar="TOPICCRAWL_REDIS_URL",
        help="redis://HOST:PORT/NUMBER, for a crawl shared through Redis; REDIS_PARAMS of the Scrapy project "
        "here are taken, too.",
        show_default=False,
    ),
]


@contextmanager
def opened_view(topic: str, database: str, redis: str) -> Iterator[FrontierView]:
    """Open the frontier of a topic for looking at it.

    Args:
        topic: its name.
        database: URL of the crawl's database.
        redis: URL of the Redis server; empty: none.

    Raises:
        StorageError: there is no frontier of this topic, or it cannot be read.
    """
    view = _shared(topic, redis) if redis else _of_database(topic, database)
    try:
        yield view
    finally:
        view.close()


def _shared(topic: str, redis: str) -> FrontierView:
    require_extra("redis")
    from topiccrawl.storage.redis.connection import connect
    from topiccrawl.storage.redis.view import RedisFrontierView

    return RedisFrontierView(connect(redis, _redis_params()), topic)


def _redis_params() -> dict[str, Any]:
    """Return what the Scrapy project around here says of connections to Redis, as a crawl would take it."""
    from scrapy.utils.project import get_project_settings

    try:
        return dict(get_project_settings().getdict("REDIS_PARAMS"))
    except (ImportError, ValueError) as error:
        raise StorageError(f"the settings of the Scrapy project cannot be read: {error}") from None


def _of_database(topic: str, database: str) -> FrontierView:
    url = parse_url(database)
    path = Path(str(url.database))
    if url.get_backend_name() != "sqlite" and not (path := frontier_file(database, topic)).is_file():
        raise StorageError(
            "a crawl with MySQL has its frontier in Redis (--redis) or in a file of its own "
            f"(--database sqlite:///JOBDIR/frontier.db; without JOBDIR {path}, which is not here)"
        )
    from topiccrawl.storage.frontier.sqlite.view import SqliteFrontierView

    return SqliteFrontierView(path, topic)
