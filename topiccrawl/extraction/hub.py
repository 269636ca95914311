"""Pages that lead on rather than tell: home, channel and list pages."""

from __future__ import annotations

from collections.abc import Sequence

from topiccrawl.extraction.article import extract_article
from topiccrawl.page.links import Link
from topiccrawl.page.page import Page

HEADLINE_LENGTH = 8
"""Characters from which an anchor text is a headline rather than a menu entry."""

MIN_HEADLINES = 5
"""Headlines from which a page leads on."""


def headlines(links: Sequence[Link]) -> list[str]:
    """The anchor texts that are long enough to be headlines."""
    return [link.anchor for link in links if len(link.anchor) >= HEADLINE_LENGTH]


def is_hub(page: Page, links: Sequence[Link]) -> bool:
    """Whether a page is a home, channel or list page: many headlines, and no article of its own.

    The article is the one that the default extractor finds, and is looked for once per page.
    """
    return len(headlines(links)) >= MIN_HEADLINES and not extract_article(page)
