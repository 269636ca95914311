"""What the components of one crawl share."""

from __future__ import annotations

from scrapy import signals
from scrapy.crawler import Crawler
from scrapy.exceptions import NotConfigured
from scrapy.spiders import Spider

from topiccrawl.crawl.host_pauses import HostPauses
from topiccrawl.crawl.ledger import Ledger
from topiccrawl.crawl.open_frontier import CrawlFrontier
from topiccrawl.crawl.settings_check import check_settings
from topiccrawl.crawl.slow_work import WorkLog
from topiccrawl.crawl.start_errors import told_at_start
from topiccrawl.priority.focus import Focus
from topiccrawl.relevance.topic.topic import Topic
from topiccrawl.storage.frontier.contract import Frontier, SharedFrontier
from topiccrawl.text.progress import listen_to_progress

_SESSION = "_topiccrawl_session"
"""Attribute of the spider that holds the session, so that the two live equally long."""


class CrawlSession:
    """The judges, the ledger and the frontier of a crawl.

    Attributes:
        focus: judges pages and links.
        ledger: writes down what becomes of them.
        pauses: hosts that asked to be left alone for a while.
    """

    _frontier: CrawlFrontier

    def __init__(self, crawler: Crawler, topic: Topic) -> None:
        self.focus = Focus(topic, crawler.settings.get("TOPICCRAWL_SEGMENTER"))
        self.ledger = Ledger(crawler, topic.name)
        self.pauses = HostPauses(
            longest=crawler.settings.getfloat("TOPICCRAWL_LONGEST_PAUSE"),
            patience=crawler.settings.getfloat("TOPICCRAWL_HOST_PATIENCE"),
        )

    def connect(self, crawler: Crawler) -> None:
        """Connect to the database and see that no other process crawls with the same frontier.

        Raises:
            StorageError: the database or the frontier cannot be used.
        """
        topic = self.focus.topic.name
        self.ledger.connect()
        self._frontier = CrawlFrontier(crawler, self.ledger.store, topic)
        self.ledger.closes_with(self._frontier.close)
        # Only this signal knows why the crawl ended. It comes after pipelines and scheduler are closed.
        crawler.signals.connect(self.ledger.close, signals.spider_closed)

    def open_frontier(self, spider: Spider) -> Frontier[bytes]:
        """The frontier; called once, by the scheduler.

        Raises:
            StorageError: it cannot be used.
        """
        frontier = self._frontier.open(fresh=bool(getattr(spider, "fresh", False)))
        if isinstance(frontier, SharedFrontier):
            self.pauses.share = frontier.pause
        if (history := self._frontier.history(self.focus.priority.capacity)) is not None:
            self.focus.history = history
        return frontier

    @classmethod
    def of(cls, crawler: Crawler) -> CrawlSession:
        """The session of a crawl; the first component that asks starts it and connects to the database.

        It is not the spider that starts it, since add-ons bring their settings only after the spider is made.

        Raises:
            NotConfigured: the spider has no topic; components that ask while they are made are left out then.
            TopicError: a parameter of the topic is unknown or out of range.
            StorageError: the database cannot be used.
        """
        session = getattr(crawler.spider, _SESSION, None)
        if isinstance(session, cls):
            return session
        topic = getattr(crawler.spider, "topic", None)
        if not isinstance(topic, Topic):
            raise NotConfigured
        with told_at_start(), listen_to_progress(WorkLog()):
            check_settings(crawler.settings)
            session = cls(crawler, topic)
            session.connect(crawler)
        setattr(crawler.spider, _SESSION, session)
        return session
