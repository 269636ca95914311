"""Relevances as log-odds, in which what speaks for and against a page adds up."""

from __future__ import annotations

import math


def shifted(relevance: float, shift: float) -> float:
    """Return a relevance in [0, 1] whose log-odds are moved by a number.

    >>> round(shifted(0.5, 1.0), 3)
    0.731
    """
    return 1 / (1 + math.exp(-min(max(log_odds(relevance) + shift, -40.0), 40.0)))


def log_odds(relevance: float) -> float:
    """Return a relevance in [0, 1] as log-odds, which stay finite at both ends.

    >>> log_odds(0.5), round(log_odds(1.0))
    (0.0, 14)
    """
    certain = min(max(relevance, 1e-6), 1 - 1e-6)
    return math.log(certain / (1 - certain))
