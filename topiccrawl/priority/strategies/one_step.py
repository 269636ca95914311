"""The strategy `one-step`: the plain vector-space crawl that paper B compares its own with."""

from __future__ import annotations

from topiccrawl.priority.strategies.contract import FetchedPage, Passage
from topiccrawl.priority.strategies.vector_space import VectorSpace
from topiccrawl.relevance.judgement import Verdict


class OneStep(VectorSpace):
    """A page is kept and its links are followed iff its vector is similar to that of the topic words.

    Links of seeds are always followed; home, channel and list pages are not kept.
    """

    name = "one-step"

    def gate(self, page: FetchedPage) -> Passage:
        own = self.page_similarity(page, self.content_links(page))
        self.learn_chance(page, own)
        relevant = own >= self.parameters.threshold
        return Passage(own, own, relevant and not page.is_hub, relevant or page.context.seed)

    def verdict(self, page: FetchedPage, passage: Passage, text: str) -> Verdict:
        own = passage.relevance
        return Verdict(own, own, own, own >= self.parameters.threshold)
