"""Decode GB18030 and Big5 so that one bad byte costs one character.

In a run of two-byte characters, a lost or added byte shifts all pairs after it, and standard decoders then
read wrong characters up to the next ASCII byte. Here the run is split where its two parts, one read from the
start and one from the end, look most like Chinese.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from itertools import accumulate

_MOST_ERRORS = 200
_HIGH = re.compile(rb"[\x80-\xff]*")
_LONGEST_RUN = 4000


def decode_gb(body: bytes, frequent: Collection[str]) -> str:
    """Decode GB18030 (and so GBK and GB2312); unreadable bytes become U+FFFD.

    Args:
        body: the bytes.
        frequent: common Chinese characters, used to find where a broken run continues.

    >>> decode_gb("关于建设".encode("gbk")[1:] + b".", "关于建设")
    '\ufffd于建设.'
    """
    view = memoryview(body)
    parts: list[str] = []
    start = 0
    for _ in range(_MOST_ERRORS):
        try:
            parts.append(str(view[start:], "gb18030"))
            return "".join(parts)
        except UnicodeDecodeError as error:
            bad = start + error.start
        if body[bad] == 0x80:  # Windows code page 936 has the euro sign here
            parts += [str(view[start:bad], "gb18030"), "€"]
            start = bad + 1
            continue
        before = _run_start(body, start, bad)
        end = max(_HIGH.match(body, bad, bad + _LONGEST_RUN).end(), bad + 1)  # type: ignore[union-attr]
        readings = [(*_read_run(body[before:end], frequent), end)]
        if body[end : end + 1] and 0x40 <= body[end] < 0x7F:  # may be the second half of the last character
            readings.append((*_read_run(body[before : end + 1], frequent), end + 1))
        _, text, end = max(readings, key=lambda reading: reading[0])
        parts += [str(view[start:before], "gb18030", "replace"), text]
        start = end
    parts.append(str(view[start:], "gb18030", "replace"))
    return "".join(parts)


def _run_start(body: bytes, start: int, bad: int) -> int:
    """Return the start of the run of bytes >= 0x80 that ends at `bad`; not before `start`."""
    lower = max(start, bad - _LONGEST_RUN)
    while bad > lower and body[bad - 1] >= 0x80:
        bad -= 1
    return bad


def _pairs(run: bytes) -> list[str]:
    """Return the characters of a run of two-byte characters; U+FFFD for invalid pairs."""
    return [run[i : i + 2].decode("gb18030", "ignore") or "\ufffd" for i in range(0, len(run) - 1, 2)]


def _read_run(run: bytes, frequent: Collection[str]) -> tuple[int, str]:
    """Return how plausible the best reading of a broken run is, and its characters.

    A run of odd length has one byte too many, assumed to be where both parts fit best.
    """

    def worth(character: str) -> int:
        return 3 if character in frequent else -3 if character == "\ufffd" else 0

    if len(run) % 2 == 0:
        whole = _pairs(run)
        return sum(map(worth, whole)), "".join(whole)
    left, right = _pairs(run[:-1]), _pairs(run[1:])  # read from the start, and so that it ends with the run
    gained = list(accumulate(map(worth, left), initial=0))
    to_come = list(accumulate(map(worth, reversed(right)), initial=0))[::-1]
    worths = [before + behind for before, behind in zip(gained, to_come, strict=True)]
    cut = worths.index(max(worths))
    return worths[cut], "".join((*left[:cut], "\ufffd", *right[cut:]))


def decode_big5(body: bytes) -> tuple[str, str]:
    """Decode Big5; return the text and the variant: "big5hkscs" (Hong Kong) or "cp950" (Windows).

    Both variants have the common characters; the one with fewer decoding errors is chosen.
    """
    try:
        return body.decode("big5hkscs"), "big5hkscs"
    except UnicodeDecodeError:
        hong_kong, windows = body.decode("big5hkscs", "replace"), body.decode("cp950", "replace")
    if windows.count("\ufffd") < hong_kong.count("\ufffd"):
        return windows, "cp950"
    return hong_kong, "big5hkscs"
