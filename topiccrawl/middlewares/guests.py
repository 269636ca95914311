"""Middlewares for spiders that know nothing of topics (`TOPICCRAWL_TOPIC`)."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.exceptions import NotConfigured
from scrapy.http import Response
from scrapy.http.request import NO_CALLBACK

from topiccrawl.crawl.request_meta import link_of
from topiccrawl.crawl.session import Component, CrawlSession
from topiccrawl.crawl.url_failures import PAGE_STATUS, failure_reason, is_passing, is_passing_status
from topiccrawl.crawl.visit import Visit
from topiccrawl.items import PageItem
from topiccrawl.priority.strategies.contract import Outcome, VisitedPage


class GuestComponent(Component):
    """A component for spiders without a topic of their own.

    Raises:
        NotConfigured: the spider has a topic of its own.
    """

    def __init__(self, crawler: Crawler, session: CrawlSession) -> None:
        super().__init__(crawler, session)
        if not session.is_guest:
            raise NotConfigured


class GuestPages(GuestComponent):
    """Spider middleware that stores the pages that a spider is called with, and drops items off the topic.

    Each page that the description gate takes for a candidate is extracted, judged and stored, before the
    first item or request of its callback is passed on. Items from a page that the verdict rejects are dropped
    and counted under `topiccrawl/guests/items_off_topic`; those of list pages, and of responses that are not
    HTML, are passed on. Its requests are passed on in any case: the scheduler judges each of them.
    """

    async def process_spider_output(
        self, response: Response, result: AsyncIterator[Any]
    ) -> AsyncIterator[Any]:
        """Yield requests, and the items of pages that are not off the topic."""
        visit = Visit.of(response)
        is_rejected = (
            visit is not None and visit.passage.candidate and await self._is_rejected(response, visit)
        )
        async for one in result:
            if not is_rejected or isinstance(one, Request):
                yield one
            else:
                self.count("topiccrawl/guests/items_off_topic")

    async def _is_rejected(self, response: Response, visit: Visit) -> bool:
        """Store a page; return whether the verdict rejects it."""
        if (process := self.engine.process_page) is None:
            return False
        page = PageItem.of(response, visit)
        await process(page)
        return page.verdict is not None and not page.verdict.kept


class GuestFailures(GuestComponent):
    """Downloader middleware that writes why a request gave no page.

    In crawls of topiccrawl's own spiders their errback does. The errbacks of a guest are called as always.
    """

    def process_response(self, request: Request, response: Response) -> Response:
        """Write the status of a response without a page."""
        if request.callback is not NO_CALLBACK and response.status not in PAGE_STATUS:
            reason = f"status_{response.status}"
            self._write(request, "gate", reason, is_passing=is_passing_status(response.status))
        return response

    def process_exception(self, request: Request, exception: Exception) -> None:
        """Write why a download failed for good; retries are over here."""
        if request.callback is not NO_CALLBACK:
            reason = failure_reason(exception)
            self._write(request, "download", reason, is_passing=is_passing(exception))

    def _write(self, request: Request, stage: str, reason: str, *, is_passing: bool) -> None:
        self.session.ledger.drop(link_of(request), stage, reason)
        self.session.visited(VisitedPage(request.url, Outcome.FAILED))
        scheduler = self.engine.scheduler
        if is_passing and scheduler is not None:
            scheduler.give_up(request, f"{stage}: {reason}")
