"""Item pipeline: post-processing of the main text (paper A, section 3.3)."""

from __future__ import annotations

from topiccrawl.extraction.cleaning import clean
from topiccrawl.items import PageItem
from topiccrawl.pipelines.dropping import DroppingPipeline


class CleaningPipeline(DroppingPipeline):
    """Takes template text off; a page of which nothing is left has no article and is dropped."""

    stage = "cleaning"

    def process_item(self, item: PageItem) -> PageItem:
        """Set `text`."""
        item.text = clean(item.raw_text)
        if not item.text:
            self.drop(item, "empty")
        return item
