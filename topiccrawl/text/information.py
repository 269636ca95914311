"""How much a word tells: its inverse document frequency in general Chinese, from jieba's table."""

from __future__ import annotations

from collections.abc import Collection
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
    # Line by line: the whole table as a dictionary takes 50 MB.
    with files("jieba").joinpath("analyse/idf.txt").open(encoding="utf-8") as lines:
        for line in lines:
            word, _, value = line.rpartition(" ")
            values.append(float(value))
            if word in words:
                found[word] = values[-1]
    middle = median(values)
    return {word: value / middle for word, value in found.items()}
