"""Logistic regression over sparse rows, by L-BFGS."""

from __future__ import annotations

from collections import deque

import numpy as np

from topiccrawl.relevance.learner.bags import Bags, Floats, Numbers

_STEPS, _MEMORY, _HALVINGS = 25, 8, 20
_ENOUGH = 1e-4
"""A step that lowers the loss by a smaller share is the last one."""
_LEAST_GAIN, _LEAST_CURVE = 1e-4, 1e-10


_PENALTY = 1.0
"""Factor of half the squared weights; the intercept is free."""


def fit(bags: Bags, answers: Floats, importance: Floats, start: Floats | float = 0.0) -> tuple[Floats, float]:
    """Return the weights of the columns, and the intercept.

    Relevant and irrelevant pages weigh the same in sum, however many there are of each.

    Args:
        bags: the rows.
        answers: of each row, in [0, 1].
        importance: of each row, over 0.
        start: log-odds of each row that are known already; the rest is learned.
    """
    right, wrong = importance * answers, importance * (1 - answers)
    half = importance.sum() / 2
    right, wrong = right * half / max(right.sum(), 1.0), wrong * half / max(wrong.sum(), 1.0)

    def loss_of(point: Floats) -> tuple[float, Floats]:
        scores = bags.scores(point[:-1]) + point[-1] + start
        loss = _dot(right, np.logaddexp(0, -scores)) + _dot(wrong, np.logaddexp(0, scores))
        errors = (right + wrong) * sigmoid(scores) - right
        gradient = np.append(bags.sums(errors) + _PENALTY * point[:-1], errors.sum())
        return float(loss + _PENALTY * _dot(point[:-1], point[:-1]) / 2), gradient

    point = np.zeros(len(bags.words) + 1)
    loss, gradient = loss_of(point)
    steps: deque[tuple[Floats, Floats]] = deque(maxlen=_MEMORY)
    for _ in range(_STEPS):
        direction = _direction(gradient, steps)
        slope, length = _dot(gradient, direction), 1.0
        for _ in range(_HALVINGS):
            lower, following = loss_of(point - length * direction)
            if lower <= loss - _LEAST_GAIN * length * slope:
                break
            length /= 2
        if lower >= loss:
            break
        step, change = -length * direction, following - gradient
        point, gain = point + step, (loss - lower) / max(abs(loss), 1e-12)
        loss, gradient = lower, following
        if _dot(step, change) > _LEAST_CURVE:
            steps.append((step, change))
        if gain < _ENOUGH:
            break
    return point[:-1], float(point[-1])


def left_out_scores(
    bags: Bags, answers: Floats, importance: Floats, folds: Numbers, start: Floats | None = None
) -> Floats:
    """Return the scores of rows by regressions that have not learned the rows of their fold.

    Args:
        bags: the rows.
        answers: see `fit`.
        importance: see `fit`.
        folds: number of the fold of each row.
        start: see `fit`; the scores come without it.
    """
    known = np.zeros(bags.count) if start is None else start
    scores = np.zeros(bags.count)
    for fold in np.unique(folds):
        own, others = np.flatnonzero(folds == fold), np.flatnonzero(folds != fold)
        weights, offset = fit(bags.part(others), answers[others], importance[others], known[others])
        scores[own] = bags.part(own).scores(weights) + offset
    return scores


def sigmoid(scores: Floats) -> Floats:
    """Return the logistic function of scores."""
    limited: Floats = 1 / (1 + np.exp(-np.clip(scores, -40, 40)))
    return limited


def _direction(gradient: Floats, steps: deque[tuple[Floats, Floats]]) -> Floats:
    """Return the gradient times the inverse Hessian as the last steps show it."""
    direction, shares = gradient.copy(), []
    for step, change in reversed(steps):
        share = _dot(step, direction) / _dot(step, change)
        direction -= share * change
        shares.append(share)
    if steps:
        step, change = steps[-1]
        direction *= _dot(step, change) / _dot(change, change)
    else:
        direction /= max(1.0, _dot(gradient, gradient) ** 0.5)
    for (step, change), share in zip(steps, reversed(shares), strict=True):
        direction += step * (share - _dot(change, direction) / _dot(step, change))
    return direction


def _dot(one: Floats, other: Floats) -> float:
    """Return the inner product without BLAS, whose threads wait for each other on busy cores."""
    return float(np.einsum("i,i", one, other))
