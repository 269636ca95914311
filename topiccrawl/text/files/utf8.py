"""Decode files that must be UTF-8."""

from __future__ import annotations

from collections.abc import Callable

from topiccrawl.messages import message


def decode_utf8(data: bytes, source: object, refused: Callable[[str], Exception]) -> str:
    """Return the text without a byte order mark.

    Args:
        data: content of the file.
        source: name of the file in messages.
        refused: creates the error to raise from a message.

    Raises:
        Exception: created by `refused`, with file, line and byte, when the data is not UTF-8.
    """
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        read, at = error.object, error.start  # `data` without its byte order mark
        line = read.count(b"\n", 0, at) + 1
        raise refused(
            message(
                "{source}:{line}: expected UTF-8, found the byte {byte:#04x}",
                source=source,
                line=line,
                byte=read[at],
            )
        ) from None
