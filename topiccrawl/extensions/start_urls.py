"""Seeds from the Redis key that feeds scrapy-redis: `redis-cli LPUSH partybuild:start_urls URL`."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import Any, Self

from scrapy import FormRequest, Request, Spider, signals
from scrapy.crawler import Crawler
from scrapy.exceptions import DontCloseSpider, NotConfigured

from topiccrawl.crawl.seed_line import parse_seed_line
from topiccrawl.crawl.start_errors import told_at_start
from topiccrawl.crawl.visit import LINK_KEY
from topiccrawl.errors import DatabaseAwayError, StorageError
from topiccrawl.extras import require_extra
from topiccrawl.priority.link_context import LinkContext
from topiccrawl.scheduler.frontier_scheduler import FrontierScheduler

logger = logging.getLogger(__name__)

_PAUSE = 2.0
"""Seconds between two looks at the key."""


class StartUrls:
    """Takes addresses from scrapy-redis's key and gives them to the crawl as seeds.

    What stands in the key is what scrapy-redis takes: an address, or JSON with `url` and perhaps `meta`,
    `method` and form data. The settings are scrapy-redis's: `REDIS_START_URLS_KEY` (or the spider's
    `redis_key`), `REDIS_START_URLS_AS_SET`, `REDIS_START_URLS_AS_ZSET`, `REDIS_START_URLS_BATCH_SIZE`,
    `REDIS_ENCODING`, `REDIS_PARAMS`; so is `MAX_IDLE_TIME_BEFORE_CLOSE`: seconds to wait for more before the
    crawl ends, 0 for ever. Unlike there, a crawl ends without waiting when the setting is not made, and an
    address leaves the key only when the frontier has it: nothing is lost when a worker dies in between.

    Counters: `topiccrawl/start_urls/taken` and `topiccrawl/start_urls/bad`, lines that are no address.

    Raises:
        NotConfigured: there is no `TOPICCRAWL_REDIS_URL`.
        ValueError: `MAX_IDLE_TIME_BEFORE_CLOSE` is no number of seconds, or `REDIS_ENCODING` no encoding.
    """

    def __init__(self, crawler: Crawler) -> None:
        settings = crawler.settings
        if not (url := settings.get("TOPICCRAWL_REDIS_URL")):
            raise NotConfigured
        self._crawler = crawler
        with told_at_start():
            require_extra("redis")
            # Here, as every crawl loads this module, and most crawls do without Redis.
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
        self._key = defaults.START_URLS_KEY
        self._looking = False
        self._task: asyncio.Task[None] | None = None

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Scrapy's constructor."""
        extension = cls(crawler)
        crawler.signals.connect(extension.spider_opened, signals.spider_opened)
        crawler.signals.connect(extension.spider_idle, signals.spider_idle)
        crawler.signals.connect(extension.spider_closed, signals.spider_closed)
        return extension

    def spider_opened(self, spider: Spider) -> None:
        """Begin to look."""
        key = getattr(spider, "redis_key", None) or self._crawler.settings.get(
            "REDIS_START_URLS_KEY", self._key
        )
        # The spider `topic` serves many topics, each with a key of its own.
        self._key = str(key) % {"name": getattr(getattr(spider, "topic", spider), "name", spider.name)}
        logger.info("seeds are also taken from the Redis key %r", self._key)
        self._task = asyncio.get_running_loop().create_task(self._look_regularly(), name="start URLs")

    def spider_idle(self) -> None:
        """Look once more before the crawl ends, and wait for more where that is wanted.

        Raises:
            DontCloseSpider: there were seeds, or there may be some soon.
        """
        now = time.monotonic()
        self._idle_since = now if self._idle_since is None else self._idle_since
        if self._looking:
            raise DontCloseSpider
        try:
            found = self._feed(self._read())
        except DatabaseAwayError:
            raise DontCloseSpider from None  # the frontier decides how long the server may be away
        if found:
            raise DontCloseSpider
        if self._longest_idle == 0 or now - self._idle_since < (self._longest_idle or 0):
            raise DontCloseSpider

    def spider_closed(self) -> None:
        """Look no more."""
        if self._task is not None:
            self._task.cancel()
        self._client.close()

    def request_of(self, line: bytes) -> Request:
        """The seed request of a line.

        Raises:
            ValueError: it is no address, nor JSON that holds one.
        """
        seed = parse_seed_line(line, self._encoding)
        arguments: dict[str, Any] = {
            "method": seed.method,
            "meta": {**seed.meta, LINK_KEY: LinkContext(seed=True)},
            "errback": getattr(self._crawler.spider, "failed", None),
        }
        if not seed.form:
            return Request(seed.url, **arguments)
        return FormRequest(seed.url, formdata=dict(seed.form), **arguments)

    async def _look_regularly(self) -> None:
        away = False
        while True:
            try:
                self._looking = True
                lines = await asyncio.to_thread(self._read)
                more = self._feed(lines) == self._batch
                away = False
            except DatabaseAwayError as error:
                if not away:
                    logger.warning("seeds wait in Redis: %s", error)
                away, more = True, False
            except StorageError as error:
                logger.error("no more seeds are taken from Redis: %s", error)
                return
            except Exception:  # a fault of ours must not end the feeding
                logger.exception("seeds of %s could not be taken; another attempt follows", self._key)
                more = False
            finally:
                self._looking = False
            await asyncio.sleep(0 if more else _PAUSE)

    def _read(self) -> list[bytes]:
        """The next lines; they stay in the key."""
        client: Any = self._client
        last = self._batch - 1
        if self._as_set:
            return list(self._call_redis(client, lambda: client.srandmember(self._key, self._batch)))
        if self._as_zset:
            return list(self._call_redis(client, lambda: client.zrevrange(self._key, 0, last)))
        return list(self._call_redis(client, lambda: client.lrange(self._key, 0, last)))

    def _feed(self, lines: list[bytes]) -> int:
        """Give lines to the crawl, and remove them from the key once the frontier has them.

        Returns:
            How many were taken.
        """
        engine = self._crawler.engine
        if not lines or engine is None or engine.spider is None:
            return 0
        stats: Any = self._crawler.stats
        bad = sum(not self._give(line) for line in lines)
        if isinstance(engine.scheduler, FrontierScheduler) and not engine.scheduler.sync():
            return 0  # they will be read again, and known by then
        self._remove(lines)
        self._idle_since = None
        stats.inc_value("topiccrawl/start_urls/taken", len(lines) - bad)
        if bad:
            stats.inc_value("topiccrawl/start_urls/bad", bad)
        return len(lines)

    def _give(self, line: bytes) -> bool:
        """Give a line to the crawl; False when it is no seed."""
        assert self._crawler.engine is not None  # the caller has looked
        try:
            self._crawler.engine.crawl(self.request_of(line))
        except Exception as error:  # whatever a line holds, the next ones are fed
            # Escaped: a line may hold codes that steer a terminal.
            said = " ".join(str(error).split())[:200] or type(error).__name__
            logger.warning("%s: %r is no seed: %s", self._key, line[:200], ascii(said)[1:-1])
            return False
        return True

    def _remove(self, lines: list[bytes]) -> None:
        def call() -> None:
            with self._client.pipeline(transaction=False) as pipe:
                for line in lines:
                    if self._as_set:
                        pipe.srem(self._key, line)
                    elif self._as_zset:
                        pipe.zrem(self._key, line)
                    else:
                        pipe.lrem(self._key, 1, line)  # type: ignore[arg-type]  # bytes are as good
                pipe.execute()

        self._call_redis(self._client, call)


def _encoding(name: Any) -> str:
    try:
        b"a".decode(name)
    except (LookupError, TypeError):
        raise ValueError(f"REDIS_ENCODING = {name!r}: there is no such encoding") from None
    return str(name)


def _seconds(value: Any) -> int | None:
    """How long to wait for more seeds; None when nobody said."""
    if value in (None, ""):
        return None
    try:
        return int(value)
    except (TypeError, ValueError):
        raise ValueError(f"MAX_IDLE_TIME_BEFORE_CLOSE = {value!r}: expected whole seconds") from None
