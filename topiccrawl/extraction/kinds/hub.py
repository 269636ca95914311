"""Hubs: home, channel and list pages."""

from __future__ import annotations

from collections.abc import Sequence

from topiccrawl.page.anchors.link import FRAMES, SOURCE, Link
from topiccrawl.page.page import Page
from topiccrawl.page.site_words import is_edition
from topiccrawl.page.sites.rules import IN_LIST

HEADLINE_LENGTH = 8
"""Minimum length of a headline in characters; a shorter anchor text is a menu entry."""

MIN_HEADLINES = 5
"""Minimum number of headlines on a hub."""


def headlines(links: Sequence[Link]) -> list[str]:
    """Return the anchor texts that are headlines: those in a list named by a site's file, else long ones.

    The names of a newspaper's pages are none.
    """
    listed = [link.anchor for link in links if link.found == IN_LIST and link.anchor]
    return listed or [
        link.anchor for link in links if len(link.anchor) >= HEADLINE_LENGTH and not is_edition(link.anchor)
    ]


def is_hub(page: Page, links: Sequence[Link], fewest: int = MIN_HEADLINES) -> bool:
    """Return whether a page links to many headlines, or has a list named so, and has no text of its own.

    Args:
        page: the page.
        links: its links.
        fewest: number of headlines; fewer are enough for a page that was found as a list.
    """
    from topiccrawl.extraction.article.extract import extract_article  # here: a crawl starts without it

    is_named = any(link.found == IN_LIST for link in links)
    if not is_named and len(headlines(links)) < fewest:
        return False
    if not (text := extract_article(page)):
        return is_named or not _has_text_elsewhere(page, links)
    hidden = {link.anchor for link in links if link.found and len(link.anchor) >= HEADLINE_LENGTH}
    rows = sum(len(headline) for headline in hidden if headline in text) if len(hidden) >= fewest else 0
    return 2 * rows >= len(text)  # no text of its own, but rows that a script opens


def _has_text_elsewhere(page: Page, links: Sequence[Link]) -> bool:
    """Return whether a page is an article, beside lists of others, whose text is in a file or a frame."""
    from topiccrawl.extraction.file_document import files_of_notice  # here: a crawl starts without it
    from topiccrawl.extraction.kinds.evidence import has_dateline

    if not has_dateline(page):
        return False
    is_framed = any(link.role == SOURCE and link.found in FRAMES for link in links)
    return is_framed or bool(files_of_notice(page, ""))


def text_beside_links(page: Page) -> str:
    """Return the lines of a page of which less than half is in links."""
    from topiccrawl.extraction.lines import page_layout  # here: a crawl starts without it

    lines = page.once(page_layout).lines
    return "\n".join(line.text for line in lines if 2 * line.link_chars < len(line.text))
