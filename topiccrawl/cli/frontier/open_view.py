"""Opening the frontier of a crawl: in the crawl's database, in a file of its own, or in Redis."""

from __future__ import annotations

from contextlib import closing
from typing import Annotated, Any

import typer

from topiccrawl.cli.shared.crawl_settings import crawl_settings
from topiccrawl.cli.shared.database_option import DATABASE_FORMS, database_option
from topiccrawl.extras import require_extra
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


def open_view(topic: str, database: str, redis: str) -> closing[FrontierView]:
    """Open the frontier of a topic for reading.

    Args:
        topic: name of the topic.
        database: URL of the crawl's database.
        redis: URL of the Redis server; empty if there is none.

    Raises:
        StorageError: this topic has no frontier there, or it cannot be read.
    """
    from topiccrawl.storage.frontier_views import open_frontier_view

    params: dict[str, Any] = {}
    if redis:
        require_extra("redis")
        params = dict(crawl_settings().getdict("REDIS_PARAMS"))
    return closing(open_frontier_view(topic, database, redis, params))
