"""Word vectors in rows: word2vec and fastText text, word2vec binary; both may be packed (gzip, bzip2, xz).

Headers are not trusted, and lines, words or compressed files longer than vectors need are refused: memory is
proportional to the size of the file.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import numpy as np

from topiccrawl.errors import VectorFileError
from topiccrawl.messages import message
from topiccrawl.relevance.vectors.mapped import MappedVectors
from topiccrawl.text.files.binary_detection import BINARY, reason_not_text
from topiccrawl.text.files.decompression import GZIP, decompress

MOST_DIMENSIONS = 10_000
_LONGEST_LINE = 500_000
"""Bytes of a line of text."""
_LONGEST_WORD = 5_000
"""Bytes of a word in a binary file."""
_CHUNK = 1_000_000
_MOST_BAD = 0.01
"""Share of words that may be missing or cut within a character, as other programs leave some."""
_PACKED = {GZIP: ".gz", b"BZh": ".bz2", b"\xfd7zXZ": ".xz"}
"""Endings of compressed files by the bytes that they begin with."""


@contextmanager
def opened_rows(path: Path) -> Iterator[IO[bytes]]:
    """Open the file as a stream, decompressed if it is packed.

    Raises:
        VectorFileError: the compressed file is damaged, or a decompression bomb.
        OSError: it cannot be read.
    """
    with path.open("rb") as raw:
        start = raw.read(max(map(len, _PACKED)))
        ending = next((ending for mark, ending in _PACKED.items() if start.startswith(mark)), "")
        raw.seek(0)
        try:
            yield decompress(raw, ending)
        except OSError as error:
            raise VectorFileError(
                message("{path}: not a file of word vectors ({error})", path=path, error=error)
            ) from None


def read_text_rows(path: Path) -> MappedVectors:
    """Read a word and its numbers per line, separated by blanks, with or without a header; UTF-8.

    Lines that are not UTF-8 are left out if they are few.

    Raises:
        VectorFileError: names the line and what was expected.
    """
    words: dict[str, None] = {}
    numbers = bytearray()
    size = promised = number = lines = 0
    bad: list[VectorFileError] = []
    with opened_rows(path) as stream:
        for number, line in enumerate(iter(lambda: stream.readline(_LONGEST_LINE + 1), b""), 1):
            where = f"{path}:{number}"
            try:
                text = _text(line, number, where)
            except VectorFileError as error:
                if len(line) > _LONGEST_LINE or len(bad) > _CHUNK:
                    raise
                bad.append(error)
                continue
            parts = text.split(" ") if not size else text.rsplit(" ", size)
            if number == 1 and len(parts) == 2 and all(part.isdecimal() for part in parts):
                promised, size = int(parts[0][:18]), _dimensions(int(parts[1][:9]), where)
                continue
            if not text.strip():
                continue
            size = size or _dimensions(len(parts) - 1, where)
            try:
                row = np.array(parts[1:], dtype=np.float32)
            except ValueError:
                row = np.empty(0, dtype=np.float32)
            if not size or len(row) != size or not np.isfinite(row).all():
                raise VectorFileError(
                    message(
                        "{where}: expected a word and {size} finite numbers, found {found!r}",
                        where=where,
                        size=size or "its",
                        found=BINARY if reason_not_text(line) == BINARY else text[:60],
                    )
                )
            lines += 1
            if parts[0] not in words:
                words[parts[0]] = None
                numbers += row.tobytes()
    if len(bad) > _MOST_BAD * number:
        raise bad[0]
    if lines + len(bad) < (1 - _MOST_BAD) * promised:
        raise VectorFileError(
            message(
                "{path}: it states {promised:,} words and ends after {lines:,}",
                path=path,
                promised=promised,
                lines=lines,
            )
        )
    if not words:
        raise VectorFileError(message("{path}:1: expected a word and its numbers, found no line", path=path))
    return MappedVectors(tuple(words), np.frombuffer(numbers, np.float32).reshape(len(words), size))


def _text(line: bytes, number: int, where: str) -> str:
    if len(line) > _LONGEST_LINE:
        raise VectorFileError(
            message(
                "{where}: expected a word and its numbers, found over {longest_line:,} bytes",
                where=where,
                longest_line=_LONGEST_LINE,
            )
        )
    try:
        return line.decode("utf-8-sig" if number == 1 else "utf-8").rstrip()
    except UnicodeDecodeError as error:
        raise VectorFileError(
            message(
                "{where}: expected UTF-8, found the byte {byte:#04x}",
                where=where,
                byte=error.object[error.start],
            )
        ) from None


def _dimensions(size: int, where: str) -> int:
    if size > MOST_DIMENSIONS:
        raise VectorFileError(
            message(
                "{where}: expected at most {most_dimensions:,} dimensions, found {size:,}",
                where=where,
                most_dimensions=MOST_DIMENSIONS,
                size=size,
            )
        )
    return size


def read_binary_rows(path: Path) -> MappedVectors:
    """Read word2vec binary: a header with the numbers of words and dimensions, then words and their floats.

    Raises:
        VectorFileError: the file ends too early, or is not such a file.
    """
    with opened_rows(path) as stream:
        try:
            count, size = (int(part[:18]) for part in stream.readline(100).split())
            return _binary_rows(stream, count, size)
        except ValueError as error:
            raise VectorFileError(
                message("{path}: not word2vec binary vectors ({error})", path=path, error=error)
            ) from None


def _binary_rows(stream: IO[bytes], count: int, size: int) -> MappedVectors:
    if not 0 < size <= MOST_DIMENSIONS:
        raise ValueError(f"it states {size:,} dimensions")
    words: dict[str, None] = {}
    numbers = bytearray()
    buffer, at = b"", 0
    for number in range(1, count + 1):
        end = buffer.find(b" ", at)
        while end < 0 or len(buffer) < end + 1 + 4 * size:
            if end < 0 and len(buffer) - at > _LONGEST_WORD:
                raise ValueError(f"word {number} has more than {_LONGEST_WORD:,} bytes")
            more = stream.read(_CHUNK)
            if not more:
                raise ValueError(f"it states {count:,} words and ends after {number - 1:,}")
            buffer, at = buffer[at:] + more, 0
            end = buffer.find(b" ")
        if end - at > _LONGEST_WORD:
            raise ValueError(f"word {number} has more than {_LONGEST_WORD:,} bytes")
        word = buffer[at:end].decode("utf-8", "replace").lstrip("\n")
        at = end + 1 + 4 * size
        if word not in words:
            words[word] = None
            numbers += buffer[end + 1 : at]
    if not words:
        raise ValueError("it states no words")
    return MappedVectors(tuple(words), np.frombuffer(numbers, "<f4").reshape(len(words), size))
