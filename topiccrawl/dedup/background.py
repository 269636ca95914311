"""General rarity of words: the background idf of title vectors (paper C)."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from importlib import resources
from threading import Lock

import numpy as np

Idf = Callable[[str], float]
"""Returns the idf of a word; above 0."""


_READING = Lock()
"""Lock: with a cache alone, threads that start at the same time would each read the table, 30 MB each."""


@cache
def _general() -> tuple[Mapping[str, float], float]:
    """Return the idf by word, and the idf of unknown words: the median, as in jieba."""
    words_and_values = (resources.files("jieba") / "analyse" / "idf.txt").read_text(encoding="utf-8").split()
    values = list(map(float, words_and_values[1::2]))
    return dict(zip(words_and_values[::2], values, strict=True)), float(np.median(values))


def general_idf(word: str) -> float:
    """Return the idf in a large general corpus, which is shipped with jieba."""
    with _READING:
        table, unknown = _general()
    return table.get(word, unknown)


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
