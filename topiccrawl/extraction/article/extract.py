"""The default extractor: the body that `article` finds, on pages that are articles."""

from __future__ import annotations

from topiccrawl.extraction.article.body import find_body
from topiccrawl.extraction.kinds.kind import page_kind
from topiccrawl.extraction.threads.thread import page_thread
from topiccrawl.page.page import Page


def extract_article(page: Page) -> str:
    """Return the body of a page, one paragraph per line; empty when the page has none.

    Articles have one, galleries have their captions, threads and microblogs their posts.
    """
    thread = page.once(page_thread)
    if thread is not None and thread.holds_replies:
        return thread.text
    return find_body(page) if page_kind(page).name in ("article", "blog", "picture") else ""
