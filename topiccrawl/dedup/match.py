"""What an index found."""

from __future__ import annotations

from typing import NamedTuple


class Match(NamedTuple):
    """An earlier original that something repeats.

    Attributes:
        key: of the original.
        similarity: how much alike, in (0, 1]: the cosine of two titles, the Jaccard similarity of two bodies.
    """

    key: str
    similarity: float
