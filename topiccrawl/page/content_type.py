"""Detection of HTML by the declared type and the bytes of a response."""

from __future__ import annotations

from topiccrawl.text.files.binary_detection import reason_not_text

_MAY_BE_HTML = ("html", "xml", "text/plain", "octet-stream")


def is_html(content_type: str, body: bytes) -> bool:
    """Return whether a body is HTML, by its Content-Type and its bytes: servers send text/html for anything.

    >>> is_html("", b"<p>"), is_html("text/html; charset=gbk", b"<p>"), is_html("image/png", b"<p>")
    (True, True, False)
    """
    declared = content_type.lower()
    if declared and not any(kind in declared for kind in _MAY_BE_HTML):
        return False
    return not reason_not_text(body)
