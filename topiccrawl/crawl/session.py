"""What the components of one crawl share."""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Protocol, Self

from scrapy import Request, signals
from scrapy.crawler import Crawler
from scrapy.exceptions import DontCloseSpider, NotConfigured
from scrapy.utils.job import job_dir
from scrapy.utils.spider import DefaultSpider

from topiccrawl.corpus.missed.sightings import Sightings
from topiccrawl.crawl.checks.settings_check import check_settings
from topiccrawl.crawl.checks.start_errors import report_start_errors
from topiccrawl.crawl.engine import EngineView
from topiccrawl.crawl.host_pauses import HostPauses
from topiccrawl.crawl.ledger import Ledger
from topiccrawl.crawl.lessons import lessons_of
from topiccrawl.crawl.open_frontier import FrontierOpener
from topiccrawl.crawl.request_meta import CrawlLink, twin_request
from topiccrawl.crawl.script_files import ScriptFiles
from topiccrawl.crawl.sites.crawl_sites import CrawlSites
from topiccrawl.crawl.sites.unvisited import UnvisitedSites
from topiccrawl.priority.budgets.credit import TrapBudgets
from topiccrawl.priority.history import UrlHistory
from topiccrawl.priority.recent_keys import Latest
from topiccrawl.priority.sections import SECTIONS, Section, VisitCounts, section_of
from topiccrawl.priority.strategies.contract import KnownLink, Lesson, Outcome, Strategy, VisitedPage
from topiccrawl.priority.strategies.registry import make_strategy, strategy_class
from topiccrawl.priority.two_step.waiting import WaitingVerdicts
from topiccrawl.relevance.topic.topic import Topic
from topiccrawl.storage.frontier.contract import Frontier, SharedFrontier
from topiccrawl.storage.pages.url_twins import UrlTwins
from topiccrawl.storage.records import VisitRecord, WaitingRecord
from topiccrawl.storage.rows.lessons import FetchedLink, read_fetched
from topiccrawl.storage.rows.sampled.urls import sample_urls, sample_visited
from topiccrawl.storage.rows.sections import read_sections
from topiccrawl.storage.schema.column_types import TOPIC_LENGTH
from topiccrawl.text.progress import WorkLog, listen_to_progress

page_finished = object()
"""Signal: the crawl is finished with a page. Receivers get `page`, a `VisitedPage`."""
_SESSION = "_topiccrawl_session"
"""Attribute of the spider that holds the session, so that both have the same lifetime."""


class Waiting(Protocol):
    """Keeps pages with a pending verdict; implemented by `WaitingRoom`."""

    def take_over(self) -> None:
        """Restore the waiting pages that earlier runs stored."""

    def store(self, page: WaitingRecord, link: CrawlLink) -> None:
        """Store a page with a pending verdict."""

    def after_visit(self, url: str, *, waits: bool) -> None:
        """Store how a page changes the waiting pages, and process those that can now be judged."""

    async def stored(self, request: Request) -> WaitingRecord | None:
        """Return the stored page of a request; None if it was processed before."""


_HISTORY_SECONDS, _HISTORY_REST = 15.0, 50.0
"""Seconds between two looks at what other workers have visited: at least, and in times of what one takes."""
_MOST_PARTS = 50_000
"""URLs of parts that are remembered."""


