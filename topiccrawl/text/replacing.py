"""Files that are the old or the new ones at any moment."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def replacing(target: Path) -> Iterator[Path]:
    """Gives a path beside `target` to write to, and puts what was written in its place at the end.

    When the block raises, `target` stays as it is. Two processes may do it at once; the later one wins.

    Args:
        target: the file, which need not exist yet.

    Raises:
        OSError: the file cannot be put in its place.
    """
    part = target.with_name(f".{target.name}.{os.getpid()}-{os.urandom(4).hex()}.part")
    try:
        yield part
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)
