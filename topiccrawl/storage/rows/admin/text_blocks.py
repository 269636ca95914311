"""Which pages have which pairs of characters: blocks of some thousand pages, as rows of `text_words`.

A key is a pair of neighbouring Chinese characters, a word of Latin letters and digits, or a name such as a
host. Its upper half, the first character or some bits of a hash, chooses the row of a block, and its lower
half the list of pages within the row. Rows of common characters are split by the second half.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from functools import cache, lru_cache
from hashlib import blake2b
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from topiccrawl.text.folding import HAN, fold

PLACE_BITS = 13
BLOCK = 1 << PLACE_BITS
"""Pages of a block."""
_SECOND_BITS = 29
TITLE = 1 << (_SECOND_BITS - 1)
"""Added to the key of what stands in the title."""
_NAMES = 0x110000
"""The first halves of words and names begin behind those of characters."""
_NAME_BITS = 11
_MOST_LISTED = BLOCK // 16
"""Pages up to which they are listed by two bytes each; a bit for each page of the block takes less beyond."""
_ROW_BITS = 21
_ROW_BYTES, _MOST_PIECES = 5_000, 32
"""Bytes beyond which a row is split, so that a search reads little of it; and the most pieces."""
_LATIN = re.compile("[a-z0-9]+")

Number = TypeVar("Number", np.uint64, np.int64)
Keys = NDArray[np.uint64]
Places = NDArray[np.uint16]


def keys_of(title: str, text: str, *names: str) -> Keys:
    """Return the distinct keys of a page, sorted.

    Args:
        title: of the page.
        text: of the page.
        names: further keys, such as `host:a.cn`.
    """
    own, whole = fold(title), fold(f"{title}\n{text}")
    words = [name_key(word) for word in {*_LATIN.findall(whole), *names}]
    words += [name_key(word) | TITLE for word in set(_LATIN.findall(own))]
    parts = [_pairs(whole), _pairs(own) | np.uint64(TITLE), np.array(words, np.uint64)]
    return distinct(np.concatenate(parts))


def distinct(values: NDArray[Number]) -> NDArray[Number]:
    """Return the distinct values, sorted; several times faster than `numpy.unique`, which hashes them."""
    found = np.sort(values, kind="stable")
    return found[np.diff(found, prepend=found[:1] - 1) != 0] if len(found) else found


def run_ranges(run: str) -> list[tuple[int, int]]:
    """Return keys that a text with a run of a query has, each as a range that ends before its end.

    A single Chinese character has a range of many keys, one of which the text has.
    """
    if _LATIN.fullmatch(run):
        return [(key := name_key(run), key + 1)]
    if len(run) == 1:
        return [(ord(run) << _SECOND_BITS, (ord(run) << _SECOND_BITS) + TITLE)]
    pairs = _pairs(run)[:-1].tolist()
    # Every other pair has all characters, and longer words are compared with the text anyway.
    return [(key, key + 1) for key in dict.fromkeys([*pairs[::2], pairs[-1]])]


def entries_of(keys: Keys, place: int) -> Keys:
    """Return the keys of a page with its place in a block; sorted ones of a block can be packed."""
    return (keys << np.uint64(PLACE_BITS)) | np.uint64(place)


def places_of(entries: Keys, first: int, end: int) -> Places:
    """Return the places of the pages with keys of a range, from sorted entries."""
    low, high = np.searchsorted(entries, np.array([first, end], np.uint64) << np.uint64(PLACE_BITS))
    return (entries[low:high] & np.uint64(BLOCK - 1)).astype(np.uint16)


def pack(entries: Keys) -> Iterator[tuple[int, bytes]]:
    """Yield the rows of a block from its sorted entries: their numbers, and what has the pages of their keys.

    A row has the number of its keys, their second halves, their numbers of pages, the places of those with
    few pages, and the bits of the others. Numbers are kept as differences, all their first bytes before all
    their second ones, which compresses to half the bytes.
    """
    keys, begins, counts = np.unique(entries >> np.uint64(PLACE_BITS), return_index=True, return_counts=True)
    places = (entries & np.uint64(BLOCK - 1)).astype("<u2")
    seconds = (keys & np.uint64((1 << _SECOND_BITS) - 1)).astype("<u4")
    firsts, rows = np.unique(keys >> np.uint64(_SECOND_BITS), return_index=True)
    begins = np.append(begins, len(entries))
    for first, low, high in zip(firsts.tolist(), rows, [*rows[1:], len(keys)], strict=True):
        own, numbers = counts[low:high], places[begins[low] : begins[high]]
        row = _row(seconds[low:high], own, numbers)
        if len(row) <= _ROW_BYTES or high - low == 1:
            yield first, zlib.compress(row, 1)
            continue
        pieces = min(_MOST_PIECES, 1 << (len(row) // _ROW_BYTES).bit_length())
        piece = seconds[low:high] % pieces
        for number in np.unique(piece).tolist():
            some = piece == number
            row = _row(seconds[low:high][some], own[some], numbers[np.repeat(some, own)])
            yield first | (pieces + number) << _ROW_BITS, zlib.compress(row, 1)


def _row(seconds: NDArray[np.uint32], counts: NDArray[np.int64], places: Places) -> bytes:
    listed = counts <= _MOST_LISTED
    parts = [
        np.array([len(seconds)], "<u4").tobytes(),
        _planes(np.diff(seconds, prepend=np.uint32(0))),
        _planes(counts.astype("<u2")),
        _planes(np.diff(places[np.repeat(listed, counts)], prepend=np.uint16(0))),
    ]
    ends = np.cumsum(counts)
    for number in np.flatnonzero(~listed):
        bits = np.zeros(BLOCK, np.uint8)
        bits[places[ends[number] - counts[number] : ends[number]]] = 1
        parts.append(np.packbits(bits).tobytes())
    return b"".join(parts)


def rows_of(first: int, end: int) -> list[int]:
    """Return the numbers of the rows that may have keys of a range, however a block's rows are split."""
    own = first >> _SECOND_BITS
    found, pieces = [own], 2
    while pieces <= _MOST_PIECES:
        some = [first % pieces] if end - first == 1 else range(pieces)
        found += [own | (pieces + number) << _ROW_BITS for number in some]
        pieces *= 2
    return found


