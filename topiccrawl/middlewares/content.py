"""Detection of HTML responses."""

from __future__ import annotations

from scrapy.http import Response

from topiccrawl.page import content_type


def is_html(response: Response) -> bool:
    """Return whether the body of a response is HTML."""
    declared = (response.headers.get("Content-Type") or b"").decode("latin-1")
    return content_type.is_html(declared, response.body)
