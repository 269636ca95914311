"""Everything that judges the pages and links of one topic."""

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
from topiccrawl.priority.url_structure import UrlStructureParameters, structure_score
from topiccrawl.relevance.judgement import GateParameters, VerdictParameters
from topiccrawl.relevance.relevance import Relevance
from topiccrawl.relevance.topic.topic import Topic

SEED_PRIORITY = Priority(1.0, 1.0, 1.0, 0.0)
"""Seeds come first."""


class Focus:
    """The judges of a crawl, built from a topic; building it checks all of the topic's parameters.

    Attributes:
        topic: the topic.
        relevance: formula 3.
        history: sample of the accepted URLs.

    Raises:
        TopicError: a parameter of the topic is unknown or out of range.
    """

    def __init__(self, topic: Topic, engine: str = "rjieba") -> None:
        self.topic = topic
        self.gate = topic.section("gate", GateParameters)
        self.verdict = topic.section("verdict", VerdictParameters)
        self.priority = topic.section("priority", PriorityParameters)
        self.url_structure = topic.section("url_structure", UrlStructureParameters)
        self.scale = topic.scale
        self.relevance = Relevance(topic, engine=engine)
        self.history = UrlHistory(self.priority.capacity)
        self._description = lru_cache(maxsize=50_000)(self._score_description)
        self._anchor = lru_cache(maxsize=50_000)(self._score_anchor)

    def description(self, text: str) -> float:
        """Relevance in [0, 1) of a title or a description."""
        return self._description(text)

    def anchor(self, text: str) -> float:
        """Relevance in [0, 1) of an anchor text, the less the fewer words it has."""
        return self._anchor(text)

    def hub(self, headlines: Sequence[str]) -> float:
        """Relevance in [0, 1) of a home or list page: the mean over the headlines it links to."""
        return sum(map(self.description, headlines)) / len(headlines) if headlines else 0.0

    def body(self, text: str) -> float:
        """Relevance in [0, 1) of a main text."""
        return saturate(self.relevance.score(text), self.scale.body)

    def link(self, url: str, context: LinkContext) -> Priority:
        """The priority of a link (formula 5); seeds come before everything."""
        if context.seed:
            return SEED_PRIORITY
        anchor = self.anchor(context.anchor) * (self.priority.picture if context.picture else 1.0)
        sample = self.history.sample(self.priority.sample)
        return link_priority(
            context.description,
            anchor,
            structure_score(url, sample, self.url_structure),
            self.priority.weights,
        )

    def in_domains(self, url: str) -> bool:
        """Whether the topic's domain limit lets an address pass."""
        if not self.topic.domains:
            return True
        try:
            host = urlsplit(url).hostname or ""
        except ValueError:
            return False
        return any(host == domain or host.endswith(f".{domain}") for domain in self.topic.domains)

    def _score_description(self, text: str) -> float:
        return saturate(self.relevance.score(text), self.scale.description)

    def _score_anchor(self, text: str) -> float:
        words = set(self.relevance.segmenter.content_words(text))
        relevance = saturate(self.relevance.score_words(words), self.scale.anchor)
        return relevance * evidence(len(words), self.priority.evidence)
