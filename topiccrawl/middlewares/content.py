"""Detection of HTML responses."""

from __future__ import annotations

from scrapy.http import Response

from topiccrawl.text.files.binary_detection import reason_not_text


def is_html(response: Response) -> bool:
    """Return whether a body is HTML, by its type and its bytes: servers send text/html for anything."""
    declared = (response.headers.get("Content-Type") or b"").decode("latin-1").lower()
    if declared and not any(kind in declared for kind in ("html", "xml", "text/plain", "octet-stream")):
        return False
    return not reason_not_text(response.body)
