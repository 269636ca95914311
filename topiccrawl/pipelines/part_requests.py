"""Requests for the parts of an article, within the lease of its first page."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from scrapy import Request
from scrapy.http import Response
from scrapy.http.request import NO_CALLBACK

from topiccrawl.crawl.session import Component
from topiccrawl.crawl.url_failures import Dropped
from topiccrawl.items import stored_headers
from topiccrawl.middlewares.challenges import is_challenge
from topiccrawl.middlewares.content import is_html
from topiccrawl.page.page import Page
from topiccrawl.storage.records import PartRecord
from topiccrawl.text.documents.formats import is_file_body

_MOST_BYTES = 10_000_000


@dataclass(frozen=True)
class FetchedPart:
    """A part of an article as it was fetched.

    Attributes:
        url: its URL, after redirects.
        page: the page, to be read.
        fetched_at: when it was fetched.
        status: HTTP status.
        headers: those that are stored.
        body: as fetched.
    """

    url: str
    page: Page
    fetched_at: datetime
    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def record(self) -> PartRecord:
        """Return the record that is stored with the page."""
        return PartRecord(self.url, self.fetched_at, self.status, self.headers, self.body)


class PartRequests:
    """Fetches parts of articles through all downloader middlewares and with the delays of their host.

    Args:
        pipeline: reads the articles.
    """

    def __init__(self, pipeline: Component) -> None:
        self._engine = pipeline.engine
        self._session = pipeline.session

    async def fetch(self, url: str, first: str, *, may_be_data: bool = False) -> FetchedPart:
        """Fetch a page.

        Args:
            url: of the page.
            first: URL of the page that links to it, which is sent as the referrer.
            may_be_data: whether the answer may be data or text of any other type.

        Raises:
            Dropped: with the reason, if the answer is no page.
            Exception: any error of the download.
        """
        response = await self._answer(url, first)
        if not (is_html(response) or may_be_data) or is_file_body(response.body):
            raise Dropped("not_html")
        content_type = (response.headers.get("Content-Type") or b"").decode("latin-1")
        page = Page.from_bytes(response.body, response.url, content_type)
        return FetchedPart(
            response.url, page, datetime.now(UTC), response.status, stored_headers(response), response.body
        )

    async def fetch_file(self, url: str, first: str) -> PartRecord:
        """Fetch a file; see `fetch`.

        Raises:
            Dropped: with the reason, if the answer is a page.
            Exception: any error of the download.
        """
        response = await self._answer(url, first)
        if is_html(response):
            raise Dropped("not_a_file")
        headers = stored_headers(response)
        return PartRecord(response.url, datetime.now(UTC), response.status, headers, response.body)

    async def _answer(self, url: str, first: str) -> Response:
        meta = {"download_maxsize": _MOST_BYTES, "download_warnsize": 0}
        request = Request(url, callback=NO_CALLBACK, headers={"Referer": first}, meta=meta)
        if self._session.is_paused(request):
            raise Dropped("host_pauses")
        response = await self._engine.fetch(request)
        if is_challenge(response):
            raise Dropped("challenge")
        if response.status != 200:
            raise Dropped(f"status_{response.status}")
        return response
