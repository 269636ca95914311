"""Thresholds of scores that separate relevant items from others."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Values = npt.NDArray[np.float64]


class Threshold(NamedTuple):
    """A threshold and the quality it gives."""

    f1: float
    precision: float
    recall: float
    value: float

    def __str__(self) -> str:
        return (
            f"best F1 {self.f1:.3f} (precision {self.precision:.3f}, recall {self.recall:.3f}) "
            f"at {self.value:.3f}"
        )


def best_threshold(scores: npt.ArrayLike, relevant: npt.ArrayLike) -> Threshold:
    """Return the threshold with the best F1; items with the same score stay together."""
    values, precision, recall = _curve(scores, relevant)
    f1 = 2 * precision * recall / np.maximum(precision + recall, 1e-9)
    best = int(f1.argmax())
    return Threshold(float(f1[best]), float(precision[best]), float(recall[best]), float(values[best]))


def recall_at_precision(scores: npt.ArrayLike, relevant: npt.ArrayLike, precision: float) -> float:
    """Return the highest recall of a threshold with at least this precision, 0 if there is none."""
    _, precisions, recalls = _curve(scores, relevant)
    return float(recalls[precisions >= precision].max(initial=0.0))


def _curve(scores: npt.ArrayLike, relevant: npt.ArrayLike) -> tuple[Values, Values, Values]:
    """Thresholds from high to low, with precision and recall."""
    values, labels = np.asarray(scores, dtype=float), np.asarray(relevant, dtype=bool)
    order = np.argsort(-values, kind="stable")
    right = np.cumsum(labels[order])
    ends = np.append(np.flatnonzero(np.diff(values[order])), len(order) - 1)
    return values[order][ends], right[ends] / (ends + 1), right[ends] / labels.sum()
