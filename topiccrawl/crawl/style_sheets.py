"""The style sheets of pages, fetched by the crawl's own downloader."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from typing import Self

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.http import Response
from scrapy.http.request import NO_CALLBACK

from topiccrawl.crawl.engine import EngineView
from topiccrawl.crawl.session import CrawlSession
from topiccrawl.crawl.url_failures import Dropped, failure_reason
from topiccrawl.extraction.visual.sheets import MAX_BYTES, Sheets, SheetSearch, decode_sheet
from topiccrawl.page.page import Page

PAGE_SECONDS = 10.0
"""Seconds that a page waits for its sheets; a later sheet is used for the following pages."""

SHEET_SECONDS = 20.0
"""Timeout of the download of a sheet, in seconds."""

CACHED_CHARACTERS = 32_000_000
"""Maximum size of the cache; the least recently used sheets are removed first."""

CACHED_SHEETS = 10_000
"""Maximum number of URLs in the cache, those without a sheet included."""

_META = {
    "dont_retry": True,
    "download_timeout": SHEET_SECONDS,
    "download_maxsize": MAX_BYTES,
    "download_warnsize": 0,
}
Download = Callable[[Request], Awaitable[Response]]


class StyleSheets:
    """Fetches the style sheets of pages, each once in a crawl.

    The requests go through all downloader middlewares, with the delays of their host: robots.txt is obeyed,
    private addresses are refused, also as the target of a redirect, and a paused host gets no request. A
    sheet that cannot be read is left out; the page is extracted without it.

    Counters: `topiccrawl/style_sheets/fetched`, and one for each reason why a sheet is missing: `status_404`
    and other status codes, `robots`, `private_address`, `too_large`, `slow` (its page waited for
    `PAGE_SECONDS`), `timeout`, `not_css`, `host_pauses`, and the reasons of failed downloads.

    Args:
        download: downloads a request, with all middlewares.
        is_paused: whether the host of a request pauses.
        count: counts a reason.
    """

    def __init__(
        self, download: Download, is_paused: Callable[[Request], bool], count: Callable[[str], None]
    ) -> None:
        self._download = download
        self._is_paused = is_paused
        self._count = count
        self._cache: OrderedDict[str, asyncio.Task[str | None]] = OrderedDict()
        self._size = 0

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Create the reader of a topic crawl."""
        engine, session = EngineView(crawler), CrawlSession.of(crawler)
        return cls(
            engine.download,
            session.is_paused,
            lambda reason: engine.count(f"topiccrawl/style_sheets/{reason}"),
        )

    async def of(self, page: Page) -> Sheets:
        """Return the sheets of a page that could be read in `PAGE_SECONDS`."""
        search = SheetSearch(page)
        deadline = time.monotonic() + PAGE_SECONDS
        while urls := search.wanted():
            search.add(await self._read_all(urls, deadline))
        return search.sheets

    async def _read_all(self, urls: Sequence[str], deadline: float) -> dict[str, str]:
        tasks = {url: self._task(url) for url in urls}
        # A task is not cancelled: others may wait for it, and an aborted download costs the host the same.
        _, late = await asyncio.wait(tasks.values(), timeout=max(deadline - time.monotonic(), 0))
        for _ in late:
            self._count("slow")
        texts = {url: task.result() for url, task in tasks.items() if task not in late}
        return {url: text for url, text in texts.items() if text is not None}

    def _task(self, url: str) -> asyncio.Task[str | None]:
        """Return the task that reads a sheet, from the cache if it was requested before."""
        if url not in self._cache:
            self._cache[url] = asyncio.ensure_future(self._read(url))
        self._cache.move_to_end(url)
        self._trim()
        return self._cache[url]

    def _trim(self) -> None:
        """Remove the oldest sheets from a cache that is too large."""
        while self._size > CACHED_CHARACTERS or len(self._cache) > CACHED_SHEETS:
            oldest = next((url for url, task in self._cache.items() if task.done()), None)
            if oldest is None:
                return
            self._size -= len(self._cache.pop(oldest).result() or "")

    async def _read(self, url: str) -> str | None:
        """Return the text of a sheet, None without one; no failure reaches the page."""
        try:
            request = Request(url, callback=NO_CALLBACK, meta=dict(_META))
            if self._is_paused(request):
                raise Dropped("host_pauses")
            text = _text_of(await self._download(request))
        except Exception as error:
            reason = failure_reason(error)
            if reason in ("host_pauses", "status_429", "status_503"):
                self._cache.pop(url, None)  # the host may answer later
            self._count(reason)
            return None
        self._count("fetched")
        self._size += len(text)
        return text


def _text_of(response: Response) -> str:
    """Return the text of a response.

    Raises:
        Dropped: it is no style sheet.
    """
    if response.status != 200:
        raise Dropped(f"status_{response.status}")
    text = decode_sheet(response.body, (response.headers.get("Content-Type") or b"").decode("latin-1"))
    if text is None:
        raise Dropped("not_css")
    return text
