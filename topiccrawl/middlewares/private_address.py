"""Downloader middleware that refuses requests to loopback and private addresses."""

from __future__ import annotations

from typing import Self
from urllib.parse import urlsplit

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.exceptions import NotConfigured

from topiccrawl.access.addresses import AddressRules
from topiccrawl.crawl.checks.settings_check import address_rules
from topiccrawl.crawl.url_failures import Dropped
from topiccrawl.messages import message


class PrivateAddressGuard:
    """Drop requests to loopback and private addresses, including the targets of redirects.

    It looks at the URL, before robots.txt is requested; the download handler checks the addresses that names
    resolve to (`topiccrawl.downloader.address_guard`). `TOPICCRAWL_ALLOW_PRIVATE=True` disables it, for a web
    of your own; `TOPICCRAWL_ALLOW_NETWORKS` allows some networks. The address of a configured proxy is not
    checked.
    """

    def __init__(self, rules: AddressRules) -> None:
        self._rules = rules

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Create the middleware unless private addresses are allowed."""
        rules = address_rules(crawler.settings)
        if rules.allow_private:
            raise NotConfigured(message("TOPICCRAWL_ALLOW_PRIVATE is on"))
        return cls(rules)

    def process_request(self, request: Request) -> None:
        """Drop a request to a private host."""
        if self._rules.refuses_host(urlsplit(request.url).hostname or ""):
            raise Dropped("private_address")
