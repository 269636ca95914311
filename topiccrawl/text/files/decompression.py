"""Decompress .gz, .bz2, .xz and .zst files with a limit against decompression bombs."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import sys
import zlib
from collections.abc import Callable
from typing import IO, Any, cast

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

OPENERS: dict[str, Callable[[Any], Any]] = {
    ".gz": gzip.open,
    ".bz2": bz2.open,
    ".xz": lzma.open,
    ".zst": zstd.open,
}
"""Functions that open compressed files, by file name ending."""
GZIP = b"\x1f\x8b"
MAX_RATIO = 100
"""Maximum ratio of decompressed to compressed size; texts have 3 to 20, vectors 3."""
ALWAYS_ALLOWED = 64_000_000
"""Decompressed bytes that are always allowed, whatever the ratio."""
_BUFFER = 262_144


class PackedFileError(OSError):
    """A compressed file is damaged or exceeds the ratio limit.

    Attributes:
        damaged: which of the two it is.
    """

    def __init__(self, problem: str, *, damaged: bool = False) -> None:
        super().__init__(problem)
        self.damaged = damaged


def decompress(raw: IO[bytes], ending: str) -> IO[bytes]:
    """Return the decompressed content of a file as a stream.

    Args:
        raw: the file, at its start.
        ending: `.gz`, `.bz2`, `.xz` or `.zst`; for any other, `raw` itself is returned.

    Returns:
        A stream that raises `PackedFileError` when the file is damaged, or after more than `ALWAYS_ALLOWED`
        bytes and more than `MAX_RATIO` times the bytes read from `raw`.
    """
    open_ = OPENERS.get(ending)
    if open_ is None:
        return raw
    return cast("IO[bytes]", io.BufferedReader(_BoundedStream(open_(raw), raw), _BUFFER))


def inflate(data: bytes, most: int = ALWAYS_ALLOWED) -> bytes:
    """Return data without its compression by zlib or gzip.

    Raises:
        PackedFileError: it is damaged, or has more than `most` bytes without it.

    >>> inflate(zlib.compress(b"a")), inflate(gzip.compress(b"a"))
    (b'a', b'a')
    """
    either = zlib.decompressobj(zlib.MAX_WBITS | 32)
    try:
        found = either.decompress(data, most + 1)
    except zlib.error as error:
        raise PackedFileError(f"it is damaged: {error}", damaged=True) from None
    if len(found) > most:
        raise PackedFileError(f"it unpacks to more than {most:,} bytes")
    if not either.eof:
        raise PackedFileError("it is damaged: its end is missing", damaged=True)
    return found


def whole_or_none(stored: bytes | None) -> bytes | None:
    """Return a compressed page without its compression; None if none is stored, or it is damaged."""
    try:
        return None if stored is None else inflate(stored)
    except PackedFileError:
        return None


class _BoundedStream(io.RawIOBase):
    """Compares the compressed bytes read with the decompressed bytes returned."""

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
        except (EOFError, OSError, lzma.LZMAError, zlib.error, zstd.ZstdError) as error:
            raise PackedFileError(f"the packed file is damaged: {error}", damaged=True) from None
        given, taken = self._packed.tell(), self._raw.tell()
        if given > ALWAYS_ALLOWED and given > MAX_RATIO * taken:
            raise PackedFileError(f"it unpacks to more than {MAX_RATIO} times its size, as no text does")
        buffer[: len(data)] = data
        return len(data)
