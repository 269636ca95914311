"""The base spider of all topics."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from datetime import UTC, datetime
from typing import Any, Self

from scrapy import Request, Spider
from scrapy.crawler import Crawler
from scrapy.http import Response
from twisted.python.failure import Failure

from topiccrawl.crawl.engine import EngineView
from topiccrawl.crawl.request_meta import LINK_KEY, context_of, priority_of
from topiccrawl.crawl.session import CrawlSession
from topiccrawl.crawl.start_errors import report_start_errors
from topiccrawl.crawl.url_failures import Dropped, failure_reason, is_passing
from topiccrawl.crawl.visit import Visit
from topiccrawl.errors import TopicError
from topiccrawl.items import PageItem
from topiccrawl.priority.link_context import LinkContext
from topiccrawl.priority.strategies.contract import Outcome, VisitedPage
from topiccrawl.priority.strategies.registry import strategy_class
from topiccrawl.relevance.topic.seeds import parse_seeds
from topiccrawl.relevance.topic.topic import Topic

_SWITCH = {"": False, "0": False, "false": False, "no": False, "1": True, "true": True, "yes": True}
_HEADERS = (
    *("Content-Type", "Last-Modified", "ETag", "Content-Language"),
    *("X-Robots-Tag", "TDM-Reservation", "TDM-Policy"),
)
"""Response headers that are stored: type and date of the body, and what its owner allows."""


_WAS_READ = ("description", "settled")
"""Reasons of requests whose page was read."""


class FocusedSpider(Spider):
    """Collects pages on a topic.

    Args:
        topic: name of a shipped topic, or path of a topic folder.
        seeds: URLs separated by commas, or a file with one URL a line; they replace the seeds of the topic
            and lift its limit on domains.
        fresh: 1 deletes the links of the topic's earlier crawls and starts again; the corpus stays.
        strategy: name of a strategy; overrides the one that the topic names.

    A topic or seed that cannot be used ends the crawl before its first request.
    """

    topic_name = ""

    def __init__(
        self,
        topic: str = "",
        seeds: str | None = None,
        fresh: str = "",
        strategy: str = "",
        **kwargs: Any,
    ) -> None:
        unknown = kwargs.keys() - {"_job", "_version"}  # set by scrapyd
        if unknown:
            raise ValueError(
                f"unknown spider argument {sorted(unknown)[0]!r}; known: fresh, seeds, strategy, topic"
            )
        if str(fresh).lower() not in _SWITCH:
            raise ValueError(f"fresh = {fresh!r}: write 1 to start again, 0 to continue")
        super().__init__(**kwargs)
        self.fresh = _SWITCH[str(fresh).lower()]
        chosen = topic or self.topic_name
        if not chosen:
            raise ValueError("name a topic: -a topic=NAME or -a topic=FOLDER")
        loaded = Topic.load(chosen)
        self.topic = loaded if seeds is None else loaded.with_seeds(parse_seeds(seeds))
        strategy_class(self.topic, strategy)  # reports a mistyped name before anything starts
        self.strategy = strategy
        if not self.topic.seeds:
            raise TopicError(f"{self.topic.source}: the topic has no seeds; give some with -a seeds=URL,URL")

    @classmethod
    def from_crawler(cls, crawler: Crawler, *args: Any, **kwargs: Any) -> Self:
        """Create the spider.

        Raises:
            ValueError: an argument, the topic or a seed cannot be used.
        """
        with report_start_errors():
            return super().from_crawler(crawler, *args, **kwargs)

    async def start(self) -> AsyncIterator[Any]:
        """Yield the requests of the seeds."""
        for url in self.topic.seeds:
            yield Request(url, errback=self.failed, meta={LINK_KEY: LinkContext(seed=True)})

    def parse(self, response: Response, **kwargs: Any) -> Iterator[Any]:
        """Yield the page if it may be kept, then its links."""
        visit = Visit.of(response)
        if visit is None or response.request is None:
            return
        if visit.passage.candidate:
            yield PageItem(
                url=response.url,
                status=response.status,
                headers=_headers(response),
                body=response.body,
                fetched_at=datetime.now(UTC),
                visit=visit,
                link=context_of(response.request),
                priority=priority_of(response.request),
            )
        for link in visit.links:
            yield Request(link.url, errback=self.failed, meta={LINK_KEY: visit.context(link)})

    def failed(self, failure: Failure) -> Iterator[Request]:
        """Write why a request gave no page; an errback that derived spiders may use too.

        Yields:
            A request for another URL of the same page, if the crawl knows one.
        """
        error: Any = failure.value
        request: Request = failure.request  # type: ignore[attr-defined]
        reason = failure_reason(error)
        session = CrawlSession.of(self.crawler)
        if not (isinstance(error, Dropped) and error.noted):
            session.ledger.drop(request, "download", reason)
            session.visited(VisitedPage(request.url, Outcome.FAILED))
        # A page that was read and is off the topic is so under its other URLs, too.
        other = None
        if reason not in _WAS_READ:
            tried = [*request.meta.get("redirect_urls", []), request.url]
            other = session.twin_request(request, tried, self.failed)
        if other is not None:
            yield other
            return
        scheduler = EngineView(self.crawler).scheduler
        refused_seed = reason == "private_address" and context_of(request).seed
        if scheduler is not None and (is_passing(error) or refused_seed):
            # The page may be available later: the URL can be put back by hand or by the next start.
            scheduler.give_up(request, f"download: {reason}")


def _headers(response: Response) -> dict[str, str]:
    values = ((name, response.headers.get(name)) for name in _HEADERS)
    return {name: value.decode("latin-1") for name, value in values if value}
