"""Log lines of items: the URL instead of the whole page."""

from __future__ import annotations

import logging
from typing import Any

from scrapy import Spider
from scrapy.http import Response
from scrapy.logformatter import LogFormatter, LogFormatterResult
from twisted.python.failure import Failure

from topiccrawl.items import PageItem


class PageLogFormatter(LogFormatter):
    """Scrapy's log formatter, which logs pages by their URL."""

    def scraped(self, item: Any, response: Response | Failure | None, spider: Spider) -> LogFormatterResult:
        """Return the line of a kept page."""
        if not isinstance(item, PageItem):
            return super().scraped(item, response, spider)
        return {"level": logging.DEBUG, "msg": "Kept %(url)s", "args": {"url": item.url}}

    def dropped(
        self, item: Any, exception: BaseException, response: Response | Failure | None, spider: Spider
    ) -> LogFormatterResult:
        """Return the line of a dropped page."""
        line = super().dropped(item, exception, response, spider)
        if isinstance(item, PageItem):
            line["msg"] = "Dropped: %(exception)s (%(url)s)"
            line["args"] = {"exception": exception, "url": item.url}
        return line

    def item_error(
        self, item: Any, exception: BaseException, response: Response | Failure | None, spider: Spider
    ) -> LogFormatterResult:
        """Return the line of a page on which a pipeline failed."""
        line = super().item_error(item, exception, response, spider)
        if isinstance(item, PageItem):
            line["msg"], line["args"] = "Error processing %(url)s", {"url": item.url}
        return line
