"""Log records as JSON, one object a line."""

from __future__ import annotations

import json
import logging
from datetime import UTC, datetime

from scrapy import Request, Spider
from scrapy.settings import BaseSettings
from scrapy.utils.log import TopLevelFormatter, configure_logging

from topiccrawl.reporting.passwords import without_password


class JsonFormatter(logging.Formatter):
    """Formats a record with time, level, logger, message, and spider, URL and error if it has them."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the record as one line."""
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": without_password(record.getMessage()),
        }
        spider = getattr(record, "spider", None)
        if isinstance(spider, Spider):
            line["spider"] = spider.name
        arguments = record.args if isinstance(record.args, dict) else {}
        request = arguments.get("request")
        if isinstance(request, Request):
            line["url"] = request.url
        if record.exc_info and record.exc_info[1] is not None:
            line["error"] = type(record.exc_info[1]).__name__
            line["traceback"] = without_password(self.formatException(record.exc_info))
        return json.dumps(line, ensure_ascii=False, default=str)


def log_as_json(settings: BaseSettings) -> bool:
    """Write the log as JSON when `TOPICCRAWL_LOG_JSON` is on; return whether it is.

    The handler is not Scrapy's own: Scrapy replaces that one, and its formatter, when a crawl starts.
    """
    if not settings.getbool("TOPICCRAWL_LOG_JSON"):
        return False
    settings.set("LOG_INSTALL_ROOT_HANDLER", False, "cmdline")
    configure_logging(settings)  # type: ignore[arg-type]
    if not any(isinstance(handler.formatter, JsonFormatter) for handler in logging.root.handlers):
        logging.root.setLevel(logging.NOTSET)
        logging.root.addHandler(_handler(settings))
    return True


def _handler(settings: BaseSettings) -> logging.Handler:
    """Return the handler of Scrapy's settings `LOG_*`."""
    handler: logging.Handler
    if file := settings.get("LOG_FILE"):
        mode = "a" if settings.getbool("LOG_FILE_APPEND") else "w"
        handler = logging.FileHandler(file, mode=mode, encoding=settings.get("LOG_ENCODING"))
    elif settings.getbool("LOG_ENABLED"):
        handler = logging.StreamHandler()
    else:
        handler = logging.NullHandler()
    handler.setFormatter(JsonFormatter())
    handler.setLevel(settings.get("LOG_LEVEL"))
    if settings.getbool("LOG_SHORT_NAMES"):
        handler.addFilter(TopLevelFormatter(["scrapy"]))
    return handler
