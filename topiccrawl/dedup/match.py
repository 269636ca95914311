"""The result of a search for duplicates."""

from __future__ import annotations

from typing import NamedTuple


class Match(NamedTuple):
    """The original of a duplicate.

    Attributes:
        key: key of the original.
        similarity: cosine of the titles or Jaccard similarity of the bodies, in (0, 1].
    """

    key: str
    similarity: float
