"""Item pipeline that drops off-topic pages."""

from __future__ import annotations

from topiccrawl.items import PageItem
from topiccrawl.pipelines.page_pipeline import PagePipeline
from topiccrawl.relevance.judgement import verdict


class VerdictPipeline(PagePipeline):
    """Judges a page by formula 3 over its body and its description."""

    stage = "verdict"

    def process_item(self, item: PageItem) -> PageItem:
        """Set `verdict`."""
        focus = self.session.focus
        item.verdict = verdict(item.visit.description_relevance, focus.body(item.text), focus.verdict)
        if not item.verdict.kept:
            self.drop(item, "off_topic", item.verdict.relevance)
        return item
