"""`topiccrawl discover`: ask search engines for pages and sites of a topic."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Annotated
from urllib.parse import urlsplit

import typer

from topiccrawl.cli.crawl import scrapy_command
from topiccrawl.cli.shared.database_option import DEFAULT_DATABASE, DatabaseOption, RedisOption
from topiccrawl.cli.shared.group import examples, single_command
from topiccrawl.cli.shared.progress import working
from topiccrawl.cli.shared.tables import printable
from topiccrawl.cli.shared.topic_option import TopicArgument, TopicOption, chosen_topic, topic_name
from topiccrawl.errors import SearchError
from topiccrawl.text.language import marked, say

app = single_command()

_SITES = 1_000_000
"""Maximum number of results from which sites are counted."""


@app.command(
    "discover",
    epilog=examples(
        "discover partybuild --searxng http://127.0.0.1:8888/",
        "discover partybuild --queries 100 --engines baidu,sogou",
        "discover partybuild --queries 0",
    ),
)
@working(marked("asking search engines"))
def discover(
    name: TopicArgument = "",
    topic: TopicOption = "",
    queries: Annotated[int, typer.Option(min=0, help="How many queries to ask; 0: only show.")] = 30,
    searxng: Annotated[
        str,
        typer.Option(
            metavar="URL", envvar="TOPICCRAWL_SEARXNG_URL", help="A SearXNG instance; without one, ddgs."
        ),
    ] = "",
    engines: Annotated[
        str, typer.Option(help="Its engines, or backends of ddgs, separated by commas; default: its own.")
    ] = "",
    pause: Annotated[float, typer.Option(min=0.0, help="Seconds between two queries.")] = 5.0,
    sites: Annotated[
        str, typer.Option(metavar="FILE", help="Further sites to search on: a list in CSV or XLSX.")
    ] = "",
    database: DatabaseOption = DEFAULT_DATABASE,
    redis: RedisOption = "",
) -> None:
    """Ask search engines for pages of a topic, and put what they find into its frontier as seeds.

    The queries are made of the topic's words and sites: a word alone, two words, a word on a site. None is
    asked twice. After a crawl has judged results, queries like those with relevant results come first. The
    next crawl of the topic fetches what was found. Prints each query, tab, results, new and kept ones; then
    the sites that were found most often.
    """
    from topiccrawl.crawl.starts.options import spider_arguments
    from topiccrawl.storage.pages.existing import existing_corpus
    from topiccrawl.storage.rows.starts.searches import read_queries, read_results

    topic = chosen_topic(topic, name)
    if queries:
        options = spider_arguments({"discover": "only", "sites": sites})
        options += ["-s", f"TOPICCRAWL_SEARCH_QUERIES={queries}"]
        options += ["-s", f"TOPICCRAWL_SEARCH_PAUSE={pause}", "-s", f"TOPICCRAWL_SEARCH_ENGINES={engines}"]
        environment = dict(
            os.environ,
            SCRAPY_SETTINGS_MODULE="topiccrawl.settings",
            # Not as options, which every account of the machine can read.
            TOPICCRAWL_DATABASE_URL=database,
            TOPICCRAWL_SEARXNG_URL=searxng,
            TOPICCRAWL_REDIS_URL=redis,
        )
        sys.stdout.flush()
        command = scrapy_command(topic, None, False, "", options)
        if subprocess.run(command, env=environment, check=False).returncode:  # noqa: S603
            raise SearchError("{topic}: no queries were asked, see above", topic=topic)
    with existing_corpus(database, topic_name(topic)) as store:
        asked = store.read(read_queries, topic_name(topic))
        results = store.read(read_results, topic_name(topic), _SITES)
    for one in asked:
        typer.echo(f"{printable(one.text)}\t{one.results}\t{one.new}\t{one.kept}")
    found: dict[str, set[str]] = {}
    for result in results:
        found.setdefault(urlsplit(result.url).hostname or "", set()).add(result.url)
    for host, urls in sorted(found.items(), key=lambda item: (-len(item[1]), item[0]))[:20]:
        typer.echo(printable(say("{host}: {count} results", host=host, count=len(urls))), err=True)
    if not asked:
        typer.echo(say("no query was asked for {topic}", topic=topic_name(topic)), err=True)
