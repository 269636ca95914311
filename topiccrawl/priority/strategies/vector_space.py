"""Base of the strategies of paper B: pages and anchor texts as vectors of words."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache

from topiccrawl.page.anchors.link import Link
from topiccrawl.priority.focus import Focus
from topiccrawl.priority.link_context import LinkContext
from topiccrawl.priority.link_priority import SEED_PRIORITY, Priority, saturate
from topiccrawl.priority.strategies.contract import FetchedPage
from topiccrawl.priority.strategies.learned_chances import LearnedChances
from topiccrawl.priority.two_step.noise_links import Noise, content_links, noise_of
from topiccrawl.priority.two_step.page_vector import (
    PageWords,
    TopicVector,
    VectorSpaceParameters,
    page_similarity,
)

_HIGHEST = 0.999
"""Highest priority of a link: seeds come before links."""


class VectorSpace(LearnedChances):
    """Scores pages and links by the similarity of their words to the topic words.

    The priority of a link is the score of its page, mixed with the similarity of its anchor text. Noise is
    not followed. Parameters are in `[vector_space]`.
    """

    def __init__(self, focus: Focus) -> None:
        super().__init__(focus)
        self.parameters = focus.topic.section("vector_space", VectorSpaceParameters)
        self.topic_vector: TopicVector = {word: focus.topic.weight(word) for word in focus.topic.words}
        self.anchor_similarity = lru_cache(maxsize=50_000)(self._anchor_similarity)
        self._words_of_anchor = lru_cache(maxsize=50_000)(focus.relevance.segmenter.content_words)

    def link(self, url: str, context: LinkContext) -> Priority:
        """Return the similarity of the page mixed with that of the anchor text; 0 for noise."""
        if context.seed:
            return SEED_PRIORITY
        if not self.is_followed(url, context):
            return Priority(0.0)
        anchor = self.anchor_similarity(context.anchor)
        return Priority(
            self.link_value(context.description, anchor), {"page": context.description, "anchor": anchor}
        )

    def should_enqueue(self, priority: Priority) -> bool:
        """Return whether the link is not noise: a link of a relevant page is followed at any priority."""
        return bool(priority.parts)

    def page_similarity(self, page: FetchedPage, content: Collection[Link]) -> float:
        """Return the similarity of a page to the topic, in [0, 1].

        Args:
            page: the page.
            content: its links that are not noise.
        """
        cut = self.focus.relevance.segmenter.content_words
        counted: list[str] = []
        left_out: list[str] = []
        chosen = set(content)
        for link in page.links:
            (counted if link in chosen else left_out).extend(self._words_of_anchor(link.anchor))
        words = PageWords.of(cut(page.description.title), counted, cut(page.displayed_text()), left_out)
        return self._scaled_similarity(words)

    def content_links(self, page: FetchedPage) -> list[Link]:
        """Return the links of a page that are not noise; all of them if the topic does not drop noise."""
        if not self.parameters.drop_noise:
            return list(page.links)
        return content_links(page.links, page.url)

    def link_value(self, page: float, anchor: float) -> float:
        """Return the value of a link from the score of its page and the similarity of its anchor text."""
        share = self.parameters.anchor_share
        return min(_HIGHEST, (1 - share) * page + share * anchor)

    def is_followed(self, url: str, context: LinkContext) -> bool:
        """Return whether a link is not noise, or noise that is followed."""
        if not self.parameters.drop_noise:
            return True
        noise = noise_of(url, context)
        return noise is None or (noise is Noise.NAVIGATION and self.parameters.follow_navigation)

    def _anchor_similarity(self, anchor: str) -> float:
        return self._scaled_similarity(PageWords(anchor=self._words_of_anchor(anchor)))

    def _scaled_similarity(self, words: PageWords) -> float:
        cosine, scale = page_similarity(words, self.topic_vector, self.parameters), self.parameters.scale
        return saturate(cosine, scale) if scale and cosine else cosine
