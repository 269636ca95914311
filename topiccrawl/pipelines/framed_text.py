"""Item pipeline that reads the text of an article from a frame or a request of its page."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace
from urllib.parse import parse_qsl, urlsplit

from topiccrawl.crawl.url_failures import failure_reason
from topiccrawl.items import PageItem
from topiccrawl.page.anchors.link import FRAMES, SOURCE, Link
from topiccrawl.page.anchors.pagers import SIZE_FIELDS, is_page_field
from topiccrawl.pipelines.part_requests import PartsPipeline

logger = logging.getLogger(__name__)

_REQUESTS = frozenset({"script request", "data"})
_MOST = 2
"""Frames and requests of a page that are asked for a text."""
_SHORTEST = 40
"""Characters of a text."""


class FramedTextPipeline(PartsPipeline):
    """Fetches the frames of the same host of a page without a text, and takes the text of the first with one.

    So it does with the data and fragments that the page's script asks for, but for the numbered parts of
    lists. Only a page with a date is an article that lacks its text; title, date, author and source are its
    own. A frame is fetched as the parts of an article are, and stored with them; a link to it that waits is
    dropped. Frames of pages that lead on, such as lists, are read as links.

    Counters: `topiccrawl/parts/frames` and `topiccrawl/parts/failed/<reason>`.
    """

    stage = "frame"

    async def process_item(self, item: PageItem) -> PageItem:
        """Set `parts`, and the text of `document` and `raw_text`."""
        document = item.document
        if self.extraction is None or document is None or document.text:
            return item
        if item.visit.fetched.is_hub or item.visit.fetched.context.continues or not document.published:
            return item
        links = [link for link in item.visit.fetched.links if link.role == SOURCE and _may_have_text(link)]
        from topiccrawl.page.shown.data_page import page_of_text  # here: a crawl starts without it

        for link in [link for link in links if link.url not in item.visit.unfollowed][:_MOST]:
            url, may_be_data = link.url, link.found in _REQUESTS
            try:
                async with asyncio.timeout(self.seconds):
                    part = await self.fetch(url, item.url, may_be_data=may_be_data)
                    read = await self.extraction.document_of(page_of_text(part.page, document.title))
            except Exception as error:
                reason = failure_reason(error)
                logger.info("the frame %s of %s was not read: %s", url, item.url, reason)
                self.count(f"topiccrawl/parts/failed/{reason}")
                continue
            if read.kind == "article" and len(read.text) >= _SHORTEST:
                item.document = replace(document, text=read.text, kind=read.kind)
                item.raw_text = read.text
                item.parts, item.partial = (part.record,), False
                self.session.note_parts(item.url, (url, part.url))
                self.count("topiccrawl/parts/frames")
                break
        return item


def _may_have_text(link: Link) -> bool:
    """Return whether a link that fills a page may lead to its text, not to a part of a list."""
    if link.found not in _REQUESTS or link.body:
        return link.found in FRAMES
    fields = parse_qsl(urlsplit(link.url).query)
    return not any(is_page_field(name) or SIZE_FIELDS.fullmatch(name) for name, _ in fields)
