"""Extension that requests watched pages and records their changes."""

from __future__ import annotations

import asyncio
import logging
from contextlib import closing
from datetime import UTC, datetime
from typing import Any

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.exceptions import DontCloseSpider, NotConfigured
from scrapy.http import Response
from scrapy.http.request import NO_CALLBACK

from topiccrawl.admin.lists.notes import Notes
from topiccrawl.crawl.session import Component, CrawlSession
from topiccrawl.crawl.starts.revisits import header_of
from topiccrawl.crawl.url_failures import failure_reason
from topiccrawl.errors import StorageError
from topiccrawl.extensions.monitoring.alerts import Alerts
from topiccrawl.newsroom.watched_rows import Change, Version, read_visits, write_check, write_version
from topiccrawl.page.complexity import why_too_complex
from topiccrawl.page.page import Page
from topiccrawl.reporting.monitoring.conditions import CHANGE, Alert
from topiccrawl.storage.rows.row import url_hash
from topiccrawl.text.display import one_line

logger = logging.getLogger(__name__)

_AT_ONCE = 4
"""Maximum number of concurrent requests for watched pages."""
_SHOWN = 80
"""Characters of a paragraph in an alert."""
_UNCHANGED, _OK = 304, 200
_SEEN_TEXT = "//body//text()[not(ancestor::script or ancestor::style or ancestor::noscript)]"


class WatchedPages(Component):
    """Requests the watched pages of the topic, at the start of the crawl and while it runs.

    A page is asked for when its last visit is `TOPICCRAWL_WATCH_INTERVAL` seconds ago, with `If-None-Match`
    and `If-Modified-Since`, through all downloader middlewares: robots.txt is obeyed, and private addresses
    are refused. A page with other paragraphs than before is a new version (table `page_changes`), and an
    alert with the event `change`. These requests do not add watched pages to the corpus.

    Counters: `topiccrawl/watched/asked`, `/unchanged`, `/changed` and `/failed`.

    Raises:
        NotConfigured: the interval is 0.
    """

    listens = ("engine_started", "spider_idle", "spider_closed")

    def __init__(self, crawler: Crawler, session: CrawlSession) -> None:
        super().__init__(crawler, session)
        self._database = str(crawler.settings.get("TOPICCRAWL_DATABASE_URL"))
        self._interval = crawler.settings.getfloat("TOPICCRAWL_WATCH_INTERVAL")
        if self._interval <= 0:
            raise NotConfigured
        self._task: asyncio.Task[None] | None = None
        self._asking = False

    def engine_started(self) -> None:
        """Start to request watched pages."""
        self._asking = True
        self._task = asyncio.get_running_loop().create_task(self._run(), name="watched pages")

    def spider_idle(self) -> None:
        """Keep the crawl open until all due pages were requested.

        Raises:
            DontCloseSpider: some are on their way.
        """
        if self._asking:
            raise DontCloseSpider

    def spider_closed(self) -> None:
        """Stop requesting watched pages."""
        if self._task is not None:
            self._task.cancel()

    async def _run(self) -> None:
        while True:
            self._asking = True
            try:
                due = await asyncio.to_thread(self._due)
                room = asyncio.Semaphore(_AT_ONCE)
                await asyncio.gather(*(self._ask(url, headers, room) for url, headers in due))
            except StorageError as error:
                logger.warning("watched pages are not asked for now: %s", error)
            except Exception:  # a bug here must neither end the crawl nor keep it from ending
                logger.exception("watched pages failed; they are asked for again later")
            finally:
                self._asking = False
            self.engine.wake()
            await asyncio.sleep(self._interval)

    def _due(self) -> list[tuple[str, dict[str, str]]]:
        """Return the URLs whose last visit is long enough ago, with the headers of a conditional request."""
        if not Notes.exist(self._database):
            return []
        topic, now = self.session.topic.name, datetime.now(UTC)
        with closing(Notes(self._database)) as notes:
            urls = [str(one["url"]) for one in notes.watched(topic)]
        visits = self.session.ledger.store.read(read_visits, topic) if urls else {}
        due = []
        for url in urls:
            visit = visits.get(url_hash(url), {})
            if visit and (now - visit["checked_at"]).total_seconds() < self._interval:
                continue
            wanted = {
                "If-None-Match": visit.get("etag", ""),
                "If-Modified-Since": visit.get("last_modified", ""),
            }
            due.append((url, {name: value for name, value in wanted.items() if value}))
        return due

    async def _ask(self, url: str, headers: dict[str, str], room: asyncio.Semaphore) -> None:
        async with room:
            self.count("topiccrawl/watched/asked")
            now = datetime.now(UTC)
            try:
                response = await self.engine.download(Request(url, headers=headers, callback=NO_CALLBACK))
            except Exception as error:  # every error of a download means that there is no page
                await self._fail(url, now, failure_reason(error))
                return
            await self._take(url, response, now)

    async def _take(self, url: str, response: Response, now: datetime) -> None:
        store, topic = self.session.ledger.store, self.session.topic.name
        if response.status == _UNCHANGED:
            self.count("topiccrawl/watched/unchanged")
            await self._note(url, now)
            return
        if response.status != _OK:
            await self._fail(url, now, f"status_{response.status}")
            return
        version = await asyncio.to_thread(self._read, url, response, now)
        if version is None:
            await self._fail(url, now, "too_complex")
            return
        change = await asyncio.to_thread(
            store.transact, lambda connection: write_version(connection, topic, version)
        )
        self.count(f"topiccrawl/watched/{'unchanged' if change is None else 'changed'}")
        if change is not None:
            logger.info("%s has changed", url)
            self._alert(version, change)

    def _read(self, url: str, response: Response, now: datetime) -> Version | None:
        # Here: a crawl starts without what reads pages.
        from topiccrawl.extraction import clean, extract_page
        from topiccrawl.extraction.sites.fields import describe_by_rules, with_site_fields

        content_type = (response.headers.get("Content-Type") or b"").decode("latin-1")
        page = Page.from_bytes(response.body, response.url, content_type)
        if why_too_complex(page.html):
            return None
        document = extract_page(page)
        rules = self.session.sites.of(page.url)
        if rules:
            document, _ = with_site_fields(document, page, rules)
        # A page without a body, such as a list, is compared by its whole text.
        text = clean(document.text) or _whole_text(page)
        title = one_line(describe_by_rules(page, rules).title)
        return Version(
            url, now, title, text, header_of(response, "ETag"), header_of(response, "Last-Modified")
        )

    async def _fail(self, url: str, now: datetime, problem: str) -> None:
        self.count("topiccrawl/watched/failed")
        await self._note(url, now, problem)

    async def _note(self, url: str, now: datetime, problem: str = "") -> None:
        store, topic = self.session.ledger.store, self.session.topic.name
        await asyncio.to_thread(
            store.transact, lambda connection: write_check(connection, topic, url, now, problem)
        )

    def _alert(self, version: Version, change: Change) -> None:
        alerts = self.crawler.get_extension(Alerts)
        if alerts is None:
            return
        what = one_line((change.added or change.removed)[0])[:_SHOWN]
        counts = f"{len(change.added)} paragraphs added, {len(change.removed)} removed"
        text = f"{version.url} has changed: {counts}: {what}"
        # With the time: a second change within the pause of alerts is another one.
        alerts.raise_alert(Alert(CHANGE, f"{version.url} {version.at.isoformat()}", text))


def _whole_text(page: Page) -> str:
    found: Any = page.tree.xpath(_SEEN_TEXT)
    lines = (one_line(str(text)) for text in found)
    return "\n".join(line for line in lines if line)
