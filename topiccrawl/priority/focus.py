"""Scores of texts for one topic."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache
from urllib.parse import urlsplit

from topiccrawl.priority.link_priority import PriorityParameters, evidence, saturate
from topiccrawl.priority.structure import StructureParameters
from topiccrawl.relevance.judgement import (
    NO_VERDICTS,
    GateParameters,
    SectionVerdicts,
    Verdict,
    VerdictParameters,
    verdict,
)
from topiccrawl.relevance.learner.stored import read_topic_model
from topiccrawl.relevance.relevance import Relevance, topic_similarity
from topiccrawl.relevance.topic.topic import Topic

_LONGEST_SHORT = 300
"""Characters of a text whose words are remembered; four thousand longer ones would take much memory."""
_MOST_PREPARED = 4_000


class Focus:
    """Scores texts for a topic; checks all parameters of the topic when created.

    Attributes:
        topic: the topic.
        gate: its parameters of the description gate.
        verdict: its parameters of the verdict on a page.
        priority: its parameters of formula 5.
        url_structure: its parameters of algorithms 2 and 3.
        scale: its scales of formula 3.
        learned: words that move its verdict, learned from grades; None if it has none.

    Args:
        topic: the topic.
        moved: whether the verdict is moved by what was learned.

    Raises:
        TopicError: a parameter of the topic is unknown or out of range.
    """

    def __init__(self, topic: Topic, *, moved: bool = True) -> None:
        self.topic = topic
        self.gate = topic.section("gate", GateParameters)
        self.verdict = topic.section("verdict", VerdictParameters)
        self.priority = topic.section("priority", PriorityParameters)
        self.url_structure = topic.section("url_structure", StructureParameters)
        self.learned = read_topic_model(topic) if moved else None
        self._of_use: dict[str, Relevance] = {}
        # The list may have been cut or extended since the scale was fitted. A topic may have no words at all.
        self.scale = topic.scale
        if topic.words:
            title_level = self._relevance_of("title").level if self.scale.description_level else 0.0
            self.scale = self.scale.at(self.relevance.level, title_level)
        part = self.scale.level / topic.scale.level if topic.scale.level and self.scale.level else 1.0
        self.verdict = self.verdict.for_part(part)
        self._short_words = lru_cache(maxsize=4_000)(self._content_words)
        self._prepared: set[str] = set()
        self._description = lru_cache(maxsize=2_000)(self._score_description)
        self._anchor = lru_cache(maxsize=8_000)(self._score_anchor)

    @cached_property
    def relevance(self) -> Relevance:
        """Return the relevance of texts (formula 3); the topic must have words."""
        return Relevance(self.topic)

    def description(self, text: str) -> float:
        """Return the relevance in [0, 1) of a title or a description."""
        return self._description(text)

    def anchor(self, text: str) -> float:
        """Return the relevance in [0, 1) of an anchor text; lower the fewer words it has."""
        return self._anchor(text)

    def hub(self, headlines: Sequence[str]) -> float:
        """Return the relevance in [0, 1) of a hub: the mean over the headlines it links to."""
        return sum(map(self.description, headlines)) / len(headlines) if headlines else 0.0

    def prepare(self, texts: Iterable[str]) -> None:
        """Compute the values of all words of some titles and anchor texts at once, which is much faster."""
        new = [text for text in texts if text and text not in self._prepared]
        if not new:
            return
        if len(self._prepared) > _MOST_PREPARED:
            self._prepared.clear()
        self._prepared.update(new)
        words = sorted({word for text in new for word in self.short_words(text)})
        for use in ("title", "anchor"):
            self._relevance_of(use).prepare(words)

    def words(self, text: str) -> frozenset[str]:
        """Return the different words of a text, without stop words."""
        return self.relevance.segmenter.distinct_words(text)

    def short_words(self, text: str) -> Sequence[str]:
        """Return the words of a title or an anchor text in order, without stop words.

        The last ones are remembered: a link is met on many pages, and scored in several ways.
        """
        return self._short_words(text) if len(text) <= _LONGEST_SHORT else self._content_words(text)

    def body(self, text: str) -> float:
        """Return the relevance in [0, 1) of a body."""
        return self.body_words(self.words(text))

    def body_words(self, words: frozenset[str]) -> float:
        """Return the relevance in [0, 1) of a main text by its different words."""
        return saturate(self._relevance_of("body").score_words(words), self.scale.body)

    def judge(self, description: float, text: str, *, sample: bool = False) -> Verdict:
        """Return the verdict on a page, without those on other pages of its section.

        Args:
            description: relevance of its description.
            text: its body.
            sample: the text stands for a longer one, as a line that a user tries: its length says nothing.
        """
        return self.judge_words(description, self.words(text), sample=sample)

    def judge_words(
        self,
        description: float,
        words: frozenset[str],
        earlier: SectionVerdicts = NO_VERDICTS,
        *,
        sample: bool = False,
    ) -> Verdict:
        """Return the verdict on a page by the different words of its body, see `judge`."""
        body = self.body_words(words)
        parameters = replace(self.verdict, brief_loss=0.0) if sample else self.verdict
        named = self.relevance.telling_words(words)
        judged = verdict(description, body, parameters, named, earlier, len(words))
        if self.learned is None:
            return judged
        value = self.learned.moved(judged.relevance, words)
        return replace(judged, relevance=value, kept=value >= self.verdict.threshold)

    def in_domains(self, url: str) -> bool:
        """Return whether a URL is within the topic's domains; always, when the topic has none."""
        if not self.topic.domains:
            return True
        try:
            host = urlsplit(url).hostname or ""
        except ValueError:
            return False
        return any(host == domain or host.endswith(f".{domain}") for domain in self.topic.domains)

    def _relevance_of(self, use: str) -> Relevance:
        """Return the relevance of texts of one kind: the common one without parameters of their own."""
        if use not in self._of_use:
            topic, common = self.topic, self.relevance
            same = topic.similarity_of(use) == topic.similarity
            self._of_use[use] = (
                common if same else Relevance(topic, topic_similarity(topic, use), common=common)
            )
        return self._of_use[use]

    def _content_words(self, text: str) -> tuple[str, ...]:
        return tuple(self.relevance.segmenter.content_words(text))

    def _score_description(self, text: str) -> float:
        score = self._relevance_of("title").score_words(self.short_words(text))
        return saturate(score, self.scale.description)

    def _score_anchor(self, text: str) -> float:
        words = frozenset(self.short_words(text))
        relevance = saturate(self._relevance_of("anchor").score_words(words), self.scale.anchor)
        return relevance * evidence(len(words), self.priority.evidence)
