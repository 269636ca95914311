"""Crawls through the proxy of a replay web, each in a process whose time is measured."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from benchmarks.processes import Process, Processes, setting_options

NO_DELAYS = {"DOWNLOAD_DELAY": "0", "AUTOTHROTTLE_ENABLED": "0"}
_SECONDS = 3600.0


def run_scrapy(
    arguments: Sequence[str], proxy: str, folder: Path, module: str = "topiccrawl.settings"
) -> Process:
    """Run `scrapy ARGUMENTS` in a folder and return the ended process.

    Args:
        arguments: arguments of the command.
        proxy: URL of the web's server.
        folder: working directory, with the log of the crawl.
        module: SCRAPY_SETTINGS_MODULE; empty for plain Scrapy.

    Raises:
        RuntimeError: it ended with an error.
    """
    environment = {"http_proxy": proxy, "https_proxy": proxy, "SCRAPY_SETTINGS_MODULE": module}
    with Processes(folder, environment) as processes:
        return processes.run(["scrapy", *arguments], seconds=_SECONDS)


def crawl_topic(
    seeds: Sequence[str],
    database: str,
    page_count: int,
    proxy: str,
    folder: Path,
    settings: Mapping[str, str] = NO_DELAYS,
    options: Sequence[str] = (),
    topic: str = "partybuild",
) -> Process:
    """Run `scrapy crawl topic` from seeds of a replay web.

    Args:
        seeds: URLs to start from.
        database: URL of the corpus.
        page_count: CLOSESPIDER_PAGECOUNT; robots.txt, redirects and errors count as well.
        proxy: URL of the web's server.
        folder: working directory, with the log of the crawl.
        settings: more settings.
        options: more options of the command.
        topic: name or folder of the topic.
    """
    chosen = {"TOPICCRAWL_DATABASE_URL": database, "CLOSESPIDER_PAGECOUNT": str(page_count), **settings}
    command = [
        "crawl",
        "topic",
        "-a",
        f"topic={topic}",
        "-a",
        f"seeds={','.join(seeds)}",
        *setting_options(chosen),
        *options,
    ]
    return run_scrapy(command, proxy, folder)
