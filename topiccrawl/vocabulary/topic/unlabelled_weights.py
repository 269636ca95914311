"""Weights of a new topic's words by formula 2, from texts that nobody labelled.

Texts that hold several of the picked words are taken for documents of the domain, the others for general ones
(paper A's plain topic-word match). Few sites have enough of the latter, so general documents are added: the
user's own, or as many as there are of the domain, by the dictionary's frequencies: of documents of the same
length, a word whose share in general text is p stands in `1 - exp(-p * length)`.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from topiccrawl.errors import VocabularyError
from topiccrawl.text.segment import DictionaryWord, Segmenter
from topiccrawl.text.sources import TextDocument
from topiccrawl.vocabulary.general import GeneralFrequencies
from topiccrawl.vocabulary.topic.weights import TermWeight, TopicWeights


@dataclass(frozen=True)
class UnlabelledWeights:
    """Weights, and how many texts they were made from.

    Attributes:
        weights: of all words.
        domain: texts of the domain.
        other: other texts.
    """

    weights: TopicWeights
    domain: int
    other: int


def segmenter_for(words: Iterable[str]) -> Segmenter:
    """A segmenter that keeps these words whole."""
    return Segmenter(DictionaryWord(word) for word in words if len(word) > 1)


def unlabelled_weights(
    words: Sequence[str],
    documents: Iterable[TextDocument],
    general: GeneralFrequencies,
    topic_words: int = 3,
) -> UnlabelledWeights:
    """Fit weights (paper A, formula 2).

    Args:
        words: the picked words.
        documents: texts on the topic, others among them.
        general: documents of general text, or frequencies alone.
        topic_words: distinct picked words that make a text one of the domain.

    Raises:
        VocabularyError: no text holds so many of the words.
    """
    segmenter, picked = segmenter_for(words), set(words)
    count: Counter[str] = Counter()
    holders: Counter[str] = Counter()
    domain = other = running = 0
    for document in documents:
        found = segmenter.content_words(document.text)
        distinct = set(found)
        holders.update(distinct)
        if len(distinct & picked) >= topic_words:
            domain += 1
            running += len(segmenter.words(document.text))
            count.update(found)
        else:
            other += 1
    if not domain:
        raise VocabularyError(f"none of {other} texts holds {topic_words} of the picked words")
    further = _Further(general, domain, running / domain)
    size = domain + other + further.size
    weights = {
        word: TermWeight(
            count[word] / size * math.log(size / (held + further.holders(word))), count[word], held
        )
        for word, held in holders.items()
    }
    mean = sum(entry.weight for entry in weights.values()) / len(weights)
    return UnlabelledWeights(TopicWeights(weights, mean), domain, other)


class _Further:
    """General documents beside the texts: counted ones, or expected ones."""

    def __init__(self, general: GeneralFrequencies, domain: int, length: float) -> None:
        self.size = general.size or domain
        self._general = general
        self._length = length

    def holders(self, word: str) -> float:
        """How many of them hold a word."""
        if self._general.size:
            return self._general.documents.get(word, 0)
        return self.size * -math.expm1(-self._general.per_word(word) * self._length)
