"""Item pipeline that drops off-topic pages."""

from __future__ import annotations

from topiccrawl.items import PageItem
from topiccrawl.pipelines.page_pipeline import PagePipeline


class VerdictPipeline(PagePipeline):
    """Judges a page by its body, its description, and earlier pages of its section."""

    stage = "verdict"

    def process_item(self, item: PageItem) -> PageItem:
        """Set `verdict`."""
        focus = self.session.focus
        item.verdict = focus.judge(item.visit.description_relevance, item.text, item.url)
        if not item.verdict.kept:
            self.drop(item, "off_topic", item.verdict.relevance)
        return item
