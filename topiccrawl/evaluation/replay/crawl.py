"""A crawl of a capture: the parts of the live crawl, with a model of the downloader and of time."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from urllib.parse import urlsplit

from topiccrawl.dedup.host_copies import HostCopies
from topiccrawl.evaluation.replay.capture import Capture
from topiccrawl.evaluation.replay.captured_page import Captured, CapturedPage
from topiccrawl.evaluation.replay.clock import Clock, Worker
from topiccrawl.evaluation.replay.downloads import Downloads
from topiccrawl.evaluation.replay.judging import Judged, PageJudge
from topiccrawl.evaluation.replay.model import CrawlModel
from topiccrawl.evaluation.replay.trace import Fetched, Trace
from topiccrawl.page.canonical_url import url_key
from topiccrawl.page.links import Link
from topiccrawl.priority.idle_hosts import waiting_time
from topiccrawl.priority.link_context import LinkContext
from topiccrawl.priority.strategies.contract import (
    SEED_SCORE,
    FetchedPage,
    Outcome,
    Passage,
    Strategy,
    VisitedPage,
)
from topiccrawl.storage.frontier.contract import Entry, State
from topiccrawl.storage.frontier.memory import MemoryFrontier

_MOST_REDIRECTS = 20
"""As REDIRECT_MAX_TIMES."""


@dataclass(frozen=True, slots=True)
class Request:
    """A request of a replayed crawl.

    Attributes:
        key: of its URL in the frontier.
        url: its URL.
        host: the downloader slot.
        score: the score it was sent with.
        context: the link that led to it.
        came_from: URLs that redirected to it, the first one first.
    """

    key: bytes
    url: str
    host: str
    score: float
    context: LinkContext
    came_from: tuple[str, ...] = ()


class ReplayedCrawl:
    """Crawls a capture with a strategy in model time.

    Links compete only when their page has arrived and been read; requests of one host keep its delay and
    limit; idle hosts wait as `waiting_time` says; links wait until the seeds are read. The same seed gives
    the same course.

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
        self._parser, self._pipelines = Worker(self._clock), Worker(self._clock)
        self._downloads = Downloads(model, self._clock, Random(seed))  # noqa: S311 - a simulation
        self._frontier: MemoryFrontier[Request] = MemoryFrontier()
        self._judge = PageJudge(strategy, model)
        self._copies = HostCopies()
        self._trace = Trace()
        self._budget = 0
        self._fetching: Counter[str] = Counter()  # requests of a host without a response
        self._downloading = 0
        self._in_flight = 0
        self._idle_since: dict[str, float] = {}
        self._open_seeds: set[bytes] = set()
        self._waiting: dict[str, Fetched] = {}  # pages whose verdict waits, by URL
        self._pages_of: Counter[str] = Counter()
        self._robots: dict[str, list[Callable[[], None]] | None] = {}  # None: it has been fetched

    def run(self, seeds: Sequence[str], budget: int) -> Trace:
        """Crawl from seeds until so many HTML pages were fetched, or no link is left."""
        began = time.process_time()
        self._budget = budget
        for url in seeds:
            self._push_seed(url)
        self._send()
        # Without an event nothing can change but the time: the end of the seeds' head start.
        while len(self._trace.pages) < budget and (self._clock.step() or self._wait_for_head_start()):
            pass
        trace = self._trace
        if not self._frontier.counts().waiting:
            self._strategy.end_waiting()
            self._settle()
        trace.seconds, trace.cpu = self._clock.now, time.process_time() - began
        trace.left = self._frontier.counts().waiting
        return trace

    @property
    def sent(self) -> list[tuple[str, float]]:
        """Host and model time of every request, those for robots.txt included."""
        return self._downloads.sent

    # --- the scheduler ---

    def _push_seed(self, url: str) -> None:
        key = url_key(url)
        self._open_seeds.add(key)
        request = Request(key, url, _host(url), SEED_SCORE, LinkContext(seed=True))
        self._frontier.push(Entry(key, request.host, request.score, request, url))

    def _push_link(self, url: str, context: LinkContext) -> None:
        if not self._strategy.in_scope(url):
            return
        key = url_key(url)
        if self._frontier.state(key) not in (None, State.WAITING):
            return
        priority = self._strategy.link(url, context)
        if self._strategy.admits(priority):
            request = Request(key, url, _host(url), priority.value, context)
            self._frontier.push(Entry(key, request.host, request.score, request, url))

    def _host_filter(self) -> Callable[[str, float], bool]:
        now, model = self._clock.now, self._model
        best: tuple[float, float] | None = None

        def is_ready(host: str, score: float) -> bool:
            nonlocal best
            if score < SEED_SCORE and self._seeds_first():
                return False
            if model.host_pages and self._pages_of[host] >= model.host_pages:
                return False
            delay = self._downloads.delay(host)
            best = best or (score, delay)
            if not self._downloads.is_free(host) or self._fetching[host] >= model.per_host:
                self._idle_since.pop(host, None)
                return False
            idle = now - self._idle_since.setdefault(host, now)
            return idle >= waiting_time(score, best[0], delay, best[1], model.patience)

        return is_ready

    def _seeds_first(self) -> bool:
        return bool(self._open_seeds) and self._clock.now < self._model.head_start

    def _wait_for_head_start(self) -> bool:
        """Schedule the end of the head start, if links still wait for it."""
        if not self._seeds_first():
            return False
        self._clock.at(self._model.head_start, self._send)
        return True

    # --- the engine ---

    def _send(self) -> None:
        """Send requests while there is room."""
        while (
            self._downloading < self._model.concurrency
            and self._in_flight < self._model.in_flight
            and (entry := self._frontier.lease(self._host_filter())) is not None
        ):
            # The score may have changed since the link was pushed.
            request = entry.payload
            self._idle_since.pop(request.host, None)
            self._fetching[request.host] += 1
            self._downloading += 1
            self._in_flight += 1
            self._after_robots(request, entry.score)

    def _after_robots(self, request: Request, score: float) -> None:
        """Fetch a URL when the robots.txt of its host is there and allows it."""
        parts = urlsplit(request.url)
        origin = f"{parts.scheme}://{parts.netloc}"

        def go_on() -> None:
            if self._capture.allows(request.url, self._model.user_agent):
                self._downloads.fetch(request.host, lambda latency: self._arrived(request, score, latency))
            else:
                self._trace.robots += 1
                self._left_downloader(request)
                self._fail(request)

        waiting = self._robots.setdefault(origin, [])
        if waiting is None:
            go_on()
            return
        waiting.append(go_on)
        if len(waiting) == 1:
            self._downloads.fetch(request.host, lambda latency: self._robots_arrived(origin, latency))

    def _robots_arrived(self, origin: str, latency: float) -> None:
        self._downloads.finish(_host(origin), latency, True)
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
            self._left_downloader(request)
            if found is not None and found.page:
                self._gate(request, score, self._capture.page(found))
            else:
                self._no_page(request, found)
            self._send()

        # The slot is free when the gate has decided, as both happen in one step of the event loop.
        self._parser.work(self._model.page_time if is_page else 0.0, handle)

    def _left_downloader(self, request: Request) -> None:
        self._fetching[request.host] -= 1
        self._downloading -= 1

    def _no_page(self, request: Request, found: Captured | None) -> None:
        came_from = (*request.came_from, request.url)
        if found is not None and found.target and len(came_from) <= _MOST_REDIRECTS:
            self._redirect(request, found.target, came_from)
        self._fail(request)

    def _redirect(self, request: Request, target: str, came_from: tuple[str, ...]) -> None:
        key, host = url_key(target), _host(target)
        if not host or not (request.context.seed or self._strategy.in_scope(target)):
            return
        if request.context.seed and self._frontier.state(key) is None:
            self._open_seeds.add(key)
        # The target keeps the score of the link.
        new = Request(key, target, host, request.score, request.context, came_from)
        self._frontier.push(Entry(key, host, request.score, new, target))

    # --- the page ---

    def _gate(self, request: Request, score: float, page: CapturedPage) -> None:
        self._trace.pages.append(fetched := Fetched(page.url, self._clock.now, score))
        self._pages_of[request.host] += 1
        arrived = FetchedPage(
            url=page.url,
            requested_url=(*request.came_from, request.url)[0],
            context=request.context,
            description=page.description,
            links=page.links,
            is_hub=page.is_hub,
            body_text=lambda: page.body_text,
        )
        began = time.process_time()
        passage = self._strategy.gate(arrived)
        self._trace.strategy_cpu += time.process_time() - began
        if not passage.candidate:
            fetched.outcome = passage.outcome(arrived)
            self._learn(page.url, Judged(fetched.outcome))
            if passage.follows:
                self._follow(page.url, page.links, passage, request.context.depth + 1)
            self._end(request)
            return
        judged = self._judged(page, arrived, passage)
        fetched.outcome = judged.outcome
        if judged.outcome is Outcome.WAITING:
            self._waiting[page.url] = fetched
        if passage.follows and not self._is_copy(page, judged):
            self._follow(page.url, page.links, passage, request.context.depth + 1)
        # Links compete as soon as the page is parsed; the item pipelines work on while others are fetched.
        self._pipelines.work(self._model.store_time, lambda: self._stored(request, page.url, judged))

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

    def _follow(self, url: str, links: Sequence[Link], passage: Passage, depth: int) -> None:
        began = time.process_time()
        for link in links:
            context = LinkContext(
                anchor=link.anchor,
                around=link.context,
                parent_url=url,
                description=passage.relevance,
                navigation=link.navigation,
                picture=link.picture,
                depth=depth,
            )
            self._push_link(link.url, context)
        self._trace.strategy_cpu += time.process_time() - began

    def _stored(self, request: Request, url: str, judged: Judged) -> None:
        self._learn(url, judged)
        self._end(request)
        self._send()

    def _fail(self, request: Request) -> None:
        """End a request without a page."""
        self._learn(request.url, Judged(Outcome.FAILED))
        self._end(request)

    def _learn(self, url: str, judged: Judged) -> None:
        began = time.process_time()
        scores = self._strategy.visited(VisitedPage(url, judged.outcome, judged.verdict))
        if scores:
            self._frontier.rescore({url_key(link): score for link, score in scores.items()})
        self._settle()
        self._trace.strategy_cpu += time.process_time() - began

    def _end(self, request: Request) -> None:
        self._frontier.done(request.key)
        self._in_flight -= 1
        self._open_seeds.discard(request.key)

    def _settle(self) -> None:
        """Note the verdicts that waited; a page that is kept is not compared with others any more."""
        for settled in self._strategy.settled():
            outcome = Outcome.KEPT if settled.kept else Outcome.REJECTED
            if (fetched := self._waiting.pop(settled.page.url, None)) is not None:
                fetched.outcome = outcome
            if settled.kept:
                self._learn(settled.page.url, Judged(outcome))


def _host(url: str) -> str:
    return urlsplit(url).hostname or ""
