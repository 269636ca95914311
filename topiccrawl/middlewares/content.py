"""Is a response a page at all?"""

from __future__ import annotations

from scrapy.http import Response

from topiccrawl.text.files.binary_detection import reason_not_text


def is_html(response: Response) -> bool:
    """Whether the body is HTML: by its type, and by its bytes, since servers say text/html of anything."""
    declared = (response.headers.get("Content-Type") or b"").decode("latin-1").lower()
    if declared and not any(kind in declared for kind in ("html", "xml", "text/plain", "octet-stream")):
        return False
    return not reason_not_text(response.body)
