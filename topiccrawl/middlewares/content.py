"""Is a response a page at all?"""

from __future__ import annotations

from scrapy.http import Response

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
_LOOKED_AT = 2048
_MAX_CONTROLS = 0.05


def is_html(response: Response) -> bool:
    """Whether the body is HTML: by its type, and by its bytes, since servers say text/html of anything.

    Control characters give a binary body away; UTF-16 text has many zero bytes and is told by its byte order
    mark or by its regular zeros.
    """
    declared = (response.headers.get("Content-Type") or b"").decode("latin-1").lower()
    if declared and not any(kind in declared for kind in ("html", "xml", "text/plain", "octet-stream")):
        return False
    start = response.body[:_LOOKED_AT]
    if not start.strip():
        return False
    if start.startswith(_BINARY_STARTS):
        return False
    if start[:2] in (b"\xff\xfe", b"\xfe\xff") or b"<\x00" in start or b"\x00<" in start:
        return True
    controls = len(start) - len(start.translate(None, _CONTROLS))
    return controls <= _MAX_CONTROLS * len(start)
