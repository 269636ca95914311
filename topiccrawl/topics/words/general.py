"""Word frequencies of general text, from the segmenter's dictionary or from the user's texts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache

from topiccrawl.text.jieba_dictionary import jieba_words


@dataclass(frozen=True)
class GeneralFrequencies:
    """Occurrences of words in general text.

    Attributes:
        counts: occurrences by word.
        total: running words of the text.
        source: a description.
    """

    counts: Mapping[str, int] = field(repr=False)
    total: int
    source: str

    def per_word(self, word: str) -> float:
        """Return the share of a word in all running words, in [0, 1]."""
        return self.counts.get(word, 0) / self.total if self.total else 0.0


@dataclass(frozen=True)
class Lexicon:
    """The words of `jieba_words`.

    Attributes:
        counts: frequency by word.
        tags: most frequent part of speech by word.
        total: sum of the frequencies.
    """

    counts: Mapping[str, int] = field(repr=False)
    tags: Mapping[str, str] = field(repr=False)
    total: int

    def frequencies(self) -> GeneralFrequencies:
        """Return the frequencies as general text."""
        return GeneralFrequencies(self.counts, self.total, "the dictionary of jieba")


@cache
def lexicon() -> Lexicon:
    """Read the dictionary of the installed jieba."""
    counts: dict[str, int] = {}
    tags: dict[str, str] = {}
    for word, frequency, tag in jieba_words():
        counts[word] = int(frequency)
        tags[word] = tag
    return Lexicon(counts, tags, sum(counts.values()))
