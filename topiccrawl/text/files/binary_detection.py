"""Distinguish text, in any encoding, from binary data."""

from __future__ import annotations

from topiccrawl.messages import message

_BINARY_STARTS = (
    b"\xff\xd8\xff",
    b"\x89PNG",
    b"GIF8",
    b"%PDF",
    b"PK\x03\x04",
    b"\x1f\x8b",
    b"Rar!",
    b"\xd0\xcf\x11\xe0",
)
_CONTROLS = bytes(byte for byte in range(32) if byte not in b"\t\n\v\f\r\x1b")
EMPTY, BINARY = message("it is empty"), message("it is binary")
"""Reasons that `reason_not_text` may return."""
_LOOKED_AT = 2048
_MAX_CONTROLS = 0.05


def reason_not_text(data: bytes) -> str:
    r"""Return why bytes are not a text or page, as a phrase for messages; empty when they are.

    Binary data shows by its control characters. UTF-16 text has many zero bytes; it is recognised by its byte
    order mark or, in a page, by `<` beside a zero.

    >>> reason_not_text(b" \r\n"), reason_not_text(b"%PDF-1.7"), reason_not_text("党员".encode("gbk"))
    ('it is empty', 'it is binary', '')
    """
    start = data[:_LOOKED_AT]
    if not start.strip():
        return "" if data.strip() else EMPTY
    if start.startswith(_BINARY_STARTS):
        return BINARY
    if start[:2] in (b"\xff\xfe", b"\xfe\xff") or b"<\x00" in start or b"\x00<" in start:
        return ""
    controls = len(start) - len(start.translate(None, _CONTROLS))
    return BINARY if controls > _MAX_CONTROLS * len(start) else ""
