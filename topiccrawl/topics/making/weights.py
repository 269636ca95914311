"""Weights of a topic's words, and the tables they are written to.

The raw weight is formula 2 of paper A. The smoothed one compares the same two things as shares of documents:
how frequent a word is in the domain, and how rare elsewhere. A word that was seen once weighs something, a
word of every report weighs nothing, and no site decides alone (docs/decisions/0031-smoothed-weights.md).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from statistics import mean

from topiccrawl.topics.making.document_counts import Document, DocumentCounts
from topiccrawl.topics.words.general import lexicon

FLOOR = 0.25
"""Minimum smoothed weight of a topic word: a title of four words with one of them passes the gate."""
LEAST_DOCUMENTS = 3
"""Documents from which a word counts as known: for a row in `weights.tsv`, or to fall below the floor."""
MOST_OF_ONE_SOURCE = 2.0
"""Limit of a weight, in multiples of what it is without its most important source."""
_REST = 50
"""Documents of the domain that must be left without a source to judge its importance."""
_PRIOR = 0.5
"""Documents that are added to the counts of each word in the domain and elsewhere."""
_NAMES = ("nr", "ns", "nt", "nz")
"""Tags of names (people, places, organisations, others): their weights hold in one corpus only."""


def share_ratio(domain: float, general: float, documents: int) -> float:
    """Return how many times as many documents of the domain as others contain a word.

    Args:
        domain: share of the documents of the domain.
        general: share of the other documents.
        documents: number of all documents: the more there are, the more a small share says.
    """
    prior = _PRIOR / documents
    return (domain + prior) / (general + prior)


def smoothed_weight(domain: float, general: float, documents: int) -> float:
    """Return the weight in [0, 1] of a word: the logarithm of `share_ratio` by its highest value.

    >>> smoothed_weight(1.0, 0.0, 100), smoothed_weight(0.3, 0.3, 100), smoothed_weight(0.0, 0.3, 100)
    (1.0, 0.0, 0.0)
    >>> round(smoothed_weight(0.02, 0.0, 100), 2)  # one document of fifty
    0.3
    """
    highest = share_ratio(1.0, 0.0, documents)
    return max(0.0, math.log(share_ratio(domain, general, documents)) / math.log(highest))


@dataclass(frozen=True)
class WordWeight:
    """The weights of a word and the counts behind them.

    Attributes:
        smoothed: by the shares of documents that contain the word, in [0, 1].
        elsewhere: the smoothed weight without the source that matters most for it.
        raw: formula 2 of paper A.
        count: occurrences in the documents of the domain.
        documents: all documents that contain the word.
        others: of these, documents of other fields.
    """

    smoothed: float
    elsewhere: float
    raw: float
    count: int
    documents: int
    others: int

    def weight(self, floor: float = 0.0) -> float:
        """Return the smoothed weight, of which no source has more than half."""
        return min(self.smoothed, MOST_OF_ONE_SOURCE * max(floor, self.elsewhere))


@dataclass(frozen=True)
class TopicWeights:
    """Weights of words.

    Attributes:
        words: the weights of every word of the documents.
    """

    words: Mapping[str, WordWeight]

    @classmethod
    def of(cls, domain: Iterable[Document], general: Iterable[Document]) -> TopicWeights:
        """Compute the weights from documents of the domain and of other fields."""
        here, there = DocumentCounts.of(domain), DocumentCounts.of(general)
        size = here.size + there.size
        fewer = [rest for rest in map(here.without, here.sources) if rest.size >= _REST]
        words = {}
        for word in here.words() | there.words():
            count, others = here.occurrences(word), there.documents(word)
            documents = here.documents(word) + others
            share = there.share(word)
            smoothed = smoothed_weight(here.share(word), share, size)
            elsewhere = [smoothed_weight(rest.share(word), share, size) for rest in fewer]
            raw = count / size * math.log(size / documents)
            words[word] = WordWeight(smoothed, min([smoothed, *elsewhere]), raw, count, documents, others)
        return cls(words)

    def means(self) -> dict[str, float]:
        """Return the mean weights, by the keys of `[weights]`."""
        everything = list(self.words.values())
        domain = [entry for entry in everything if entry.count]
        return {
            "mean": _mean(entry.weight() for entry in domain),
            "mean_all": _mean(entry.weight() for entry in everything),
            "raw_mean": _mean(entry.raw for entry in domain),
            "raw_mean_all": _mean(entry.raw for entry in everything),
        }

    def too_general(self, words: Iterable[str]) -> dict[str, float]:
        """Return the weights of topic words under the floor that documents of other fields contain."""
        found = {word: self.words[word] for word in words if word in self.words}
        return {
            word: entry.weight()
            for word, entry in found.items()
            if entry.weight() < FLOOR and entry.others >= LEAST_DOCUMENTS
        }

    def of_others(self, topic_words: Iterable[str], overridden: Iterable[str] = ()) -> dict[str, WordWeight]:
        """Return the weights of other words: in the dictionary, not names, seen in several documents."""
        known, kept = set(topic_words), set(overridden)
        tags = lexicon().tags
        return {
            word: entry
            for word, entry in sorted(self.words.items())
            if entry.documents >= LEAST_DOCUMENTS
            and word not in known
            and (word in kept or not tags.get(word, "nr").startswith(_NAMES))
        }


def _mean(values: Iterable[float]) -> float:
    found = list(values)
    return mean(found) if found else 0.0


def words_table(words: Iterable[str], weights: TopicWeights) -> str:
    """Return the text of `words.tsv`."""
    lines = [
        "# topic word, weight (empty: the mean), occurrences in the domain documents, raw weight (formula 2)"
    ]
    for word in words:
        entry = weights.words.get(word)
        if entry is not None and entry.count:
            lines.append(f"{word}\t{entry.weight(FLOOR):.4g}\t{entry.count}\t{entry.raw:.6g}")
        else:
            lines.append(f"{word}\t\t0\t")
    return "\n".join(lines) + "\n"


def overrides_table(too_general: Mapping[str, float]) -> str:
    """Return the text of `overrides.tsv` for words below the floor."""
    lines = ["# word, weight, why it is set by hand"]
    lines += [f"{word}\t{weight:.4g}\tother documents use it as well" for word, weight in too_general.items()]
    return "\n".join(lines) + "\n"


def others_table(others: Mapping[str, WordWeight]) -> str:
    """Return the text of `weights.tsv`."""
    lines = ["# other word, weight, raw weight (formula 2)"]
    lines += [f"{word}\t{entry.weight():.4g}\t{entry.raw:.4g}" for word, entry in others.items()]
    return "\n".join(lines) + "\n"
