"""The strategy `breadth-first`: every link, in the order of its distance from the seeds."""

from __future__ import annotations

from topiccrawl.priority.link_context import LinkContext
from topiccrawl.priority.link_priority import SEED_PRIORITY, Priority
from topiccrawl.priority.strategies.contract import FetchedPage, Passage, Strategy
from topiccrawl.relevance.judgement import Verdict


class BreadthFirst(Strategy):
    """Follows all links of all pages, those nearest to the seeds first; the baseline of focused crawls.

    There is no gate. A page that is not a home, channel or list page is kept by the verdict of `adaptive`.
    """

    name = "breadth-first"
    ends_traps = False
    has_budgets = False

    def gate(self, page: FetchedPage) -> Passage:
        own = self.focus.description(page.description.text)
        return Passage(own, own, candidate=not page.is_hub, follows=True)

    def link(self, url: str, context: LinkContext) -> Priority:
        """Return 1/2 for the links of seeds, 1/3 for the links of their pages, and so on."""
        return SEED_PRIORITY if context.seed else Priority(1 / (1 + context.depth))

    def verdict(self, page: FetchedPage, passage: Passage, text: str) -> Verdict:
        return self.focus.judge(passage.description_relevance, text)
