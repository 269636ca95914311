"""How often a list page changes, from earlier visits."""

from __future__ import annotations

import math

_PRIOR_CHANGES = 1.0
_PRIOR_DAYS = 1.0
"""Prior: one change per day; observed visits soon outweigh it."""


def chance_of_change(changes: int, days: float, since: float) -> float:
    """Return how likely a page has something new, in [0, 1).

    Changes are taken to come at random with a constant rate (a Poisson process), whose prior is a gamma
    distribution with one change in one day.

    Args:
        changes: visits that found something new.
        days: days over which the visits spread.
        since: days since the last visit.

    >>> round(chance_of_change(0, 0.0, 1.0), 2), round(chance_of_change(0, 9.0, 1.0), 2)
    (0.63, 0.1)
    >>> round(chance_of_change(9, 9.0, 1.0), 2), round(chance_of_change(9, 9.0, 0.01), 2)
    (0.63, 0.01)
    """
    rate = (changes + _PRIOR_CHANGES) / (days + _PRIOR_DAYS)
    return 1 - math.exp(-rate * max(0.0, since))
