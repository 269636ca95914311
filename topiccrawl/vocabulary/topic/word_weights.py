"""Term weights after paper A, formula 2."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class TermWeight:
    """A word's weight and the counts behind it.

    Attributes:
        weight: formula 2's value, not negative.
        count: occurrences in the domain documents (`f_i`).
        documents: documents that hold the word (`N_i`).
    """

    weight: float
    count: int
    documents: int


def term_weights(
    domain: Iterable[Sequence[str]], general: Iterable[Sequence[str]] = (), literal: bool = False
) -> dict[str, TermWeight]:
    """`w_i = (f_i / N) * log(N / N_i)` for every word of the documents (paper A, formula 2).

    Args:
        domain: the words of each document of the domain.
        general: the words of each document of other fields. They count in `N` and `N_i`: over domain
            documents alone the words of the domain that stand in each of them would weigh nothing.
        literal: count `N` and `N_i` over the domain documents only, as the paper's text says.

    >>> term_weights([["党", "党"], ["党"]], [["球"], ["球"]])["党"].weight == 3 / 4 * math.log(2)
    True
    """
    count: Counter[str] = Counter()
    documents: Counter[str] = Counter()
    size = 0
    for document in domain:
        size += 1
        count.update(document)
        documents.update(set(document))
    if not literal:
        for document in general:
            size += 1
            documents.update(set(document))
    return {
        word: TermWeight(count[word] / size * math.log(size / holders), count[word], holders)
        for word, holders in documents.items()
    }
