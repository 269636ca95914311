"""`topiccrawl crawl`: run `scrapy crawl` on any topic, from any folder."""

from __future__ import annotations

import os
import sys
from typing import Annotated

import typer

from topiccrawl.cli.shared.database_option import (
    DATABASE_FORMS,
    DEFAULT_DATABASE,
    RedisOption,
    database_option,
)
from topiccrawl.cli.shared.group import examples, single_command
from topiccrawl.cli.shared.topic_option import TopicArgument, TopicOption, chosen_topic
from topiccrawl.priority.strategies.registry import STRATEGIES, strategy_class
from topiccrawl.reporting.next_commands import OPTIONS_VARIABLE

app = single_command()


@app.command(
    "crawl",
    # Options that this command does not know are Scrapy's.
    context_settings={"allow_extra_args": True, "ignore_unknown_options": True},
    epilog=examples(
        "crawl partybuild", "crawl my-topics/河长制 --seeds seeds.txt -s CLOSESPIDER_PAGECOUNT=500"
    ),
)
def crawl(
    context: typer.Context,
    name: TopicArgument = "",
    topic: TopicOption = "",
    seeds: Annotated[
        str | None,
        typer.Option(
            help="Seeds in place of the topic's: URLs separated by commas, a file with one per line, or - "
            "for the standard input."
        ),
    ] = None,
    fresh: Annotated[
        bool, typer.Option("--fresh", help="Forget all known links and start over; the corpus stays.")
    ] = False,
    strategy: Annotated[
        str,
        typer.Option(
            help=f"What decides what is fetched and kept: {', '.join(STRATEGIES)}. The first is "
            "best for most topics; url-vectors needs samples."
        ),
    ] = "",
    sitemaps: Annotated[
        bool, typer.Option("--sitemaps", help="Read the sitemaps that the seeds' robots.txt names.")
    ] = False,
    feeds: Annotated[bool, typer.Option("--feeds", help="Read the feeds that the seeds name.")] = False,
    discover: Annotated[
        bool, typer.Option("--discover", help="Ask search engines for pages of the topic.")
    ] = False,
    revisit: Annotated[
        bool, typer.Option("--revisit", help="Ask again for lists, sitemaps and feeds that may have changed.")
    ] = False,
    sites: Annotated[
        str, typer.Option(metavar="FILE", help="More seeds: a list of sites in CSV or XLSX.")
    ] = "",
    sites_from: Annotated[
        str, typer.Option(metavar="URL", help="More seeds: the sites that a directory page links to.")
    ] = "",
    categories: Annotated[
        str, typer.Option(help="Categories of sites to use, separated by commas; default: all.")
    ] = "",
    epaper: Annotated[
        str, typer.Option(metavar="URL", help="Crawl one issue of an e-paper whole, from its first page.")
    ] = "",
    since: Annotated[
        str, typer.Option(metavar="DAY", help="Keep no article from before this day, such as 2024-01-31.")
    ] = "",
    steps: Annotated[
        bool,
        typer.Option(
            "--steps", help="After the crawl, find stories, warnings and groups of pages to confirm."
        ),
    ] = False,
    database: Annotated[str, database_option(f"{DATABASE_FORMS}; default: {DEFAULT_DATABASE}.")] = "",
    redis: RedisOption = "",
) -> None:
    """Collect the pages of a topic, best links first; the same command again continues the crawl.

    Other options are passed to `scrapy crawl`: -s CLOSESPIDER_PAGECOUNT=500, -o FILE, -L DEBUG, --nolog ...
    """
    from topiccrawl.crawl.starts.options import spider_arguments
    from topiccrawl.relevance.topic.topic import Topic

    topic = chosen_topic(topic, name)
    strategy_class(Topic.load(topic), strategy)  # reports a mistyped name before anything starts
    environment = dict(os.environ, SCRAPY_SETTINGS_MODULE="topiccrawl.settings")
    # Not as options, which every account of the machine can read.
    environment |= {"TOPICCRAWL_DATABASE_URL": database} if database else {}
    environment |= {"TOPICCRAWL_REDIS_URL": redis} if redis else {}
    environment[OPTIONS_VARIABLE] = " ".join(_given_options(context))
    sys.stdout.flush()
    starts: dict[str, str | bool | None] = {"sitemaps": sitemaps, "feeds": feeds, "revisit": revisit}
    starts |= {"discover": "1" if discover else "", "sites": sites, "sites_from": sites_from}
    starts |= {"categories": categories, "epaper": epaper, "since": since}
    options = [*spider_arguments(starts), *(["-s", "TOPICCRAWL_STEPS=1"] if steps else []), *context.args]
    command = scrapy_command(topic, seeds, fresh, strategy, options)
    os.execve(sys.executable, command, environment)  # noqa: S606


def _given_options(context: typer.Context) -> list[str]:
    """Return which options with a variable of their own were written on the command line."""
    sources = {name: context.get_parameter_source(name) for name in ("database", "redis")}
    return [f"--{name}" for name, source in sources.items() if source and source.name == "COMMANDLINE"]


def scrapy_command(
    topic: str, seeds: str | None, fresh: bool, strategy: str, scrapy_options: list[str]
) -> list[str]:
    """Return the Scrapy command line that crawls a topic.

    >>> scrapy_command("partybuild", None, True, "", ["-L", "DEBUG"])[2:]
    ['scrapy', 'crawl', 'topic', '-a', 'topic=partybuild', '-a', 'fresh=1', '-L', 'DEBUG']
    """
    command = [sys.executable, "-m", "scrapy", "crawl", "topic", "-a", f"topic={topic}"]
    command += ["-a", f"seeds={seeds}"] if seeds is not None else []
    command += ["-a", "fresh=1"] if fresh else []
    command += ["-a", f"strategy={strategy}"] if strategy else []
    return [*command, *scrapy_options]
