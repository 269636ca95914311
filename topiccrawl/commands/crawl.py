"""`scrapy crawl` with an exit code that says whether the crawl got anywhere."""

from __future__ import annotations

import argparse
import logging

from scrapy.commands import crawl
from scrapy.exceptions import UsageError

from topiccrawl import passwords
from topiccrawl.quiet import quiet_start
from topiccrawl.summary import Summary

logger = logging.getLogger(__name__)


class Command(crawl.Command):
    """Scrapy's command; it ends with 1 when the database went away or no seed gave a page, too."""

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        """Scrapy's entry point."""
        if len(args) != 1:
            raise UsageError("one spider is crawled at a time: scrapy crawl SPIDER")
        self.run_worker(args, opts)

    def run_worker(self, args: list[str], opts: argparse.Namespace) -> None:
        """Crawl in this process and set `exitcode`."""
        assert self.crawler_process is not None and self.settings is not None  # set by Scrapy
        quiet_start(self.settings)
        if named := passwords.options_with_passwords(opts.set, opts.spargs):
            logger.warning(passwords.WARNING, ", ".join(named))
        crawler = self._create_crawler(args[0])
        self.crawler_process.crawl(crawler, **opts.spargs)
        self.crawler_process.start()
        if self.crawler_process.bootstrap_failed:
            self.exitcode = 1
        elif (summary := crawler.get_extension(Summary)) is not None and summary.outcome is not None:
            self.exitcode = summary.outcome.exit_code
