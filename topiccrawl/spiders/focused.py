"""The spider behind every topic: seeds in, candidates and links out."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from datetime import UTC, datetime
from typing import Any, Self

from scrapy import Request, Spider
from scrapy.crawler import Crawler
from scrapy.http import Response
from twisted.python.failure import Failure

from topiccrawl.crawl.drops import Dropped, failure_reason, is_passing
from topiccrawl.crawl.session import CrawlSession
from topiccrawl.crawl.start_errors import told_at_start
from topiccrawl.crawl.visit import LINK_KEY, Visit, link_context, link_priority_of
from topiccrawl.errors import TopicError
from topiccrawl.items import PageItem
from topiccrawl.priority.link_context import LinkContext
from topiccrawl.relevance.topic.seeds import parse_seeds
from topiccrawl.relevance.topic.topic import Topic
from topiccrawl.scheduler.frontier_scheduler import FrontierScheduler

_SWITCH = {"": False, "0": False, "false": False, "no": False, "1": True, "true": True, "yes": True}
_HEADERS = ("Content-Type", "Last-Modified", "ETag", "Content-Language", "X-Robots-Tag", "TDM-Reservation")
"""Response headers worth keeping: what the body is, when it changed, what its owner allows."""


class FocusedSpider(Spider):
    """Collects pages on a topic.

    Args:
        topic: a shipped topic's name or a topic folder.
        seeds: addresses, separated by commas, or a file with one address a line; they take the place of the
            topic's seeds and lift its limit on domains.
        fresh: 1 forgets which links the topic's earlier crawls knew and starts anew; the corpus stays.

    A topic or seed that cannot be used fails the crawl before its first request.
    """

    topic_name = ""

    def __init__(self, topic: str = "", seeds: str | None = None, fresh: str = "", **kwargs: Any) -> None:
        unknown = kwargs.keys() - {"_job", "_version"}  # scrapyd's own
        if unknown:
            raise ValueError(f"unknown spider argument {sorted(unknown)[0]!r}; known: fresh, seeds, topic")
        if str(fresh).lower() not in _SWITCH:
            raise ValueError(f"fresh = {fresh!r}: write 1 to start anew, 0 to go on")
        super().__init__(**kwargs)
        self.fresh = _SWITCH[str(fresh).lower()]
        chosen = topic or self.topic_name
        if not chosen:
            raise ValueError("say which topic: -a topic=NAME or -a topic=FOLDER")
        loaded = Topic.load(chosen)
        self.topic = loaded if seeds is None else loaded.with_seeds(parse_seeds(seeds))
        if not self.topic.seeds:
            raise TopicError(f"{self.topic.source}: the topic has no seeds; give some with -a seeds=URL,URL")

    @classmethod
    def from_crawler(cls, crawler: Crawler, *args: Any, **kwargs: Any) -> Self:
        """Scrapy's constructor.

        Raises:
            ValueError: an argument, the topic or a seed cannot be used.
        """
        with told_at_start():
            return super().from_crawler(crawler, *args, **kwargs)

    async def start(self) -> AsyncIterator[Any]:
        """Ask for the seeds."""
        for url in self.topic.seeds:
            yield Request(url, errback=self.failed, meta={LINK_KEY: LinkContext(seed=True)})

    def parse(self, response: Response, **kwargs: Any) -> Iterator[Any]:
        """Give out a page that may be kept, then its links."""
        visit = Visit.of(response)
        if visit is None or response.request is None:
            return
        if visit.candidate:
            yield PageItem(
                url=response.url,
                status=response.status,
                headers=_headers(response),
                body=response.body,
                fetched_at=datetime.now(UTC),
                visit=visit,
                link=link_context(response.request),
                priority=link_priority_of(response.request),
            )
        for link in visit.links:
            yield Request(link.url, errback=self.failed)

    def failed(self, failure: Failure) -> None:
        """Write down why a request brought no page; an errback for requests of derived spiders too."""
        error: Any = failure.value
        request: Request = failure.request  # type: ignore[attr-defined]
        reason = failure_reason(error)
        if not (isinstance(error, Dropped) and error.noted):
            CrawlSession.of(self.crawler).ledger.drop(request, "download", reason)
        scheduler = self.crawler.engine.scheduler
        refused_seed = reason == "private_address" and link_context(request).seed
        if isinstance(scheduler, FrontierScheduler) and (is_passing(error) or refused_seed):
            # The page may be there at another time: the URL can be put back, by hand or by the next start.
            scheduler.give_up(request, f"download: {reason}")


def _headers(response: Response) -> dict[str, str]:
    found = {}
    for name in _HEADERS:
        value = response.headers.get(name)
        if value:
            found[name] = value.decode("latin-1")
    return found
