"""Files that people write for topiccrawl: UTF-8, and when they are not, where."""

from __future__ import annotations


class Utf8Error(ValueError):
    """A file is not UTF-8; the message names the file, the line and the byte."""


def decode_utf8(data: bytes, source: object) -> str:
    r"""The text of a file, a byte order mark left off.

    Args:
        data: the file's bytes.
        source: what to call the file in the error.

    Raises:
        Utf8Error: they are not UTF-8.

    >>> decode_utf8("党员\t1\n".encode(), "words.tsv")
    '党员\t1\n'
    >>> decode_utf8(b"1\n" + "党员".encode("gbk"), "words.tsv")
    Traceback (most recent call last):
    topiccrawl.text.utf8.Utf8Error: words.tsv:2: expected UTF-8, found the byte 0xb5
    """
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise Utf8Error(
            f"{source}:{line}: expected UTF-8, found the byte {error.object[error.start]:#04x}"
        ) from None
