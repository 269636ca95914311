"""Random feature rows: the share of them that clusters of bodies take for bodies."""

from __future__ import annotations

import numpy as np

from topiccrawl.extraction.clustering.model import MEMBERSHIP, ClusterModel
from topiccrawl.extraction.clustering.scale import Table

ROWS = 20_000
"""Number of random rows."""

SPREAD = 3.0
"""Standard deviations around the mean that random values lie in."""


def random_rows(samples: Table, spread: float = SPREAD, seed: int = 0) -> Table:
    """Return feature rows whose logarithms are independent and uniform around those of bodies.

    Args:
        samples: features of bodies.
        spread: standard deviations around the mean.
        seed: seed of the random numbers.
    """
    logarithms = np.log1p(samples)
    middle, deviation = logarithms.mean(axis=0), logarithms.std(axis=0)
    uniform = np.random.default_rng(seed).uniform(-spread, spread, (ROWS, samples.shape[1]))
    return np.asarray(np.maximum(np.expm1(middle + deviation * uniform), 0))


def share_of_members(model: ClusterModel, spread: float = SPREAD) -> float:
    """Return the share of random rows around the samples of a model that are members of its clusters."""
    rows = random_rows(np.array(model.samples), spread)
    return float((model.memberships(rows).max(axis=1) >= MEMBERSHIP).mean())
