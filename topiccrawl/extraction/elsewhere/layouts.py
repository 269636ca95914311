"""The layouts that a page without a visible body may have once its scripts have run."""

from __future__ import annotations

import html as html_module
import re
from collections.abc import Iterator

from topiccrawl.extraction.article import furniture
from topiccrawl.extraction.elsewhere.markup import held_back, in_attributes
from topiccrawl.extraction.elsewhere.state import is_data, texts_in, texts_in_data, texts_of
from topiccrawl.extraction.lines import Layout, page_layout, read_layout
from topiccrawl.page.elements import page_title
from topiccrawl.page.page import Page
from topiccrawl.page.styles.hidden_text import BREAKS_ALONE

ROW_LINES = 6
"""Maximum distance in lines from the headline to the dateline row of an article."""

MAX_SHELL = 300
"""Maximum number of Chinese characters that the shell of an article shows, menus included."""

MIN_HAN = 30
"""Minimum number of Chinese characters of a text that may be a body."""

MAX_TEXTS = 50
"""Maximum number of texts of a page that are weighed."""

_HAN = re.compile("[\u3400-\u9fff]")


def is_shell(layout: Layout, head: int) -> bool:
    """Return whether a page is one of an article without its text: it has a dateline row, or shows little.

    Args:
        layout: lines and blocks of what the page shows.
        head: index of the headline's line, -1 when there is none.
    """
    if head >= 0:
        row = (furniture.squeeze(line.text) for line in layout.lines[head + 1 : head + 1 + ROW_LINES])
        if any(map(furniture.is_date_row, row)):
            return True
    room = MAX_SHELL
    for line in layout.lines:
        room -= len(_HAN.findall(line.text))
        if room < 0:
            return False
    return True


def other_layouts(page: Page) -> Iterator[Layout]:
    """Yield the layouts of a page with a text that it does not show.

    First with all that is hidden, then with one text at a time that is held back in an element or in data.
    """
    hidden = [
        "".join(element.itertext())
        for element in page.once(page_layout).unseen
        if element.tag != "xmp"  # that holds markup
    ]
    data = [text for text in hidden if is_data(text)]
    if any(_is_text(text) for text in hidden if text not in data):
        yield read_layout(page.tree, BREAKS_ALONE)
    title = html_module.escape(page_title(page))
    texts: dict[str, None] = {}
    attributes = (text for value in in_attributes(page) for text in texts_of(value))
    hidden_data = (text for one in data for text in texts_in(one))
    for text in (*held_back(page), *texts_in_data(page), *attributes, *hidden_data):
        if len(texts) < MAX_TEXTS and len(_HAN.findall(text)) >= MIN_HAN:
            texts[text] = None
    for text in texts:
        yield read_layout(
            Page.of(f"<html><body><h1>{title}</h1><div>{text}</div></body></html>").tree, BREAKS_ALONE
        )


def _is_text(text: str) -> bool:
    return len(_HAN.findall(text)) >= MIN_HAN and any(mark in text for mark in "，。")
