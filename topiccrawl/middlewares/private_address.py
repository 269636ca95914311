"""Downloader middleware that refuses requests to loopback and private addresses."""

from __future__ import annotations

from typing import Self
from urllib.parse import urlsplit

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.exceptions import NotConfigured

from topiccrawl.access.addresses import is_private_host
from topiccrawl.crawl.url_failures import Dropped


class PrivateAddressGuard:
    """Drop requests to loopback and private addresses, including the targets of redirects.

    `TOPICCRAWL_ALLOW_PRIVATE=True` disables it, for a web of your own. The address of a configured proxy is
    not checked.
    """

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Create the middleware unless private addresses are allowed."""
        if crawler.settings.getbool("TOPICCRAWL_ALLOW_PRIVATE"):
            raise NotConfigured("TOPICCRAWL_ALLOW_PRIVATE is on")
        return cls()

    def process_request(self, request: Request) -> None:
        """Drop a request to a private host."""
        if is_private_host(urlsplit(request.url).hostname or ""):
            raise Dropped("private_address")
