"""What an entry of a frontier must be so that its file takes it."""

from __future__ import annotations

import math

from topiccrawl.errors import RowRefusedError
from topiccrawl.storage.frontier.contract import Entry
from topiccrawl.storage.schema.columns import KEY_BYTES


def storable_score(entry: Entry[bytes], topic: str, largest: int) -> float:
    """The score of an entry that the file will take.

    Args:
        entry: what is to be stored.
        topic: name of the topic.
        largest: most bytes of a row.

    Raises:
        RowRefusedError: the file takes no such entry; says why.
    """
    try:
        for text in (entry.url, entry.host, entry.why):
            text.encode()
    except UnicodeEncodeError as error:
        raise RowRefusedError(f"{entry.url[:200]!a}: {error}") from error
    score = float(entry.score)
    if not math.isfinite(score):
        raise RowRefusedError(f"{entry.url[:200]}: its score {score} is not a finite number")
    if len(entry.key) > KEY_BYTES:
        raise RowRefusedError(f"{entry.url[:200]}: a key of {len(entry.key)} bytes, at most {KEY_BYTES} fit")
    size = len(entry.payload) + 4 * (len(entry.url) + len(entry.why) + len(topic)) + 1000
    if size > largest:
        raise RowRefusedError(f"{entry.url[:200]}: takes {size} bytes, {largest} fit")
    return score
