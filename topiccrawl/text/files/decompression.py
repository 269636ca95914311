"""Packed files (.gz, .bz2, .xz) as streams that no bomb comes out of."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import zlib
from collections.abc import Callable
from typing import IO, Any, cast

OPENERS: dict[str, Callable[[Any], Any]] = {".gz": gzip.open, ".bz2": bz2.open, ".xz": lzma.open}
"""How files of these endings are opened."""
GZIP = b"\x1f\x8b"
MAX_RATIO = 100
"""How many times its size a packed file may unpack to; texts come to 3 to 20, vectors to 3."""
ALWAYS_ALLOWED = 64_000_000
"""Bytes that any file may unpack to."""
_BUFFER = 262_144


class PackedFileError(OSError):
    """A packed file is damaged, or unpacks to more than any text does."""


def decompress(raw: IO[bytes], ending: str) -> IO[bytes]:
    """What a packed file holds, as a stream.

    Args:
        raw: the file, at its start.
        ending: `.gz`, `.bz2` or `.xz`; any other gives `raw` itself.

    Returns:
        A stream whose reading raises `PackedFileError` when the file is damaged, or once it has given more
        than `ALWAYS_ALLOWED` bytes and more than `MAX_RATIO` times the bytes read from `raw`.
    """
    open_ = OPENERS.get(ending)
    if open_ is None:
        return raw
    return cast("IO[bytes]", io.BufferedReader(_BoundedStream(open_(raw), raw), _BUFFER))


class _BoundedStream(io.RawIOBase):
    """Counts what goes in and what comes out."""

    def __init__(self, packed: Any, raw: IO[bytes]) -> None:
        self._packed = packed
        self._raw = raw

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        return int(self._packed.seek(offset, whence))

    def tell(self) -> int:
        return int(self._packed.tell())

    def readinto(self, buffer: Any) -> int:
        try:
            data = self._packed.read1(len(buffer))
        except (EOFError, OSError, lzma.LZMAError, zlib.error) as error:
            raise PackedFileError(f"the packed file is damaged: {error}") from None
        given, taken = self._packed.tell(), self._raw.tell()
        if given > ALWAYS_ALLOWED and given > MAX_RATIO * taken:
            raise PackedFileError(f"it unpacks to more than {MAX_RATIO} times its size, as no text does")
        buffer[: len(data)] = data
        return len(data)
