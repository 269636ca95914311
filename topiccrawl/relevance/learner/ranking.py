"""How well scores separate relevant items from others."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt


def area_under_curve(scores: npt.ArrayLike, relevant: npt.ArrayLike) -> float:
    """Return the probability that a relevant item has a higher score than another one; ties count half.

    >>> area_under_curve([0.9, 0.5, 0.5, 0.1], [True, True, False, False])
    0.875
    """
    values, labels = np.asarray(scores, dtype=np.float64), np.asarray(relevant, dtype=bool)
    others = np.sort(values[~labels])
    lower = np.searchsorted(others, values[labels], "left") + np.searchsorted(others, values[labels], "right")
    return float(lower.mean() / (2 * len(others)))
