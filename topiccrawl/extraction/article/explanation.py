"""Explain the result of the default extractor."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from topiccrawl.extraction.article import furniture
from topiccrawl.extraction.article.body import page_choice, verdicts
from topiccrawl.extraction.article.extract import extract_article
from topiccrawl.extraction.lines import Block
from topiccrawl.page.page import Page

_FURNITURE = (
    (furniture.is_credit, "credit of editors or source"),
    (furniture.is_prompt, "button, counter, pager or call to share"),
    (furniture.is_copyright, "copyright, licence or contact"),
    (furniture.is_disclaimer, "disclaimer"),
    (furniture.is_related, "label over related links, comments or tags"),
)
PATH = 6
"""Number of innermost elements shown of a path."""


@dataclass(frozen=True)
class TrimmedLine:
    """A line of the body's block that is not in the body.

    Attributes:
        text: the line.
        reason: why it is not in the body.
    """

    text: str
    reason: str


@dataclass(frozen=True)
class Explanation:
    """How the default extractor found the body of a page.

    Attributes:
        headline: the line that repeats <title>, empty when there is none.
        block: path of the element with the body's paragraphs, such as "body > div.wrap > div.text"; empty
            when there is no body.
        kept: number of lines of the body.
        trimmed: lines of that element that are not in the body, in order.
        nothing: why there is no body; empty when there is one.
    """

    headline: str
    block: str
    kept: int
    trimmed: tuple[TrimmedLine, ...]
    nothing: str


def explain(page: Page) -> Explanation:
    """Return how the default extractor found the body of a page."""
    choice = page_choice(page)
    lines, blocks = choice.layout.lines, choice.layout.blocks
    headline = lines[choice.head].text if choice.head >= 0 else ""
    if choice.nothing or not extract_article(page):
        nothing = choice.nothing or "the text is a notice, or stands beside a form to log in or a player"
        return Explanation(headline, "", 0, (), nothing)
    reasons = dict(verdicts(choice.layout, choice.weights, choice.first, choice.end))
    around = blocks[choice.container]
    trimmed: list[TrimmedLine] = []
    for index in range(min(around.first, choice.first), max(around.end, choice.end)):
        text = lines[index].text
        if index < choice.first:
            reason = "above the body" if index != choice.head else "headline"
        elif index >= choice.end:
            reason = "below the body: furniture, links or too little text"
        else:
            reason = reasons.get(index, "behind a label or a disclaimer that ends the body")
        if reason:
            trimmed.append(TrimmedLine(text, _named(text) or reason))
    kept = sum(not reason for reason in reasons.values())
    return Explanation(headline, block_path(blocks, choice.container), kept, tuple(trimmed), "")


def block_path(blocks: Sequence[Block], index: int) -> str:
    """Return a readable path of a block: tag names with the first word of class or id.

    >>> block_path([Block(-1, "body", "", False, 0, 1), Block(0, "div", "text clear", False, 0, 1)], 1)
    'body > div.text'
    """
    path: list[str] = []
    while index >= 0:
        block = blocks[index]
        path.append(f"{block.tag}.{block.hint.split()[0]}" if block.hint else block.tag)
        index = block.parent
    shown = path[:PATH][::-1]
    return " > ".join(["…", *shown] if len(path) > PATH else shown)


def _named(text: str) -> str:
    """Return what kind of furniture a line is, empty when it is not furniture."""
    squeezed = furniture.squeeze(text)
    return next((name for says, name in _FURNITURE if says(squeezed)), "")
