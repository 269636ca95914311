"""Words found by crawls, suggested to the topic (paper C: new words flow back into the vocabulary)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from topiccrawl.relevance.topic.topic import Topic
from topiccrawl.text.segment import DictionaryWord, Segmenter, shipped_dictionary
from topiccrawl.text.sources import TextDocument
from topiccrawl.vocabulary.candidates import CandidateTable
from topiccrawl.vocabulary.counting import KeyWord, count_words, key_words
from topiccrawl.vocabulary.discovery import DiscoveryParameters, discover
from topiccrawl.vocabulary.general import GeneralFrequencies, lexicon

COLUMNS = ("count", "documents", "times_general", "keyness", "found")
"""Columns of the table beside `word` and `pick`."""
_NEW, _KNOWN = "cut apart", "in dictionary"

OnProgress = Callable[[int], object]


@dataclass(frozen=True)
class FoundWords:
    """Words of the texts of a crawl that the topic lacks.

    Attributes:
        rows: the words, most typical of the texts first.
        new: those of them that the segmenter cuts apart as long as the topic lacks them.
        size: number of texts.
    """

    rows: list[KeyWord]
    new: frozenset[str]
    size: int

    def table(self, most: int) -> CandidateTable:
        """Return the first rows as a table to pick from; 0 for all."""
        return CandidateTable.of(
            COLUMNS,
            (
                {
                    "word": row.word,
                    "count": str(row.count),
                    "documents": str(row.documents),
                    "times_general": f"{2**row.log_ratio:.1f}",
                    "keyness": f"{row.keyness:.1f}",
                    "found": _NEW if row.word in self.new else _KNOWN,
                }
                for row in self.rows[: most or None]
            ),
        )


@dataclass(frozen=True)
class FindingParameters:
    """Requirements for a suggested word.

    Attributes:
        least: minimum occurrences.
        least_documents: minimum documents.
        discovery: requirements for words that no dictionary has.
    """

    least: int = 3
    least_documents: int = 2
    discovery: DiscoveryParameters = field(default_factory=DiscoveryParameters)


def find_words(
    topic: Topic,
    texts: Iterable[TextDocument],
    parameters: FindingParameters,
    general: Callable[[Segmenter], GeneralFrequencies] = lambda segmenter: lexicon().frequencies(),
    progress: OnProgress = lambda size: None,
) -> FoundWords:
    """Find the words of texts that the topic lacks and that are more frequent in them than in general text.

    Args:
        topic: its words are left out.
        texts: the texts of a crawl; they are read three times.
        parameters: requirements for a word.
        general: counts general text with a segmenter; by default the frequencies of the dictionary.
        progress: called with the number of texts after each, from 1 again when they are counted.
    """
    known = {entry.word for entry in shipped_dictionary()} | topic.words.keys()
    discovery = discover(texts, known, parameters.discovery, progress)
    new = frozenset(one.word for one in discovery.words)
    # Counted by a segmenter that keeps new words whole, their parts do not count for them, and both kinds of
    # words have figures of the same kind.
    segmenter = Segmenter((*topic.dictionary(), *map(DictionaryWord, sorted(new))))
    counts = count_words(texts, segmenter, progress)
    rows = key_words(
        counts, general(segmenter), parameters.least, parameters.least_documents, topic.words.keys()
    )
    return FoundWords(rows, new, counts.size)
