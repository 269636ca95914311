"""What the scores of pages mean: the probability of relevance, read from topic words.

The score of a page does not know the topic words. So among relevant pages of any score topic words are as
frequent as among others of them, and rare among the rest: how often pages of a score have topic words tells
how many of them are relevant. That needs no grade (Elkan and Noto 2008, "Learning classifiers from only
positive and unlabeled data").
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from topiccrawl.relevance.learner.bags import Floats, Numbers
from topiccrawl.relevance.learner.regression import sigmoid

_ROUNDS, _NEWTON = 30, 3
_SMOOTHING = 0.5
_STEEPEST = 40.0
_LEAST = 10
"""Number of pages with the highest scores whose topic words are counted."""


class Line(NamedTuple):
    """Log-odds of relevance as a line over scores.

    Attributes:
        slope: at least 0.
        offset: at a score of 0.
    """

    slope: float
    offset: float

    def log_odds(self, scores: Floats) -> Floats:
        """Return the log-odds of relevance of pages with these scores."""
        return self.slope * scores + self.offset


def fit_line(scores: Floats, evidence: Numbers, sure: int, fixed: Floats, importance: Floats) -> Line:
    """Fit the line by expectation and maximisation.

    The pages with the highest and the lowest scores say how often relevant and other pages have topic words.

    Args:
        scores: of pages, by a model that has not learned them.
        evidence: their number of topic words.
        sure: number of pages that are relevant for sure.
        fixed: relevance of graded pages; NaN for the others.
        importance: of each page, over 0.
    """
    count = len(scores)
    has = (evidence > 0).astype(np.int64)
    order = np.argsort(scores)
    relevant = _shares(has[order[-max(_LEAST, min(sure // 2, count // 4)) :]])
    others = _shares(has[order[: count // 4]])
    ratio = np.log(relevant / others)[has]
    centre, spread = float(scores.mean()), float(scores.std()) or 1.0
    scaled = (scores - centre) / spread
    line = Line(2.0, -1.0)
    for _ in range(_ROUNDS):
        belief = np.where(np.isnan(fixed), sigmoid(line.log_odds(scaled) + ratio), fixed)
        line = _fitted(line, scaled, belief, importance)
    return Line(line.slope / spread, line.offset - line.slope * centre / spread)


def _shares(has: Numbers) -> Floats:
    """Return the shares of pages without and with topic words."""
    counts = np.bincount(has, minlength=2) + _SMOOTHING
    shares: Floats = counts / counts.sum()
    return shares


def _fitted(line: Line, scores: Floats, answers: Floats, importance: Floats) -> Line:
    """Return the line of a logistic regression on one number, after a few steps of Newton."""
    for _ in range(_NEWTON):
        found = sigmoid(line.log_odds(scores))
        error, curve = importance * (found - answers), importance * found * (1 - found) + 1e-6
        slopes, both, offsets = (float((curve * scores**power).sum()) for power in (2, 1, 0))
        hessian = np.array([[slopes + 1.0, both], [both, offsets + 1e-3]])
        change = np.linalg.solve(hessian, [float((error * scores).sum()) + line.slope, float(error.sum())])
        slope, offset = np.array(line) - change
        line = Line(float(np.clip(slope, 0.0, _STEEPEST)), float(np.clip(offset, -_STEEPEST, _STEEPEST)))
    return line
