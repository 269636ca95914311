"""A crawl of a capture: the parts of the live crawl, with a model of the downloader and of time."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from math import inf
from random import Random
from urllib.parse import urlsplit

from topiccrawl.dedup.host_copies import HostCopies
from topiccrawl.experiments.replay.capture import Capture
from topiccrawl.experiments.replay.captured_page import CapturedPage
from topiccrawl.experiments.replay.clock import Clock, Countdown, Event, Turns
from topiccrawl.experiments.replay.downloads import Downloads
from topiccrawl.experiments.replay.judging import Judged, PageJudge
from topiccrawl.experiments.replay.model import STORE_STEPS, CrawlModel
from topiccrawl.experiments.replay.request_queue import Request, RequestQueue, host_of
from topiccrawl.experiments.replay.trace import Fetched, Trace
from topiccrawl.page.anchors.link import Link
from topiccrawl.priority.leads import FEWEST_OF_A_LIST, HEADLINE, ListedLinks, followed
from topiccrawl.priority.link_context import LinkContext
from topiccrawl.priority.strategies.contract import (
    FetchedPage,
    Outcome,
    Passage,
    Strategy,
    VisitedPage,
)
from topiccrawl.priority.two_step.waiting import WaitingVerdicts


class ReplayedCrawl:
    """Crawls a capture with a strategy in simulated time.

    Links compete only when their page has arrived and been read. The same seed gives the same course.

    Args:
        capture: the web.
        strategy: decides about pages and links; a fresh one, as it learns.
        model: how the crawl behaves in time.
        seed: of the random numbers.
    """

    def __init__(self, capture: Capture, strategy: Strategy, model: CrawlModel, seed: int = 0) -> None:
        self._capture = capture
        self._strategy = strategy
        self._model = model
        self._clock = Clock()
        self._turns = Turns(self._clock)
        self._downloads = Downloads(model, self._clock, Random(seed))  # noqa: S311 - a simulation
        self._queue = RequestQueue(strategy, model, self._clock, self._downloads)
        self._judge = PageJudge(strategy, model)
        self._copies = HostCopies()
        self._trace = Trace()
        self._waiting: dict[str, Fetched] = {}  # pages whose verdict waits, by URL
        self._robots: dict[str, list[Event] | None] = {}  # None: it has been fetched

    def run(self, seeds: Sequence[str], budget: int, seconds: float = inf) -> Trace:
        """Crawl from seeds until `budget` HTML pages are fetched, the time is over, or no link is left.

        Args:
            seeds: URLs to start from.
            budget: most HTML pages to fetch.
            seconds: maximum simulated time.
        """
        began = time.process_time()
        for url in seeds:
            self._queue.push_seed(url)
        self._send()
        # Without an event nothing can change but the time: the end of the seeds' head start.
        while (
            len(self._trace.pages) < budget
            and self._clock.now < seconds
            and (self._clock.step() or self._queue.wait_for_head_start(self._send))
        ):
            pass
        trace = self._trace
        if not self._queue.waiting:
            if isinstance(self._strategy, WaitingVerdicts):
                self._strategy.end_waiting()
            self._settle()
        trace.seconds, trace.cpu = self._clock.now, time.process_time() - began
        trace.left = self._queue.waiting
        return trace

    @property
    def sent(self) -> list[tuple[str, float]]:
        """Host and simulated time of every request, those for robots.txt included."""
        return self._downloads.sent

    # --- the engine ---

    def _send(self) -> None:
        """Send requests while there is room."""
        while (found := self._queue.pop()) is not None:
            self._after_robots(*found)

    def _after_robots(self, request: Request, score: float) -> None:
        """Fetch a URL when the robots.txt of its host is there and allows it, with the delay it asks for."""
        parts = urlsplit(request.url)
        origin = f"{parts.scheme}://{parts.netloc}"

        def go_on() -> None:
            rules = self._capture.robots(request.url, self._model.user_agent)
            delay = rules.crawl_delay or 0.0
            if delay > self._model.max_crawl_delay or not rules.allows(request.url):
                self._trace.robots += 1
                self._queue.downloaded(request, is_page=False)
                self._fail(request)
                return
            if delay:
                self._downloads.slow_down(request.host, delay)
            self._downloads.fetch(request.host, lambda latency: self._arrived(request, score, latency))

        waiting = self._robots.setdefault(origin, [])
        if waiting is None:
            go_on()
            return
        waiting.append(go_on)
        if len(waiting) == 1:
            self._downloads.fetch(request.host, lambda latency: self._robots_arrived(origin, latency))

    def _robots_arrived(self, origin: str, latency: float) -> None:
        self._downloads.finish(host_of(origin), latency, True)
        waiting, self._robots[origin] = self._robots[origin], None
        for go_on in waiting or ():
            go_on()

    def _arrived(self, request: Request, score: float, latency: float) -> None:
        self._trace.requests += 1
        found = self._capture.get(request.url)
        is_page = found is not None and bool(found.page)
        self._trace.missing += found is None

        def handle() -> None:
            self._downloads.finish(request.host, latency, is_page)
            self._queue.downloaded(request, is_page=is_page)
            if found is not None and found.page:
                self._gate(request, score, self._capture.page(found))
            else:
                if found is not None and found.target:
                    self._queue.push_target(request, found.target)
                self._fail(request)
            self._send()

        # The slot is free when the gate has decided, as both happen in one step of the event loop.
        self._turns.work(self._model.page_time / 2 if is_page else 0.0, handle)

    # --- the page ---

    def _gate(self, request: Request, score: float, page: CapturedPage) -> None:
        self._trace.pages.append(fetched := Fetched(page.url, self._clock.now, score))
        arrived = FetchedPage(
            url=page.url,
            requested_url=(*request.came_from, request.url)[0],
            context=request.context,
            description=page.description,
            links=page.links,
            is_hub=page.is_hub or _is_short_list(page, request.context),
            displayed_text=lambda: page.displayed_text,
        )
        began = time.process_time()
        passage = followed(arrived, self._strategy.gate(arrived))
        self._trace.strategy_cpu += time.process_time() - began
        if not passage.candidate:
            fetched.outcome = passage.outcome(arrived)
            self._learn(page.url, Judged(fetched.outcome))

        # The callback of the spider has a turn of its own, so the next request of the host is sent before.
        self._turns.work(
            self._model.page_time / 2, partial(self._parse, request, page, arrived, passage, fetched)
        )

    def _parse(
        self, request: Request, page: CapturedPage, arrived: FetchedPage, passage: Passage, fetched: Fetched
    ) -> None:
        """Follow the links of a page, and pass it to the item pipelines if it is a candidate."""
        depth = request.context.depth + 1
        links = page.links if passage.follows else ()
        is_list = arrived.is_hub or request.context.continues or not page.text
        listed = ListedLinks(page.url, links, request.context, is_list)
        done = partial(self._queue.done, request)
        if not passage.candidate:
            self._follow(listed, passage, depth, done)
            self._send()
            return
        judged = self._judged(page, arrived, passage)
        fetched.outcome = judged.outcome
        if judged.outcome is Outcome.WAITING:
            self._waiting[page.url] = fetched
        ended = Countdown(2, done)
        if self._is_copy(page, judged):
            listed = replace(listed, links=())
        self._follow(listed, passage, depth, ended.one)
        self._send()
        # Links compete as soon as the page is parsed; the item pipelines work on while others are fetched.
        committing = partial(self._committing, page.url, judged, ended.one)
        self._turns.work(self._model.store_time, committing, STORE_STEPS)

    def _committing(self, url: str, judged: Judged, then: Event) -> None:
        stored = partial(self._stored, url, judged, then)
        self._clock.at(self._clock.now + self._model.commit_time, stored)

    def _is_copy(self, page: CapturedPage, judged: Judged) -> bool:
        """Return whether the links of a page were followed from another page of its host."""
        if not self._strategy.skips_links_of_copies:
            return False
        description = page.description.text
        self._copies.may_be_copy(page.url, description)  # remembers the description
        return self._copies.is_copy(page.url, description, judged.original or None)

    def _judged(self, page: CapturedPage, arrived: FetchedPage, passage: Passage) -> Judged:
        began = time.process_time()
        judged = self._judge.judge(page, arrived, passage)
        self._trace.strategy_cpu += time.process_time() - began
        return judged

    def _follow(self, page: ListedLinks, passage: Passage, depth: int, then: Event) -> None:
        """Enqueue the links of a page, then call a function; a page has done only when all are enqueued."""

        def context(link: Link) -> LinkContext:
            return LinkContext(
                anchor=link.anchor,
                around=link.context,
                parent_url=page.url,
                description=passage.relevance,
                navigation=link.navigation,
                picture=link.picture,
                depth=depth,
                found=link.found,
                role=link.role,
                number=link.number,
            )

        def contexts() -> Iterator[tuple[str, LinkContext]]:
            brought = fresh = False
            for link in page.own:
                headline = len(link.anchor) >= HEADLINE
                is_new = headline and self._queue.is_new(link.url)
                fresh |= is_new
                yield link.url, context(link)
                brought |= is_new and not self._queue.is_new(link.url)
            for link, dry in page.onward(brought=brought, known=not fresh):
                yield link.url, context(link)._replace(dry=dry)

        self._enqueue(contexts(), then)

    def _enqueue(self, links: Iterator[tuple[str, LinkContext]], then: Event) -> None:
        """Enqueue some links of a page, and the others after those of pages that arrived with it."""
        began = time.process_time()
        enqueued = 0
        for url, context in links:
            enqueued += self._queue.push_link(url, context)
            if enqueued == self._model.links_at_once:
                self._turns.work(0.0, partial(self._enqueue_more, links, then))
                break
        else:
            then()
        self._trace.strategy_cpu += time.process_time() - began

    def _enqueue_more(self, links: Iterator[tuple[str, LinkContext]], then: Event) -> None:
        self._enqueue(links, then)
        self._send()

    def _stored(self, url: str, judged: Judged, then: Event) -> None:
        self._learn(url, judged)
        then()
        self._send()

    def _fail(self, request: Request) -> None:
        """End a request without a page."""
        self._learn(request.url, Judged(Outcome.FAILED))
        self._queue.done(request)

    def _learn(self, url: str, judged: Judged) -> None:
        began = time.process_time()
        scores = self._strategy.visited(VisitedPage(url, judged.outcome, judged.verdict))
        if scores:
            self._queue.rescore(scores)
        self._settle()
        self._trace.strategy_cpu += time.process_time() - began

    def _settle(self) -> None:
        """Note the verdicts that waited; a page that is kept is not compared with others any more."""
        if not isinstance(self._strategy, WaitingVerdicts):
            return
        for settled in self._strategy.settled():
            outcome = Outcome.KEPT if settled.kept else Outcome.REJECTED
            if (fetched := self._waiting.pop(settled.page.url, None)) is not None:
                fetched.outcome = outcome
            if settled.kept:
                self._learn(settled.page.url, Judged(outcome))


def _is_short_list(page: CapturedPage, context: LinkContext) -> bool:
    """Return whether a page that was found as a list or a column is one, with fewer headlines than others."""
    headlines = sum(len(link.anchor) >= HEADLINE for link in page.links)
    return context.leads_on and headlines >= FEWEST_OF_A_LIST and not page.text