@dataclass
class CrawlSession:
    """The shared objects of a topic crawl.

    Components receive it in their constructor; their `from_crawler` gets it with `CrawlSession.of`.

    Attributes:
        strategy: decides about pages and links.
        ledger: writes pages, drops and finished links.
        pauses: hosts that asked for a pause.
        crawler: the crawler of the crawl; None in a test of a component alone.
        frontier: opens the frontier of the crawl; None: the scheduler keeps requests in memory.
        is_shared: whether workers share the frontier.
        waiting: keeps pages with a pending verdict; set by its extension, None if no verdict waits.
        last_steps: what extensions do when all rows of the crawl are written.
        budgets: of groups of URLs that may be traps.
        resumed: the fetched links that the strategy learned from at the start.
        twins: maps URLs to their keys.
        opened_frontier: the open frontier; None before the scheduler opens it, and without one.
        is_guest: whether the spider knows nothing of topics (`TOPICCRAWL_TOPIC`).
        fresh: whether links of earlier crawls are deleted at the start.
        sites: the rules of single sites.
        unvisited: sites that are linked to and not visited.
        parts: URLs of pages by those of their parts, which this process has fetched with them.
        sightings: on how many pages links were found; counts nothing before its extension sets the sites.
        script_files: of its pages; None: they are not read (`TOPICCRAWL_SCRIPT_FILES`).
        history_due: time of the monotonic clock at which `share_history` reads again.
    """

    strategy: Strategy
    ledger: Ledger
    pauses: HostPauses
    frontier: FrontierOpener | None = None
    crawler: Crawler | None = None
    is_shared: bool = False
    waiting: Waiting | None = None
    last_steps: list[Callable[[], Awaitable[None]]] = field(default_factory=list)
    budgets: TrapBudgets = field(default_factory=lambda: TrapBudgets(start=0))
    resumed: frozenset[FetchedLink] = frozenset()
    twins: UrlTwins = field(default_factory=UrlTwins)
    opened_frontier: Frontier[bytes] | None = None
    is_guest: bool = False
    fresh: bool = False
    sites: CrawlSites = field(default_factory=CrawlSites)
    unvisited: UnvisitedSites = field(default_factory=UnvisitedSites)
    parts: dict[str, str] = field(default_factory=lambda: Latest(_MOST_PARTS))
    sightings: Sightings = field(default_factory=Sightings)
    script_files: ScriptFiles | None = None
    history_due: float = 0.0

    def note_parts(self, page: str, urls: Iterable[str]) -> None:
        """Remember URLs that were fetched with a page: links to them are not followed any more."""
        for url in urls:
            if url != page:
                self.parts[url] = page

    @property
    def topic(self) -> Topic:
        """Return the topic of the crawl."""
        return self.strategy.focus.topic

    @classmethod
    def start(cls, crawler: Crawler, topic: Topic, strategy: str = "", *, is_guest: bool = False) -> Self:
        """Create the session of a crawl and connect to its database.

        Args:
            crawler: the crawler.
            topic: the topic.
            strategy: overrides the strategy that the topic names.
            is_guest: whether the spider knows nothing of topics. Each such spider has its own frontier and,
                as usual in Scrapy, its crawl can only be resumed with a `JOBDIR`.

        Raises:
            ValueError: a setting cannot be used.
            TopicError: there is no such strategy, or a parameter of the topic is unknown or out of range.
            StorageError: the database cannot be used, or another process crawls with the same frontier.
        """
        settings = crawler.settings
        check_settings(settings)
        ledger = Ledger(crawler, topic.name)
        session = cls(
            make_strategy(topic, strategy),
            ledger,
            HostPauses(
                longest=settings.getfloat("TOPICCRAWL_LONGEST_PAUSE"),
                patience=settings.getfloat("TOPICCRAWL_HOST_PATIENCE"),
                denials=settings.getint("TOPICCRAWL_HOST_DENIALS"),
            ),
            is_guest=is_guest,
            fresh=bool(getattr(crawler.spider, "fresh", False)),
            sites=CrawlSites(
                topic.sites, crawler.stats, str(getattr(getattr(crawler.spider, "starts", None), "since", ""))
            ),
            script_files=ScriptFiles() if settings.getbool("TOPICCRAWL_SCRIPT_FILES") else None,
        )
        ledger.script_files = session.script_files
        name = topic.name
        if is_guest:
            name = f"{topic.name}@{getattr(crawler.spider, 'name', '')}"[:TOPIC_LENGTH]
            session.fresh = not (job_dir(settings) or settings.get("TOPICCRAWL_REDIS_URL"))
        if session.strategy.ends_traps:
            session.budgets = TrapBudgets(settings.getint("TOPICCRAWL_TRAP_PAGES"))
        ledger.connect()
        session.twins = UrlTwins(ledger.store, topic.name)
        session.twins.open()
        session.frontier = FrontierOpener(crawler, ledger.store, name)
        ledger.on_close(session.frontier.close)
        # Only this signal carries the reason. It is sent after pipelines and scheduler have closed.
        crawler.signals.connect(ledger.close, signals.spider_closed)
        return session

    def attach(self, crawler: Crawler) -> None:
        """Make this the session of a crawl; components that are created later find it."""
        self.crawler = crawler
        setattr(crawler.spider, _SESSION, self)

    @classmethod
    def of(cls, crawler: Crawler) -> CrawlSession:
        """Return the session of a crawl, which the first call starts.

        The spider does not start it, since the settings of add-ons are applied after the spider is created.

        Raises:
            NotConfigured: neither the spider nor `TOPICCRAWL_TOPIC` names a topic; Scrapy then leaves the
                calling component out.
            TopicError: a parameter of the topic is unknown or out of range.
            StorageError: the database cannot be used.
        """
        session = getattr(crawler.spider, _SESSION, None)
        if isinstance(session, cls):
            return session
        topic = getattr(crawler.spider, "topic", None)
        is_guest = not isinstance(topic, Topic)
        with report_start_errors(), listen_to_progress(WorkLog()):
            if not isinstance(topic, Topic):
                topic = _guest_topic(crawler)
            strategy = "" if is_guest else str(getattr(crawler.spider, "strategy", ""))
            session = cls.start(crawler, topic, strategy, is_guest=is_guest)
        session.attach(crawler)
        return session

    @classmethod
    def find(cls, crawler: Crawler) -> CrawlSession | None:
        """Return the session of a crawl as `of` does; None for a crawl without a topic."""
        with suppress(NotConfigured):
            return cls.of(crawler)
        return None

    def open_frontier(self) -> Frontier[bytes] | None:
        """Open the frontier; called once, by the scheduler.

        Raises:
            StorageError: the frontier cannot be used.
        """
        if self.frontier is None:
            return None
        frontier = self.frontier.open(fresh=self.fresh)
        self.opened_frontier = frontier
        if isinstance(frontier, SharedFrontier):
            self.pauses.others = frontier
            self.is_shared = True
        return frontier

    def last_strategy(self) -> str | None:
        """Return the strategy of the topic's last run; None if it is not known."""
        return self.ledger.store.last_strategy(self.topic.name)

    def resume_history(self) -> None:
        """Fill the history of visited URLs from the corpus."""
        history, store, topic = self.strategy.history, self.ledger.store, self.topic.name
        if history is None or len(history) or len(history.sections):
            return
        added, urls, sections = self._read_history(history)
        if not sections:  # the corpus is new, or its pages were imported
            for url in store.read(sample_urls, topic, history.capacity)[1]:
                sections.append((section_of(url), VisitCounts(1, 1)))
                self.ledger.write(VisitRecord(topic=topic, url=url, accepted=True))
        history.resume(added, urls, sections)

    async def share_history(self) -> None:
        """Read now and then what all workers of a shared crawl have visited, from their database."""
        history, begun = self.strategy.history, time.monotonic()
        if not self.is_shared or history is None or begun < self.history_due:
            return
        self.history_due = math.inf  # of the pages that are stored meanwhile, none reads as well
        history.resume(*await self.ledger.ask(partial(self._read_history, history)))
        ended = time.monotonic()
        self.history_due = ended + max(_HISTORY_SECONDS, _HISTORY_REST * (ended - begun))

    def _read_history(self, history: UrlHistory) -> tuple[int, list[str], list[tuple[Section, VisitCounts]]]:
        sample = sample_visited if history.holds == "visited" else sample_urls
        added, urls = self.ledger.store.read(sample, self.topic.name, history.capacity)
        return added, urls, self.ledger.store.read(read_sections, self.topic.name, SECTIONS)

    def resume_lessons(self) -> None:
        """Give the most recent pages of earlier crawls to a strategy that learns."""
        if not self.strategy.lessons_at_start:
            return
        fetched = self.ledger.store.read(read_fetched, self.topic.name, self.strategy.lessons_at_start)
        lessons = lessons_of(fetched)
        self.strategy.resume(lessons)
        self.ledger.inc_value("topiccrawl/lessons/resumed", len(lessons))
        self.resumed = frozenset(fetched)

    def twin_request(self, request: Request, tried: Sequence[str]) -> Request | None:
        """Return a request for an equivalent URL of one that failed; None if no other is known.

        Then the twins that are found later get keys of their own.

        Args:
            request: the request that failed, or the one that the URL redirects to.
            tried: URLs that were requested for the page; the last one gave no page.
        """
        other = self.twins.other_form(tried[-1], [*tried, request.url])
        if other is None:
            self.twins.mark_dead(tried[-1])
            return None
        return twin_request(request, other, tried)

    def visited(self, page: VisitedPage) -> None:
        """Count a finished page and let the strategy learn from it."""
        if page.outcome in (Outcome.KEPT, Outcome.REJECTED):
            kept = page.outcome is Outcome.KEPT
            self.ledger.write(VisitRecord(topic=self.topic.name, url=page.url, accepted=kept))
        self.budgets.finished(page.url, judged=page.outcome not in (Outcome.LIST, Outcome.FAILED))
        if page.outcome is Outcome.KEPT:
            self.budgets.kept(page.url)
        if page.outcome is Outcome.LIST:
            self.budgets.is_barren(page.url)
        elif page.verdict is not None:
            self.budgets.bears(page.url)
        self._rescore(self.strategy.visited(page))
        if self.crawler is not None:
            self.crawler.signals.send_catch_log(page_finished, page=page)
        if self.waiting is not None:
            self.waiting.after_visit(page.url, waits=page.outcome is Outcome.WAITING)

    def learn_from(self, lessons: Sequence[Lesson]) -> None:
        """Let the strategy learn from pages of other workers and from grades."""
        self._rescore(self.strategy.learn_from(lessons))

    def resume_links(self, links: Sequence[KnownLink]) -> int:
        """Let the strategy score links that earlier crawls left waiting; return how many have new scores."""
        scores = self.strategy.resume_links(links)
        self._rescore(scores)
        return len(scores)

    def is_paused(self, request: Request) -> bool:
        """Return whether the host of a request pauses."""
        assert self.crawler is not None  # requests come from components of a crawl
        return not self.pauses.is_over(EngineView(self.crawler).slot_of(request), time.monotonic())

    def _rescore(self, scores: Mapping[str, float]) -> None:
        if not scores or self.crawler is None:
            return
        scheduler = EngineView(self.crawler).link_scheduler
        if scheduler is not None:
            scheduler.rescore({self.twins.key(url): score for url, score in scores.items()})


