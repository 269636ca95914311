"""Formula 5 with the topic's parameters, a description gate and a verdict."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import replace

from topiccrawl.extraction.kinds.hub import HEADLINE_LENGTH, headlines
from topiccrawl.page.anchors.link import COLUMN
from topiccrawl.page.hidden_links.urls import same_site
from topiccrawl.priority.focus import Focus
from topiccrawl.priority.history import UrlHistory
from topiccrawl.priority.learning.url_form import url_form
from topiccrawl.priority.link_context import LinkContext
from topiccrawl.priority.link_priority import FORMULA_5_PARTS, SEED_PRIORITY, Priority, link_priority
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
_UNNAMED, _WORTH = 16, 8
"""Pages in vain after which links of a kind that do not name the topic are left, and what one that brings
something is worth: so fewer than one in nine does. Each sixteenth of the links that are left is visited."""
_LISTS = "/"
"""Stands for a directory where the kind is that of the lists of a host."""
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
        # Pages whose links did not name the topic: the kinds of those that may bring something yet.
        self._unnamed: Latest[str, Section] = Latest(_GROUPS)
        self._worth_of_kind: LatestCounts[Section] = LatestCounts(_GROUPS)
        self._left: LatestCounts[Section] = LatestCounts(_GROUPS)

    def gate(self, page: FetchedPage) -> Passage:
        focus = self.focus
        if self.may_rise(page.requested_url, page.context):
            self._in_flight[page.url] = _group(page.requested_url, page.context)
        focus.prepare((page.description.text, *(link.anchor for link in page.links)))
        own = focus.description(page.description.text)
        relevance = max(own, focus.hub(headlines(page.links))) if page.is_hub else own
        if (kind := self._unnamed_kind(page.requested_url, page.context)) is not None:
            self._worth_of_kind[kind] = max(-_UNNAMED, self._worth_of_kind[kind] - 1)
            if not page.is_hub or relevance >= focus.gate.hub_threshold:
                self._unnamed[page.url] = kind
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

    def comes_last(self, url: str, context: LinkContext, priority: Priority) -> bool:
        """Return the same, also for lists that do not name the topic until a model orders the links."""
        if not self.should_enqueue(priority):
            return context.leads_on
        kind = self._unnamed_kind(url, context)
        is_list = kind is not None and kind.directory == _LISTS
        return is_list and tuple(priority.parts) == FORMULA_5_PARTS

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
        if page.outcome is Outcome.KEPT:
            self._pay_for(page.url)
        return NO_SCORES

    def brought(self, url: str, anchor: str) -> None:
        if url in self._unnamed and self.names_topic(anchor):
            self._pay_for(url)

    def _pay_for(self, url: str) -> None:
        if (kind := self._unnamed.pop(url, None)) is not None:
            self._worth_of_kind[kind] += 1 + _WORTH

    def is_in_vain(self, url: str, context: LinkContext) -> bool:
        """Return whether links of its kind that do not name the topic brought hardly anything; count it."""
        kind = self._unnamed_kind(url, context)
        if kind is None or self._worth_of_kind[kind] > -_UNNAMED:
            return False
        self._left[kind] += 1
        return self._left[kind] % _UNNAMED > 0

    def names_topic(self, anchor: str) -> bool:
        return self.focus.anchor(anchor) > self.focus.priority.threshold

    def _unnamed_kind(self, url: str, context: LinkContext) -> Section | None:
        """Return the kind of a link that does not name the topic: lists of its host, pages of its section."""
        if context.seed or context.continues or self.names_topic(context.anchor):
            return None
        section, kind = section_of(url), url_form(url).kind
        is_list = kind == "list" or (context.role == COLUMN and kind != "article")
        is_list = is_list and not (len(context.anchor) >= HEADLINE_LENGTH and _NUMBERED.search(url))
        return section._replace(directory=_LISTS) if is_list else section

    def _matches(self, page: FetchedPage) -> bool:
        """Return whether a page has enough topic words to be kept despite its description (paper A)."""
        text = f"{page.description.text}\n{page.displayed_text()}"
        return len(self.focus.relevance.topic_words_in(text)) >= self.focus.gate.topic_words


def _group(url: str, context: LinkContext) -> tuple[Section, str]:
    """Return the section of a link, and the form of the lists that it stands on."""
    return section_of(url), url_form(context.parent_url).pattern
