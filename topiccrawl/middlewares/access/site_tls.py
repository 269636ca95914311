"""Downloader middleware that lets the file of a site choose how its servers are verified."""

from __future__ import annotations

from typing import Self

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.exceptions import NotConfigured

from topiccrawl.access.tls.problems import SITE_TLS_KEY
from topiccrawl.crawl.session import CrawlSession
from topiccrawl.crawl.sites.crawl_sites import CrawlSites


class SiteTls:
    """Marks the requests of sites whose file in the topic's folder `sites` has the key `tls`."""

    def __init__(self, sites: CrawlSites) -> None:
        self._sites = sites

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Create the middleware for a topic with such a site."""
        session = CrawlSession.of(crawler)
        if not any(rules.tls for rules in session.topic.sites):
            raise NotConfigured
        return cls(session.sites)

    def process_request(self, request: Request) -> None:
        """Set the mark, or remove that of the site that a redirect came from."""
        request.meta.pop(SITE_TLS_KEY, None)
        if tls := self._sites.of(request.url).tls:
            request.meta[SITE_TLS_KEY] = tls
