"""The parts of an article in a selection whose options have subtitles: 第2页 走访, （二）经验做法."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from topiccrawl.page.anchors.article_parts import part_numbers
from topiccrawl.page.anchors.link import PAGER, Link
from topiccrawl.page.elements import Elements
from topiccrawl.page.page import Page

_MOST_OPTIONS = 60
_MOST_SELECTS = 10


def part_options(page: Page) -> Iterator[Link]:
    """Yield the parts of the article of a page that a selection leads to, with their numbers.

    The options must count the parts of one article from its first one on, and have the page among them. An
    option without a value stands for the page.
    """
    for select in Elements.of(page).selects[:_MOST_SELECTS]:
        options = islice(select.iter("option"), _MOST_OPTIONS)
        values = [(option.get("value") or "").strip() for option in options]
        if not any(page.url.endswith(value.partition("#")[0].rpartition("/")[2]) for value in values):
            continue  # none is the page itself
        urls = [page.absolute(value) if value.strip("#") else page.url for value in values]
        if page.url not in urls or not part_numbers(urls[:2]):  # most selections lead to other sites
            continue
        for url, number in zip(urls, part_numbers(urls), strict=False):
            if url != page.url:
                yield Link(url, str(number), found="option", role=PAGER, number=number)
