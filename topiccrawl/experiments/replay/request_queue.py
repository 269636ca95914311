"""The scheduler of a replayed crawl: which links wait, and which request is sent next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

from topiccrawl.experiments.replay.clock import Clock
from topiccrawl.experiments.replay.downloads import Downloads
from topiccrawl.experiments.replay.model import CrawlModel
from topiccrawl.page.canonical_url import url_key
from topiccrawl.priority.idle_hosts import IdleHosts
from topiccrawl.priority.link_context import LinkContext
from topiccrawl.priority.strategies.contract import SEED_SCORE, Strategy
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


class RequestQueue:
    """Links that wait in a frontier, and the rules of the live scheduler for sending them.

    Requests of one host keep its delay and limit, idle hosts wait as `IdleHosts` says, and links wait
    until the seeds are read.

    Args:
        strategy: scores links, and decides which of them wait at all.
        model: how the crawl behaves in time.
        clock: simulated time.
        downloads: the downloader.
    """

    def __init__(self, strategy: Strategy, model: CrawlModel, clock: Clock, downloads: Downloads) -> None:
        self._strategy = strategy
        self._model = model
        self._clock = clock
        self._downloads = downloads
        self._frontier: MemoryFrontier[Request] = MemoryFrontier()
        self._downloading: Counter[str] = Counter()  # requests of a host without a response
        self._in_flight = 0
        self._idle_hosts = IdleHosts(model.patience)
        self._open_seeds: set[bytes] = set()
        self._pages_of: Counter[str] = Counter()

    @property
    def waiting(self) -> int:
        """How many links wait."""
        return self._frontier.counts().waiting

    def push_seed(self, url: str) -> None:
        """Add a seed; seeds come before all links."""
        key = url_key(url)
        self._open_seeds.add(key)
        self._push(Request(key, url, host_of(url), SEED_SCORE, LinkContext(seed=True)))

    def push_link(self, url: str, context: LinkContext) -> bool:
        """Add a link, if the strategy admits it and its URL was not requested before.

        Returns:
            Whether it was added.
        """
        if not self._strategy.in_scope(url):
            return False
        key = url_key(url)
        if self._frontier.state(key) not in (None, State.WAITING):
            return False
        priority = self._strategy.rated(url, context)
        if not self._strategy.should_enqueue(priority):
            return False
        self._push(Request(key, url, host_of(url), priority.value, context))
        return True

    def is_new(self, url: str) -> bool:
        """Return whether a URL was never found before."""
        return self._frontier.state(url_key(url)) is None

    def push_target(self, request: Request, target: str) -> None:
        """Add the target of a redirect, with the score of the link that led to it."""
        came_from = (*request.came_from, request.url)
        key, host = url_key(target), host_of(target)
        if not host or len(came_from) > _MOST_REDIRECTS:
            return
        if not (request.context.seed or self._strategy.in_scope(target)):
            return
        if request.context.seed and self._frontier.state(key) is None:
            self._open_seeds.add(key)
        self._push(Request(key, target, host, request.score, request.context, came_from))

    def pop(self) -> tuple[Request, float] | None:
        """Return the next request and its present score; None if there is no room or no host is ready."""
        if (
            self._downloading.total() >= self._model.concurrency
            or self._in_flight >= self._model.in_flight
            or (entry := self._frontier.lease(self._host_filter())) is None
        ):
            return None
        request = entry.payload
        self._idle_hosts.sent(request.host)
        self._downloading[request.host] += 1
        self._in_flight += 1
        return request, entry.score  # the score may have changed since the link was pushed

    def downloaded(self, request: Request, *, is_page: bool) -> None:
        """Count a request that has left the downloader."""
        self._downloading[request.host] -= 1
        self._idle_hosts.answered(request.host, self._downloads.delay(request.host), self._clock.now)
        self._pages_of[request.host] += is_page

    def done(self, request: Request) -> None:
        """End a request, after its page was stored or dropped."""
        self._frontier.done(request.key)
        self._in_flight -= 1
        self._open_seeds.discard(request.key)

    def rescore(self, scores: Mapping[str, float]) -> None:
        """Give waiting links new scores, by URL."""
        self._frontier.rescore({url_key(url): score for url, score in scores.items()})

    def wait_for_head_start(self, then: Callable[[], None]) -> bool:
        """Schedule an event for the end of the seeds' head start, if links still wait for it."""
        if not self._seeds_first():
            return False
        self._clock.at(self._model.head_start, then)
        return True

    def _push(self, request: Request) -> None:
        self._frontier.push(Entry(request.key, request.host, request.score, request, request.url))

    def _host_filter(self) -> Callable[[str, float], bool]:
        now, model = self._clock.now, self._model
        busy: list[tuple[float, float]] = []

        def is_ready(host: str, score: float) -> bool:
            if score < SEED_SCORE and self._seeds_first():
                return False
            if model.host_pages and self._pages_of[host] >= model.host_pages:
                return False
            delay = self._downloads.delay(host)
            if not self._downloads.is_free(host) or self._downloading[host] >= model.per_host:
                self._idle_hosts.is_full(host, now)
                if not self._idle_hosts.is_stuck(host, delay, now):
                    busy.append((self._strategy.chance(score), delay))
                return False
            return self._idle_hosts.is_ready(host, self._strategy.chance(score), delay, busy, now)

        return is_ready

    def _seeds_first(self) -> bool:
        return bool(self._open_seeds) and self._clock.now < self._model.head_start


def host_of(url: str) -> str:
    """Return the host of a URL, which is its downloader slot."""
    return urlsplit(url).hostname or ""
