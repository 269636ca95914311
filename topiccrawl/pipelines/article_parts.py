"""Item pipeline that joins articles over several pages."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace
from urllib.parse import urlsplit

from scrapy.crawler import Crawler

from topiccrawl.crawl.session import CrawlSession
from topiccrawl.crawl.url_failures import Dropped, failure_reason
from topiccrawl.extraction.document import Document
from topiccrawl.extraction.joined import has_all, joined_text
from topiccrawl.items import PageItem
from topiccrawl.page.anchors.article_parts import ArticleParts, parts_of
from topiccrawl.page.unread.shells import asks_for_rest
from topiccrawl.pipelines.cleaning import CleaningPipeline
from topiccrawl.pipelines.part_requests import FetchedPart, PartsPipeline

logger = logging.getLogger(__name__)

_NOT_THERE = ("status_404", "status_410")
MOST_PARTS = 20
"""Parts of an article that are fetched and joined at most."""


@dataclass(frozen=True)
class _Read:
    """A part: as fetched, what was found on it, and its text without lines that repeat over the site."""

    part: FetchedPart
    document: Document
    own_text: str


class ArticlePartsPipeline(PartsPipeline):
    """Fetches the other parts of a kept article and joins the texts, in order.

    The parts are requests within the lease of the page: they pass all downloader middlewares, keep the delay
    of their host and count as requests, not as pages. After a kill, all are fetched again. A page with the
    whole text is preferred. An article that lacks a part is marked as partial.

    Counters: `topiccrawl/parts/articles`, `/fetched`, `/partial`, and `topiccrawl/parts/failed/<reason>`.
    """

    stage = "parts"

    def __init__(self, crawler: Crawler, session: CrawlSession) -> None:
        super().__init__(crawler, session)
        self._obeys_nofollow = crawler.settings.getbool("TOPICCRAWL_NOFOLLOW")
        self._cleaning: CleaningPipeline | None = None

    def open_spider(self) -> None:
        """Find the pipelines that read pages."""
        super().open_spider()
        self._cleaning = self.crawler.get_item_pipeline(CleaningPipeline)

    async def process_item(self, item: PageItem) -> PageItem:
        """Set `parts` and `partial`, and join the texts."""
        document, named = item.document, item.visit.parts
        if self.extraction is None or document is None or document.posts:
            return item
        following = [url for url in named.following if url not in item.visit.unfollowed]
        all_of_it = "" if named.whole in item.visit.unfollowed else named.whole
        if not following and not all_of_it:
            if asks_for_rest(item.visit.page):
                item.partial = True
                self.count("topiccrawl/parts/partial")
            return item
        deadline = asyncio.get_running_loop().time() + self.seconds
        reading = _Reading(self, item, deadline, named.counted)
        whole = await reading.whole(all_of_it) if all_of_it else None
        reads = [whole] if whole is not None else await reading.following(following)
        if not reads:
            item.partial = item.partial or reading.is_partial or None
            self.count("topiccrawl/parts/partial", int(reading.is_partial))
            return item
        item.parts = (*item.parts, *(read.part.record for read in reads))
        item.partial = bool(item.partial) or reading.is_partial
        self.session.note_parts(item.url, [*named.following, *(read.part.url for read in reads)])
        item.raw_text = joined_text([item.raw_text, *(read.document.text for read in reads)], document.title)
        item.document = replace(document, text=item.raw_text)
        from topiccrawl.extraction.cleaning import clean  # here: a crawl starts without it

        item.text = clean(joined_text([item.text, *(read.own_text for read in reads)], document.title))
        judged = self.session.strategy.judge(item.visit.fetched, item.visit.passage, item.text)
        item.verdict = replace(judged, kept=True, waits=False, is_word_list=False)  # as its first page was
        self.count("topiccrawl/parts/articles")
        self.count("topiccrawl/parts/fetched", len(reads))
        self.count("topiccrawl/parts/partial", int(reading.is_partial))
        return item

    async def read(self, url: str, item: PageItem) -> _Read:
        """Fetch a part and read it.

        Raises:
            Exception: it could not be fetched.
        """
        assert self.extraction is not None
        part = await self.fetch(url, item.url)
        if not _is_of_page(part.url, url):
            raise Dropped("redirected")
        document = await self.extraction.document_of(part.page)
        own = document.text
        if self._cleaning is not None:
            own = await self._cleaning.own_text(part.url, document, document.text)
        return _Read(part, document, own)

    def failed(self, url: str, item: PageItem, reason: str) -> None:
        """Count why a part is missing."""
        logger.info("%s lacks a part, %s: %s", item.url, url, reason)
        self.count(f"topiccrawl/parts/failed/{reason}")

    def named_by(self, part: FetchedPart) -> ArticleParts:
        """Return the parts that another one names, by links that may be followed."""
        from topiccrawl.page.links import links_of  # here: a crawl starts without it

        links = links_of(part.page)
        return parts_of(part.url, [one for one in links if not (self._obeys_nofollow and one.nofollow)])


class _Reading:
    """The reading of the parts of one article.

    Attributes:
        is_partial: whether a part is missing.

    Args:
        pipeline: fetches and reads the parts.
        item: the first page.
        deadline: time of the event loop at which it ends.
        counted: URLs that a script counts.
    """

    def __init__(
        self, pipeline: ArticlePartsPipeline, item: PageItem, deadline: float, counted: frozenset[str]
    ) -> None:
        self._pipeline = pipeline
        self._item = item
        self._deadline = deadline
        self._counted = set(counted)
        self.is_partial = False

    async def whole(self, url: str) -> _Read | None:
        """Return the page with the whole text; None if it is not that."""
        read = await self._read(url)
        self.is_partial = False  # the parts may have it all
        return read if read is not None and has_all(read.own_text, self._item.text) else None

    async def following(self, urls: Sequence[str]) -> list[_Read]:
        """Return the parts behind the first page, in order; each names those that follow it."""
        waiting, seen = list(urls), {self._item.url, *urls}
        texts = {self._item.raw_text.strip()}
        found: list[_Read] = []
        while waiting:
            if len(found) >= MOST_PARTS:
                self.is_partial = True
                break
            read = await self._read(waiting.pop(0))
            if read is None:
                continue
            if (text := read.document.text.strip()) and text not in texts:
                texts.add(text)
                found.append(read)
                named = self._pipeline.named_by(read.part)
                self._counted |= named.counted
                more = [url for url in named.following if url not in seen]
                seen.update(more)
                waiting += more
        return found

    async def _read(self, url: str) -> _Read | None:
        """Return a part; None if it cannot be read in time."""
        try:
            async with asyncio.timeout_at(self._deadline):
                return await self._pipeline.read(url, self._item)
        except Exception as error:
            reason = failure_reason(error)
            if url in self._counted and reason in _NOT_THERE:
                return None  # the script counts one too many
            self.is_partial = True
            self._pipeline.failed(url, self._item, reason)
            return None


def _is_of_page(url: str, asked: str) -> bool:
    """Return whether the answer to a part is that part, and not the home page or another article."""
    own, other = urlsplit(url), urlsplit(asked)
    return (own.hostname, own.path.rstrip("/"), own.query) == (
        other.hostname,
        other.path.rstrip("/"),
        other.query,
    )
