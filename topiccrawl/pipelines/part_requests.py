"""Base class of the pipelines that fetch parts of an article, within the lease of its first page."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.http import Response
from scrapy.http.request import NO_CALLBACK

from topiccrawl.crawl.session import CrawlSession
from topiccrawl.crawl.url_failures import Dropped
from topiccrawl.items import stored_headers
from topiccrawl.middlewares.challenges import is_challenge
from topiccrawl.middlewares.content import is_html
from topiccrawl.page.page import Page
from topiccrawl.pipelines.extraction import ExtractionPipeline
from topiccrawl.pipelines.page_pipeline import PagePipeline
from topiccrawl.storage.records import PartRecord
from topiccrawl.text.documents.formats import is_file_body

_MOST_BYTES = 10_000_000


@dataclass(frozen=True)
class FetchedPart:
    """A part of an article as it was fetched.

    Attributes:
        page: the page, to be read.
        record: what is stored of it.
    """

    page: Page
    record: PartRecord

    @property
    def url(self) -> str:
        """Its URL, after redirects."""
        return self.record.url


class PartsPipeline(PagePipeline):
    """Fetches parts of articles through all downloader middlewares and with the delays of their host.

    Attributes:
        seconds: that the parts of a page may take.
        extraction: reads pages; None before the crawl opens, and where the project has no such pipeline.
    """

    def __init__(self, crawler: Crawler, session: CrawlSession) -> None:
        super().__init__(crawler, session)
        self.seconds = crawler.settings.getfloat("TOPICCRAWL_PARTS_SECONDS")
        self.extraction: ExtractionPipeline | None = None

    def open_spider(self) -> None:
        """Find the pipeline that reads pages."""
        self.extraction = self.crawler.get_item_pipeline(ExtractionPipeline)

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
        return FetchedPart(page, _record(response))

    async def fetch_file(self, url: str, first: str) -> PartRecord:
        """Fetch a file; see `fetch`.

        Raises:
            Dropped: with the reason, if the answer is a page.
            Exception: any error of the download.
        """
        response = await self._answer(url, first)
        if is_html(response):
            raise Dropped("not_a_file")
        return _record(response)

    async def _answer(self, url: str, first: str) -> Response:
        meta = {"download_maxsize": _MOST_BYTES, "download_warnsize": 0}
        request = Request(url, callback=NO_CALLBACK, headers={"Referer": first}, meta=meta)
        if self.session.is_paused(request):
            raise Dropped("host_pauses")
        response = await self.engine.fetch(request)
        if is_challenge(response):
            raise Dropped("challenge")
        if response.status != 200:
            raise Dropped(f"status_{response.status}")
        return response


def _record(response: Response) -> PartRecord:
    headers = stored_headers(response)
    return PartRecord(response.url, datetime.now(UTC), response.status, headers, response.body)
