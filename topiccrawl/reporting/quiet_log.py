"""Keeps what Scrapy tells of itself at every start out of the log, unless it is wanted."""

from __future__ import annotations

import logging

from scrapy.settings import BaseSettings

_SAID = {
    "scrapy.addons": ("Enabled addons",),
    "scrapy.middleware": ("Enabled %(",),
    "scrapy.crawler": ("Overridden settings",),
    # The crawl's own line has these numbers and more.
    "scrapy.extensions.logstats": ("Crawled %(",),
}
"""Beginnings of messages by the logger they come from."""


class _StartFilter(logging.Filter):
    def filter(self, record: logging.LogRecord) -> bool:
        return not (
            record.levelno == logging.INFO and str(record.msg).startswith(_SAID.get(record.name, ("\0",)))
        )


_FILTER = _StartFilter()


def quiet_start(settings: BaseSettings) -> None:
    """Leave out lists of settings, extensions and middlewares; `LOG_LEVEL=DEBUG` shows them."""
    debug = str(settings.get("LOG_LEVEL")).upper() in ("DEBUG", "NOTSET", "10", "0")
    for name in _SAID:
        change = logging.Logger.removeFilter if debug else logging.Logger.addFilter
        change(logging.getLogger(name), _FILTER)
