"""Extension that reads the sitemaps of the seeds' hosts."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from urllib.parse import urljoin, urlsplit

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.exceptions import DontCloseSpider, NotConfigured
from scrapy.http import Response

from topiccrawl.access.robots import parse_robots
from topiccrawl.crawl.session import Component, CrawlSession
from topiccrawl.crawl.starts.listings import listing_request
from topiccrawl.crawl.starts.options import StartOptions
from topiccrawl.crawl.visit import Visit
from topiccrawl.page.canonical_url import absolute_url

logger = logging.getLogger(__name__)

MOST = 100
"""Sitemaps of one robots.txt."""

_MOST_HOSTS = 1000
"""Hosts whose sitemaps are remembered until nothing else is left."""


class SiteMaps(Component):
    """Requests the sitemaps that robots.txt names, for the hosts of the crawl's seeds.

    The crawl fetches each robots.txt anyway, and this reads it as it passes. With the spider argument
    `sitemaps=1` they are requested at once, and `/sitemap.xml` is tried where it names none. Otherwise those
    that it names are requested once nothing else is left, if a seed lists nothing and its host has shown
    neither a headline nor an article.

    Counter: `topiccrawl/listings/sitemaps`.
    """

    listens = ("response_received", "spider_idle")

    def __init__(self, crawler: Crawler, session: CrawlSession) -> None:
        super().__init__(crawler, session)
        options = getattr(crawler.spider, "starts", None)
        if not isinstance(options, StartOptions):
            raise NotConfigured
        seeds = getattr(crawler.spider, "start_urls_of_user", ())
        self._hosts = {str(urlsplit(url).hostname) for url in seeds}
        self._at_once = options.sitemaps
        self._named: dict[str, list[str]] = {}  # by host, the URLs of a robots.txt and of its sitemaps
        self._bare: set[str] = set()  # hosts whose seeds list nothing

    def response_received(self, response: Response, request: Request) -> None:
        """Read the robots.txt of a host; note the hosts of seeds that list nothing."""
        asked = request.meta.get("redirect_urls", [request.url])[0]
        parts = urlsplit(asked)
        if parts.path != "/robots.txt":
            self._note(response, str(urlsplit(response.url).hostname))
            return
        named = sitemaps_of(response.body, asked) if response.status == 200 else []
        if not self._at_once:
            if named and len(self._named) < _MOST_HOSTS:
                self._named[str(parts.hostname)] = [asked, *named]
        elif parts.hostname in self._hosts:
            self._hosts.discard(parts.hostname)
            self._request(asked, named or [urljoin(asked, "/sitemap.xml")])

    def _note(self, response: Response, host: str) -> None:
        """Note whether a page is a seed that lists nothing, or shows that its host lists something."""
        if host not in self._named or (visit := Visit.of(response)) is None:
            return
        if not visit.listed.is_shell:
            del self._named[host]
        elif visit.fetched.context.seed:
            self._bare.add(host)

    def spider_idle(self) -> None:
        """Request the sitemaps of the hosts that list nothing.

        Raises:
            DontCloseSpider: there are some.
        """
        hosts = self._bare & self._named.keys()
        self._bare -= hosts
        for host in sorted(hosts):
            logger.info("%s lists no page: reading the sitemaps that its robots.txt names", host)
            asked, *named = self._named.pop(host)
            self._request(asked, named)
        if hosts:
            raise DontCloseSpider

    def _request(self, asked: str, sitemaps: Sequence[str]) -> None:
        for url in sitemaps:
            self.engine.crawl(listing_request(url, "sitemap", asked))
            self.count("topiccrawl/listings/sitemaps")


def sitemaps_of(robots: bytes, url: str) -> list[str]:
    r"""Return the URLs of the sitemaps that a robots.txt names.

    >>> sitemaps_of(b"User-agent: *\nSitemap: /map.xml", "http://a.cn/robots.txt")
    ['http://a.cn/map.xml']
    """
    found = (absolute_url(url, name) for name in parse_robots(robots, "").sitemaps)
    return list(dict.fromkeys(name for name in found if name is not None))[:MOST]
