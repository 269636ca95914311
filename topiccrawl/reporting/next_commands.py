"""Commands to type after a crawl."""

from __future__ import annotations

import os
import shlex
from typing import TYPE_CHECKING

from topiccrawl import settings as shipped
from topiccrawl.reporting.passwords import without_password

if TYPE_CHECKING:
    from topiccrawl.reporting.outcome import Commands

OPTIONS_VARIABLE = "TOPICCRAWL_CRAWL_OPTIONS"
"""Environment variable with the options, such as `--database`, that `topiccrawl crawl` was given.

It passes their values to `scrapy crawl` in the environment, but the user's shell does not have them there.
"""


def next_commands(
    topic: str, database: str, shown_database: str, redis: str, frontier: str = "", folder: str = ""
) -> Commands:
    """Return the commands to type after a crawl.

    Args:
        topic: name of the topic.
        database: URL of the database.
        shown_database: the same without its password.
        redis: URL of Redis; empty without Redis.
        folder: of the topic; empty: a shipped one.
        frontier: name of the frontier; empty: that of the topic.
    """
    from topiccrawl.reporting.outcome import Commands  # here, as `topiccrawl crawl` needs only the variable

    given = os.environ.get(OPTIONS_VARIABLE, "").split()
    options = ""
    # Values of the environment and defaults are left out.
    if "--database" in given or database != shipped.TOPICCRAWL_DATABASE_URL:
        options += f" --database {shlex.quote(shown_database)}"
    links = f"--topic {shlex.quote(frontier or topic)}{options}"
    answers = f"--topic {shlex.quote(folder or topic)}{options} --wanted N,N --unwanted N"
    options = f"--topic {shlex.quote(topic)}{options}"
    if redis and ("--redis" in given or redis != shipped.TOPICCRAWL_REDIS_URL):
        links += f" --redis {shlex.quote(without_password(redis))}"
    out = shlex.quote(f"{topic}.jsonl")
    return Commands(
        f"topiccrawl export {options} --out {out}",
        f"topiccrawl frontier show --state dead {links}",
        f"topiccrawl frontier requeue {links}",
        f"topiccrawl topic groups {answers}",
    )
