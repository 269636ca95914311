"""Weights of a new topic's words, from unlabelled texts.

Texts that contain several of the picked words count as documents of the domain, the others as general ones
(paper A's plain topic-word match). Few sites have enough general ones, so as many as there are of the domain
are added, estimated from the dictionary's frequencies: a word whose share in general text is p occurs in
`1 - exp(-p * length)` of documents of this length.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence

from topiccrawl.errors import VocabularyError
from topiccrawl.text.segment import DictionaryWord, Segmenter
from topiccrawl.text.sources import TextDocument
from topiccrawl.topics.making.weights import TopicWeights, WordWeight, smoothed_weight
from topiccrawl.topics.words.general import GeneralFrequencies

DOMAIN_WORDS = 3
"""Distinct topic words that make a text one of the domain."""


def segmenter_for(words: Iterable[str]) -> Segmenter:
    """Return a segmenter that does not split these words."""
    return Segmenter(DictionaryWord(word) for word in words if len(word) > 1)


def unlabelled_weights(
    words: Sequence[str],
    documents: Iterable[TextDocument],
    general: GeneralFrequencies,
) -> TopicWeights:
    """Compute weights (paper A, formula 2).

    Args:
        words: the picked words.
        documents: texts on the topic and others.
        general: frequencies of words in general text.

    Raises:
        VocabularyError: no text contains enough of the words.
    """
    segmenter, picked = segmenter_for(words), set(words)
    count: Counter[str] = Counter()
    inside: Counter[str] = Counter()
    holders: Counter[str] = Counter()
    domain = other = running = 0
    for document in documents:
        found = segmenter.content_words(document.text)
        distinct = set(found)
        holders.update(distinct)
        if len(distinct & picked) >= DOMAIN_WORDS:
            domain += 1
            running += len(segmenter.words(document.text))
            count.update(found)
            inside.update(distinct)
        else:
            other += 1
    if not domain:
        raise VocabularyError(
            "none of {other} texts contains {topic_words} of the picked words",
            other=other,
            topic_words=DOMAIN_WORDS,
        )
    length, size = running / domain, 2 * domain + other
    weights = {}
    for word, held in holders.items():
        here, added = inside[word], domain * -math.expm1(-general.per_word(word) * length)
        smoothed = smoothed_weight(here / domain, (held - here + added) / (other + domain), size)
        raw = count[word] / size * math.log(size / (held + added))
        weights[word] = WordWeight(smoothed, smoothed, raw, count[word], held, round(held - here + added))
    return TopicWeights(weights)