def places_in(row: bytes, first: int, end: int) -> Places:
    """Return the places of the pages with keys of a range, in one decompressed row; they may be repeated."""
    mask = (1 << _SECOND_BITS) - 1
    number = int(np.frombuffer(row, "<u4", 1)[0])
    seconds = np.cumsum(_numbers(row, "<u4", number, 4), dtype=np.uint32)
    low, high = np.searchsorted(seconds, np.array([first & mask, ((end - 1) & mask) + 1], np.uint32))
    if low == high:
        return np.empty(0, np.uint16)
    counts = _numbers(row, "<u2", number, 4 + 4 * number).astype(np.int64)
    is_listed = counts <= _MOST_LISTED
    ends = np.concatenate([[0], np.cumsum(np.where(is_listed, counts, 0))])
    start = 4 + 6 * number
    few = np.cumsum(_numbers(row, "<u2", int(ends[-1]), start), dtype=np.uint16)
    found = [few[ends[low] : ends[high]]]
    bits = start + 2 * int(ends[-1])
    for place in range(int((~is_listed[:low]).sum()), int((~is_listed[:high]).sum())):
        own = np.frombuffer(row, np.uint8, BLOCK // 8, bits + place * (BLOCK // 8))
        found.append(np.flatnonzero(np.unpackbits(own)).astype(np.uint16))
    return np.concatenate(found)


@lru_cache(maxsize=50_000)
def name_key(name: str) -> int:
    """Return the key of a Latin word, or of a name with a colon, which no word has."""
    number = int.from_bytes(blake2b(name.encode(), digest_size=8).digest(), "little")
    first = _NAMES + number % (1 << _NAME_BITS)
    return first << _SECOND_BITS | (number >> _NAME_BITS) % TITLE


def _planes(numbers: NDArray[Any]) -> bytes:
    """Return numbers as bytes, the lowest byte of each first."""
    return numbers.view(np.uint8).reshape(-1, numbers.itemsize).T.tobytes()


def _numbers(row: bytes, kind: str, number: int, begin: int) -> NDArray[Any]:
    """Return the numbers from which `_planes` made a part of a row."""
    size = np.dtype(kind).itemsize
    planes = np.frombuffer(row, np.uint8, number * size, begin).reshape(size, number)
    return np.ascontiguousarray(planes.T).view(kind).ravel()


def _pairs(folded: str) -> Keys:
    """Return the key of each Chinese character with the one behind it, or with none."""
    codes = np.frombuffer(folded.encode("utf-32-le", "surrogatepass"), "<u4").astype(np.uint64)
    is_han = _is_han()[codes]
    behind = np.append((codes * is_han)[1:], np.uint64(0)) if len(codes) else codes
    return ((codes << np.uint64(_SECOND_BITS)) | behind)[is_han]


@cache
def _is_han() -> NDArray[np.bool_]:
    """Return for each code point whether it is a Chinese character."""
    found = np.zeros(_NAMES, np.bool_)
    for first, last, single in re.findall("(.)-(.)|(.)", HAN):
        found[ord(first or single) : ord(last or single) + 1] = True
    return found
