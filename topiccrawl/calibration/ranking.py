"""How well scores separate relevant items from others."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from scipy.stats import rankdata


def area_under_curve(scores: npt.ArrayLike, relevant: npt.ArrayLike) -> float:
    """Return the probability that a relevant item has a higher score than another one; ties count half.

    >>> area_under_curve([0.9, 0.5, 0.5, 0.1], [True, True, False, False])
    0.875
    """
    ranks, labels = rankdata(scores), np.asarray(relevant, dtype=bool)
    above, below = int(labels.sum()), int((~labels).sum())
    return float((ranks[labels].sum() - above * (above + 1) / 2) / (above * below))
