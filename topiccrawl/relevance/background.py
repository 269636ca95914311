"""Relevance of general Chinese text to a list of topic words: the unit of a topic's scale.

A short list gives small values, and a list of general words gives large ones. A number fitted for
one list does not hold for another, but a multiple of the background does: with lists of 30 random words of
three topics, the best threshold for main texts is 3.0 to 8.0 times the background
(docs/decisions/0037-cold-topics.md).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np

from topiccrawl.relevance.contracts import Floats

_COLD = 120
"""Number of words up to which a list covers little of its field, so that near words decide."""


def background_level(
    vocabulary: Sequence[str],
    values: Floats,
    masses: Floats,
    topic_words: Collection[str],
    shares: Floats,
) -> float:
    """Return the expected relevance of a general document by words that are only near the topic.

    Relevant texts contain more words of a longer list, so the level grows with the list's length beyond 120
    words. It is 0 if no word is near.

    Args:
        vocabulary: the words of the compiled table.
        values: what each adds to the sum of formula 3.
        masses: what each adds to the number that the sum is divided by.
        topic_words: not counted, as few general documents contain one.
        shares: share of general documents that contain each word; 0 for those that any contains.
    """
    near = np.array([word not in topic_words for word in vocabulary])
    mass = float(shares @ masses)
    if not mass:
        return 0.0
    return float(shares @ np.where(near, values, 0.0)) / mass * max(1.0, len(topic_words) / _COLD)
