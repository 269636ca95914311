"""Word tables of a topic from documents: weights by formula 2 of topic words and of others."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import mean

from topiccrawl.text.jieba_dictionary import jieba_words
from topiccrawl.vocabulary.topic.word_weights import TermWeight, term_weights

SEEN_OFTEN = 5
"""Occurrences from which a topic word's own weight is trusted; under it the word gets the mean."""
LEAST_DOCUMENTS = 3
"""Documents that must hold another word before it stands in the general table."""
_NAMES = ("nr", "ns", "nt", "nz")
"""Tags of names of people, places, bodies and others: what a corpus says of them does not hold elsewhere."""


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
        """From the words of the documents of the domain and of other fields."""
        weights = term_weights(domain, general)
        return cls(weights, mean(entry.weight for entry in weights.values()) if weights else 0.0)

    def trusted(self, words: Iterable[str]) -> dict[str, float]:
        """Weights of topic words: their own where they were seen often enough, else the mean."""
        return {word: self.weights[word].weight if self.seen(word) else self.mean for word in words}

    def seen(self, word: str) -> bool:
        """Whether a word was seen often enough."""
        return self.count(word) >= SEEN_OFTEN

    def count(self, word: str) -> int:
        """Occurrences in the documents of the domain."""
        entry = self.weights.get(word)
        return entry.count if entry else 0

    def of_others(self, topic_words: Iterable[str], overridden: Iterable[str] = ()) -> dict[str, float]:
        """Weights of other words: those of the dictionary, no names, seen in several documents."""
        known, kept = set(topic_words), set(overridden)
        tags = {word: tag for word, _, tag in jieba_words()}
        return {
            word: entry.weight
            for word, entry in sorted(self.weights.items())
            if entry.documents >= LEAST_DOCUMENTS
            and word not in known
            and (word in kept or not tags.get(word, "nr").startswith(_NAMES))
        }


def words_table(words: Iterable[str], weights: TopicWeights) -> str:
    """The text of `words.tsv`."""
    lines = ["# topic word, weight by formula 2 (empty: the mean), occurrences in the domain documents"]
    for word in words:
        count = weights.count(word)
        weight = f"{weights.weights[word].weight:.6g}" if weights.seen(word) else ""
        lines.append(f"{word}\t{weight}\t{count}")
    return "\n".join(lines) + "\n"


def others_table(others: Mapping[str, float]) -> str:
    """The text of `weights.tsv`."""
    lines = [
        "# other words, weight by formula 2; those that stand here with 0 were seen in other fields only"
    ]
    lines += [f"{word}\t{weight:.4g}" for word, weight in others.items()]
    return "\n".join(lines) + "\n"
