"""Weights from pairwise comparisons by the analytic hierarchy process (paper A, section 4.5)."""

from __future__ import annotations

from collections.abc import Sequence

from topiccrawl.errors import ParameterError

CONSISTENCY_LIMIT = 0.1
"""Saaty's limit: comparisons with this consistency ratio or a higher one contradict each other."""

_RANDOM_INDEX = {1: 0.0, 2: 0.0, 3: 0.58, 4: 0.90, 5: 1.12, 6: 1.24, 7: 1.32, 8: 1.41, 9: 1.45}
"""Mean consistency index of random matrices, by size (Saaty)."""


def ahp_weights(matrix: Sequence[Sequence[float]]) -> tuple[float, ...]:
    """Return the principal eigenvector of a pairwise comparison matrix, scaled to sum 1.

    Args:
        matrix: `matrix[i][j]` is the importance of criterion i relative to j; positive, with
            `matrix[j][i] = 1 / matrix[i][j]`.

    Raises:
        ValueError: not square, not positive, not reciprocal, or a consistency ratio of 0.1 or more.

    >>> ahp_weights([[1, 2, 4], [1 / 2, 1, 2], [1 / 4, 1 / 2, 1]])
    (0.571429, 0.285714, 0.142857)
    """
    import numpy as np  # here: schedulers of plain spiders go without it

    values = np.array(matrix, dtype=float)
    size = len(values)
    if values.shape != (size, size) or size not in _RANDOM_INDEX:
        raise ParameterError(
            "a comparison matrix must be square, 1 to {most} rows; got {matrix!r}",
            most=len(_RANDOM_INDEX),
            matrix=matrix,
        )
    if not (np.isfinite(values).all() and (values > 0).all()):
        raise ParameterError("comparisons must be positive numbers; got {matrix!r}", matrix=matrix)
    if not np.allclose(values * values.T, 1, rtol=0.02):
        raise ParameterError(
            "comparisons must be reciprocal, m[j][i] = 1 / m[i][j]; got {matrix!r}", matrix=matrix
        )
    ratio = consistency_ratio(matrix)
    if ratio >= CONSISTENCY_LIMIT:
        raise ParameterError(
            "comparisons contradict each other: consistency ratio {ratio:.3f}, limit 0.1", ratio=ratio
        )
    eigenvalues, eigenvectors = np.linalg.eig(values)
    weights = np.abs(eigenvectors[:, int(np.argmax(eigenvalues.real))].real)
    return tuple(round(float(weight), 6) for weight in weights / weights.sum())


def consistency_ratio(matrix: Sequence[Sequence[float]]) -> float:
    """Return how much comparisons contradict each other, from 0 (not at all) to 1 (like random ones) or more.

    Args:
        matrix: positive, reciprocal, 1 to 9 rows.

    >>> round(consistency_ratio([[1, 2, 8], [1 / 2, 1, 2], [1 / 8, 1 / 2, 1]]), 3)
    0.046
    """
    size = len(matrix)
    if size < 3:
        return 0.0
    import numpy as np

    largest = float(np.linalg.eigvals(np.array(matrix, dtype=float)).real.max())
    return max(0.0, (largest - size) / (size - 1) / _RANDOM_INDEX[size])
