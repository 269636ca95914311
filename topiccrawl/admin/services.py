"""The application's services: created once, used by all pages."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Mapping
from contextlib import closing
from functools import lru_cache
from typing import Concatenate, ParamSpec, TypeVar, cast

from sqlalchemy import Connection

from topiccrawl.admin.accounts.accounts import Accounts
from topiccrawl.admin.accounts.throttle import Throttle
from topiccrawl.admin.background_counts import BackgroundCounts
from topiccrawl.admin.configuration import Configuration
from topiccrawl.admin.crawls.processes import CrawlProcesses
from topiccrawl.admin.crawls.schedules import Schedules
from topiccrawl.admin.crawls.scrapyd import Scrapyd
from topiccrawl.admin.crawls.site_probes import SiteProbes
from topiccrawl.admin.crawls.stages import JOB
from topiccrawl.admin.desk import AdminDesk
from topiccrawl.admin.export_jobs import ExportJobs
from topiccrawl.admin.lists.notes import Notes
from topiccrawl.admin.lists.text_index import TextIndex
from topiccrawl.admin.topic_drafts import TopicDrafts
from topiccrawl.admin.topics import TopicShelf
from topiccrawl.admin.web.language import marked
from topiccrawl.errors import AdminError, StorageError, TopicError
from topiccrawl.priority.focus import Focus
from topiccrawl.relevance.topic.topic import Topic
from topiccrawl.reporting.crawl_state import crawl_state
from topiccrawl.reporting.monitoring.webhooks import Send
from topiccrawl.storage.frontier.contract import Counts
from topiccrawl.storage.frontier.view import FrontierView
from topiccrawl.storage.frontier_views import open_frontier_view
from topiccrawl.storage.pages.store import CorpusStore

P = ParamSpec("P")
T = TypeVar("T")

_TITLE_REMEMBERED = 60.0
_MOST_KNOWN = 1_000


class Services:
    """The parts of the application; a missing database is created.

    Args:
        configuration: what the application was started with.
        variables: further environment variables of crawls.
        send: sends a message to the webhooks; None: there are none.

    Attributes:
        accounts: users and sessions.
        throttle: limits failed log-ins.
        secret: signs forms; new at each start.
        store: the corpus, open for reading.
        desk: writes requested from the pages.
        processes: crawls of this machine.
        scrapyd: the server that runs crawls instead; None: there is none.
        topics: the topics. drafts: topics that are being created.
        exports: exports in the background.
        notes: rules of warnings, tags, saved searches.
        texts: the index of whole texts.
        schedules: regular crawls.
        added: what other wings keep here, by name.
        counts: counts that take a while.
        probes: probes of sites in the background.

    Raises:
        StorageError: the database cannot be used.
        AdminError: the file of users cannot be used.
    """

    def __init__(
        self,
        configuration: Configuration,
        variables: Mapping[str, str] | None = None,
        send: Send | None = None,
    ) -> None:
        database, redis, folder = configuration.database, configuration.redis, configuration.folder
        _prepare(database)
        self.configuration = configuration
        self.send = send
        self.store = CorpusStore(database)
        self.store.open(create=False)
        self.accounts = Accounts(folder / "users.db")
        self.throttle = Throttle()
        self.secret = secrets.token_bytes(32)
        self.desk = AdminDesk(database, redis)
        self.processes = CrawlProcesses(database, redis, folder / "logs", variables)
        self.scrapyd = Scrapyd(configuration.scrapyd) if configuration.scrapyd else None
        self.topics = TopicShelf(configuration.topics)
        self.drafts = TopicDrafts(folder / "drafts")
        self.exports = ExportJobs(database, folder / "exports")
        self.notes = Notes(database)
        self.texts = TextIndex(database, self.store)
        self.schedules = Schedules(folder / "schedules.db")
        self.counts = BackgroundCounts()
        self.probes = SiteProbes()
        self.added: dict[str, object] = {}
        self._known: dict[object, tuple[float, object]] = {}

    def start_crawl(
        self, topic: str, *, pages: int = 0, fresh: bool = False, revisit: bool = False, language: str = ""
    ) -> str:
        """Start a crawl on this machine or on the scrapyd server, see `CrawlProcesses.start`.

        Returns:
            The id of the server's job; empty for a process.

        Raises:
            AdminError: the topic does not exist, or its crawl was started here and runs.
        """
        if (known := self.topics.find(topic)) is None:
            raise AdminError(marked("没有这个主题。"))
        if self.scrapyd is not None:
            return self.scrapyd.start(known, pages=pages, fresh=fresh, revisit=revisit)
        return self.processes.start(known, pages=pages, fresh=fresh, revisit=revisit, language=language)

    def writers(self) -> set[str]:
        """Return the current writers of the database: topics of crawls, here or elsewhere, and the stage."""
        alive = {name for name in self.store.topics() if self._is_alive(name)}
        here = (JOB, *(topic.name for topic in self.topics.all()))
        return alive.union(filter(self.processes.is_running, here))

    def read(self, query: Callable[Concatenate[Connection, P], T], *args: P.args, **options: P.kwargs) -> T:
        """Return the result of a query of the corpus."""
        return self.store.read(query, *args, **options)

    def frontier(self, topic: str) -> closing[FrontierView]:
        """Open the frontier of a topic.

        Raises:
            StorageError: it was never crawled, or its frontier is elsewhere.
        """
        configuration = self.configuration
        return closing(open_frontier_view(topic, configuration.database, configuration.redis))

    def link_counts(self, topic: str) -> Counts | None:
        """Return the links of a topic in each state; None if its frontier cannot be read from here."""
        try:
            with self.frontier(topic) as view:
                return view.counts()
        except StorageError:
            return None

    def remembered(self, key: object, seconds: float, find: Callable[[], T]) -> T:
        """Return a cached result of the last seconds, or compute it: counting a million rows is slow."""
        now = time.monotonic()
        found = self._known.get(key)
        if found is None or now - found[0] > seconds:
            if len(self._known) > _MOST_KNOWN:
                self._known.clear()
            found = self._known[key] = now, find()
        return cast(T, found[1])

    def forget(self) -> None:
        """Clear the cache."""
        self._known.clear()
        self.counts.forget()

    def stored_topics(self) -> list[str]:
        """Return the names of the topics that were crawled into the database."""
        return self.remembered("topics", 5.0, self.store.topics)

    def topic_names(self) -> list[str]:
        """Return the names of all topics, whether they can be crawled or were crawled before."""
        return sorted({topic.name for topic in self.topics.all()} | set(self.stored_topics()))

    def topic_title(self, name: str) -> str:
        """Return a topic in words; its name if its files are elsewhere or wrong."""

        def title() -> str:
            try:
                return self.topics.load(name).title
            except (AdminError, TopicError):
                return name

        return self.remembered(("title", name), _TITLE_REMEMBERED, title)

    def settle(self, topic: str) -> bool:
        """Apply the messages that wait for a crawl of a topic, unless one is running; return whether."""
        if self.processes.is_running(topic) or self._crawl_is_alive():
            return False
        self.desk.settle(topic)
        return True

    def focus(self, topic: Topic) -> Focus:
        """Return the scorer of texts for a topic; the last few are cached."""
        return _focus(topic.name, topic.text, tuple(sorted(topic.words.items())), topic.source)

    def close(self) -> None:
        """Close the database, and end what runs in the background."""
        self.probes.close()
        self.counts.close()
        self.desk.close()
        self.notes.close()
        self.texts.close()
        self.store.close()
        self.accounts.close()

    def _crawl_is_alive(self) -> bool:
        """Return whether any crawl uses the database: a SQLite file has one writer for all topics."""
        return any(self._is_alive(name) for name in self.stored_topics())

    def _is_alive(self, topic: str) -> bool:
        return self.read(crawl_state, topic, points=1).is_alive


@lru_cache(maxsize=4)
def _focus(name: str, text: str, words: tuple[tuple[str, float], ...], source: str) -> Focus:
    return Focus(Topic.load(source.removesuffix("/topic.toml")))


def _prepare(database: str) -> None:
    """Create a missing database, and upgrade an old one."""
    store = CorpusStore(database)
    try:
        # First without: with `create` a SQLite file cannot be opened while a crawl writes it.
        store.open(create=False)
    except StorageError:
        store.open()
    store.close()
