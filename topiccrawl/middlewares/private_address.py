"""Downloader middleware: refuses requests to loopback and private addresses."""

from __future__ import annotations

import ipaddress
import socket
import unicodedata
from typing import Self
from urllib.parse import urlsplit

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.exceptions import NotConfigured

from topiccrawl.crawl.drops import Dropped

_LOCAL_NAMES = ("localhost", "localhost.localdomain", "ip6-localhost")


def is_private_host(host: str) -> bool:
    """Whether a host is written as an address, or a name, that never belongs to the public web.

    Also in the forms that the system's resolver takes: fewer than four numbers, octal or hexadecimal ones,
    full-width digits.

    >>> is_private_host("192.168.1.1"), is_private_host("localhost"), is_private_host("www.12371.cn")
    (True, True, False)
    >>> is_private_host("127.1"), is_private_host("0x7f.0.0.1"), is_private_host("１２７.0.0.1")
    (True, True, True)
    """
    host = unicodedata.normalize("NFKC", host).replace("。", ".").strip("[]").rstrip(".").lower()
    if host in _LOCAL_NAMES or host.endswith((".localhost", ".local", ".internal")):
        return True
    try:
        return not ipaddress.ip_address(host if ":" in host else socket.inet_aton(host)).is_global
    except (ValueError, OSError):
        return False


class PrivateAddressGuard:
    """Drops requests whose host is a loopback or private address, also those that a redirect leads to.

    Switched off by `TOPICCRAWL_ALLOW_PRIVATE=True`, for a web of your own. A configured proxy is not looked
    at.
    """

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Scrapy's constructor.

        Raises:
            NotConfigured: private addresses are allowed.
        """
        if crawler.settings.getbool("TOPICCRAWL_ALLOW_PRIVATE"):
            raise NotConfigured("TOPICCRAWL_ALLOW_PRIVATE is on")
        return cls()

    def process_request(self, request: Request) -> None:
        """Refuse a private host."""
        if is_private_host(urlsplit(request.url).hostname or ""):
            raise Dropped("private_address")
