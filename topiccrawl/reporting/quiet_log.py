"""Removes the lines that Scrapy logs at every start, and says the others in the language of the terminal."""

from __future__ import annotations

import logging

from scrapy.settings import BaseSettings

from topiccrawl.messages import Message
from topiccrawl.text.language import language, localized, marked, translated

_MESSAGES = {
    "scrapy.addons": ("Enabled addons",),
    "scrapy.middleware": ("Enabled %(",),
    "scrapy.crawler": ("Overridden settings",),
    # The progress line has these numbers and more.
    "scrapy.extensions.logstats": ("Crawled %(",),
}
"""Beginnings of the removed messages by logger."""


# Of Scrapy: the frame of each log.
OF_SCRAPY = (
    marked("Scrapy %(version)s started (bot: %(bot)s)"),
    marked("Disabled %(clspath)s: %(eargs)s"),
    marked("Spider opened"),
    marked("Closing spider (%(reason)s)"),
    marked("Spider closed (%(reason)s)"),
)


class TranslatedRecord(logging.LogRecord):
    """A record whose message, and the errors in it, are said in the language of the terminal."""

    def getMessage(self) -> str:  # noqa: N802 - of logging
        """Return the message."""
        text = translated(str(self.msg))
        if not self.args:
            return text
        if isinstance(self.args, tuple):
            return text % tuple(map(_value, self.args))
        return text % {name: _value(one) for name, one in self.args.items()}


def _value(one: object) -> object:
    return localized(one) if isinstance(one, Message | BaseException) else one


def translate_log(settings: BaseSettings) -> None:
    """Say messages in the language of the terminal from now on; records as JSON stay English."""
    if language() != "en" and not settings.getbool("TOPICCRAWL_LOG_JSON"):
        logging.setLogRecordFactory(TranslatedRecord)


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
