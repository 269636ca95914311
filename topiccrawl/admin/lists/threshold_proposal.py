"""Proposal of the verdict threshold that agrees best with grades."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from sqlalchemy import Connection

from topiccrawl.admin.lists.agreement import Agreement, agreement, graded_scores

LEAST_GRADED = 20
"""Minimum number of graded pages with a score for proposing a threshold."""
LEAST_OF_A_KIND = 3
"""Minimum number of relevant ones among them, and of others."""


@dataclass(frozen=True)
class Proposal:
    """The threshold of the verdict that agrees best with grades.

    Attributes:
        threshold: the threshold.
        graded: number of graded pages with a score.
        before: agreement of the grades with today's threshold.
        after: agreement with this one.
    """

    threshold: float
    graded: int
    before: Agreement
    after: Agreement


def propose_threshold(connection: Connection, topic: str, today: float) -> Proposal | None:
    """Return the threshold of the verdict with the highest F1 on graded pages.

    Of equal ones it is the one nearest to today's, and today's itself if no other is better. Near pages do
    not count, as in `topiccrawl topic calibrate`.

    Args:
        connection: of the database.
        topic: name of the topic.
        today: the threshold that holds now.

    Returns:
        The proposal; None if fewer than `LEAST_GRADED` pages have a grade and a score, or fewer than
        `LEAST_OF_A_KIND` of them are relevant, or not relevant.
    """
    scores = graded_scores(connection, topic)
    relevant = sum(one for one, _ in scores)
    if len(scores) < LEAST_GRADED or min(relevant, len(scores) - relevant) < LEAST_OF_A_KIND:
        return None
    best = best_threshold(scores, today)
    return Proposal(best, len(scores), agreement(scores, today), agreement(scores, best))


def best_threshold(scores: Sequence[tuple[bool, float]], today: float) -> float:
    """Return a threshold with the highest F1: today's, or the middle between two scores.

    >>> best_threshold([(True, 0.9), (True, 0.625), (False, 0.5), (False, 0.2)], 0.4)
    0.562
    >>> best_threshold([(True, 0.9), (False, 0.2)], 0.4)
    0.4
    """
    values = sorted({score for _, score in scores})
    middles = [round((low + high) / 2, 3) for low, high in pairwise(values)]
    return max([today, *middles], key=lambda one: (round(agreement(scores, one).f1, 9), -abs(one - today)))
