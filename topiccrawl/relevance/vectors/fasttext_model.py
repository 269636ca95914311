"""Facebook's fastText models (`.bin`): checked before gensim reads them.

gensim trusts the sizes in the header, and loops for ever if a word does not end. So sizes and words are
checked against the file first.
"""

from __future__ import annotations

import struct
from pathlib import Path
from typing import IO, Any

import numpy as np

from topiccrawl.errors import VectorFileError
from topiccrawl.extras import require_extra
from topiccrawl.messages import message
from topiccrawl.relevance.vectors.mapped import MappedVectors
from topiccrawl.relevance.vectors.rows import MOST_DIMENSIONS

MAGIC = struct.pack("<i", 793712314)
_LONGEST_WORD = 5_000
_LONGEST_PART = 100
_CHUNK = 1_000_000
_HEAD = struct.Struct("<2i12id3iqq")
_ENTRY_END = struct.Struct("<qb")
_SHAPE = struct.Struct("<?qq")


def read_fasttext(path: Path) -> MappedVectors:
    """Return words and their vectors, each the mean of the word's own vector and those of its parts.

    Raises:
        VectorFileError: the file is not such a model, or ends too early.
    """
    require_extra("vectors")
    try:
        with path.open("rb") as opened:
            _check_sizes(opened, path.stat().st_size)
        from gensim.models.fasttext import load_facebook_vectors  # heavy

        keyed = load_facebook_vectors(str(path))
    except Exception as error:  # struct errors, memory errors, assertions, ...
        raise VectorFileError(
            message(
                "{path}: not a fastText model ({kind}: {error})",
                path=path,
                kind=type(error).__name__,
                error=error,
            )
        ) from None
    return MappedVectors(tuple(keyed.index_to_key), np.asarray(keyed.vectors, dtype=np.float32))


def _check_sizes(opened: IO[bytes], size: int) -> None:
    """Raise a ValueError unless the file contains what its header states."""
    head = _unpacked(opened, _HEAD)
    dimensions, bucket, entries, words, pruned = head[2], head[10], head[15], head[16], head[19]
    if not 0 < dimensions <= MOST_DIMENSIONS:
        raise ValueError(f"it states {dimensions:,} dimensions")
    if bucket < 0 or not 0 < words <= entries or head[12] > _LONGEST_PART:
        raise ValueError(f"it states {words:,} words, {bucket:,} buckets, parts of up to {head[12]:,}")
    opened.seek(_end_of_words(opened, entries) + 8 * max(0, pruned))
    rows = words + bucket
    for least, most in ((rows, rows), (1, words)):  # vectors, then the other side of the network
        quantised, found, columns = _unpacked(opened, _SHAPE)
        if quantised or columns != dimensions or not least <= found <= most:
            raise ValueError(f"it states a matrix of {found:,} by {columns:,}")
        end = opened.tell() + 4 * found * columns
        if end > size:
            raise ValueError(f"it has {size:,} bytes and states {end:,}")
        opened.seek(end)


def _unpacked(opened: IO[bytes], form: struct.Struct) -> tuple[Any, ...]:
    return form.unpack(opened.read(form.size))


def _end_of_words(opened: IO[bytes], entries: int) -> int:
    """The offset behind the entries: each a word, a zero byte, its count and its type."""
    place, buffer, at = opened.tell(), b"", 0
    for number in range(entries):
        end = buffer.find(b"\0", at)
        while end < 0 or len(buffer) < end + 1 + _ENTRY_END.size:
            if len(buffer) - at > _LONGEST_WORD:
                raise ValueError(f"word {number + 1} has more than {_LONGEST_WORD:,} bytes")
            more = opened.read(_CHUNK)
            if not more:
                raise ValueError(f"it states {entries:,} words and ends after {number:,}")
            buffer, place, at = buffer[at:] + more, place + at, 0
            end = buffer.find(b"\0")
        at = end + 1 + _ENTRY_END.size
    return place + at
