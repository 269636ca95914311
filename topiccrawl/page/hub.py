"""Pages that lead on rather than tell: home, channel and list pages."""

from __future__ import annotations

from collections.abc import Sequence

from lxml.html import HtmlElement

from topiccrawl.page.links import Link
from topiccrawl.page.page import Page

HEADLINE_LENGTH = 8
"""Characters from which an anchor text is a headline rather than a menu entry."""
_SENTENCE_ENDS = "。！？；"
_PROSE = 120
"""Characters of sentences outside links from which a page tells something itself."""
_SKIPPED = frozenset({"script", "style", "noscript", "a", "option", "title", "textarea", "head"})


def headlines(links: Sequence[Link]) -> list[str]:
    """The anchor texts that are long enough to be headlines."""
    return [link.anchor for link in links if len(link.anchor) >= HEADLINE_LENGTH]


def is_hub(page: Page, links: Sequence[Link]) -> bool:
    """Whether a page is a home, channel or list page: many headlines, hardly a sentence of its own."""
    return len(headlines(links)) >= 5 and _prose_length(page) < _PROSE


def _prose_length(page: Page) -> int:
    """Characters of text blocks outside links that end sentences, up to `_PROSE`."""
    length = 0
    body = page.tree.find("body")
    for element in (body if body is not None else page.tree).iter():
        told = element.text if isinstance(element.tag, str) else None
        for text, holder in ((told, element), (element.tail, element.getparent())):
            sentences = text and len(text) > 15 and any(end in text for end in _SENTENCE_ENDS)
            if text and sentences and not _skipped(holder):
                length += len(text.strip())
        if length >= _PROSE:
            break
    return length


def _skipped(element: HtmlElement) -> bool:
    return element.tag in _SKIPPED or next(element.iterancestors(*_SKIPPED), None) is not None
