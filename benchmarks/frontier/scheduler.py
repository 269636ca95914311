"""Scheduler of plain spiders on the Redis frontier, for comparison with scrapy-redis's."""

from __future__ import annotations

from scrapy.spiders import Spider

from topiccrawl.scheduler.frontier_scheduler import FrontierScheduler
from topiccrawl.storage.frontier.contract import Frontier
from topiccrawl.storage.redis.connection import connect
from topiccrawl.storage.redis.frontier import RedisFrontier


class RedisScheduler(FrontierScheduler):
    """Orders requests by priority; uses the Redis server in the setting REDIS_URL."""

    def open_frontier(self, spider: Spider) -> Frontier[bytes]:
        """Join the frontier of the spider's name."""
        settings = self.crawler.settings
        limit = settings.getint("CONCURRENT_REQUESTS_PER_DOMAIN")
        return RedisFrontier(connect(settings.get("REDIS_URL")), spider.name, limit_per_host=limit)
