"""Corrections of the verdict by the words of a text, learned from graded pages of a crawl."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from importlib.resources.abc import Traversable

from topiccrawl.messages import message
from topiccrawl.parameter_checks import check_interval, constant
from topiccrawl.relevance.topic.word_table import read_numbers

FILE = "corrections.tsv"
"""Its file in a topic folder: word, weight."""


@dataclass(frozen=True)
class CorrectionParameters:
    """How words correct the verdict.

    Attributes:
        share: weight of the words beside the log-odds of the relevance, at least 0; 0 corrects nothing.
        offset: score of the words of a text that is corrected neither up nor down.
    """

    share: float = constant(0.2)
    offset: float = 0.0

    def __post_init__(self) -> None:
        check_interval(self, "[0, inf)", "share")
        if not math.isfinite(self.offset):
            raise ValueError(message("offset = {offset!r} is not a number", offset=self.offset))


@dataclass(frozen=True)
class Corrections:
    """Weights of words for and against a page.

    Attributes:
        words: log-odds by word.
        parameters: how they count.
    """

    words: Mapping[str, float]
    parameters: CorrectionParameters

    def score(self, words: Collection[str]) -> float:
        """Return the sum of the weights of different words, over the root of their number."""
        return sum(self.words.get(word, 0.0) for word in words) / math.sqrt(max(1, len(words)))

    def corrected(self, relevance: float, words: Collection[str]) -> float:
        """Return a relevance, moved by the words of the text: both in (0, 1) as log-odds.

        >>> corrections = Corrections({"党课": 4.0}, CorrectionParameters(share=0.5))
        >>> round(corrections.corrected(0.5, {"党课", "学习", "开讲", "今天"}), 3)
        0.731
        >>> corrections.corrected(0.5, {"学习"})
        0.5
        """
        shift = self.parameters.share * (self.score(words) - self.parameters.offset)
        return shifted(relevance, shift)


def shifted(relevance: float, shift: float) -> float:
    """Return a relevance in [0, 1] whose log-odds are moved by a number."""
    return 1 / (1 + math.exp(-log_odds(relevance) - shift))


def log_odds(relevance: float) -> float:
    """Return a relevance in [0, 1] as log-odds, which stay finite at both ends.

    >>> log_odds(0.5), round(log_odds(1.0))
    (0.0, 14)
    """
    certain = min(max(relevance, 1e-6), 1 - 1e-6)
    return math.log(certain / (1 - certain))


NO_CORRECTIONS = Corrections({}, CorrectionParameters())


def read_corrections(folder: Traversable) -> dict[str, float]:
    """Return the weights of `corrections.tsv`; none without that file.

    Raises:
        TopicError: the file is damaged, or a weight is not a number; names file, line and value.
    """
    file = folder / FILE
    return read_numbers(file, f"{folder}/{FILE}") if file.is_file() else {}
