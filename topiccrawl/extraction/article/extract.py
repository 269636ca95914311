"""The default extractor: the body that `article` finds, on pages that are articles."""

from __future__ import annotations

from topiccrawl.extraction.article.body import find_body
from topiccrawl.extraction.kind import page_kind
from topiccrawl.page.page import Page


def extract_article(page: Page) -> str:
    """Return the body of a page, one paragraph per line; empty when the page has none.

    Articles have one, and galleries have their captions.
    """
    return find_body(page) if page_kind(page).name in ("article", "picture") else ""
