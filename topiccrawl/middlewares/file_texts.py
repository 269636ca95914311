"""Downloader middlewares that read files and large listings in processes of their own."""

from __future__ import annotations

import asyncio
from typing import Self

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.exceptions import NotConfigured
from scrapy.http import Response
from scrapy.http.request import NO_CALLBACK

from topiccrawl.access.starts.listed import ListingError
from topiccrawl.access.starts.listing import is_large, read_apart
from topiccrawl.crawl.engine import EngineView
from topiccrawl.crawl.request_meta import FILE_KEY, LISTED_KEY, LISTING_KEY
from topiccrawl.crawl.starts.listings import listing_named
from topiccrawl.crawl.url_failures import PAGE_STATUS
from topiccrawl.middlewares.content import is_html
from topiccrawl.text.documents import can_read_files, read_file
from topiccrawl.text.documents.formats import format_of

_AT_ONCE = 2
"""Files that are read at the same time, each in a process of its own."""


class LargeListings:
    """Reads large sitemaps and feeds for the description gate, so that they do not hold up other pages.

    The `Listing`, or a `ListingError`, is passed on in `Request.meta`; the gate itself reads small ones.
    """

    def __init__(self) -> None:
        self._turn = asyncio.Lock()

    async def process_response(self, request: Request, response: Response) -> Response:
        """Read the response if it is a large sitemap or feed."""
        if request.callback is NO_CALLBACK or response.status not in PAGE_STATUS:
            return response
        if not is_large(response.body) or (named := listing_named(request, response)) is None:
            return response
        async with self._turn:
            try:
                request.meta[LISTED_KEY] = await asyncio.to_thread(read_apart, response.body, named)
            except ListingError as error:
                request.meta[LISTED_KEY] = error
        return response


class FileTexts:
    """Reads files with text (PDF, Word, Excel, OFD) for the description gate, in child processes with limits.

    The `FileText` is passed on in `Request.meta`. Off without the extra `files`, and with `TOPICCRAWL_FILES`.

    Counters: `topiccrawl/files/read`, and `topiccrawl/files/unread/PROBLEM`, see `Problem`.
    """

    def __init__(self, crawler: Crawler) -> None:
        self._count = EngineView(crawler).count
        self._turns = asyncio.Semaphore(_AT_ONCE)

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Create the middleware, unless files are not read."""
        if not crawler.settings.getbool("TOPICCRAWL_FILES") or not can_read_files():
            raise NotConfigured
        return cls(crawler)

    async def process_response(self, request: Request, response: Response) -> Response:
        """Read the response if it is a file."""
        if request.callback is NO_CALLBACK or response.status != 200 or LISTING_KEY in request.meta:
            return response
        if is_html(response) or format_of(response.body, response.url) is None:
            return response
        async with self._turns:
            found = await asyncio.to_thread(read_file, response.body, response.url)
        request.meta[FILE_KEY] = found
        problem = found.problem
        self._count(f"topiccrawl/files/unread/{problem}" if problem else "topiccrawl/files/read")
        return response
