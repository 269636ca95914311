"""Information of a word: its inverse document frequency in general Chinese, from jieba's table."""

from __future__ import annotations

import math
from array import array
from collections.abc import Collection, Iterator, Sequence
from functools import cache
from importlib.metadata import version
from importlib.resources import files

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

INFORMATION = f"jieba-idf-{version('jieba')}"
"""Which table it is; changes with its content."""


def word_information(words: Collection[str]) -> dict[str, float]:
    """Return the inverse document frequency of those of the words that the table has, divided by its median.

    So 1 is right for a word that the table lacks.
    """
    listed = tuple(words)
    information, shares = information_and_shares(listed)
    return {
        word: value
        for word, value, share in zip(listed, information.tolist(), shares.tolist(), strict=True)
        if share
    }


def information_and_shares(words: Sequence[str]) -> tuple[Floats, Floats]:
    """Return the information of each word, and the share of general Chinese documents that contain it.

    For a word that the table lacks these are 1 and 0. The table is read once, which takes a fifth of a
    second, and into arrays: a dictionary of its values takes 30 MB.
    """
    number_of = {word: number for number, word in enumerate(words)}
    every = array("d")
    found = np.zeros(len(words))
    for word, value in _inverse_document_frequencies():
        every.append(value)
        if (number := number_of.get(word)) is not None:
            found[number] = value
    listed = found > 0
    information = np.where(listed, found / float(np.median(every)), 1.0)
    return information, np.where(listed, np.exp(-found), 0.0)


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
