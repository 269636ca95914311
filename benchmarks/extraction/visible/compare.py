"""Compare texts by their characters: which of them stand in another text."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable

from topiccrawl.text.radicals import without_radicals

GRAM = 4
"""Number of neighbouring characters that have to stand in the other text."""

_BLANK = re.compile("[\\s\u200b-\u200f\u2060\ufeff\u00ad\x00-\x1f]+")


def squeezed(text: str) -> str:
    """Return a text as both sides are compared: without white space and invisible characters."""
    return _BLANK.sub("", without_radicals(text))


def grams(texts: Iterable[str]) -> set[str]:
    """Return the pieces of squeezed texts."""
    return {text[at : at + GRAM] for text in texts for at in range(max(1, len(text) - GRAM + 1))}


def covered(text: str, known: Collection[str]) -> list[bool]:
    """Return for each character of a squeezed text whether a known piece covers it."""
    found = [False] * len(text)
    if len(text) < GRAM:
        return [any(text in piece for piece in known)] * len(text)
    for at in range(len(text) - GRAM + 1):
        if text[at : at + GRAM] in known:
            found[at : at + GRAM] = [True] * GRAM
    return found


def pieces(text: str, marks: list[bool]) -> list[str]:
    """Return the runs of a text that are not marked, longer than two characters."""
    return [
        run
        for run in "".join(char if not mark else "\n" for char, mark in zip(text, marks, strict=True)).split(
            "\n"
        )
        if len(run) > 2
    ]
