"""The general-purpose extractor trafilatura, for comparison."""

from __future__ import annotations

import logging

from topiccrawl.extras import require_extra
from topiccrawl.page.page import Page

logger = logging.getLogger(__name__)


def extract_trafilatura(page: Page) -> str:
    """Return the body of a page by trafilatura, without comments; empty when it finds none or fails."""
    require_extra("trafilatura")
    import trafilatura  # takes almost a second to load, and few crawls use it

    if not page.html.strip():
        return ""
    try:
        text = trafilatura.extract(page.html, url=page.url or None, include_comments=False)
    except Exception:  # broken pages raise errors of many kinds; the crawl continues
        logger.warning("trafilatura failed on %s", page.url or "a page without a URL", exc_info=True)
        return ""
    return text or ""
