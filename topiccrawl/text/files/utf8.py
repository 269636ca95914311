"""Text of files that must be UTF-8."""

from __future__ import annotations

from collections.abc import Callable


def decode_utf8(data: bytes, source: object, refused: Callable[[str], Exception]) -> str:
    """The text, a byte order mark left off.

    Args:
        data: the bytes of a file.
        source: how messages name the file.
        refused: makes the error of a message.

    Raises:
        Exception: what `refused` makes of file, line and byte when this is not UTF-8.
    """
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        read, at = error.object, error.start  # behind a byte order mark, not `data`
        line = read.count(b"\n", 0, at) + 1
        raise refused(f"{source}:{line}: expected UTF-8, found the byte {read[at]:#04x}") from None
