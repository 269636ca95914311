"""Extension that reads seeds from the start-URL key of scrapy-redis.

Example: `redis-cli LPUSH partybuild:start_urls URL`.
"""

from __future__ import annotations

import asyncio
import logging
import time
from typing import Any, Self

from scrapy import FormRequest, Request, Spider, signals
from scrapy.crawler import Crawler
from scrapy.exceptions import DontCloseSpider, NotConfigured

from topiccrawl.crawl.checks.setting_types import wrong_setting
from topiccrawl.crawl.checks.start_errors import report_start_errors
from topiccrawl.crawl.engine import EngineView
from topiccrawl.crawl.request_meta import LINK_KEY
from topiccrawl.crawl.seed_line import parse_seed_line
from topiccrawl.errors import DatabaseAwayError, StorageError
from topiccrawl.extras import require_extra
from topiccrawl.messages import message
from topiccrawl.priority.link_context import LinkContext

logger = logging.getLogger(__name__)

_PAUSE = 2.0
"""Seconds between two reads of the key."""


class StartUrls:
    """Sends the URLs of scrapy-redis's key as seeds.

    The lines are those of scrapy-redis: a URL, or JSON with `url` and optionally `meta`, `method` and form
    data. The settings are scrapy-redis's too: `REDIS_START_URLS_KEY` (or the spider's `redis_key`),
    `REDIS_START_URLS_AS_SET`, `REDIS_START_URLS_AS_ZSET`, `REDIS_START_URLS_BATCH_SIZE`, `REDIS_ENCODING`,
    `REDIS_PARAMS`, and `MAX_IDLE_TIME_BEFORE_CLOSE`: seconds to wait for more seeds before the crawl ends, 0:
    forever. Unlike scrapy-redis, a crawl ends without waiting when that setting is missing, and a URL is
    removed from the key only when the frontier has it, so no seed is lost when a worker dies.

    Counters: `topiccrawl/start_urls/taken`, and `topiccrawl/start_urls/bad` for invalid lines.

    Attributes:
        crawler: the crawler.
        key: the Redis key; empty until the spider is opened.

    Raises:
        NotConfigured: `TOPICCRAWL_REDIS_URL` is not set.
        ValueError: `MAX_IDLE_TIME_BEFORE_CLOSE` or `REDIS_ENCODING` is invalid.
    """

    def __init__(self, crawler: Crawler) -> None:
        settings = crawler.settings
        if not (url := settings.get("TOPICCRAWL_REDIS_URL")):
            raise NotConfigured
        self.crawler = crawler
        with report_start_errors():
            require_extra("redis")
            # Not at the top, as every crawl loads this module, and most crawls do without Redis.
            from scrapy_redis import defaults

            from topiccrawl.storage.redis.connection import call_redis, connect

            self._longest_idle = _seconds(settings.get("MAX_IDLE_TIME_BEFORE_CLOSE"))
            self._client = connect(url, settings.getdict("REDIS_PARAMS"))
            self._call_redis = call_redis
            self._encoding = _encoding(settings.get("REDIS_ENCODING", defaults.REDIS_ENCODING))
        self._batch = settings.getint("REDIS_START_URLS_BATCH_SIZE") or settings.getint(
            "CONCURRENT_REQUESTS", defaults.REDIS_CONCURRENT_REQUESTS
        )
        self._as_set = settings.getbool("REDIS_START_URLS_AS_SET", defaults.START_URLS_AS_SET)
        self._as_zset = settings.getbool("REDIS_START_URLS_AS_ZSET", defaults.START_URLS_AS_ZSET)
        self._idle_since: float | None = None
        self.key = ""
        self._default_key = defaults.START_URLS_KEY
        self._reading = False
        self._task: asyncio.Task[None] | None = None

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Create the extension."""
        extension = cls(crawler)
        crawler.signals.connect(extension.spider_opened, signals.spider_opened)
        crawler.signals.connect(extension.spider_idle, signals.spider_idle)
        crawler.signals.connect(extension.spider_closed, signals.spider_closed)
        return extension

    def spider_opened(self, spider: Spider) -> None:
        """Start to read the key."""
        key = getattr(spider, "redis_key", None) or self.crawler.settings.get(
            "REDIS_START_URLS_KEY", self._default_key
        )
        # The spider `topic` crawls many topics, each with a key of its own.
        self.key = str(key) % {"name": getattr(getattr(spider, "topic", spider), "name", spider.name)}
        logger.info("seeds are also taken from the Redis key %r", self.key)
        self._task = asyncio.get_running_loop().create_task(self._read_regularly(), name="start URLs")

    def spider_idle(self) -> None:
        """Read the key once more before the crawl ends.

        Raises:
            DontCloseSpider: there were seeds, or the crawl waits for more.
        """
        now = time.monotonic()
        self._idle_since = now if self._idle_since is None else self._idle_since
        if self._reading:
            raise DontCloseSpider
        try:
            found = self.feed(self.read())
        except DatabaseAwayError:
            raise DontCloseSpider from None  # the frontier decides how long the server may be down
        if found:
            raise DontCloseSpider
        if self._longest_idle == 0 or now - self._idle_since < (self._longest_idle or 0):
            raise DontCloseSpider

    def spider_closed(self) -> None:
        """Stop reading."""
        if self._task is not None:
            self._task.cancel()
        self._client.close()

    def seed_request(self, line: bytes) -> Request:
        """Return the request of a line.

        Raises:
            ValueError: the line is neither a URL nor JSON with a URL.
        """
        seed = parse_seed_line(line, self._encoding)
        arguments: dict[str, Any] = {
            "method": seed.method,
            "meta": {**seed.meta, LINK_KEY: LinkContext(seed=True)},
            "errback": getattr(self.crawler.spider, "failed", None),
        }
        if not seed.form:
            return Request(seed.url, **arguments)
        return FormRequest(seed.url, formdata=dict(seed.form), **arguments)

    async def _read_regularly(self) -> None:
        away = False
        while True:
            try:
                self._reading = True
                lines = await asyncio.to_thread(self.read)
                more = self.feed(lines) == self._batch
                away = False
            except DatabaseAwayError as error:
                if not away:
                    logger.warning("seeds wait in Redis: %s", error)
                away, more = True, False
            except StorageError as error:
                logger.error("stopped reading seeds from Redis: %s", error)
                return
            except Exception:  # a bug must not stop the seeds
                logger.exception("could not read seeds from %s; trying again", self.key)
                more = False
            finally:
                self._reading = False
            await asyncio.sleep(0 if more else _PAUSE)

    def read(self) -> list[bytes]:
        """Return the next lines, without removing them from the key."""
        client: Any = self._client
        last = self._batch - 1
        if self._as_set:
            return list(self._call_redis(client, lambda: client.srandmember(self.key, self._batch)))
        if self._as_zset:
            return list(self._call_redis(client, lambda: client.zrevrange(self.key, 0, last)))
        return list(self._call_redis(client, lambda: client.lrange(self.key, 0, last)))

    def feed(self, lines: list[bytes]) -> int:
        """Crawl lines, and remove them from the key once the frontier has them.

        Returns:
            How many lines were removed.
        """
        engine = self.crawler.engine
        if not lines or engine is None or engine.spider is None:
            return 0
        stats: Any = self.crawler.stats
        bad = sum(not self._crawl(line) for line in lines)
        scheduler = EngineView(self.crawler).scheduler
        if scheduler is not None and not scheduler.sync():
            return 0  # they will be read again and filtered as duplicates
        self._remove(lines)
        self._idle_since = None
        stats.inc_value("topiccrawl/start_urls/taken", len(lines) - bad)
        if bad:
            stats.inc_value("topiccrawl/start_urls/bad", bad)
        return len(lines)

    def _crawl(self, line: bytes) -> bool:
        """Crawl a line; return False when it is invalid."""
        assert self.crawler.engine is not None  # checked by the caller
        try:
            self.crawler.engine.crawl(self.seed_request(line))
        except Exception as error:  # an invalid line must not stop the others
            # Escaped: a line may contain control codes for terminals.
            reason = " ".join(str(error).split())[:200] or type(error).__name__
            logger.warning("%s: %r is not a seed: %s", self.key, line[:200], ascii(reason)[1:-1])
            return False
        return True

    def _remove(self, lines: list[bytes]) -> None:
        def call() -> None:
            with self._client.pipeline(transaction=False) as pipe:
                for line in lines:
                    if self._as_set:
                        pipe.srem(self.key, line)
                    elif self._as_zset:
                        pipe.zrem(self.key, line)
                    else:
                        pipe.lrem(self.key, 1, line)  # type: ignore[arg-type]  # bytes work too
                pipe.execute()

        self._call_redis(self._client, call)


def _encoding(name: Any) -> str:
    try:
        b"a".decode(name)
    except (LookupError, TypeError):
        raise ValueError(f"REDIS_ENCODING = {name!r}: there is no such encoding") from None
    return str(name)


def _seconds(value: Any) -> int | None:
    """Return how long to wait for more seeds; None when the setting is missing."""
    if value in (None, ""):
        return None
    try:
        return int(value)
    except (TypeError, ValueError):
        expected = message("a whole number of seconds")
        raise wrong_setting("MAX_IDLE_TIME_BEFORE_CLOSE", value, expected) from None
