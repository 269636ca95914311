"""`scrapy crawl` with a supervised worker and an exit code that depends on the outcome."""

from __future__ import annotations

import argparse
import gc
import logging
import os
import signal
from contextlib import suppress
from functools import partial

# First: the deprecated classes of this module walk through the stack and all modules that are loaded, which
# costs a tenth of a second more from deep inside the imports of a spider.
import scrapy.core.downloader.contextfactory  # noqa: F401
from scrapy import signals
from scrapy.commands import crawl
from scrapy.crawler import AsyncCrawlerProcess, CrawlerProcess
from scrapy.exceptions import UsageError
from scrapy.settings import BaseSettings
from scrapy.spiderloader import get_spider_loader
from scrapy.utils.log import configure_logging
from scrapy.utils.reactor import _asyncio_reactor_path

from topiccrawl.crawl.checks.setting_types import check_types
from topiccrawl.crawl.continuation import continue_crawl
from topiccrawl.errors import TopiccrawlError
from topiccrawl.reporting import passwords
from topiccrawl.reporting.monitoring.death import alert_of_death
from topiccrawl.reporting.monitoring.json_log import log_as_json
from topiccrawl.reporting.quiet_log import quiet_start, translate_log
from topiccrawl.supervision.blas import use_one_thread
from topiccrawl.supervision.life import Life
from topiccrawl.supervision.supervisor import Supervisor, can_supervise
from topiccrawl.supervision.worker import this_life
from topiccrawl.text.language import localized, say

logger = logging.getLogger(__name__)


class Command(crawl.Command):
    """Crawls in a worker process, which this process supervises and replaces when it dies.

    The options are those of Scrapy's command. The exit code is also 1 when the database went down, or when no
    seed gave a page.
    """

    # The worker creates it: the reactor cannot be forked.
    requires_crawler_process = False

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        """Crawl, and set `exitcode`."""
        if len(args) != 1:
            raise UsageError("name one spider: scrapy crawl SPIDER")
        assert self.settings is not None
        try:
            check_types(self.settings)
        except ValueError as error:
            # The log is set up by these settings, too: without them it is Scrapy's own.
            self.settings.set("TOPICCRAWL_LOG_JSON", False, "cmdline")
            _log(self.settings, logging.CRITICAL, localized(error))
            self.exitcode = 1
            return
        translate_log(self.settings)
        if opts.spargs.get("seeds") == "-":
            from topiccrawl.relevance.topic.seeds import standard_input

            # Before the first worker, so that one that follows it has the seeds; the spider reports errors.
            with suppress(ValueError, OSError):
                standard_input()
        seconds = self.settings.getfloat("TOPICCRAWL_PAGE_SECONDS")
        if seconds <= 0 or opts.profile or opts.pdb or not can_supervise():
            self.run_worker(args, opts)
            self._do_steps(args, opts)
            return
        # A page may also wait twice for a database that is down.
        waiting = 2 * (seconds + self.settings.getfloat("TOPICCRAWL_DATABASE_PATIENCE"))
        supervisor = Supervisor(
            partial(self._run_life, args, opts), seconds, waiting, partial(_log, self.settings)
        )
        code = supervisor.run()
        if code < 0:
            alert_of_death(self.settings, args[0], -code)
            _die_by(-code)
        self.exitcode = code
        if not supervisor.stopped:
            self._do_steps(args, opts)

    def _do_steps(self, args: list[str], opts: argparse.Namespace) -> None:
        """Do what follows a crawl, if the settings say so: the worker that wrote the database has ended."""
        assert self.settings is not None
        if not self.settings.getbool("TOPICCRAWL_STEPS"):
            return
        from topiccrawl.corpus.after_run import run_steps
        from topiccrawl.relevance.topic.topic import Topic

        try:
            spider = get_spider_loader(self.settings).load(args[0])
            own = getattr(spider, "topic_name", "") or self.settings["TOPICCRAWL_TOPIC"]
            topic = Topic.load(opts.spargs.get("topic") or own)
            for line in run_steps(self.settings["TOPICCRAWL_DATABASE_URL"], topic):
                _log(self.settings, logging.INFO, line)
        except (TopiccrawlError, KeyError) as error:  # no such spider
            line = say("the steps after the crawl wait for the next one: {error}", error=error)
            _log(self.settings, logging.WARNING, line)

    def run_worker(self, args: list[str], opts: argparse.Namespace) -> None:
        """Crawl in this process, and set `exitcode`; runs in the worker."""
        # What the start makes are modules and tables, which stay: collections took a sixth of the time.
        gc.disable()
        try:
            self._crawl(args, opts)
        finally:
            gc.enable()

    def _crawl(self, args: list[str], opts: argparse.Namespace) -> None:
        use_one_thread()  # before numpy is imported, which starts others
        # Here, so that the supervisor is small: it imports nothing of what the worker does.
        from topiccrawl.extensions.summary import Summary

        assert self.settings is not None
        settings = self.settings
        leave_out_disabled(settings)
        # Before Scrapy's process, which logs its first lines when it is created.
        log_as_json(settings)
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
        if args[0] not in (spiders := self.crawler_process.spider_loader.list()):
            logger.critical(
                "no spider %r; choose one of %s; for a folder: scrapy crawl topic -a topic=FOLDER",
                args[0],
                ", ".join(sorted(spiders)),
            )
            self.exitcode = 1
            return
        crawler = self._create_crawler(args[0])
        crawler.signals.connect(_collect_garbage, signals.engine_started)
        if this_life().number > 1:
            continue_crawl(crawler.settings, opts.spargs, crawler.spidercls.name, this_life())
        self.crawler_process.crawl(crawler, **opts.spargs)
        self.crawler_process.start()
        if self.crawler_process.bootstrap_failed:
            self.exitcode = 1
        elif (summary := crawler.get_extension(Summary)) is not None and summary.outcome is not None:
            self.exitcode = summary.outcome.exit_code

    def _run_life(self, args: list[str], opts: argparse.Namespace, life: Life) -> int:
        """Crawl as the first or a later worker; return the exit code."""
        assert self.settings is not None
        if life.number > 1:
            self.settings.set("LOG_FILE_APPEND", True, "cmdline")
        self.run_worker(args, opts)
        return self.exitcode


def _collect_garbage() -> None:
    gc.freeze()  # or each full collection would go through all that a start has made
    gc.enable()


_SWITCHES = {
    "scrapy.extensions.remote_control.RemoteControl": "REMOTE_CONTROL_ENABLED",
    "scrapy.extensions.telnet.TelnetConsole": "TELNETCONSOLE_ENABLED",
}


def leave_out_disabled(settings: BaseSettings) -> None:
    """Remove the extensions of Scrapy that are switched off, which it imports all the same (with aiohttp)."""
    base = settings["EXTENSIONS_BASE"]
    for path, switch in _SWITCHES.items():
        if path in base and not settings.getbool(switch):
            base.delete(path, "cmdline")


def _log(settings: BaseSettings, level: int, text: str) -> None:
    """Append a line to the log of the crawl, to which the worker has written so far."""
    settings.set("LOG_FILE_APPEND", True, "cmdline")
    if not logger.hasHandlers() and not log_as_json(settings):
        configure_logging(settings)  # type: ignore[arg-type]
    logger.log(level, "%s", text)


def _die_by(number: int) -> None:
    """Die by the signal that killed the worker, so that the parent process sees it."""
    signal.signal(number, signal.SIG_DFL)
    os.kill(os.getpid(), number)
