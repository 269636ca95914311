"""Downloader middleware that records all responses of a crawl for replays."""

from __future__ import annotations

import logging
import sqlite3
from pathlib import Path
from typing import Self

from scrapy import Request, signals
from scrapy.crawler import Crawler
from scrapy.exceptions import NotConfigured
from scrapy.http import Response

from topiccrawl.crawl.checks.start_errors import report_start_errors
from topiccrawl.errors import EvaluationError
from topiccrawl.experiments.replay import capture
from topiccrawl.messages import said

logger = logging.getLogger(__name__)

_REDIRECTS = frozenset((301, 302, 303, 307, 308))
_SECRET = (b"set-cookie", b"set-cookie2")
"""Headers that may hold the session of a log-in."""
_SAVED_EVERY = 100
"""Responses that a kill may cost."""


class Recording:
    """Writes every response to the capture that the setting `TOPICCRAWL_RECORD` names.

    `topiccrawl replay compare` crawls it. Redirects, errors and robots.txt are recorded too, as is what the
    crawl drops. Several crawls may add to one file, one after the other.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._unsaved = 0
        try:
            self._capture: capture.Capture | None = capture.Capture(path, create=not path.exists())
        except (sqlite3.Error, EvaluationError) as error:
            raise EvaluationError("{name}: {error}", name="TOPICCRAWL_RECORD", error=said(error)) from error

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Create the middleware if there is a file to write to."""
        path = crawler.settings.get("TOPICCRAWL_RECORD")
        if not path:
            raise NotConfigured
        corpus = crawler.settings.get("TOPICCRAWL_DATABASE_URL") or ""
        with report_start_errors():
            if Path(corpus.removeprefix("sqlite:///")).resolve() == Path(path).resolve():
                raise EvaluationError("TOPICCRAWL_RECORD = {path}: is the database of the crawl", path=path)
            recording = cls(Path(path))
        crawler.signals.connect(recording.redirected, signals.response_downloaded)
        crawler.signals.connect(recording.close, signals.spider_closed)
        return recording

    def process_response(self, request: Request, response: Response) -> Response:
        """Record a response."""
        self._record(request, response)
        return response

    def redirected(self, response: Response, request: Request) -> None:
        """Record a redirect, which the middleware nearer to the downloader does not pass on."""
        if response.status in _REDIRECTS:
            self._record(request, response)

    def _record(self, request: Request, response: Response) -> None:
        if self._capture is None:
            return
        headers = {
            name.decode("latin-1").lower(): value.decode("latin-1")
            for name in response.headers
            if name.lower() not in _SECRET and (value := response.headers.get(name)) is not None
        }
        try:
            self._capture.add(capture.Response(request.url, response.status, headers, response.body))
            self._unsaved += 1
            if self._unsaved >= _SAVED_EVERY:
                self._capture.save()
                self._unsaved = 0
        except (sqlite3.Error, EvaluationError) as error:  # the crawl continues without recording
            logger.error("%s: recording ends: %s", self._path, error)
            self._capture = None

    def close(self) -> None:
        """Write what is left and close the file."""
        recorded, self._capture = self._capture, None
        if recorded is None:
            return
        try:
            with recorded:
                recorded.save()
        except sqlite3.Error as error:
            logger.error("%s: the last responses are not recorded: %s", self._path, error)