class Component:
    """A Scrapy component of a topic crawl.

    Attributes:
        listens: names of Scrapy's signals; each calls the method of its name.
    """

    listens: tuple[str, ...] = ()

    def __init__(self, crawler: Crawler, session: CrawlSession) -> None:
        self.crawler = crawler
        self.session = session
        self.engine = EngineView(crawler)
        self.count = self.engine.count
        self.stats: Any = crawler.stats  # set before any component is created

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Create the component for a topic crawl.

        Raises:
            NotConfigured: the crawl has no topic, or does not need the component.
        """
        with report_start_errors():
            component = cls(crawler, CrawlSession.of(crawler))
        for name in cls.listens:
            crawler.signals.connect(getattr(component, name), getattr(signals, name))
        return component


class BackgroundComponent(Component):
    """A component that works beside the crawl, which stays open until the work is done."""

    listens: tuple[str, ...] = ("spider_opened", "spider_idle", "spider_closed")

    def __init__(self, crawler: Crawler, session: CrawlSession) -> None:
        super().__init__(crawler, session)
        self.task: asyncio.Task[None] | None = None

    async def work(self) -> None:
        """Do the work; errors of the database are handled there."""
        raise NotImplementedError

    def spider_opened(self) -> None:
        """Begin."""
        self.task = asyncio.get_running_loop().create_task(self.work(), name=type(self).__name__)

    def spider_idle(self) -> None:
        """Keep the crawl open.

        Raises:
            DontCloseSpider: the work is not done.
        """
        if self.task is not None and not self.task.done():
            raise DontCloseSpider

    def spider_closed(self) -> None:
        """Stop."""
        if self.task is not None:
            self.task.cancel()


def _guest_topic(crawler: Crawler) -> Topic:
    """Return the topic of `TOPICCRAWL_TOPIC` for a spider that has none.

    It has neither seeds nor a limit on domains: the spider has its own.

    Raises:
        NotConfigured: the setting is empty, or the crawl is Scrapy's shell or another of its commands for
            single pages.
        TopicError: there is no such topic, or it cannot be used.
        ValueError: the strategy of the topic keeps pages waiting, whose callbacks only topiccrawl's own
            spiders can repeat.
    """
    settings = crawler.settings
    name = settings.get("TOPICCRAWL_TOPIC") or ""
    # Scrapy's shell keeps its engine alive.
    is_shell = settings.getbool("KEEP_ALIVE") or isinstance(crawler.spider, DefaultSpider)
    if not name or crawler.spider is None or is_shell:
        raise NotConfigured
    topic = Topic.load(str(name))
    if issubclass(strategy_class(topic), WaitingVerdicts):
        raise ValueError(
            f"TOPICCRAWL_TOPIC = {name!r}: the strategy {topic.strategy} keeps pages waiting, which only the "
            "spiders of topiccrawl can do; choose another one in topic.toml"
        )
    return topic.with_seeds(())
