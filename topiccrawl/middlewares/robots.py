"""Downloader middlewares for robots.txt as RFC 9309 describes it."""

from __future__ import annotations

import asyncio
import logging
import time
from dataclasses import dataclass
from typing import Any, Self
from urllib.parse import urlsplit
from weakref import WeakKeyDictionary

from scrapy import Request, signals
from scrapy.crawler import Crawler
from scrapy.exceptions import NotConfigured, StopDownload
from scrapy.http import Response
from scrapy.http.request import NO_CALLBACK
from scrapy.robotstxt import RobotParser
from scrapy.utils.datatypes import LocalCache

from topiccrawl.access.robots import (
    MAX_BYTES,
    MAX_REDIRECTS,
    RobotsRules,
    beginning,
    parse_robots,
    product_token,
)
from topiccrawl.crawl.engine import EngineView
from topiccrawl.crawl.session import CrawlSession
from topiccrawl.crawl.url_failures import Dropped, failure_reason

logger = logging.getLogger(__name__)

__all__ = ["MAX_BYTES", "BoundedRobotParser", "RobotsLimit", "RobotsObeyed", "beginning"]

ROBOTS_KEY = "topiccrawl_robots"
"""Key of `Request.meta` of requests for a robots.txt: their URLs so far; redirects share the list."""
_PRIORITY = 1000
_ORIGINS = 20_000
_TRIES = 3
"""Failed requests for a robots.txt in a row after which the links of its host no longer wait."""
_NO_FILE = frozenset(("redirects", "redirect_loop", "bad_url", "scheme"))
"""Failures that RFC 9309 counts as a missing file: too many redirects, and redirects to nowhere."""
_WAITING = frozenset(("refused", "timeout", "reset", "connection", "truncated", "bad_response"))
"""Failures that may be over soon."""
_MAX_UNPACKED = 20 * MAX_BYTES
"""Bytes that a compressed robots.txt may unpack to."""
LONGEST_DELAY = 30.0
"""Longest Crawl-delay, in seconds, that is obeyed."""
TERM = 86400.0
"""Seconds for which a robots.txt is used; RFC 9309 asks for a day at most."""


class BoundedRobotParser(RobotParser):
    """Scrapy's interface to `topiccrawl.access.robots`; it parses the first `MAX_BYTES`."""

    def __init__(self, body: bytes) -> None:
        self._body = body
        self._rules: dict[str, RobotsRules] = {}

    @classmethod
    def from_crawler(cls, crawler: Crawler, robotstxt_body: bytes) -> Self:
        """Create the parser of a robots.txt."""
        return cls(beginning(robotstxt_body))

    def allowed(self, url: str | bytes, user_agent: str | bytes) -> bool:
        """Return whether a crawler may fetch a URL."""
        return self.rules(user_agent).allows(url if isinstance(url, str) else url.decode("utf-8", "replace"))

    def crawl_delay(self, user_agent: str | bytes) -> float | None:
        """Return the Crawl-delay for a crawler, in seconds."""
        return self.rules(user_agent).crawl_delay

    def rules(self, user_agent: str | bytes) -> RobotsRules:
        """Return the rules for a crawler."""
        name = user_agent if isinstance(user_agent, str) else user_agent.decode("latin-1")
        token = product_token(name)
        if token not in self._rules:
            self._rules[token] = parse_robots(self._body, token)
        return self._rules[token]


@dataclass(slots=True)
class _Origin:
    """What is known about the robots.txt of a host.

    Attributes:
        rules: its rules; None while it is unreachable.
        until: monotonic seconds after which it is requested again.
        reason: why it is unreachable.
        failures: failed requests in a row.
    """

    rules: RobotsRules | None
    until: float
    reason: str = ""
    failures: int = 0


