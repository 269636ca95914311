"""Settings of a crawl that writes down how much processor time the extraction of texts took."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from scrapy import signals
from scrapy.crawler import Crawler

from topiccrawl.pipelines.extraction import ExtractionPipeline
from topiccrawl.settings import *  # noqa: F403 - a crawl with these settings is the shipped one
from topiccrawl.settings import EXTENSIONS as SHIPPED

RESULT = "extraction-seconds.txt"
"""File in the working directory of the crawl."""


class ExtractionTime:
    """Adds up the processor time of the pipeline that extracts texts.

    The pipeline waits for nothing but style sheets, which only the visual extractors ask for, so all time of
    its thread from its call to its result is its own.
    """

    def __init__(self, crawler: Crawler) -> None:
        self._seconds = 0.0
        process = ExtractionPipeline.process_item

        async def timed(pipeline: ExtractionPipeline, item: Any) -> Any:
            began = time.thread_time()
            try:
                return await process(pipeline, item)
            finally:
                self._seconds += time.thread_time() - began

        ExtractionPipeline.process_item = timed  # type: ignore[method-assign, assignment]
        crawler.signals.connect(self._closed, signals.spider_closed)

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> ExtractionTime:
        """Create the extension of a crawler."""
        return cls(crawler)

    def _closed(self) -> None:
        Path(RESULT).write_text(str(self._seconds), encoding="ascii")


EXTENSIONS = {**SHIPPED, f"{__name__}.ExtractionTime": 0}
