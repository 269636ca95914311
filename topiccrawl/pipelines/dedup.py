"""Item pipeline: is the story already in the corpus?"""

from __future__ import annotations

from scrapy.crawler import Crawler

from topiccrawl.dedup import BodyIndex, TitleIndex
from topiccrawl.items import PageItem
from topiccrawl.pipelines.dropping import DroppingPipeline


class DedupPipeline(DroppingPipeline):
    """Marks a page whose body or title is that of an earlier page; marked pages are stored, but not exported."""

    stage = "dedup"

    def __init__(self, crawler: Crawler) -> None:
        super().__init__(crawler)
        self._titles = TitleIndex(threshold=crawler.settings.getfloat("TOPICCRAWL_TITLE_THRESHOLD"))
        self._bodies = BodyIndex()

    def process_item(self, item: PageItem) -> PageItem:
        """Set `duplicate_of` and `duplicate_kind`."""
        assert item.document is not None  # the extraction pipeline ran before
        title = item.document.title
        item.duplicate_of = self._bodies.add(item.text, item.url)
        item.duplicate_kind = "body" if item.duplicate_of else None
        if item.duplicate_of is None and title:
            item.duplicate_of = self._titles.add(title, item.url, item.text)
            item.duplicate_kind = "title" if item.duplicate_of else None
        return item
