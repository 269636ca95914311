"""Features of nodes as coordinates: the scales of `Method.scale`, and standardisation."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt

Table = npt.NDArray[np.float64]


def _raw(features: Table) -> Table:
    return features


def _logarithms(features: Table) -> Table:
    # Features are lengths and counts: a few very large ones would otherwise determine all distances.
    return np.asarray(np.log1p(features))


def _shares(features: Table) -> Table:
    """Return logarithms, but links and full stops relative to the length of the text.

    Bodies of all lengths have few links and a full stop in every other line. What only a long text may have
    is otherwise allowed for a short one too.
    """
    text, paragraph, links, images, stops = features.T
    # The square root spreads small shares. The two constants keep texts of a few characters apart from none.
    share = np.sqrt(links / np.maximum(text, 1))
    density = np.log((stops + 0.5) / (text + 20))
    return np.column_stack((np.log1p(text), np.log1p(paragraph), share, np.log1p(images), density))


SCALES: dict[str, Callable[[Table], Table]] = {"raw": _raw, "log": _logarithms, "shares": _shares}
"""Functions from features, shape (points, features), to coordinates of the same shape."""


def standardise(features: Table, mean: Sequence[float], deviation: Sequence[float], scale: str) -> Table:
    """Return features as coordinates with the given mean and standard deviation taken out."""
    counts = np.maximum(np.asarray(features, dtype=np.float64), 0)
    return np.asarray((SCALES[scale](counts) - np.array(mean)) / np.array(deviation))
