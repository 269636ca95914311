"""Item pipeline: is the story already in the corpus?"""

from __future__ import annotations

from scrapy.crawler import Crawler

from topiccrawl.dedup import BodyIndex, TitleIndex
from topiccrawl.items import PageItem
from topiccrawl.pipelines.dropping import DroppingPipeline


class DedupPipeline(DroppingPipeline):
    """Marks a page whose body or title is that of an earlier one; marked pages are stored, not exported.

    Earlier ones are those of this crawl and the originals that the corpus held before.
    """

    stage = "dedup"

    def __init__(self, crawler: Crawler) -> None:
        super().__init__(crawler)
        self._titles = TitleIndex(threshold=crawler.settings.getfloat("TOPICCRAWL_TITLE_THRESHOLD"))
        self._bodies = BodyIndex()
        self._original_of: dict[str, str] = {}  # of pages marked for their title, whose body is an original

    def open_spider(self) -> None:
        """Take note of the corpus as it is."""
        for url, title, text in self.session.ledger.store.titles(self.session.focus.topic.name):
            self._bodies.add(text, url)
            if title:
                self._titles.add(title, url, text)

    def process_item(self, item: PageItem) -> PageItem:
        """Set `duplicate_of`, `duplicate_kind` and `duplicate_similarity`."""
        assert item.document is not None  # the extraction pipeline ran before
        title = item.document.title
        found, kind = self._bodies.match(item.text, item.url), "body"
        if found is None and title:
            found, kind = self._titles.match(title, item.url, item.text), "title"
            if found is not None:
                self._original_of[item.url] = found.key
        original = self._original_of.get(found.key, found.key) if found else None
        if found and original != item.url:  # a page that was fetched again is no copy of itself
            item.duplicate_of, item.duplicate_kind = original, kind
            item.duplicate_similarity = found.similarity
        return item
