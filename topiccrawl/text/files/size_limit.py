"""Reading whole files of users that may be larger than any sensible one."""

from __future__ import annotations

import errno
from importlib.resources.abc import Traversable

MAX_BYTES = 256_000_000
"""Bytes; the max_bytes word lists and dictionaries have a tenth."""


class FileTooLargeError(OSError):
    """A file is larger than what is read of any of its kind."""


def read_bounded(file: Traversable, max_bytes: int = MAX_BYTES) -> bytes:
    """The content of a file.

    Args:
        file: a path, or a shipped resource.
        max_bytes: bytes that are accepted.

    Raises:
        FileTooLargeError: it is larger, or never ends.
        OSError: it cannot be read.
    """
    with file.open("rb") as opened:
        data = opened.read(max_bytes + 1)
    if len(data) > max_bytes:
        raise FileTooLargeError(errno.EFBIG, f"File too large: over {max_bytes // 1_000_000:,} MB", str(file))
    return data
