"""What the components of one crawl share."""

from __future__ import annotations

from weakref import WeakKeyDictionary

from scrapy.crawler import Crawler

from topiccrawl.ledger import Ledger
from topiccrawl.priority.focus import Focus
from topiccrawl.relevance.topic import Topic

_sessions: WeakKeyDictionary[Crawler, CrawlSession] = WeakKeyDictionary()


class CrawlSession:
    """The judges and the ledger of a crawl.

    Attributes:
        focus: judges pages and links.
        ledger: writes down what becomes of them.
    """

    def __init__(self, crawler: Crawler, topic: Topic) -> None:
        self.focus = Focus(topic, crawler.settings.get("TOPICCRAWL_SEGMENTER"))
        self.ledger = Ledger(crawler, topic.name)

    @classmethod
    def start(cls, crawler: Crawler, topic: Topic) -> CrawlSession:
        """Begin the session of a crawl; the spider does it, before any other component is made.

        Raises:
            TopicError: a parameter of the topic is unknown or out of range.
            StorageError: the database cannot be used.
        """
        session = cls(crawler, topic)
        _sessions[crawler] = session
        return session

    @classmethod
    def of(cls, crawler: Crawler) -> CrawlSession:
        """The session of a crawl.

        Raises:
            RuntimeError: the spider is none of topiccrawl's.
        """
        try:
            return _sessions[crawler]
        except KeyError:
            raise RuntimeError("this component needs a spider that derives from FocusedSpider") from None