class RobotsObeyed:
    """Obeys robots.txt, also for the targets of redirects.

    * A file is used for `TERM` seconds.
    * Status 4xx, or more than five redirects: everything is allowed.
    * Status 5xx, or no answer: nothing is allowed for `TOPICCRAWL_ROBOTS_RETRY` seconds, then it is requested
      again. The page becomes a dead letter with the reason `robots_unavailable`, or that of the failed
      download, and can be put back. Other links of the host wait meanwhile, up to the third failure.
    * A Crawl-delay becomes the delay of the host. Links of a host that asks for more than
      `LONGEST_DELAY` seconds are dropped with the reason `crawl_delay`.

    Counters: those of Scrapy's middleware, `topiccrawl/robots/unavailable`, `topiccrawl/robots/crawl_delay`.
    """

    def __init__(self, crawler: Crawler, session: CrawlSession | None = None) -> None:
        settings = crawler.settings
        if not settings.getbool("ROBOTSTXT_OBEY"):
            raise NotConfigured
        self._crawler = crawler
        self._session = session
        self._engine = EngineView(crawler)
        self._agent = str(settings["ROBOTSTXT_USER_AGENT"] or settings["USER_AGENT"])
        self._term = TERM
        self._retry = settings.getfloat("TOPICCRAWL_ROBOTS_RETRY")
        self._origins: LocalCache[str, _Origin] = LocalCache(_ORIGINS)
        self._fetching: dict[str, asyncio.Future[_Origin]] = {}
        self._left: set[str] = set()

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Create the middleware."""
        return cls(crawler, CrawlSession.find(crawler))

    async def process_request(self, request: Request) -> None:
        """Drop a request that robots.txt disallows.

        Raises:
            Dropped: see the class.
        """
        if request.meta.get("dont_obey_robotstxt") or not request.url.startswith(("http:", "https:")):
            return
        origin = await self._origin(request)
        if origin.rules is None:
            raise Dropped(origin.reason, passing=origin.reason != "private_address")
        if not origin.rules.allows(request.url):
            self._engine.count("robotstxt/forbidden")
            raise Dropped("robots")
        if origin.rules.crawl_delay:
            self._slow_down(request, origin.rules.crawl_delay)

    async def _origin(self, request: Request) -> _Origin:
        """Return what is known about a host; its robots.txt is requested once by all that need it."""
        parts = urlsplit(request.url)
        name = f"{parts.scheme}://{parts.netloc.rpartition('@')[2].lower()}"
        known = self._origins.get(name)
        if known is not None and time.monotonic() < known.until:
            self._origins.move_to_end(name)
            return known
        if name in self._fetching:
            return await asyncio.shield(self._fetching[name])
        waiting = self._fetching[name] = asyncio.get_running_loop().create_future()
        try:
            found = await self._fetch(f"{name}/robots.txt", request, known.failures if known else 0)
            self._origins[name] = found
            waiting.set_result(found)
            return found
        finally:
            waiting.cancel()  # no effect once it has a result
            del self._fetching[name]

    async def _fetch(self, url: str, request: Request, failures: int) -> _Origin:
        hops = [url]
        meta: dict[str, Any] = {"dont_obey_robotstxt": True, ROBOTS_KEY: hops, "redirect_ttl": MAX_REDIRECTS}
        if "download_slot" in request.meta:
            meta["download_slot"] = request.meta["download_slot"]
        self._engine.count("robotstxt/request_count")
        try:
            response = await self._engine.download(
                Request(url, priority=_PRIORITY, meta=meta, callback=NO_CALLBACK)
            )
        except Exception as error:  # every error of a download means that the file is unreachable
            reason = failure_reason(error)
            self._engine.count(f"robotstxt/exception_count/{type(error)}")
            if reason in _NO_FILE:
                return _Origin(RobotsRules(), time.monotonic() + self._term)
            if reason == "private_address" and set(hops) != {url}:  # the page itself is on another host
                reason = "robots_unavailable"
            return self._unavailable(request, reason, failures, waits=reason in _WAITING)
        self._engine.count("robotstxt/response_count")
        self._engine.count(f"robotstxt/response_status_count/{response.status}")
        if response.status >= 500:
            return self._unavailable(request, "robots_unavailable", failures, waits=True)
        rules = await self._rules(response, request)
        return _Origin(rules, time.monotonic() + self._term)

    async def _rules(self, response: Response, request: Request) -> RobotsRules:
        body = response.body if 200 <= response.status < 300 else b""
        parser = BoundedRobotParser.from_crawler(self._crawler, body)
        await self._crawler.signals.send_catch_log_async(
            signal=signals.robots_parsed, robotparser=parser, request=request
        )
        return parser.rules(self._agent)

    def _unavailable(self, request: Request, reason: str, failures: int, *, waits: bool) -> _Origin:
        self._engine.count("topiccrawl/robots/unavailable")
        failures += 1
        seconds = self._retry * 2.0 ** min(failures - 1, 10)
        now = time.monotonic()
        if waits and failures < _TRIES and seconds and self._session is not None:
            self._session.pauses.refuse(self._engine.slot_of(request), seconds, now)
            asyncio.get_running_loop().call_later(seconds, self._engine.wake)
        return _Origin(None, now + seconds, reason, failures)

    def _slow_down(self, request: Request, delay: float) -> None:
        """Apply the Crawl-delay of a robots.txt to the host of a request."""
        host = self._engine.slot_of(request)
        if delay > LONGEST_DELAY:
            if host not in self._left:
                self._left.add(host)
                self._engine.count("topiccrawl/robots/crawl_delay")
                logger.warning(
                    "%s asks for %.0f s between two requests, more than %.0f s: its links are dropped",
                    host,
                    delay,
                    LONGEST_DELAY,
                )
            raise Dropped("crawl_delay")
        slot = self._engine.slot(host)
        if slot is not None and slot.delay < delay:
            slot.delay, slot.jitter = delay, 0.0
        # AutoThrottle would shorten the delay again.
        request.meta["autothrottle_dont_adjust_delay"] = True


class RobotsLimit:
    """Downloader middleware that stops the download of a robots.txt at `MAX_BYTES`."""

    def __init__(self) -> None:
        self._received: WeakKeyDictionary[Request, int] = WeakKeyDictionary()

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Create the middleware."""
        limit = cls()
        crawler.signals.connect(limit.bytes_received, signals.bytes_received)
        return limit

    def process_request(self, request: Request) -> None:
        """Lift `DOWNLOAD_MAXSIZE`: without its robots.txt all of the host would be allowed."""
        if (hops := request.meta.get(ROBOTS_KEY)) is not None:
            hops.append(request.url)
            request.meta["download_maxsize"] = request.meta["download_warnsize"] = 0
            self._received[request] = 0

    def bytes_received(self, data: bytes, request: Request) -> None:
        """Count the bytes of a robots.txt.

        Raises:
            StopDownload: enough bytes have arrived; they are the response.
        """
        if request in self._received:
            request.meta["download_maxsize"] = _MAX_UNPACKED  # of what the middlewares unpack
            self._received[request] += len(data)
            if self._received[request] > MAX_BYTES:
                raise StopDownload(fail=False)
