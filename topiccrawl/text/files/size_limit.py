"""Read user files with a size limit."""

from __future__ import annotations

import errno
from importlib.resources.abc import Traversable

from topiccrawl.messages import message

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
        reason = message("File too large: over {size:,} MB", size=max_bytes // 1_000_000)
        raise FileTooLargeError(errno.EFBIG, reason, str(file))
    return data
