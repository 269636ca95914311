"""The spider behind every topic: seeds in, candidates and links out."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from datetime import UTC, datetime
from pathlib import Path
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
from topiccrawl.relevance.topic.topic import Topic, is_http_url
from topiccrawl.scheduler.frontier_scheduler import FrontierScheduler
from topiccrawl.text.files.size_limit import read_bounded
from topiccrawl.text.files.utf8 import decode_utf8

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
        self.topic = loaded if seeds is None else with_seeds(loaded, parse_seeds(seeds))
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


def parse_seeds(seeds: str) -> tuple[str, ...]:
    """Addresses separated by commas, or the lines of a file.

    Raises:
        TopicError: an address is none, the file cannot be read, or nothing is in it.
    """
    if not seeds.strip():
        raise TopicError("seeds is empty: write -a seeds=URL,URL or a file, or leave it out")
    if is_http_url(seeds):
        found = [(f"seeds: {part.strip()!r}", part.strip()) for part in seeds.split(",") if part.strip()]
    else:
        try:
            data = read_bounded(Path(seeds))
        except (OSError, ValueError) as error:
            said = getattr(error, "strerror", None) or error
            raise TopicError(f"seeds: {seeds!r} is neither an address nor a readable file ({said})") from None
        lines = decode_utf8(data, f"seeds: {seeds}", TopicError).splitlines()
        stripped = [(number, line.split("#", 1)[0].strip()) for number, line in enumerate(lines, 1)]
        found = [(f"{seeds}:{number}: {line!r}", line) for number, line in stripped if line]
    for where, url in found:
        if not is_http_url(url):
            raise TopicError(f"{where} is not an http or https address")
    if not found:
        raise TopicError(f"seeds: {seeds!r} holds no address")
    return tuple(dict.fromkeys(url for _, url in found))


def with_seeds(topic: Topic, seeds: tuple[str, ...]) -> Topic:
    """The topic with other seeds and no limit on domains."""
    from dataclasses import replace

    return replace(topic, seeds=seeds, domains=())


def _headers(response: Response) -> dict[str, str]:
    found = {}
    for name in _HEADERS:
        value = response.headers.get(name)
        if value:
            found[name] = value.decode("latin-1")
    return found
