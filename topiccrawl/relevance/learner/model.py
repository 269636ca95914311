"""What a crawl has learned: the probability that a page is on the topic, and the words that say so."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

from topiccrawl.text.general_idf import general_idf

THRESHOLD = 0.4
"""Minimum probability of a page that is kept."""
_EVIDENCE = (-0.5, 0.3, 1.0, 1.5)
"""Log-odds that a page gets for 0, 1, ... topic words."""


@dataclass(frozen=True)
class PageModel:
    """A learned model of pages.

    Attributes:
        words: weights of words that are no topic words, for and against.
        offset: log-odds of a page without any of them.
        topic_words: of the topic.
        pages: number of pages that it was learned from.
        grades: number of them with a grade.
    """

    words: Mapping[str, float]
    offset: float
    topic_words: frozenset[str]
    pages: int
    grades: int

    def probability(
        self, words: Collection[str], evidence: int, idf: Callable[[str], float] = general_idf
    ) -> float:
        """Return the probability in [0, 1] that a page is on the topic.

        Args:
            words: the different words of title and body.
            evidence: its number of topic words, see `topiccrawl.relevance.learner.seen`.
            idf: of a word.
        """
        odds = self.offset + _EVIDENCE[evidence] + math.fsum(self.shares(words, idf).values())
        return 1 / (1 + math.exp(-min(max(odds, -40.0), 40.0)))

    def shares(self, words: Collection[str], idf: Callable[[str], float] = general_idf) -> dict[str, float]:
        """Return the log-odds that each word of a page adds; topic words count apart."""
        values = {word: idf(word) for word in words if word not in self.topic_words}
        length = math.sqrt(math.fsum(value * value for value in values.values())) or 1.0
        own = self.words.get
        return {word: own(word, 0.0) * value / length for word, value in values.items()}
