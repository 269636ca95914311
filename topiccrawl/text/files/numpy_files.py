"""NumPy files (`.npy`, memory-mapped) and archives of plain numbers; objects are refused."""

from __future__ import annotations

import mmap
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from numpy.lib.npyio import NpzFile

from topiccrawl.messages import message
from topiccrawl.text.files.atomic_write import atomic_replace


def map_array(file: Path) -> npt.NDArray[Any]:
    """Return the numbers of a file as a memory-mapped array.

    Raises:
        ValueError: the file is not a NumPy file, is damaged, or has something else than numbers.
        OSError: the file is missing, or cannot be read.
    """
    try:
        with np.errstate(all="ignore"):  # absurd sizes in the header overflow
            found: npt.NDArray[Any] = np.lib.format.open_memmap(file, mode="r")
    except OSError:
        raise
    except Exception as error:  # a forged header can raise almost anything
        raise ValueError(
            message("{file}: not a table of numbers ({error})", file=file, error=error)
        ) from None
    if found.dtype.kind not in "fiu":
        raise ValueError(
            message("{file}: not a table of numbers (of type {kind})", file=file, kind=str(found.dtype)[:60])
        )
    return found


def give_back_pages(array: npt.NDArray[Any]) -> None:
    """Give the memory of a mapped array that was read back to the system; it is read again when needed.

    Pages of a file that were read count as memory of the process until then. Nothing happens to other arrays.
    """
    mapped = getattr(array, "_mmap", None)
    if mapped is not None and hasattr(mmap, "MADV_DONTNEED"):  # not on every system
        mapped.madvise(mmap.MADV_DONTNEED)


def save_arrays(file: Path, **arrays: npt.ArrayLike) -> None:
    """Write an archive atomically; safe for concurrent processes."""
    with atomic_replace(file) as part, part.open("wb") as opened:
        np.savez(opened, **arrays)  # type: ignore[arg-type]  # taken for its own options


@contextmanager
def open_arrays(file: Path, content: str) -> Iterator[NpzFile]:
    """Open an archive; the block reads its arrays by name.

    Args:
        file: the archive.
        content: what it should hold, for messages.

    Raises:
        OSError: the file cannot be read.
        ValueError: it is damaged, or an array is missing.
    """
    try:
        with file.open("rb") as opened, np.load(opened) as stored:
            yield stored
    except OSError:
        raise
    except Exception as error:  # a damaged archive can raise almost anything
        raise ValueError(
            message("{file}: not {content} ({error})", file=file, content=content, error=error)
        ) from error


def packed_words(words: Iterable[str]) -> npt.NDArray[np.uint8]:
    """Return words without line breaks as an array, which loads faster than one of strings."""
    return np.frombuffer("\n".join(words).encode(), dtype=np.uint8)


def unpacked_words(array: npt.NDArray[np.uint8]) -> list[str]:
    """Return the words of `packed_words`.

    >>> unpacked_words(packed_words(["支部", "党课"]))
    ['支部', '党课']
    """
    return array.tobytes().decode().split("\n")
