"""What is computed once and kept in a file of the user's cache."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Protocol, TypeVar

from topiccrawl.text.resources import cache_dir


class Saved(Protocol):
    """Something that can be written to a file."""

    def save(self, file: Path) -> None:
        """Write it atomically; safe for concurrent processes."""


T = TypeVar("T", bound=Saved)


def kept(name: str, load: Callable[[Path], T], make: Callable[[], T]) -> T:
    """Return what a file of the cache holds; if it is missing or damaged, make it and write the file.

    What was made is read back, so that this process has what later ones will read. With a cache that is full
    or cannot be written it serves this process alone: a crawl must not lose a page by it.

    Args:
        name: the file's name in the cache.
        load: reads it; raises `OSError` or `ValueError` when it cannot be read or is damaged.
        make: computes its content.
    """
    with suppress(OSError, ValueError):
        return load(cache_dir() / name)
    made = make()
    with suppress(OSError, ValueError):
        file = cache_dir() / name
        made.save(file)
        return load(file)
    return made
