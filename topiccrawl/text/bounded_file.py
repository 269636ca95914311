"""Reading whole files that people name, of which any may be named by mistake."""

from __future__ import annotations

import errno
import os
from importlib.resources.abc import Traversable

LARGEST = 256 * 2**20
"""Bytes of a file that is read as a whole; tables of words have some megabytes."""


def read_bounded(file: Traversable, largest: int = LARGEST) -> bytes:
    """Return the bytes of a file.

    Args:
        file: the file.
        largest: bytes that it may have.

    Raises:
        OSError: it cannot be read, or is larger (`EFBIG`); names the file.
    """
    with file.open("rb") as stream:
        data: bytes = stream.read(largest + 1)
    if len(data) > largest:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG), str(file))
    return data
