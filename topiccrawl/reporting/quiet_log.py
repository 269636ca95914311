"""Removes the lines that Scrapy logs at every start."""

from __future__ import annotations

import logging

from scrapy.settings import BaseSettings

_MESSAGES = {
    "scrapy.addons": ("Enabled addons",),
    "scrapy.middleware": ("Enabled %(",),
    "scrapy.crawler": ("Overridden settings",),
    # The progress line has these numbers and more.
    "scrapy.extensions.logstats": ("Crawled %(",),
}
"""Beginnings of the removed messages by logger."""


class _StartFilter(logging.Filter):
    def filter(self, record: logging.LogRecord) -> bool:
        return not (
            record.levelno == logging.INFO and str(record.msg).startswith(_MESSAGES.get(record.name, ("\0",)))
        )


_FILTER = _StartFilter()


def quiet_start(settings: BaseSettings) -> None:
    """Filter the lists of settings, extensions and middlewares; `LOG_LEVEL=DEBUG` shows them."""
    debug = str(settings.get("LOG_LEVEL")).upper() in ("DEBUG", "NOTSET", "10", "0")
    for name in _MESSAGES:
        change = logging.Logger.removeFilter if debug else logging.Logger.addFilter
        change(logging.getLogger(name), _FILTER)
