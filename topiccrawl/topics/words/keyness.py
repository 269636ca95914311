"""Keyness: how much more frequent a word is in one text than in another."""

from __future__ import annotations

import math

_NEVER = 0.5
"""Replacement for a count of 0 in a ratio (Hardie 2014)."""


def log_likelihood(count: int, total: int, general: int, general_total: int) -> float:
    """Return the signed log-likelihood G2 of a word's frequency in a text against general text.

    `2 * (a ln(a/E1) + b ln(b/E2))` with the counts that equal shares would give as E1 and E2 (Dunning 1993;
    Rayson & Garside 2000). 3.84 is significant at .05, 15.13 at .0001.

    Args:
        count: occurrences in the text.
        total: running words of the text, at least 1.
        general: occurrences in general text.
        general_total: running words of general text, at least 1.

    Returns:
        G2, negative if the word is less frequent in the text than in general.

    Raises:
        ValueError: a count is negative, or over its total.

    >>> round(log_likelihood(20, 1000, 10, 1000), 3), round(log_likelihood(10, 1000, 20, 1000), 3)
    (3.398, -3.398)
    """
    for occurrences, words in ((count, total), (general, general_total)):
        if not 0 <= occurrences <= words or words < 1:
            raise ValueError(f"{occurrences} occurrences in {words} words")
    share = (count + general) / (total + general_total)
    value = 0.0
    for occurrences, words in ((count, total), (general, general_total)):
        if occurrences:
            value += occurrences * math.log(occurrences / (words * share))
    sign = 1 if count / total >= general / general_total else -1
    return sign * max(0.0, 2 * value)


def contrast(pages: int, size: int, before: int, size_before: int) -> float:
    """Return G2 of the table of pages with and without a word, negative if others have it more often.

    Args:
        pages: pages with the word.
        size: all pages.
        before: the same of the others.
        size_before: all of them; with none there is nothing to compare with, and the result is 0.

    >>> round(contrast(20, 100, 5, 100), 2), round(contrast(5, 100, 20, 100), 2)
    (10.92, -10.92)
    """
    if not size or not size_before:
        return 0.0
    holding = log_likelihood(pages, size, before, size_before)
    return holding - log_likelihood(size - pages, size, size_before - before, size_before)


def log_ratio(count: int, total: int, general: int, general_total: int) -> float:
    """Return the binary logarithm of the ratio of frequencies in a text and in general text (Hardie 2014).

    A count of 0 is replaced by a half.

    >>> log_ratio(40, 1000, 10, 1000)
    2.0
    """
    here, there = (count or _NEVER) / total, (general or _NEVER) / general_total
    return math.log2(here / there)
