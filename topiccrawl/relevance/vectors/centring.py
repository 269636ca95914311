"""What all vectors of a set share, and how it is taken away (Mu and Viswanath 2018)."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from topiccrawl.text.files.numpy_files import open_arrays, save_arrays

Rows = npt.NDArray[np.float32]

_FEWEST = 1000
"""Words of a set whose mean means something."""
_DIMENSIONS_PER_DIRECTION = 25
"""Measured on titles with lists of 30 words: 8 of 200 directions are better than 0 by .01 to .05 in AUC."""
_SAMPLE = 10_000
"""Words from which the directions are computed."""


@dataclass(frozen=True)
class Centring:
    """What is taken away from the vectors of a set.

    Attributes:
        mean: of all unit vectors.
        directions: the strongest principal directions, one unit vector per row.
    """

    mean: Rows
    directions: Rows

    def apply(self, vectors: Rows) -> Rows:
        """Return the unit vectors of rows without the mean and the directions; zeros stay."""
        unit = unit_rows(vectors)
        centred = unit - self.mean
        centred -= (centred @ self.directions.T) @ self.directions
        centred[~unit.any(axis=1)] = 0.0
        return unit_rows(centred)

    def save(self, file: Path) -> None:
        """Write the centring atomically."""
        save_arrays(file, mean=self.mean, directions=self.directions)

    @classmethod
    def load(cls, file: Path) -> Centring:
        """Read what `save` wrote.

        Raises:
            OSError: the file cannot be read.
            ValueError: it is damaged.
        """
        with open_arrays(file, "the centring of vectors") as stored:
            mean, directions = stored["mean"], stored["directions"]
        if directions.shape[1:] != mean.shape:
            raise ValueError(f"{file}: directions of {directions.shape[1:]}, a mean of {mean.shape}")
        return cls(mean, directions)


def centring_of(vectors: Rows) -> Centring:
    """Return the centring of a set; one that changes nothing for a set of under 1,000 vectors."""
    dimensions = vectors.shape[1]
    if len(vectors) < _FEWEST:
        return Centring(np.zeros(dimensions, np.float32), np.zeros((0, dimensions), np.float32))
    sample = unit_rows(np.asarray(vectors[:: -(-len(vectors) // _SAMPLE)], dtype=np.float32))
    mean = sample.mean(axis=0)
    spread = (sample - mean).T @ (sample - mean)
    _, directions = np.linalg.eigh(spread)  # weakest first
    count = dimensions // _DIMENSIONS_PER_DIRECTION
    return Centring(mean, np.ascontiguousarray(directions.T[::-1][:count], dtype=np.float32))


def unit_rows(vectors: Rows) -> Rows:
    """Return the rows at length 1; a row of zeros stays."""
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    return np.asarray(vectors / np.where(lengths == 0, 1, lengths), dtype=np.float32)
