"""Rarity of words in a sample of titles: the background idf of title vectors (paper C)."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping

Idf = Callable[[str], float]
"""Returns the idf of a word; above 0."""


def counted_idf(frequencies: Mapping[str, int], titles: int) -> Idf:
    """Return the idf in a sample of titles: ln(1 + titles / titles with the word).

    A word that the sample does not have counts as a word of one title.

    Args:
        frequencies: by word, how many titles of the sample have it.
        titles: number of titles, at least 1.
    """
    return lambda word: math.log(1 + titles / max(1, frequencies.get(word, 0)))


def count_titles(titles: Iterable[Mapping[str, int]]) -> tuple[dict[str, int], int]:
    """Return the document frequencies of the words of titles, and the number of titles.

    >>> count_titles([{"党员": 2}, {"党员": 1, "会议": 1}])
    ({'党员': 2, '会议': 1}, 2)
    """
    frequencies: dict[str, int] = {}
    count = 0
    for words in titles:
        count += 1
        for word in words:
            frequencies[word] = frequencies.get(word, 0) + 1
    return frequencies, count
