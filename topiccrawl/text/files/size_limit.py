"""Read user files with a size limit."""

from __future__ import annotations

import errno
from importlib.resources.abc import Traversable

MAX_BYTES = 256_000_000
"""Default limit in bytes; the largest word lists and dictionaries have a tenth of it."""


class FileTooLargeError(OSError):
    """A file is larger than its limit."""


def read_bounded(file: Traversable, max_bytes: int = MAX_BYTES) -> bytes:
    """Return the content of a file.

    Args:
        file: a path, or a packaged resource.
        max_bytes: maximum size in bytes.

    Raises:
        FileTooLargeError: the file is larger, or endless.
        OSError: the file cannot be read.
    """
    with file.open("rb") as opened:
        data = opened.read(max_bytes + 1)
    if len(data) > max_bytes:
        raise FileTooLargeError(errno.EFBIG, f"File too large: over {max_bytes // 1_000_000:,} MB", str(file))
    return data
