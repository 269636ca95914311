"""The relevance of a text, explained."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class TopicWordShare:
    """What one topic word contributes to a word of a text.

    Attributes:
        topic_word: the topic word.
        weight: its weight `w_t`.
        similarity: algorithm 1's value, over 0.
        value: `w_d * w_t * Sim(d, t)^2`.
    """

    topic_word: str
    weight: float
    similarity: float
    value: float


@dataclass(frozen=True)
class WordShare:
    """What one word contributes to the relevance of a text.

    Attributes:
        word: the word.
        weight: its weight `w_d`.
        value: its term of formula 3's sum: the sum of the values of `topic_words`.
        share: its part of the score, `value / M`.
        topic_words: the topic words that it is similar to, highest value first.
    """

    word: str
    weight: float
    value: float
    share: float
    topic_words: tuple[TopicWordShare, ...]


@dataclass(frozen=True)
class RelevanceExplanation:
    """The relevance of a text, word by word.

    Attributes:
        score: Rel of formula 3; the sum of the shares of `words`.
        words: the distinct content words of the text, highest value first.
    """

    score: float
    words: tuple[WordShare, ...]
