"""`scrapy crawl`: a page can neither freeze the crawl nor end it, and the exit code says how it went."""

from __future__ import annotations

import argparse
import logging
import os
import signal
from functools import partial

from scrapy.commands import crawl
from scrapy.crawler import AsyncCrawlerProcess, CrawlerProcess
from scrapy.exceptions import UsageError
from scrapy.settings import BaseSettings
from scrapy.utils.log import configure_logging
from scrapy.utils.reactor import _asyncio_reactor_path

from topiccrawl.crawl.continuation import go_on
from topiccrawl.extensions.summary import Summary
from topiccrawl.reporting import passwords
from topiccrawl.reporting.quiet_log import quiet_start
from topiccrawl.supervision.life import Life
from topiccrawl.supervision.supervisor import Supervisor, can_supervise
from topiccrawl.supervision.worker import this_life

logger = logging.getLogger(__name__)


class Command(crawl.Command):
    """Crawls in a process of its own, the worker, which this one watches and starts again if need be.

    It takes what Scrapy's command takes. Its exit code is 1 also when the database went away, or when no seed
    gave a page.
    """

    # It is made in the worker: what it brings, such as the reactor, does not bear being forked.
    requires_crawler_process = False

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        """Crawl, and set `exitcode`."""
        if len(args) != 1:
            raise UsageError("one spider is crawled at a time: scrapy crawl SPIDER")
        assert self.settings is not None
        seconds = self.settings.getfloat("TOPICCRAWL_PAGE_SECONDS")
        if seconds <= 0 or opts.profile or opts.pdb or not can_supervise():
            self.run_worker(args, opts)
            return
        # A page may as well wait for a database that is away, twice.
        waiting = 2 * (seconds + self.settings.getfloat("TOPICCRAWL_DATABASE_PATIENCE"))
        supervisor = Supervisor(
            partial(self._go_on, args, opts), seconds, waiting, partial(_tell, self.settings)
        )
        code = supervisor.run()
        if code < 0:
            _die_by(-code)
        self.exitcode = code

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
        quiet_start(settings)
        if this_life().number == 1 and (named := passwords.options_with_passwords(opts.set, opts.spargs)):
            logger.warning(passwords.WARNING, ", ".join(named))
        crawler = self._create_crawler(args[0])
        if this_life().number > 1:
            go_on(crawler.settings, opts.spargs, crawler.spidercls.name, this_life())
        self.crawler_process.crawl(crawler, **opts.spargs)
        self.crawler_process.start()
        if self.crawler_process.bootstrap_failed:
            self.exitcode = 1
        elif (summary := crawler.get_extension(Summary)) is not None and summary.outcome is not None:
            self.exitcode = summary.outcome.exit_code

    def _go_on(self, args: list[str], opts: argparse.Namespace, life: Life) -> int:
        """Crawl as the first worker, or as one that takes the place of another; gives the exit code."""
        assert self.settings is not None
        if life.number > 1:
            self.settings.set("LOG_FILE_APPEND", True, "cmdline")
        self.run_worker(args, opts)
        return self.exitcode


def _tell(settings: BaseSettings, level: int, text: str) -> None:
    """Write a line to the crawl's log, which the worker has written to so far."""
    settings.set("LOG_FILE_APPEND", True, "cmdline")
    if not logger.hasHandlers():
        configure_logging(settings)  # type: ignore[arg-type]
    logger.log(level, "%s", text)


def _die_by(number: int) -> None:
    """End as the worker did, so that who started us sees what happened."""
    signal.signal(number, signal.SIG_DFL)
    os.kill(os.getpid(), number)
