"""Settings of a crawl that writes down how much processor time the extraction of texts took."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from scrapy import signals
from scrapy.crawler import Crawler

from topiccrawl import extraction
from topiccrawl.page.page import Page
from topiccrawl.pipelines.extraction import ExtractionPipeline
from topiccrawl.settings import *  # noqa: F403 - a crawl with these settings is the shipped one
from topiccrawl.settings import EXTENSIONS as SHIPPED

RESULT = "extraction-seconds.txt"
"""File in the working directory of the crawl."""


class ExtractionTime:
    """Adds up the processor time of the extraction of texts, wherever a crawl asks for it.

    The description gate needs a page's kind, and so its body, long before the pipeline that extracts texts:
    what that pipeline finds ready was computed in `Page.once` by a function of `topiccrawl.extraction`. Both
    count, and what they call does not count twice. Parsing the page does not count, unless it happens there.
    """

    def __init__(self, crawler: Crawler) -> None:
        self._seconds = 0.0
        self._counting = False
        process, once = ExtractionPipeline.process_item, Page.once

        async def timed(pipeline: ExtractionPipeline, item: Any) -> Any:
            # It waits for nothing but style sheets, which only one of the visual extractors asks for.
            with self._counted():
                return await process(pipeline, item)

        def timed_once(page: Page, read: Callable[[Page], Any]) -> Any:
            if not read.__module__.startswith(extraction.__name__):
                return once(page, read)
            with self._counted():
                return once(page, read)

        ExtractionPipeline.process_item = timed  # type: ignore[method-assign, assignment]
        Page.once = timed_once  # type: ignore[method-assign, assignment]
        crawler.signals.connect(self._closed, signals.spider_closed)

    @contextmanager
    def _counted(self) -> Iterator[None]:
        if self._counting:
            yield
            return
        self._counting, began = True, time.thread_time()
        try:
            yield
        finally:
            self._seconds += time.thread_time() - began
            self._counting = False

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> ExtractionTime:
        """Create the extension of a crawler."""
        return cls(crawler)

    def _closed(self) -> None:
        Path(RESULT).write_text(str(self._seconds), encoding="ascii")


EXTENSIONS = {**SHIPPED, f"{__name__}.ExtractionTime": 0}
