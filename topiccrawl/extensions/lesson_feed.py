"""Extension by which workers learn from each other's pages, and from the grades that people give."""

from __future__ import annotations

import asyncio
import logging

from scrapy.crawler import Crawler
from scrapy.exceptions import NotConfigured

from topiccrawl.crawl.lessons import lessons_of
from topiccrawl.crawl.session import BackgroundComponent, CrawlSession
from topiccrawl.errors import StorageError
from topiccrawl.storage.rows.lessons import FetchedLink, Position, last_position, read_new

logger = logging.getLogger(__name__)

_MOST = 500
"""Maximum number of rows per table and poll; must exceed the rows that are read twice."""
_AT_ONCE = 20
"""Number of lessons learned without a pause, so that requests and responses are not held up."""


class LessonFeed(BackgroundComponent):
    """Reads what other workers fetched and people graded, every `TOPICCRAWL_LESSON_INTERVAL` seconds.

    The rows are read in a thread, by primary key from the last look on; the worker's own rows are left out.
    While the database is away the crawl continues without new lessons, and later reads what it missed.

    Counters: `topiccrawl/lessons/shared`; `topiccrawl/lessons/failed`, lessons at which learning raised an
    error.

    Raises:
        NotConfigured: the strategy does not learn, or the interval is 0.
    """

    listens = ("spider_opened", "spider_closed")

    def __init__(self, crawler: Crawler, session: CrawlSession) -> None:
        super().__init__(crawler, session)
        self._interval = crawler.settings.getfloat("TOPICCRAWL_LESSON_INTERVAL")
        if not session.strategy.lessons_at_start or self._interval <= 0:
            raise NotConfigured
        self._position = Position()
        self._known: frozenset[FetchedLink] = frozenset()  # those of the last poll

    async def work(self) -> None:
        """Poll for lessons; those stored before this moment are learned by `resume_lessons`."""
        started = more = False
        while True:
            try:
                if not started:
                    self._position = await asyncio.to_thread(self.session.ledger.store.read, last_position)
                    self._known, self.session.resumed = self.session.resumed, frozenset()
                    started = True
                links = await asyncio.to_thread(self._read)
                more = len(links) >= _MOST
                await self._learn([link for link in links if link not in self._known])
                self._known = frozenset(links)
            except StorageError as error:
                logger.debug("no lessons for now: %s", error)
                more = False
            except Exception:  # a bug must not stop the lessons
                logger.exception("could not learn from other workers; trying again")
                more = False
            await asyncio.sleep(0 if more else self._interval)

    def _read(self) -> list[FetchedLink]:
        ledger, topic, pages = self.session.ledger, self.session.topic.name, self.session.is_shared
        links, self._position = ledger.store.read(
            read_new, topic, ledger.run_id, self._position, _MOST, pages=pages
        )
        return links

    async def _learn(self, links: list[FetchedLink]) -> None:
        lessons = lessons_of(links)
        for number, lesson in enumerate(lessons, 1):
            try:
                self.session.learn_from([lesson])
                self.count("topiccrawl/lessons/shared")
            except Exception:  # its row is not read again; the others are still learned
                logger.exception("could not learn from %s", lesson.url)
                self.count("topiccrawl/lessons/failed")
            if number % _AT_ONCE == 0:
                await asyncio.sleep(0)
        if grades := sum(link.grade is not None for link in links):
            logger.info("the order of links follows %d new grades", grades)
