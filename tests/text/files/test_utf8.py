from __future__ import annotations

import codecs

import pytest

from topiccrawl.text.files.utf8 import decode_utf8


@pytest.mark.parametrize("mark", [b"", codecs.BOM_UTF8])
def test_a_byte_order_mark_is_left_off(mark: bytes) -> None:
    assert decode_utf8(mark + "党员\n".encode(), "词表", ValueError) == "党员\n"


@pytest.mark.parametrize("mark", [b"", codecs.BOM_UTF8])
def test_file_line_and_byte_are_named(mark: bytes) -> None:
    with pytest.raises(KeyError, match="词表:2: expected UTF-8, found the byte 0xb5"):
        decode_utf8(mark + "甲\n".encode() + b"\xb5\xb3\n", "词表", KeyError)
