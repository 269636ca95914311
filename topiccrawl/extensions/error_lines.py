"""Extension that logs repeated errors in a few lines and counts them at the end."""

from __future__ import annotations

import logging
import re
import time
from collections import Counter
from typing import Any
from urllib.parse import urlsplit

from scrapy import Request, exceptions
from scrapy.crawler import Crawler

from topiccrawl.crawl.session import Component, CrawlSession
from topiccrawl.crawl.url_failures import DOWNLOAD_ERRORS, failure_reason
from topiccrawl.errors import StorageError
from topiccrawl.reporting.repeated_messages import Decision, Repeated, Repeats
from topiccrawl.text.language import marked, translated

logger = logging.getLogger(__name__)

_ROBOTS = "scrapy.downloadermiddlewares.robotstxt"
_REQUESTS = (_ROBOTS, "scrapy.downloadermiddlewares.retry")
_CODE = ("scrapy.core.scraper", "scrapy.core.engine", "scrapy.utils.signal")
_SEEDS = "topiccrawl.crawl.ledger"
_STORAGE = (
    "topiccrawl.storage.group_commit",
    "topiccrawl.storage.pages.batch_writer",
    "topiccrawl.storage.sqlite.writer",
    "topiccrawl.storage.redis.worker",
    "topiccrawl.extraction.site_memory",
)
_POOL = "sqlalchemy.pool.impl.QueuePool"
LOGGERS = (*_REQUESTS, *_CODE, _SEEDS, *_STORAGE, _POOL)
"""Names of the loggers that are filtered."""

_STATUS = re.compile(r"(\d{3}) ")
_STORAGE_INTERVAL = 15.0
"""Seconds between two lines about the same database error."""
_COUNTED = marked("; more of these are only counted, see the end of the log")


class ErrorFilter(logging.Filter):
    """Passes a few of many records with the same cause, each in one line.

    * A request that failed: one line for each host and kind of error, for the first five hosts of a kind.
    * An error in code of Scrapy, topiccrawl or the user: one traceback for each type and place, and one line
      for each of the next four requests.
    * A database that is down: at most one line every 15 seconds.

    Records below WARNING are not changed.
    """

    def __init__(self) -> None:
        super().__init__()
        self.requests = Repeats()
        self.code = Repeats()
        self._traced: set[str] = set()
        self._last_logged: dict[str, float] = {}
        self._suppressed: Counter[str] = Counter()

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether to log a record, which may be shortened."""
        if record.levelno < logging.WARNING:
            return True
        if record.name in _STORAGE:
            return self._storage(record)
        if record.name == _SEEDS:
            return self._seed(record)
        found = record.args if isinstance(record.args, dict) else {}
        request = found.get("request")
        error: Any = record.exc_info[1] if record.exc_info else found.get("reason")
        if isinstance(request, Request) and (isinstance(error, str) or _is_network(record, error)):
            return self._request(record, request, error)
        if isinstance(dropped := found.get("exception"), exceptions.DropItem):
            return self.code.decide(f"Dropped: {dropped}"[:80], record.getMessage()) is not Decision.COUNT
        # SQLAlchemy logs a connection that broke; the call that needed it raises a StorageError as well.
        if isinstance(error, StorageError) or (record.name == _POOL and error is not None):
            message = " ".join(str(error).split())
            record.msg, record.args = "%s: %s", (record.getMessage()[:300], message)
            record.exc_info = record.exc_text = None
            return self._storage(record, "StorageError")
        return self._code(record, error) if isinstance(error, BaseException) else True

    def _request(self, record: logging.LogRecord, request: Request, error: Any) -> bool:
        kind, host = _kind(error), urlsplit(request.url).hostname or ""
        # A failed robots.txt was already counted when its request was given up.
        decision = self.requests.decide(kind, host, times=0 if record.name == _ROBOTS else 1)
        message = " ".join(str(error).split()) or type(error).__name__
        record.levelno, record.levelname = logging.WARNING, "WARNING"
        record.msg = marked("no page from %s (%s): %s%s")
        record.args = (host, kind, message[:300], _more(decision))
        record.exc_info = record.exc_text = None
        return decision is not Decision.COUNT

    def _seed(self, record: logging.LogRecord) -> bool:
        if not (isinstance(record.args, tuple) and len(record.args) == 2 and "seed" in record.msg):
            return True
        url, kind = map(str, record.args)
        # Its request was already counted.
        decision = self.requests.decide(kind, urlsplit(url).hostname or url, times=0)
        if decision is Decision.LOG_LAST:
            record.msg, record.args = "%s%s", (record.getMessage(), translated(_COUNTED))
        return decision is not Decision.COUNT

    def _code(self, record: logging.LogRecord, error: BaseException) -> bool:
        kind = f"{type(error).__name__} in {_place(error)}"
        decision = self.code.decide(kind, record.getMessage())
        if kind in self._traced:
            message = " ".join(str(error).split())[:200]
            record.args = (record.getMessage()[:300], type(error).__name__, message, _more(decision))
            record.msg = marked("%s: %s: %s (traceback above)%s")
            record.exc_info = record.exc_text = None
        self._traced.add(kind)
        return decision is not Decision.COUNT

    def _storage(self, record: logging.LogRecord, cause: str = "") -> bool:
        key, now = cause or f"{record.name} {record.msg}", time.monotonic()
        if now - self._last_logged.get(key, -_STORAGE_INTERVAL) < _STORAGE_INTERVAL:
            self._suppressed[key] += 1
            return False
        if suppressed := self._suppressed.pop(key, 0):
            record.args = (record.getMessage(), suppressed)
            record.msg = marked("%s (and %d times since the last line)")
        self._last_logged[key] = now
        return True


class ErrorLines(Component):
    """Filters the loggers of a topic crawl with an `ErrorFilter` and logs its counts at the end."""

    listens = ("spider_closed", "engine_stopped")

    def __init__(self, crawler: Crawler, session: CrawlSession) -> None:
        super().__init__(crawler, session)
        self._filter = ErrorFilter()
        for name in LOGGERS:
            logging.getLogger(name).addFilter(self._filter)

    def spider_closed(self) -> None:
        """Log how many errors of each kind there were."""
        if requests := self._filter.requests.counts():
            logger.warning("failed requests, including those for robots.txt: %s", _line(requests))
        for error in self._filter.code.counts():
            if error.times > error.logged:
                logger.error("%s: %d times in all", error.kind, error.times)

    def engine_stopped(self) -> None:
        """Remove the filters."""
        for name in LOGGERS:
            logging.getLogger(name).removeFilter(self._filter)


def _more(decision: Decision) -> str:
    return translated(_COUNTED) if decision is Decision.LOG_LAST else ""


def _line(counts: list[Repeated]) -> str:
    return "; ".join(
        f"{one.kind} {one.times:,} at {one.things:,} {'host' if one.things == 1 else 'hosts'}"
        for one in counts
    )


def _is_network(record: logging.LogRecord, error: object) -> bool:
    return isinstance(error, DOWNLOAD_ERRORS) and str(record.msg).startswith(
        ("Error downloading", "Gave up retrying")
    )


def _kind(error: str | BaseException) -> str:
    if isinstance(error, BaseException):
        return failure_reason(error)
    status = _STATUS.match(error)
    return f"status_{status[1]}" if status else error


def _place(error: BaseException) -> str:
    """Return the file and line where an error was raised."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if trace is None:
        return "unknown code"
    return f"{trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}"
