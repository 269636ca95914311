"""What speaks for an article on a page apart from its text: a headline and a date of its own."""

from __future__ import annotations

from collections.abc import Callable

from topiccrawl.extraction.article import furniture
from topiccrawl.extraction.article.weights import page_headline
from topiccrawl.extraction.lines import Layout, page_layout
from topiccrawl.page.metadata import read_metadata
from topiccrawl.page.page import Page

SHORTEST_HEADLINE = 8
"""Characters; shorter headings are those of channels."""

ROW_LINES = 12
"""Maximum distance in lines from a dateline row to the text below it."""

SHORT_ROWS = 4
"""The same from a headline of a few characters."""

_SHOWN = ("h1", "visible line")
_NEAR = ("row", "label", "attribute", "time")
_ANYWHERE = ("", "URL", "text under the headline")


def has_headline(page: Page) -> bool:
    """Return whether a page shows a headline that is no name of a channel."""
    metadata = page.once(read_metadata)
    return (
        metadata.title_from.startswith(_SHOWN) and len("".join(metadata.title.split())) >= SHORTEST_HEADLINE
    )


def is_dated(page: Page, text: str) -> bool:
    """Return whether a page states the date of a text: by metadata, under its headline, or in a row above."""
    metadata = page.once(read_metadata)
    stated = metadata.published is not None and metadata.published_from not in _ANYWHERE
    if stated and (not metadata.published_from.startswith(_NEAR) or has_headline(page)):
        return True
    layout, head = page.once(page_layout), page.once(page_headline)
    at = _line_of(layout, text)
    if head < 0:  # that of a poem may be too short to be told from other lines
        lines = enumerate(layout.lines[max(0, at - SHORT_ROWS) : at], max(0, at - SHORT_ROWS))
        head = next((index for index, line in lines if line.text == metadata.title), -1)
    return _has_row(layout, max(0, at - ROW_LINES), at, furniture.is_date_row) or (
        head >= 0
        and (
            _has_row(layout, head + 1, min(at, head + 1 + ROW_LINES), furniture.is_byline)
            or _has_row(layout, head + 1, head + 1 + ROW_LINES, furniture.is_date_row)
        )
    )


def has_dateline(page: Page) -> bool:
    """Return whether a dateline row stands below the headline of a page, which is no name of a column."""
    layout, head = page.once(page_layout), page.once(page_headline)
    if head < 0 or len(layout.lines[head].text) < SHORTEST_HEADLINE:
        return False
    return _has_row(layout, head + 1, head + 1 + ROW_LINES, furniture.is_date_row)


def _has_row(layout: Layout, first: int, end: int, is_row: Callable[[str], bool]) -> bool:
    """Return whether one of some lines is a dateline row; a linked one has a label, as blogs have."""
    for line in layout.lines[first:end]:
        text = furniture.squeeze(line.text)
        linked = 2 * line.link_chars >= len(line.text)
        if is_row(text) and (not linked or furniture.is_labelled_row(text)):
            return True
    return False


def _line_of(layout: Layout, text: str) -> int:
    """Return the line with which a text begins, though it may repeat the headline; 0 if it is not known."""
    opening = text.split("\n", 2)[:2]
    places = [index for index, line in enumerate(layout.lines) if line.text == opening[0]]
    both = (at for at in places if [line.text for line in layout.lines[at : at + 2]] == opening)
    return next(both, places[0] if places else 0)
