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

from topiccrawl.text.segment import DictionaryWord, Segmenter
from topiccrawl.vocabulary.documents import Document
from topiccrawl.vocabulary.errors import VocabularyError
from topiccrawl.vocabulary.general import GeneralFrequencies, lexicon

TRUSTED = 5
"""Occurrences from which a word's own weight is trusted; under it the word gets the mean."""
_HOLDERS = 3
"""Documents that must hold another word for it to have a weight of its own."""
_NAMES = ("nr", "ns", "nt", "nz")
"""Parts of speech of names: their weight says more about the documents at hand than about the topic."""


@dataclass(frozen=True)
class TopicWeights:
    """Weights, and what they were made from.

    Attributes:
        words: topic words with their weight, None where they were seen too rarely.
        counts: occurrences of the topic words in the documents of the domain.
        others: weights of other words; 0 for those that only other documents hold.
        mean: mean weight of all words.
        domain: number of documents of the domain.
        other: number of other documents.
    """

    words: dict[str, float | None]
    counts: dict[str, int]
    others: dict[str, float]
    mean: float
    domain: int
    other: int


def segmenter_for(words: Iterable[str]) -> Segmenter:
    """A segmenter that keeps these words whole."""
    return Segmenter(DictionaryWord(word) for word in words if len(word) > 1)


def topic_weights(
    words: Sequence[str],
    documents: Iterable[Document],
    general: GeneralFrequencies,
    topic_words: int = 3,
) -> TopicWeights:
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
        word: count[word] / size * math.log(size / (held + further.holders(word)))
        for word, held in holders.items()
    }
    tags = lexicon().tags
    return TopicWeights(
        words={word: weights[word] if count[word] >= TRUSTED else None for word in words},
        counts={word: count[word] for word in words},
        others={
            word: weight
            for word, weight in sorted(weights.items())
            if holders[word] >= _HOLDERS and word not in picked and tags.get(word, "nr")[:2] not in _NAMES
        },
        mean=sum(weights.values()) / len(weights),
        domain=domain,
        other=other,
    )


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
