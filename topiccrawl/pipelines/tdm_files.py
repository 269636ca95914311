"""The files tdmrep.json of the sites of a crawl."""

from __future__ import annotations

import asyncio
import time
from typing import Self
from urllib.parse import urlsplit

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.http.request import NO_CALLBACK
from scrapy.utils.datatypes import LocalCache

from topiccrawl.access.tdmrep import MAX_BYTES, PATH, TdmFile, TdmReservation, parse_tdm_file
from topiccrawl.crawl.engine import EngineView
from topiccrawl.crawl.url_failures import failure_reason

SECONDS = 10.0
"""Seconds that a page waits for the file of its site."""
TERM = 86400.0
"""Seconds for which a file is used."""
_SITES = 20_000
_META = {
    "dont_retry": True,
    "download_timeout": SECONDS,
    "download_maxsize": MAX_BYTES,
    "download_warnsize": 0,
}


class TdmFiles:
    """Fetches the file tdmrep.json of each site that a page is stored of, once a day.

    A site without a readable file reserves nothing, and no page is lost for it.

    Counters: `topiccrawl/rights/tdm_files`, the files found; `topiccrawl/rights/tdm_unread/REASON`, the files
    that could not be fetched, and `.../late`, the pages that did not wait any longer for theirs.
    """

    def __init__(self, crawler: Crawler) -> None:
        self._engine = EngineView(crawler)
        self._files: LocalCache[str, tuple[float, asyncio.Task[TdmFile]]] = LocalCache(_SITES)

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self | None:
        """Create the reader; None when `TOPICCRAWL_TDM_FILES` is off."""
        return cls(crawler) if crawler.settings.getbool("TOPICCRAWL_TDM_FILES") else None

    async def of(self, url: str) -> TdmReservation | None:
        """Return what the file of its site says about a URL."""
        if self._engine.engine is None or self._engine.is_closing:
            return None
        parts = urlsplit(url)
        site = f"{parts.scheme}://{parts.netloc}"
        made, task = self._files.get(site, (0.0, None))
        if task is None or time.monotonic() - made > TERM:
            task = asyncio.ensure_future(self._read(site + PATH))
            self._files[site] = (time.monotonic(), task)
        done, _ = await asyncio.wait([task], timeout=SECONDS)
        if not done:
            self._engine.count("topiccrawl/rights/tdm_unread/late")
            return None
        return task.result().of(url)

    async def _read(self, url: str) -> TdmFile:
        """Return a file; no failure reaches the page."""
        try:
            response = await self._engine.download(Request(url, callback=NO_CALLBACK, meta=dict(_META)))
        except Exception as error:  # a site that does not deliver the file has none
            self._engine.count(f"topiccrawl/rights/tdm_unread/{failure_reason(error)}")
            return TdmFile()
        if response.status >= 500 or response.status == 429:
            self._engine.count(f"topiccrawl/rights/tdm_unread/status_{response.status}")
        file = parse_tdm_file(response.body) if response.status == 200 else TdmFile()
        if file.rules:
            self._engine.count("topiccrawl/rights/tdm_files")
        return file
