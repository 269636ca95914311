"""How much of a text was read, and how much beside it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

_GRAM = 4


def text_f1(found: str, wanted: Sequence[str]) -> float:
    """Return F1 of the pieces of four characters, blanks left out: order counts, line breaks do not.

    >>> text_f1("各党 支部", ["各党支部"])
    1.0
    """
    one, other = _grams(found), _grams("".join(wanted))
    total = one.total() + other.total()
    return 2 * (one & other).total() / total if total else 1.0


def lines_right(found: str, wanted: Sequence[str]) -> float:
    """Return the share of the paragraphs and rows that are lines of their own."""
    own = Counter(map(_squeezed, found.splitlines()))
    asked = Counter(map(_squeezed, wanted))
    return (own & asked).total() / max(1, asked.total())


def _squeezed(text: str) -> str:
    return "".join(text.split())


def _grams(text: str) -> Counter[str]:
    squeezed = _squeezed(text)
    return Counter(squeezed[at : at + _GRAM] for at in range(max(1, len(squeezed) - _GRAM + 1)))
