"""Weights from pairwise comparisons by the analytic hierarchy process (paper A, section 4.5)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

CONSISTENCY_LIMIT = 0.1
"""Saaty's limit: a consistency ratio at or above it means the comparisons contradict each other."""

_RANDOM_INDEX = {1: 0.0, 2: 0.0, 3: 0.58, 4: 0.90, 5: 1.12, 6: 1.24, 7: 1.32, 8: 1.41, 9: 1.45}
"""Mean consistency index of random matrices, by size (Saaty)."""


def ahp_weights(matrix: Sequence[Sequence[float]]) -> tuple[float, ...]:
    """The principal eigenvector of a pairwise comparison matrix, scaled to sum 1.

    Args:
        matrix: `matrix[i][j]` says how many times as important criterion i is as j; positive, with
            `matrix[j][i] = 1 / matrix[i][j]`.

    Raises:
        ValueError: not square, not positive, not reciprocal, or a consistency ratio of 0.1 or more.

    >>> ahp_weights([[1, 2, 4], [1 / 2, 1, 2], [1 / 4, 1 / 2, 1]])
    (0.571429, 0.285714, 0.142857)
    """
    values = np.array(matrix, dtype=float)
    size = len(values)
    if values.shape != (size, size) or size not in _RANDOM_INDEX:
        raise ValueError(
            f"a comparison matrix must be square, 1 to {len(_RANDOM_INDEX)} rows; got {matrix!r}"
        )
    if not (np.isfinite(values).all() and (values > 0).all()):
        raise ValueError(f"comparisons must be positive numbers; got {matrix!r}")
    if not np.allclose(values * values.T, 1, rtol=0.02):
        raise ValueError(f"comparisons must be reciprocal, m[j][i] = 1 / m[i][j]; got {matrix!r}")
    eigenvalues, eigenvectors = np.linalg.eig(values)
    principal = int(np.argmax(eigenvalues.real))
    weights = np.abs(eigenvectors[:, principal].real)
    if size > 2:
        ratio = (eigenvalues[principal].real - size) / (size - 1) / _RANDOM_INDEX[size]
        if ratio >= CONSISTENCY_LIMIT:
            raise ValueError(f"comparisons contradict each other: consistency ratio {ratio:.3f}, limit 0.1")
    return tuple(round(float(weight), 6) for weight in weights / weights.sum())
