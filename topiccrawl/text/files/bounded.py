"""Reading whole files of users that may be larger than any sensible one."""

from __future__ import annotations

import errno
from importlib.resources.abc import Traversable

LARGEST = 256_000_000
"""Bytes; the largest word lists and dictionaries have a tenth."""


class FileTooLargeError(OSError):
    """A file is larger than what is read of any of its kind."""


def read_bounded(file: Traversable, largest: int = LARGEST) -> bytes:
    """The content of a file.

    Args:
        file: a path, or a shipped resource.
        largest: bytes that are accepted.

    Raises:
        FileTooLargeError: it is larger, or never ends.
        OSError: it cannot be read.
    """
    with file.open("rb") as opened:
        data = opened.read(largest + 1)
    if len(data) > largest:
        raise FileTooLargeError(errno.EFBIG, f"File too large: over {largest // 1_000_000:,} MB", str(file))
    return data
