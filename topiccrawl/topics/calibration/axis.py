"""Learn the axis of a topic from labelled texts: words that separate relevant pages from look-alikes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from topiccrawl.priority.focus import Focus
from topiccrawl.priority.learning.ranking import area_under_curve
from topiccrawl.relevance.axis import AxisParameters

LEAST_PAGES = 20
"""Minimum number of pages of either kind that a user must have graded."""
SIDE = 100
"""Words of each side; twice as many tell no more."""
LEAST_TEXTS = 3
"""Minimum number of texts that a word of a side occurs in."""

_PENALTY = 0.2
"""Of the squares of the coefficients; .05 to 1 are as good."""
_SOURCE = 3.0
"""Value of the column of a source: its coefficient is hardly penalised."""
_LENGTH = 4.0
"""Factor that gives mean vectors of texts a length of about 1, for which the penalty was chosen."""
_LEAST_ODDS = 0.02
_NEAREST = 100
"""Texts nearest to the threshold: on average they are moved neither up nor down."""
_FOLDS, _STEPS = 5, 50

Floats = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class LabelledText:
    """A main text with its label.

    Attributes:
        source: where it is from.
        relevant: whether it is on the topic.
        words: its different words.
    """

    source: str
    relevant: bool
    words: frozenset[str]


@dataclass(frozen=True)
class AxisFit:
    """A learned axis, and whether it helps.

    Attributes:
        words: of both sides, with the weights 1 and -1, furthest out first.
        parameters: the share, and the offset that leaves texts near the threshold where they are.
        plain: probability that a relevant text has a higher relevance than another one.
        moved: the same, each text moved by an axis that was learned without it and a fifth of all texts.
        by_source: whether texts of one source were left out together.
    """

    words: dict[str, float]
    parameters: AxisParameters
    plain: float
    moved: float
    by_source: bool

    @property
    def helps(self) -> bool:
        """Whether the axis judges texts that it was not learned from better than the relevance alone."""
        return self.moved > self.plain


def fit_axis(texts: Sequence[LabelledText], focus: Focus, share: float = AxisParameters.share) -> AxisFit:
    """Learn an axis from labelled texts.

    A logistic regression tells relevant texts from others by the mean vectors of their words, beside the
    log-odds of their relevance and a column for each source: so it learns what the relevance misses, and not
    how a source writes. The words that lie furthest out in its direction, to either side, are the axis.

    Args:
        texts: relevant ones and others.
        focus: of the topic, without an axis.
        share: weight of the axis.
    """
    lesson = _Lesson(texts, focus)
    fold = _folds(texts)
    by_source = fold is not None
    if fold is None:
        fold = np.random.default_rng(0).permutation(len(texts)) % _FOLDS
    positions = np.zeros(len(texts))
    for number in np.unique(fold):
        out = fold == number
        positions[out] = lesson.positions(lesson.sides(~out), out)
    nearest = np.argsort(np.abs(lesson.relevance - focus.verdict.threshold), kind="stable")[:_NEAREST]
    words = lesson.sides(np.ones(len(texts), dtype=bool))
    parameters = AxisParameters(share, round(float(positions[nearest].mean()), 4))
    lengths = np.array([len(text.words) for text in texts])
    shifts = share * (positions - parameters.offset) * lengths / (lengths + parameters.words)
    return AxisFit(
        {lesson.words[number]: float(side) for number, side in words},
        parameters,
        area_under_curve(lesson.odds, lesson.relevant),
        area_under_curve(lesson.odds + shifts, lesson.relevant),
        by_source,
    )


def _folds(texts: Sequence[LabelledText]) -> npt.NDArray[np.int64] | None:
    """Return folds that keep sources together; None with few, or most relevant texts in one of them."""
    sources = sorted({text.source for text in texts})
    relevant = Counter(text.source for text in texts if text.relevant)
    if len(sources) < _FOLDS or max(relevant.values()) > sum(relevant.values()) / 2:
        return None
    return np.array([sources.index(text.source) % _FOLDS for text in texts], dtype=np.int64)


_Sides = list[tuple[int, int]]
"""Numbers of words, each with its side: 1 or -1."""


class _Lesson:
    """Labelled texts as numbers.

    Args:
        texts: the texts.
        focus: of the topic.
    """

    def __init__(self, texts: Sequence[LabelledText], focus: Focus) -> None:
        relevance = focus.relevance
        vocabulary = frozenset(relevance.vocabulary)
        counts = Counter(word for text in texts for word in text.words if word in vocabulary)
        self.words = tuple(sorted(counts))
        self.vectors = relevance.similarity.vectors.centred().matrix(self.words).astype(np.float64)
        number_of = {word: number for number, word in enumerate(self.words)}
        information = np.array([relevance.information(word) for word in self.words])
        self.means = np.zeros((len(texts), self.vectors.shape[1]))
        for row, text in enumerate(texts):
            known = sorted(number_of[word] for word in text.words if word in number_of)
            mass = sum(map(relevance.information, text.words)) or 1.0
            self.means[row] = information[known] @ self.vectors[known] / mass
        self.relevant = np.array([text.relevant for text in texts])
        self.relevance = np.array([focus.body_words(text.words) for text in texts])
        self.odds = np.log(self.relevance / (1 - self.relevance) + _LEAST_ODDS)
        sources = sorted({text.source for text in texts})
        self.sources = np.array([[_SOURCE * (text.source == source) for source in sources] for text in texts])
        # Topic words have their say already, and single characters mean too many things.
        self.candidates = np.array(
            [
                number
                for number, word in enumerate(self.words)
                if counts[word] >= LEAST_TEXTS and len(word) > 1 and word not in focus.topic.words
            ],
            dtype=np.int64,
        )

    def sides(self, used: Flags) -> _Sides:
        """Return the words furthest out in the direction that is learned from some of the texts."""
        columns = [_LENGTH * self.means, self.sources, self.odds[:, np.newaxis]]
        coefficients = _regression(np.hstack(columns)[used], self.relevant[used])
        direction = coefficients[: self.means.shape[1]]
        found = self.vectors[self.candidates] @ direction
        order = self.candidates[np.argsort(-found, kind="stable")]
        side = min(SIDE, len(order) // 2)
        ends = [(number, 1) for number in order[:side]] + [(number, -1) for number in order[::-1][:side]]
        return [(int(number), weight) for number, weight in ends]

    def positions(self, sides: _Sides, some: Flags) -> Floats:
        """Return where some of the texts stand between two sides."""
        means = [
            self.vectors[[number for number, side in sides if side == one]].mean(axis=0) for one in (1, -1)
        ]
        found: Floats = self.means[some] @ (means[0] - means[1])
        return found


def _regression(columns: Floats, answers: Flags) -> Floats:
    """Return the coefficients of a logistic regression with a ridge penalty, by Newton's method."""
    columns = np.hstack([columns, np.ones((len(columns), 1))])
    penalty = np.full(columns.shape[1], _PENALTY)
    penalty[-1] = 1e-6
    coefficients = np.zeros(columns.shape[1])
    for _ in range(_STEPS):
        expected = 1 / (1 + np.exp(-np.clip(columns @ coefficients, -30, 30)))
        slope = columns.T @ (expected - answers) + penalty * coefficients
        bend = (columns * (expected * (1 - expected))[:, np.newaxis]).T @ columns + np.diag(penalty)
        step = np.linalg.solve(bend, slope)
        coefficients -= step
        if np.abs(step).max() < 1e-8:
            break
    return coefficients
