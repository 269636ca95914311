"""Frequency tables of texts without function words, ranked by keyness (paper C)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Set
from dataclasses import dataclass

from topiccrawl.text.segment import Segmenter
from topiccrawl.text.sources import TextDocument
from topiccrawl.topics.words.general import GeneralFrequencies, lexicon
from topiccrawl.topics.words.keyness import log_likelihood, log_ratio


@dataclass(frozen=True)
class WordCounts:
    """Word counts of texts.

    Attributes:
        words: occurrences of content words.
        documents: number of documents that contain each of them.
        total: running words, with function words, without punctuation.
        size: number of documents.
    """

    words: Counter[str]
    documents: Counter[str]
    total: int
    size: int

    def frequencies(self) -> GeneralFrequencies:
        """Return the counts as general text for comparison."""
        return GeneralFrequencies(self.words, self.total, f"{self.size} documents")


@dataclass(frozen=True)
class KeyWord:
    """A row of the frequency table.

    Attributes:
        word: the word.
        count: its occurrences.
        documents: documents that contain it.
        per_million: occurrences per million running words.
        general_per_million: the same in general text.
        log_ratio: binary logarithm of the ratio of both.
        keyness: signed log-likelihood.
        tag: part of speech in the dictionary; empty for an unknown word.
    """

    word: str
    count: int
    documents: int
    per_million: float
    general_per_million: float
    log_ratio: float
    keyness: float
    tag: str


def count_words(
    documents: Iterable[TextDocument],
    segmenter: Segmenter,
    progress: Callable[[int], object] = lambda size: None,
) -> WordCounts:
    """Count the words of documents.

    Args:
        documents: the texts.
        segmenter: splits them into words, and omits function words and stop words.
        progress: called with the number of documents after each.
    """
    words: Counter[str] = Counter()
    holders: Counter[str] = Counter()
    total = size = 0
    for document in documents:
        found = segmenter.content_words(document.text)
        total += sum(1 for word in segmenter.words(document.text) if word[0].isalnum())
        words.update(found)
        holders.update(set(found))
        size += 1
        progress(size)
    return WordCounts(words, holders, total, size)


def key_words(
    counts: WordCounts,
    general: GeneralFrequencies,
    least: int = 3,
    least_documents: int = 2,
    known: Set[str] = frozenset(),
) -> list[KeyWord]:
    """Return the words that are more frequent than in general text, highest keyness first.

    Args:
        counts: of the texts.
        general: of general text.
        least: minimum occurrences of a word.
        least_documents: minimum documents of a word.
        known: words to omit.
    """
    tags = lexicon().tags
    rows = []
    for word, count in counts.words.items():
        if count < least or counts.documents[word] < least_documents or word in known:
            continue
        of_general = general.counts.get(word, 0)
        keyness = log_likelihood(count, counts.total, of_general, general.total)
        if keyness > 0:
            rows.append(
                KeyWord(
                    word,
                    count,
                    counts.documents[word],
                    1e6 * count / counts.total,
                    1e6 * general.per_word(word),
                    log_ratio(count, counts.total, of_general, general.total),
                    keyness,
                    tags.get(word, ""),
                )
            )
    return sorted(rows, key=lambda row: (-row.keyness, row.word))
