"""Item pipeline that drops off-topic pages."""

from __future__ import annotations

from topiccrawl.items import PageItem
from topiccrawl.pipelines.page_pipeline import PagePipeline


class VerdictPipeline(PagePipeline):
    """Lets the strategy of the crawl judge the page."""

    stage = "verdict"

    def process_item(self, item: PageItem) -> PageItem:
        """Set `verdict`."""
        visit = item.visit
        item.verdict = self.session.strategy.verdict(visit.fetched, visit.passage, item.text)
        if not item.verdict.kept:
            self.drop(item, "off_topic", item.verdict.relevance)
        return item
