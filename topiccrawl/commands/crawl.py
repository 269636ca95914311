"""`scrapy crawl`: as Scrapy's, but a page can neither freeze the crawl nor end it."""

from __future__ import annotations

import argparse

from scrapy.commands import crawl
from scrapy.crawler import AsyncCrawlerProcess, CrawlerProcess
from scrapy.exceptions import UsageError
from scrapy.utils.reactor import _asyncio_reactor_path


class Command(crawl.Command):
    """Crawls in a process of its own, the worker, which this one watches and starts again if need be.

    What it takes and how it ends is the same as with Scrapy's command.
    """

    # It is made in the worker: what it brings, such as the reactor, does not bear being forked.
    requires_crawler_process = False

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        """Crawl, and set `exitcode`."""
        if len(args) < 1:
            raise UsageError
        if len(args) > 1:
            raise UsageError("running 'scrapy crawl' with more than one spider is not supported")
        self.run_worker(args, opts)

    def run_worker(self, args: list[str], opts: argparse.Namespace) -> None:
        """Crawl in this process, and set `exitcode`; runs in the worker."""
        assert self.settings is not None
        settings = self.settings
        asynchronous = settings["TWISTED_REACTOR"] == _asyncio_reactor_path
        if (asynchronous and not settings.getbool("FORCE_CRAWLER_PROCESS")) or not settings.getbool(
            "TWISTED_REACTOR_ENABLED"
        ):
            self.crawler_process = AsyncCrawlerProcess(settings)
        else:
            self.crawler_process = CrawlerProcess(settings)
        super().run(args, opts)
