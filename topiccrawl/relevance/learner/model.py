"""What was learned: words that say that a page is on the topic, or that it is not."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import cached_property

from topiccrawl.relevance.learner.fields import TopicFields, topic_fields
from topiccrawl.relevance.learner.odds import shifted
from topiccrawl.text.general_idf import general_idf

THRESHOLD = 0.4
"""Minimum probability of a page that is kept."""
EVIDENCE = (0.0, 0.8, 1.1, 1.6, 2.7, 3.2)
"""Log-odds that a page gets for its evidence, see `topiccrawl.relevance.learner.seen`."""


@dataclass(frozen=True)
class PageModel:
    """A learned model of pages.

    Attributes:
        words: weights of words, for and against.
        offset: log-odds of a page without any of them.
        topic_words: of the topic, which count apart; None if the model moves the topic's own verdict, and all
            words count.
        pages: number of pages that it was learned from.
        grades: number of them with a grade.
    """

    words: Mapping[str, float]
    offset: float
    topic_words: frozenset[str] | None
    pages: int
    grades: int

    @cached_property
    def fields(self) -> TopicFields:
        """The topic among other fields; without topic words nothing is known of it."""
        return topic_fields(self.topic_words or frozenset())

    def probability(
        self, words: Collection[str], evidence: int, idf: Callable[[str], float] = general_idf
    ) -> float:
        """Return the probability in [0, 1] that a page is on the topic.

        Args:
            words: the different words of title and body.
            evidence: of its topic words, see `topiccrawl.relevance.learner.seen`.
            idf: of a word.
        """
        known = EVIDENCE[evidence] + self.fields.competitor(words, idf).shift
        return shifted(0.5, known + self.log_odds(words, idf))

    def moved(
        self, relevance: float, words: Collection[str], idf: Callable[[str], float] = general_idf
    ) -> float:
        """Return the relevance in [0, 1] of a page, moved by the different words of its body.

        >>> model = PageModel({"党课": 2.0}, 0.0, None, 20, 20)
        >>> round(model.moved(0.5, {"党课"}, lambda word: 1.0), 3), model.moved(0.5, set())
        (0.881, 0.5)
        """
        return shifted(relevance, self.log_odds(words, idf)) if words else relevance

    def log_odds(self, words: Collection[str], idf: Callable[[str], float] = general_idf) -> float:
        """Return the log-odds that the different words of a page give it."""
        return self.offset + math.fsum(self.shares(words, idf).values())

    def shares(self, words: Collection[str], idf: Callable[[str], float] = general_idf) -> dict[str, float]:
        """Return the log-odds that each word of a page adds."""
        apart = self.fields.topic_words if self.topic_words else ()
        values = {word: idf(word) for word in words if word not in apart}
        length = math.sqrt(math.fsum(value * value for value in values.values())) or 1.0
        own = self.words.get
        return {word: own(word, 0.0) * value / length for word, value in values.items()}
