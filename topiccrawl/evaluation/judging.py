"""How well yes-or-no judgements agree with labels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Agreement:
    """Shares in [0, 1]; None where there is nothing to divide by.

    Attributes:
        accuracy: judged right, of all.
        precision: labelled yes, of those judged yes.
        recall: judged yes, of those labelled yes.
        wrong: judged yes, of those labelled no.
    """

    accuracy: float | None
    precision: float | None
    recall: float | None
    wrong: float | None


def agreement(judged: Sequence[bool], labels: Sequence[bool]) -> Agreement:
    """Compare judgements with labels, one by one.

    >>> agreement([True, True, False], [True, False, False])
    Agreement(accuracy=0.6666666666666666, precision=0.5, recall=1.0, wrong=0.5)
    """
    pairs = list(zip(judged, labels, strict=True))
    both = sum(value and label for value, label in pairs)
    yes, positive = sum(judged), sum(labels)
    return Agreement(
        _share(sum(value == label for value, label in pairs), len(pairs)),
        _share(both, yes),
        _share(both, positive),
        _share(yes - both, len(pairs) - positive),
    )


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None
