"""Scores of pages and links for one topic."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from urllib.parse import urlsplit

from topiccrawl.priority.history import UrlHistory
from topiccrawl.priority.link_context import LinkContext
from topiccrawl.priority.link_priority import (
    Priority,
    PriorityParameters,
    evidence,
    link_priority,
    saturate,
)
from topiccrawl.priority.sections import section_of
from topiccrawl.priority.structure import StructureParameters, structure_of
from topiccrawl.relevance.judgement import (
    NO_VERDICTS,
    GateParameters,
    SectionVerdicts,
    Verdict,
    VerdictParameters,
    verdict,
)
from topiccrawl.relevance.relevance import Relevance, topic_similarity
from topiccrawl.relevance.topic.topic import USES, Topic

SEED_PRIORITY = Priority(1.0, 1.0, 1.0, 0.0)
"""Priority of seeds: above all links."""


class Focus:
    """Scores pages and links for a topic; checks all parameters of the topic when created.

    Attributes:
        topic: the topic.
        relevance: relevance of texts (formula 3), by the common parameters of `[similarity]`.
        history: the URLs visited so far: a sample, and counts by section.

    Raises:
        TopicError: a parameter of the topic is unknown or out of range.
    """

    def __init__(self, topic: Topic, engine: str = "rjieba") -> None:
        self.topic = topic
        self.gate = topic.section("gate", GateParameters)
        self.verdict = topic.section("verdict", VerdictParameters)
        self.priority = topic.section("priority", PriorityParameters)
        self.url_structure = topic.section("url_structure", StructureParameters)
        self.scale = topic.scale
        self.relevance = Relevance(topic, engine=engine)
        self._relevance_of = {use: self._for_use(use) for use in USES}
        self.history = UrlHistory(self.priority.capacity, holds=self.url_structure.history)
        self._description = lru_cache(maxsize=50_000)(self._score_description)
        self._anchor = lru_cache(maxsize=50_000)(self._score_anchor)

    def description(self, text: str) -> float:
        """Return the relevance in [0, 1) of a title or a description."""
        return self._description(text)

    def anchor(self, text: str) -> float:
        """Return the relevance in [0, 1) of an anchor text; lower the fewer words it has."""
        return self._anchor(text)

    def hub(self, headlines: Sequence[str]) -> float:
        """Return the relevance in [0, 1) of a hub: the mean over the headlines it links to."""
        return sum(map(self.description, headlines)) / len(headlines) if headlines else 0.0

    def body(self, text: str) -> float:
        """Return the relevance in [0, 1) of a body."""
        return saturate(self._relevance_of["body"].score(text), self.scale.body)

    def judge(self, description: float, text: str, url: str = "") -> Verdict:
        """Return the verdict on a page.

        Args:
            description: relevance of its description.
            text: its body.
            url: its URL; without one, earlier pages of its section do not count.
        """
        words = set(self.relevance.segmenter.content_words(text))
        body = saturate(self._relevance_of["body"].score_words(words), self.scale.body)
        earlier = SectionVerdicts(*self.history.sections.of_section(section_of(url))) if url else NO_VERDICTS
        return verdict(description, body, self.verdict, self.relevance.telling_words(words), earlier)

    def link(self, url: str, context: LinkContext) -> Priority:
        """Return the priority of a link (formula 5)."""
        if context.seed:
            return SEED_PRIORITY
        anchor = self.anchor(context.anchor) * (self.priority.picture if context.picture else 1.0)
        structure = structure_of(url, self.history, self.url_structure, self.priority.sample)
        return link_priority(context.description, anchor, structure, self.priority.weights)

    def in_domains(self, url: str) -> bool:
        """Return whether a URL is within the topic's domains; always, when the topic has none."""
        if not self.topic.domains:
            return True
        try:
            host = urlsplit(url).hostname or ""
        except ValueError:
            return False
        return any(host == domain or host.endswith(f".{domain}") for domain in self.topic.domains)

    def _for_use(self, use: str) -> Relevance:
        """Return the relevance of texts of one kind: the common one without parameters of their own."""
        topic = self.topic
        if topic.similarity_of(use) == topic.similarity:
            return self.relevance
        return Relevance(topic, topic_similarity(topic, use), segmenter=self.relevance.segmenter)

    def _score_description(self, text: str) -> float:
        return saturate(self._relevance_of["title"].score(text), self.scale.description)

    def _score_anchor(self, text: str) -> float:
        words = set(self.relevance.segmenter.content_words(text))
        relevance = saturate(self._relevance_of["anchor"].score_words(words), self.scale.anchor)
        return relevance * evidence(len(words), self.priority.evidence)
