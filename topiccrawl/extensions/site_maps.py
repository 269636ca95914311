"""Extension that reads the sitemaps of the seeds' hosts."""

from __future__ import annotations

from typing import Self
from urllib.parse import urljoin, urlsplit

from protego import Protego
from scrapy import Request, signals
from scrapy.crawler import Crawler
from scrapy.exceptions import NotConfigured
from scrapy.http import Response

from topiccrawl.crawl.engine import EngineView
from topiccrawl.crawl.session import CrawlSession
from topiccrawl.crawl.starts.listings import listing_request
from topiccrawl.crawl.starts.options import StartOptions
from topiccrawl.page.canonical_url import absolute_url

MOST = 100
"""Sitemaps of one robots.txt."""

_ROBOTS_BYTES = 512 * 1024


class SiteMaps:
    """Requests the sitemaps that robots.txt names, for the hosts of the crawl's seeds.

    The crawl fetches each robots.txt anyway, and this reads it as it passes. Where it names no sitemap,
    `/sitemap.xml` is tried. It is active with the spider argument `sitemaps=1`.

    Counter: `topiccrawl/listings/sitemaps`.
    """

    def __init__(self, crawler: Crawler, hosts: frozenset[str]) -> None:
        self._crawler = crawler
        self._engine = EngineView(crawler)
        self._hosts = set(hosts)

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Create the extension for a crawl that reads sitemaps."""
        options = getattr(crawler.spider, "starts", None)
        if not (isinstance(options, StartOptions) and options.sitemaps):
            raise NotConfigured
        CrawlSession.of(crawler)
        seeds = getattr(crawler.spider, "start_urls_of_user", ())
        extension = cls(crawler, frozenset(str(urlsplit(url).hostname) for url in seeds))
        crawler.signals.connect(extension.response_received, signals.response_received)
        return extension

    def response_received(self, response: Response, request: Request) -> None:
        """Read the robots.txt of a host, once."""
        asked = request.meta.get("redirect_urls", [request.url])[0]
        parts = urlsplit(asked)
        if parts.path != "/robots.txt" or parts.hostname not in self._hosts:
            return
        self._hosts.discard(parts.hostname)
        named = sitemaps_of(response.body, asked) if response.status == 200 else []
        for url in named or [urljoin(asked, "/sitemap.xml")]:
            new = listing_request(url, "sitemap", asked)
            new.errback = getattr(self._crawler.spider, "failed", None)
            self._engine.crawl(new)
            if self._crawler.stats is not None:
                self._crawler.stats.inc_value("topiccrawl/listings/sitemaps")


def sitemaps_of(robots: bytes, url: str) -> list[str]:
    r"""Return the URLs of the sitemaps that a robots.txt names.

    >>> sitemaps_of(b"User-agent: *\nSitemap: /map.xml", "http://a.cn/robots.txt")
    ['http://a.cn/map.xml']
    """
    text = robots[:_ROBOTS_BYTES].decode("utf-8-sig", "replace")
    found = (absolute_url(url, name) for name in Protego.parse(text).sitemaps)
    return list(dict.fromkeys(name for name in found if name is not None))[:MOST]
