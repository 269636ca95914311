"""The semantic axis of a topic: on which side of two lists of words a main text stands.

Texts on a topic differ from others that use its words by what else they speak of: grass-roots work from
appointments, a season from a transfer rumour. Two lists of words, one for each side, span an axis in the
space of word vectors (An, Kwak and Ahn 2018, "SemAxis"). A text stands where its words stand on average.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from importlib.resources.abc import Traversable
from pathlib import Path

import numpy as np

from topiccrawl.messages import message
from topiccrawl.parameter_checks import check_interval, constant
from topiccrawl.relevance.contracts import Floats, Vector, Vectors
from topiccrawl.relevance.corrections import shifted
from topiccrawl.relevance.judgement import WHOLE
from topiccrawl.relevance.relevance import Relevance
from topiccrawl.relevance.topic.topic import Topic
from topiccrawl.relevance.topic.word_table import read_numbers
from topiccrawl.text.files.numpy_files import open_arrays, save_arrays
from topiccrawl.text.kept import kept

FILE = "axis.tsv"
"""Its file in a topic folder: word, and its side as a weight over or under 0."""

_CHUNK = 4096
_FORMAT = 1
"""Part of the key of kept positions: increase it with every change to computing them."""


@dataclass(frozen=True)
class AxisParameters:
    """How the axis moves the relevance of a main text.

    Attributes:
        share: weight of the text's position beside the log-odds of its relevance, at least 0.
        offset: position of a text that is moved neither up nor down.
        words: number of different words at which a text is moved by half: a few say little, at least 0.
    """

    share: float = constant(8.0)
    offset: float = 0.0
    words: float = constant(20.0)

    def __post_init__(self) -> None:
        check_interval(self, "[0, inf)", "share", "words")
        if not math.isfinite(self.offset):
            raise ValueError(message("offset = {offset!r} is not a number", offset=self.offset))

    def for_part(self, part: float) -> AxisParameters:
        """Return the parameters for a part of the word list: what the list misses was learned from all of it.

        >>> AxisParameters(share=8.0).for_part(1 / 4).share
        2.0
        """
        return self if part >= WHOLE else replace(self, share=self.share * part)


def axis_direction(words: Mapping[str, float], vectors: Vectors) -> Vector:
    """Return the mean vector of the words of one side less that of the other; zeros if no word is known.

    Args:
        words: weights over 0 for one side, under 0 for the other; each side is weighted by its sum.
        vectors: of words.
    """
    names = tuple(words)
    rows = vectors.matrix(names)
    weights = np.where(rows.any(axis=1), [words[name] for name in names], 0.0)
    direction = np.zeros(rows.shape[1], dtype=np.float32)
    for side in (np.maximum(weights, 0.0), np.minimum(weights, 0.0)):
        if side.any():
            direction += (side / np.abs(side).sum()) @ rows
    return direction


@dataclass(frozen=True)
class Positions:
    """Positions of the words of a vocabulary on an axis, in its order.

    Attributes:
        values: mean cosine with the words of one side less that with those of the other, in [-2, 2].
    """

    values: Floats

    @classmethod
    def load(cls, file: Path, words: int) -> Positions:
        """Read them from a file.

        Raises:
            OSError: the file cannot be read.
            ValueError: it is damaged, or holds another number of words.
        """
        with open_arrays(file, "positions of words") as stored:
            values = stored["values"]
        if values.shape != (words,):
            raise ValueError(f"{file}: expected positions of {words} words, found {values.shape}")
        return cls(values)

    def save(self, file: Path) -> None:
        """Write them atomically; safe for concurrent processes."""
        save_arrays(file, values=self.values)


def positions(words: Mapping[str, float], vocabulary: tuple[str, ...], vectors: Vectors) -> Positions:
    """Return the positions of a vocabulary on the axis that two lists of words span."""
    direction = axis_direction(words, vectors)
    values = np.zeros(len(vocabulary))
    for start in range(0, len(vocabulary), _CHUNK):
        values[start : start + _CHUNK] = vectors.matrix(vocabulary[start : start + _CHUNK]) @ direction
    return Positions(values)


class Axis:
    """The axis of a topic, applied to main texts.

    Args:
        words: of `axis.tsv`.
        parameters: how it moves a relevance.
        relevance: of main texts; gives vocabulary, vectors and the information of words.
    """

    def __init__(self, words: Mapping[str, float], parameters: AxisParameters, relevance: Relevance) -> None:
        self.words = words
        self.parameters = parameters
        self._relevance = relevance
        vocabulary = relevance.vocabulary
        vectors = relevance.similarity.vectors
        key = relevance.key(_FORMAT, *sorted(words.items()))
        found = kept(
            f"axis-{key}.npz",
            lambda file: Positions.load(file, len(vocabulary)),
            lambda: positions(words, vocabulary, vectors.centred()),
        )
        self._positions = {
            word: value for word, value in zip(vocabulary, found.values.tolist(), strict=True) if value
        }

    def position(self, words: Iterable[str]) -> float:
        """Return where a text of these words stands: the mean of its words, by their information.

        Words outside the vocabulary stand in the middle, at 0.
        """
        return self._relevance.mean(words, self._positions)

    def shift(self, words: Collection[str]) -> float:
        """Return by how much the log-odds of a text of these different words are moved."""
        if not self._positions or not words:
            return 0.0
        parameters = self.parameters
        evidence = len(words) / (len(words) + parameters.words)
        return parameters.share * evidence * (self.position(words) - parameters.offset)

    def moved(self, relevance: float, words: Collection[str]) -> float:
        """Return the relevance in [0, 1) of a text, moved by where it stands.

        A text without any word that is similar to the topic's stays at 0.
        """
        return shifted(relevance, self.shift(words)) if relevance else relevance


def read_axis(folder: Traversable) -> dict[str, float]:
    """Return the words of `axis.tsv` with their weights; none without that file.

    Raises:
        TopicError: the file is damaged, or a weight is not a number; names file, line and value.
    """
    file = folder / FILE
    return read_numbers(file, f"{folder}/{FILE}") if file.is_file() else {}


def counts(topic: Topic) -> bool:
    """Return whether a topic's main texts may have an axis: their words are compared by what they mean."""
    similarity = topic.similarity_of("body")
    return bool(topic.words) and similarity.admit == "graded" and similarity.share > 0
