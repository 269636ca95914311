"""Agreement of binary judgements with labels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Agreement:
    """Shares in [0, 1]; None where the denominator is 0.

    Attributes:
        accuracy: correct judgements among all.
        precision: true labels among positive judgements.
        recall: positive judgements among true labels.
    """

    accuracy: float | None
    precision: float | None
    recall: float | None


def agreement(judged: Sequence[bool], labels: Sequence[bool]) -> Agreement:
    """Return the agreement of judgements with labels, both in the same order.

    >>> agreement([True, True, False], [True, False, False])
    Agreement(accuracy=0.6666666666666666, precision=0.5, recall=1.0)
    """
    pairs = list(zip(judged, labels, strict=True))
    both = sum(value and label for value, label in pairs)
    yes, positive = sum(judged), sum(labels)
    return Agreement(
        _share(sum(value == label for value, label in pairs), len(pairs)),
        _share(both, yes),
        _share(both, positive),
    )


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None
