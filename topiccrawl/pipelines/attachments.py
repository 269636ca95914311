"""Item pipeline that reads the files of short notices."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace

from scrapy.crawler import Crawler
from scrapy.exceptions import NotConfigured

from topiccrawl.crawl.request_meta import CrawlLink
from topiccrawl.crawl.session import CrawlSession
from topiccrawl.crawl.url_failures import failure_reason
from topiccrawl.items import PageItem
from topiccrawl.page.unread.reasons import Unread
from topiccrawl.pipelines.part_requests import PartsPipeline
from topiccrawl.storage.records import PartRecord
from topiccrawl.text.documents import can_read_files, read_file

logger = logging.getLogger(__name__)

MOST = 5
"""Files of a notice that are fetched."""


class AttachmentsPipeline(PartsPipeline):
    """Fetches the files of a short notice, shown by a viewer or attached, and adds their texts to its own.

    The files are parts of the article, as its further pages are (`ArticlePartsPipeline`): requests within the
    lease of the page, fetched again after a kill, and stored with it. A file without a text is counted as
    unread.

    Counters: `topiccrawl/attachments/read`, and `topiccrawl/attachments/failed/REASON`.

    Raises:
        NotConfigured: the extra `files` is missing, or `TOPICCRAWL_FILES` is off.
    """

    stage = "attachments"

    def __init__(self, crawler: Crawler, session: CrawlSession) -> None:
        super().__init__(crawler, session)
        if not crawler.settings.getbool("TOPICCRAWL_FILES") or not can_read_files():
            raise NotConfigured
        self._turn = asyncio.Semaphore(1)

    async def process_item(self, item: PageItem) -> PageItem:
        """Add the texts of files to `document` and `raw_text`, and the files to `parts`."""
        document = item.document
        urls = _files_of(item)
        if document is None or not urls:
            return item
        deadline = asyncio.get_running_loop().time() + self.seconds
        texts, parts = [], []
        for url in urls[:MOST]:
            if (read := await self._read(url, item, deadline)) is not None:
                texts.append(read[0])
                parts.append(read[1])
        if len(texts) < len(urls):  # the summary must not claim that all was read
            self.count("topiccrawl/parts/partial")
        if texts:
            # Here: a crawl starts without it.
            from topiccrawl.extraction.file_document import with_attachments

            text = with_attachments(document.text, texts, document.title)
            item.document = replace(document, text=text, kind="article")
            item.raw_text = text
            item.parts = (*item.parts, *parts)
            self.session.note_parts(item.url, (*urls[:MOST], *(part.url for part in parts)))
            item.partial = len(texts) < len(urls)
        return item

    async def _read(self, url: str, item: PageItem, deadline: float) -> tuple[str, PartRecord] | None:
        """Return the text of a file and the file; None if it cannot be read in time."""
        try:
            async with asyncio.timeout_at(deadline):
                part = await self.fetch_file(url, item.url)
                async with self._turn:
                    found = await asyncio.to_thread(read_file, part.raw_html, part.url)
        except Exception as error:
            reason = failure_reason(error)
            logger.info("%s lacks a file, %s: %s", item.url, url, reason)
            self.count(f"topiccrawl/attachments/failed/{reason}")
            return None
        if found.problem is not None:
            context = item.link._replace(parent_url=item.url)
            self.session.ledger.unread(Unread.FILE_TEXT, CrawlLink(url, context), how=str(found.problem))
            self.count(f"topiccrawl/attachments/failed/{found.problem}")
            return None
        self.count("topiccrawl/attachments/read")
        return found.text, part


def _files_of(item: PageItem) -> list[str]:
    """Return the files of a page that is a short notice, those that it shows first."""
    document, visit = item.document, item.visit
    if document is None or document.posts or visit.document is not None:
        return []
    if visit.fetched.is_hub or visit.files:  # a list, whose files are articles of their own
        return []
    from topiccrawl.extraction.file_document import files_of_notice  # here: a crawl starts without it

    return [url for url in files_of_notice(visit.page, document.text) if url not in visit.unfollowed]
