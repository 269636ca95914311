"""Information of a word: its inverse document frequency in general Chinese, from jieba's table."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator
from functools import cache
from importlib.metadata import version
from importlib.resources import files
from statistics import median

INFORMATION = f"jieba-idf-{version('jieba')}"
"""Which table it is; changes with its content."""


def word_information(words: Collection[str]) -> dict[str, float]:
    """Return the inverse document frequency of those of the words that the table has, divided by its median.

    So 1 is right for a word that the table lacks.
    """
    values, found = [], {}
    for word, value in _inverse_document_frequencies():
        values.append(value)
        if word in words:
            found[word] = value
    middle = median(values)
    return {word: value / middle for word, value in found.items()}


def document_shares(words: Collection[str]) -> dict[str, float]:
    """Return the share of general Chinese documents that contain each of those words the table has."""
    return {word: math.exp(-value) for word, value in _inverse_document_frequencies() if word in words}


@cache
def general_words(share: float) -> frozenset[str]:
    """Return the words that more than this share of general Chinese documents contain."""
    return frozenset(word for word, value in _inverse_document_frequencies() if math.exp(-value) > share)


def _inverse_document_frequencies() -> Iterator[tuple[str, float]]:
    """Yield the rows of the table, line by line: all of it as a dictionary takes 50 MB."""
    with files("jieba").joinpath("analyse/idf.txt").open(encoding="utf-8") as lines:
        for line in lines:
            word, space, value = line.rpartition(" ")
            if space:
                yield word, float(value)
