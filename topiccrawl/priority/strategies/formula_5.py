"""Formula 5 with the topic's parameters, a description gate and a verdict."""

from __future__ import annotations

from collections.abc import Mapping

from topiccrawl.extraction.kinds.hub import headlines
from topiccrawl.priority.focus import Focus
from topiccrawl.priority.history import UrlHistory
from topiccrawl.priority.link_context import LinkContext
from topiccrawl.priority.link_priority import SEED_PRIORITY, Priority, link_priority
from topiccrawl.priority.scored_links import ScoredLinks
from topiccrawl.priority.sections import section_of
from topiccrawl.priority.strategies.contract import (
    NO_SCORES,
    FetchedPage,
    Outcome,
    Passage,
    Strategy,
    VisitedPage,
)
from topiccrawl.priority.structure import structure_of
from topiccrawl.relevance.judgement import SectionVerdicts, Verdict


class Formula5(Strategy):
    """Paper A's crawl with the parameters of the topic.

    * Relevant description: the page may be kept and its links are followed.
    * Home, channel or list page: the headlines it links to are judged instead.
    * Seed: its links are always followed.
    * Any other page may be kept if it has enough topic words, but its links are not followed.

    Links are scored by formula 5. The verdict is formula 3 over description and body.
    """

    name = "formula-5"

    def __init__(self, focus: Focus) -> None:
        super().__init__(focus)
        self.history: UrlHistory = UrlHistory(focus.priority.capacity, holds=focus.url_structure.history)
        self._scored = ScoredLinks()

    def gate(self, page: FetchedPage) -> Passage:
        focus = self.focus
        focus.prepare((page.description.text, *(link.anchor for link in page.links)))
        own = focus.description(page.description.text)
        relevance = max(own, focus.hub(headlines(page.links))) if page.is_hub else own
        if relevance >= (focus.gate.hub_threshold if page.is_hub else focus.gate.threshold):
            return Passage(relevance, own, candidate=not page.is_hub, follows=True)
        candidate = not page.is_hub and self._matches(page)
        return Passage(relevance, own, candidate, follows=page.context.seed)

    def link(self, url: str, context: LinkContext) -> Priority:
        """Return formula 5."""
        if context.seed:
            return SEED_PRIORITY
        focus = self.focus
        anchor = focus.anchor(context.anchor) * (focus.priority.picture if context.picture else 1.0)
        structure = self._structure(url)
        self._scored.add(url, context, structure)
        return link_priority(context.description, anchor, structure, focus.priority.weights)

    def is_repetition(self, url: str, context: LinkContext, *, waits: bool) -> bool:
        """Return whether formula 5 was not lower for the same link on an earlier page."""
        return self._scored.has_better(url, context, self._structure(url))

    def _structure(self, url: str) -> float:
        focus = self.focus
        return structure_of(url, self.history, focus.url_structure, focus.priority.sample)

    def should_enqueue(self, priority: Priority) -> bool:
        """Return whether the value of formula 5 is above the threshold."""
        return priority.value > self.least(priority)

    def least(self, priority: Priority) -> float:
        return self.focus.priority.threshold

    def verdict(self, page: FetchedPage, passage: Passage, text: str) -> Verdict:
        return self.judged(page.url, passage, self.focus.words(text))

    def judged(self, url: str, passage: Passage, words: frozenset[str]) -> Verdict:
        """Return the verdict on a page by the different words of its text and the pages of its section."""
        counts = self.history.sections.of_section(section_of(url))
        earlier = SectionVerdicts(counts.accepted, counts.visited)
        return self.focus.judge_words(passage.description_relevance, words, earlier)

    def visited(self, page: VisitedPage) -> Mapping[str, float]:
        """Add the URL to the history."""
        if page.outcome in (Outcome.KEPT, Outcome.REJECTED):
            self.history.add(page.url, page.outcome is Outcome.KEPT)
        return NO_SCORES

    def _matches(self, page: FetchedPage) -> bool:
        """Return whether a page has enough topic words to be kept despite its description (paper A)."""
        text = f"{page.description.text}\n{page.displayed_text()}"
        return len(self.focus.relevance.topic_words_in(text)) >= self.focus.gate.topic_words
