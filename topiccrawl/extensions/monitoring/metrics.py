"""Extension that serves Prometheus metrics."""

from __future__ import annotations

import logging
import threading
from typing import Any

from scrapy.crawler import Crawler
from scrapy.exceptions import NotConfigured
from scrapy.utils.asyncio import create_looping_call

from topiccrawl.crawl.session import Component, CrawlSession
from topiccrawl.extensions.monitoring.watching import SnapshotTaker
from topiccrawl.extras import require_extra

logger = logging.getLogger(__name__)

_INTERVAL = 1.0
"""Seconds between two snapshots."""


class Metrics(Component):
    """Serves the state of the crawl at `http://HOST:PORT/metrics`, by `TOPICCRAWL_METRICS_PORT`.

    Raises:
        NotConfigured: the port is 0.
        MissingExtraError: the extra `metrics` is not installed.
        OSError: the port cannot be used.
    """

    listens = ("spider_opened", "spider_closed")

    def __init__(self, crawler: Crawler, session: CrawlSession) -> None:
        super().__init__(crawler, session)
        place, _, port = str(crawler.settings.get("TOPICCRAWL_METRICS_PORT")).rpartition(":")
        if port == "0":
            raise NotConfigured
        require_extra("metrics")
        from prometheus_client import CollectorRegistry, ProcessCollector, start_http_server

        from topiccrawl.reporting.monitoring.metrics import CrawlCollector

        self._taker = SnapshotTaker(crawler, session)
        registry = CollectorRegistry()
        registry.register(CrawlCollector(lambda: self._taker.latest))
        ProcessCollector(registry=registry)
        host = place.strip("[]") or "127.0.0.1"
        try:
            self._server, self._thread = start_http_server(int(port), host, registry)
        except OSError as error:
            reason = error.strerror or error
            raise OSError(f"TOPICCRAWL_METRICS_PORT = {port}: cannot listen on {host} ({reason})") from None
        self._task: Any = None
        logger.info("metrics: http://%s:%d/metrics", host, self._server.server_port)

    def spider_opened(self) -> None:
        """Take the first snapshot, and one each second from now on."""
        self._task = create_looping_call(self._taker.take)
        self._task.start(_INTERVAL)

    def spider_closed(self) -> None:
        """Stop the server."""
        if self._task is not None and self._task.running:
            self._task.stop()
        # `shutdown` blocks until the server's next poll, half a second; the crawl does not have to wait.
        threading.Thread(target=self._stop, name="end of metrics").start()

    def _stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()
