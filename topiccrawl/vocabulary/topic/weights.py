"""Weights of a topic's words by formula 2 of paper A, and the tables they are written to."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import mean

from topiccrawl.vocabulary.general import lexicon

SEEN_OFTEN = 5
"""Occurrences from which a topic word's own weight is trusted; below, the word gets the mean."""
LEAST_DOCUMENTS = 3
"""Documents that another word needs for a row in the table of other words."""
_NAMES = ("nr", "ns", "nt", "nz")
"""Tags of names (people, places, organisations, others): their weights hold in one corpus only."""


@dataclass(frozen=True)
class TermWeight:
    """A word's weight and the counts behind it.

    Attributes:
        weight: formula 2's value, not negative.
        count: occurrences in the domain documents (`f_i`).
        documents: documents that contain the word (`N_i`).
    """

    weight: float
    count: int
    documents: int


def term_weights(
    domain: Iterable[Sequence[str]], general: Iterable[Sequence[str]] = (), literal: bool = False
) -> dict[str, TermWeight]:
    """Return `w_i = (f_i / N) * log(N / N_i)` for every word of the documents (paper A, formula 2).

    Args:
        domain: the words of each document of the domain.
        general: the words of each document of other fields. They count in `N` and `N_i`: over domain
            documents alone, words that occur in each of them would weigh nothing.
        literal: count `N` and `N_i` over the domain documents only, as the paper's text says.

    >>> term_weights([["党", "党"], ["党"]], [["球"], ["球"]])["党"].weight == 3 / 4 * math.log(2)
    True
    """
    count: Counter[str] = Counter()
    documents: Counter[str] = Counter()
    size = 0
    for document in domain:
        size += 1
        count.update(document)
        documents.update(set(document))
    if not literal:
        for document in general:
            size += 1
            documents.update(set(document))
    return {
        word: TermWeight(count[word] / size * math.log(size / holders), count[word], holders)
        for word, holders in documents.items()
    }


@dataclass(frozen=True)
class TopicWeights:
    """Weights of words by formula 2.

    Attributes:
        weights: of every word of the documents, with the counts behind it.
        mean: of all of them.
    """

    weights: Mapping[str, TermWeight]
    mean: float

    @classmethod
    def of(cls, domain: Iterable[Sequence[str]], general: Iterable[Sequence[str]]) -> TopicWeights:
        """Compute the weights from the words of documents of the domain and of other fields."""
        weights = term_weights(domain, general)
        return cls(weights, mean(entry.weight for entry in weights.values()) if weights else 0.0)

    def trusted(self, words: Iterable[str]) -> dict[str, float]:
        """Return the weights of topic words: their own if they were seen often enough, else the mean."""
        return {word: self.weights[word].weight if self.seen(word) else self.mean for word in words}

    def seen(self, word: str) -> bool:
        """Return whether a word was seen often enough."""
        return self.count(word) >= SEEN_OFTEN

    def count(self, word: str) -> int:
        """Return the occurrences in the documents of the domain."""
        entry = self.weights.get(word)
        return entry.count if entry else 0

    def of_others(self, topic_words: Iterable[str], overridden: Iterable[str] = ()) -> dict[str, float]:
        """Return the weights of other words: in the dictionary, not names, seen in several documents."""
        known, kept = set(topic_words), set(overridden)
        tags = lexicon().tags
        return {
            word: entry.weight
            for word, entry in sorted(self.weights.items())
            if entry.documents >= LEAST_DOCUMENTS
            and word not in known
            and (word in kept or not tags.get(word, "nr").startswith(_NAMES))
        }


def words_table(words: Iterable[str], weights: TopicWeights) -> str:
    """Return the text of `words.tsv`."""
    lines = ["# topic word, weight by formula 2 (empty: the mean), occurrences in the domain documents"]
    for word in words:
        weight = f"{weights.weights[word].weight:.6g}" if weights.seen(word) else ""
        lines.append(f"{word}\t{weight}\t{weights.count(word)}")
    return "\n".join(lines) + "\n"


def others_table(others: Mapping[str, float]) -> str:
    """Return the text of `weights.tsv`."""
    lines = ["# other words, weight by formula 2; words with 0 were seen in other fields only"]
    lines += [f"{word}\t{weight:.4g}" for word, weight in others.items()]
    return "\n".join(lines) + "\n"
