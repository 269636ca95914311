"""How much a word tells: its inverse document frequency in general Chinese, from jieba's table."""

from __future__ import annotations

import math
from functools import cache
from importlib.metadata import version
from importlib.resources import files
from statistics import median

INFORMATION = f"jieba-idf-{version('jieba')}"
"""Which table it is; changes with its content."""


def word_information() -> dict[str, float]:
    """Return the inverse document frequency of some 260,000 words, divided by its median.

    So 1 is right for a word that the table lacks.
    """
    table = _inverse_document_frequencies()
    middle = median(table.values())
    return {word: value / middle for word, value in table.items()}


def document_shares() -> dict[str, float]:
    """Return the share of general Chinese documents that contain each of these words."""
    return {word: math.exp(-value) for word, value in _inverse_document_frequencies().items()}


@cache
def _inverse_document_frequencies() -> dict[str, float]:
    table = files("jieba").joinpath("analyse/idf.txt").read_text(encoding="utf-8")
    rows = (line.rsplit(" ", 1) for line in table.splitlines() if " " in line)
    return {word: float(value) for word, value in rows}
