"""`topiccrawl crawl`: `scrapy crawl` for any topic and from any folder."""

from __future__ import annotations

import os
import sys
from typing import Annotated

import typer

from topiccrawl.cli.topic_option import TopicArgument, TopicOption, chosen_topic
from topiccrawl.relevance.topic.topic import Topic


def crawl(
    context: typer.Context,
    name: TopicArgument = "",
    topic: TopicOption = "",
    seeds: Annotated[
        str,
        typer.Option(help="URLs, separated by commas, or a file with one a line, in place of the topic's."),
    ] = "",
    fresh: Annotated[
        bool, typer.Option("--fresh", help="Forget the links that are known; the corpus stays.")
    ] = False,
    database: Annotated[
        str,
        typer.Option(
            envvar="TOPICCRAWL_DATABASE_URL",
            help="sqlite:///FILE or mysql+pymysql://user:password@host/database; without: sqlite:///corpus.db.",
        ),
    ] = "",
    redis: Annotated[
        str,
        typer.Option(
            envvar="TOPICCRAWL_REDIS_URL",
            help="redis://HOST:PORT/NUMBER, to share the crawl with other workers.",
        ),
    ] = "",
) -> None:
    """Collect the pages of a topic, best links first; the same command again goes on where it was.

    Further options are those of `scrapy crawl`: -s CLOSESPIDER_PAGECOUNT=500, -o FILE, -L DEBUG, --nolog ...
    """
    topic = chosen_topic(topic, name)
    Topic.load(topic)  # a mistyped name is told before anything starts
    environment = dict(os.environ, SCRAPY_SETTINGS_MODULE="topiccrawl.settings")
    # Not as options: those of a process can be read by every account of the machine.
    environment |= {"TOPICCRAWL_DATABASE_URL": database} if database else {}
    environment |= {"TOPICCRAWL_REDIS_URL": redis} if redis else {}
    sys.stdout.flush()
    os.execve(sys.executable, scrapy_command(topic, seeds, fresh, context.args), environment)  # noqa: S606


def scrapy_command(topic: str, seeds: str, fresh: bool, further: list[str]) -> list[str]:
    """Return the command line of Scrapy that crawls a topic.

    >>> scrapy_command("partybuild", "", True, ["-L", "DEBUG"])[2:]
    ['scrapy', 'crawl', 'topic', '-a', 'topic=partybuild', '-a', 'fresh=1', '-L', 'DEBUG']
    """
    command = [sys.executable, "-m", "scrapy", "crawl", "topic", "-a", f"topic={topic}"]
    command += ["-a", f"seeds={seeds}"] if seeds else []
    command += ["-a", "fresh=1"] if fresh else []
    return [*command, *further]
