"""Counts of words over documents, source by source."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

HALF_TRUSTED = 20
"""Documents of a source that counts half as much as one with any number of documents."""

Document = tuple[str, Sequence[str]]
"""The source of a document, such as a site, and its words."""


@dataclass
class SourceCounts:
    """Words of one source.

    Attributes:
        size: number of documents.
        occurrences: by word.
        documents: documents that contain a word, by word.
    """

    size: int = 0
    occurrences: Counter[str] = field(default_factory=Counter)
    documents: Counter[str] = field(default_factory=Counter)


@dataclass(frozen=True)
class DocumentCounts:
    """Words of documents of several sources.

    Attributes:
        sources: counts by source.
    """

    sources: Mapping[str, SourceCounts]

    @classmethod
    def of(cls, documents: Iterable[Document]) -> DocumentCounts:
        """Count the words of documents, one in memory at a time."""
        sources: dict[str, SourceCounts] = {}
        for source, words in documents:
            counts = sources.setdefault(source, SourceCounts())
            counts.size += 1
            counts.occurrences.update(words)
            counts.documents.update(set(words))
        return cls(sources)

    @property
    def size(self) -> int:
        """Number of documents."""
        return sum(counts.size for counts in self.sources.values())

    def words(self) -> set[str]:
        """Return all words."""
        return {word for counts in self.sources.values() for word in counts.documents}

    def occurrences(self, word: str) -> int:
        """Return how often a word occurs."""
        return sum(counts.occurrences[word] for counts in self.sources.values())

    def documents(self, word: str) -> int:
        """Return how many documents contain a word."""
        return sum(counts.documents[word] for counts in self.sources.values())

    def share(self, word: str) -> float:
        """Return the share of documents that contain a word; each source weighs the same.

        A source of few documents weighs less: its shares are uncertain.

        >>> many, few = [("a", ["党"])] * 980, [("b", ["球"])] * 20
        >>> round(DocumentCounts.of(many + few).share("党"), 2)
        0.66
        """
        trust = {name: counts.size / (counts.size + HALF_TRUSTED) for name, counts in self.sources.items()}
        held = sum(
            trust[name] * counts.documents[word] / counts.size for name, counts in self.sources.items()
        )
        return held / sum(trust.values()) if trust else 0.0

    def without(self, source: str) -> DocumentCounts:
        """Return the counts of the other sources."""
        return DocumentCounts({name: counts for name, counts in self.sources.items() if name != source})
