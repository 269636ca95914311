"""Formula 5 with the topic's parameters, a description gate and a verdict."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import replace

from topiccrawl.extraction.kinds.hub import HEADLINE_LENGTH, headlines
from topiccrawl.page.hidden_links.urls import same_site
from topiccrawl.priority.focus import Focus
from topiccrawl.priority.history import UrlHistory
from topiccrawl.priority.learning.url_form import url_form
from topiccrawl.priority.link_context import LinkContext
from topiccrawl.priority.link_priority import SEED_PRIORITY, Priority, link_priority
from topiccrawl.priority.recent_keys import Latest, LatestCounts
from topiccrawl.priority.scored_links import ScoredLinks
from topiccrawl.priority.sections import Section, section_of
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

_IN_VAIN = 2
"""Pages off the topic, less those on it, after which headlines without topic words are left: they may stand
on lists of several topics."""
_GROUPS = 10_000
_SHORT_HEADLINE = 5
"""Characters of the shortest headlines, those of links whose URLs look like those of articles."""
_NUMBERED = re.compile(r"\d[^/]*$")
"""A number in the last name of a URL or in its query: an article's, if the URL is no list's."""


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
        # Pages whose headlines did not say enough: the groups of those in flight, and what they were worth.
        self._in_flight: Latest[str, tuple[Section, str]] = Latest(_GROUPS)
        self._worth_of: LatestCounts[tuple[Section, str]] = LatestCounts(_GROUPS)

    def gate(self, page: FetchedPage) -> Passage:
        focus = self.focus
        if self.may_rise(page.requested_url, page.context):
            self._in_flight[page.url] = _group(page.requested_url, page.context)
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
        structure = self._structure(url)
        self._scored.add(url, context, structure)
        return self._priority(context, structure)

    def _priority(self, context: LinkContext, structure: float) -> Priority:
        focus = self.focus
        anchor = focus.anchor(context.anchor) * (focus.priority.picture if context.picture else 1.0)
        return link_priority(context.description, anchor, structure, focus.priority.weights)

    def may_rise(self, url: str, context: LinkContext) -> bool:
        """Return whether formula 5 admits a headline on a relevant page only for the pages of its section."""
        priority, threshold = self.focus.priority, self.focus.priority.threshold
        kind = url_form(url).kind
        may_be_article = kind == "article" or (kind == "other" and _NUMBERED.search(url))
        least = _SHORT_HEADLINE if may_be_article else HEADLINE_LENGTH
        if (
            self.focus.url_structure.value == "none"
            or len(context.anchor) < least
            or not same_site(url, context.parent_url)
            or context.navigation
            or context.seed
            or context.leads_on
            or context.description <= threshold
        ):
            return False
        alone = self._priority(context, 0.0).value
        return alone <= threshold < alone + priority.weights[2]

    def risen(self, url: str, context: LinkContext) -> Priority | None:
        """Return the priority by the pages of the link's section, the first of which is visited to see.

        None: most of them, or of those that were found as the link was, were off the topic.
        """
        if self._worth_of[_group(url, context)] <= -_IN_VAIN:
            return None
        priority = self.link(url, context)
        if self.should_enqueue(priority):
            return priority
        if self.history.sections.of_section(section_of(url)).visited:
            return None
        return replace(priority, value=math.nextafter(self.least(priority), 1))

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
        if (group := self._in_flight.pop(page.url, None)) is not None:
            self._worth_of[group] += 1 if page.outcome in (Outcome.KEPT, Outcome.COPY) else -1
        return NO_SCORES

    def _matches(self, page: FetchedPage) -> bool:
        """Return whether a page has enough topic words to be kept despite its description (paper A)."""
        text = f"{page.description.text}\n{page.displayed_text()}"
        return len(self.focus.relevance.topic_words_in(text)) >= self.focus.gate.topic_words


def _group(url: str, context: LinkContext) -> tuple[Section, str]:
    """Return the section of a link, and the form of the lists that it stands on."""
    return section_of(url), url_form(context.parent_url).pattern
