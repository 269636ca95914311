"""Downloader middleware that lets the file of a site choose how its servers are verified."""

from __future__ import annotations

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.exceptions import NotConfigured

from topiccrawl.access.tls.problems import SITE_TLS_KEY
from topiccrawl.crawl.session import Component, CrawlSession


class SiteTls(Component):
    """Marks the requests of sites whose file in the topic's folder `sites` has the key `tls`.

    Raises:
        NotConfigured: the topic has no such site.
    """

    def __init__(self, crawler: Crawler, session: CrawlSession) -> None:
        super().__init__(crawler, session)
        if not any(rules.tls for rules in session.topic.sites):
            raise NotConfigured

    def process_request(self, request: Request) -> None:
        """Set the mark, or remove that of the site that a redirect came from."""
        request.meta.pop(SITE_TLS_KEY, None)
        if tls := self.session.sites.of(request.url).tls:
            request.meta[SITE_TLS_KEY] = tls
