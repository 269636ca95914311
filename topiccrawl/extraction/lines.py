"""The lines of text of a page, each with the HTML that made it.

Paper C counts lines of the HTML source. Many pages are written in one long line, or break a paragraph over
several, so lines are taken from the tree instead: a line ends where a browser would start a new one, at the
border of a block element or at <br>.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple

from lxml import etree
from lxml.html import HtmlElement

from topiccrawl.page.page import Page

_BLOCK_NAMES = """
    address article aside blockquote body center dd details dialog dir div dl dt fieldset figcaption figure
    footer form frameset h1 h2 h3 h4 h5 h6 header hgroup html legend li main menu nav ol optgroup p pre
    section summary table tbody td tfoot th thead tr ul
"""
_UNREAD_NAMES = """
    script style noscript template iframe object embed applet svg canvas math select datalist textarea
    button head title audio video map
"""
BLOCK_TAGS = frozenset(_BLOCK_NAMES.split())
"""Elements that start on a line of their own."""

UNREAD_TAGS = frozenset(_UNREAD_NAMES.split())
"""Elements whose text is not shown, or is a control."""

_INVISIBLE = re.compile("[\u200b\u200c\u200d\u2060\ufeff\u00ad]")


class Line(NamedTuple):
    """One line of a page as a reader sees it.

    Attributes:
        text: the text, white space collapsed; never empty.
        text_bytes: length of `text` in UTF-8.
        html_bytes: length in UTF-8 of the text and of all tags since the line before.
        link_chars: how many characters of `text` stand in links.
        block: index in `Layout.blocks` of the innermost block element that holds the line's first text.
    """

    text: str
    text_bytes: int
    html_bytes: int
    link_chars: int
    block: int

    @property
    def density(self) -> float:
        """Bytes of text over bytes of HTML, in (0, 1] (paper C)."""
        return self.text_bytes / self.html_bytes


class Block(NamedTuple):
    """A block element; its lines are `lines[first:end]`.

    Attributes:
        parent: index of the block around it, -1 for the root; always smaller than its own index.
        tag: lower-case tag name.
        hint: class, id and role, lower case, separated by blanks.
        hidden: whether the page itself hides the element, or it is a form to write a text into.
        first: index of its first line.
        end: index after its last line.
    """

    parent: int
    tag: str
    hint: str
    hidden: bool
    first: int
    end: int


@dataclass(frozen=True)
class Layout:
    """What is on a page: its lines in reading order and the block elements around them."""

    lines: tuple[Line, ...]
    blocks: tuple[Block, ...]


def read_layout(root: HtmlElement) -> Layout:
    """Walk over a tree once and collect its lines and blocks. Any depth is fine; the tree is not changed."""
    builder = _Builder()
    walk = etree.iterwalk(root, events=("start", "end"))
    # the loop runs for every tag of every page: what it needs is bound to local names
    blocks, unread, add = BLOCK_TAGS, UNREAD_TAGS, builder.add
    for event, element in walk:
        tag = element.tag
        if event == "start":
            attributes = element.items()
            size = 2 * len(tag) + 5  # <tag></tag>
            for name, value in attributes:
                size += len(name) + 4 + (len(value) if value.isascii() else _size(value))  # name="value"
            builder.markup += size
            if tag in unread:
                walk.skip_subtree()
                if tag == "textarea":
                    builder.mark_form()
                continue
            if tag in blocks:
                builder.open(tag, attributes)
            elif tag == "a":
                builder.link_depth += "href" in element.attrib  # without it, a mark to jump to
            elif tag == "br" or tag == "hr":
                builder.flush()
            text = element.text
        else:
            if tag in blocks:
                builder.close()
            elif tag == "a":
                builder.link_depth -= "href" in element.attrib
            text = element.tail if element is not root else None
        if text:
            add(text)
    builder.flush()
    return Layout(tuple(builder.lines), tuple(builder.blocks))


def page_layout(page: Page) -> Layout:
    """The lines and blocks of a page; to be shared, ask for them with `Page.once`."""
    return read_layout(page.tree)


def page_title(page: Page) -> str:
    """What <title> says, white space in order."""
    return " ".join((page.tree.findtext(".//title") or "").split())


def _size(text: str) -> int:
    """Length in UTF-8."""
    return len(text) if text.isascii() else len(text.encode("utf-8", "replace"))


class _Builder:
    """Collects text into lines while a page is walked over."""

    def __init__(self) -> None:
        self.lines: list[Line] = []
        self.blocks: list[Block] = []
        self.open_blocks: list[int] = [-1]
        self.parts: list[str] = []
        self.line_block = 0
        self.markup = 0
        self.link_chars = 0
        self.link_depth = 0

    def open(self, tag: str, attributes: list[tuple[str, str]]) -> None:
        """A block begins."""
        self.flush()
        first = len(self.lines)
        hint, hidden = _hint(attributes) if attributes else ("", False)
        self.open_blocks.append(len(self.blocks))
        self.blocks.append(Block(self.open_blocks[-2], tag, hint, hidden, first, first))

    def close(self) -> None:
        """The block opened last ends."""
        self.flush()
        index = self.open_blocks.pop()
        end = len(self.lines)
        if end > self.blocks[index].end:
            self.blocks[index] = self.blocks[index]._replace(end=end)

    def mark_form(self) -> None:
        """The form that is open, if any, is one to write into."""
        for index in reversed(self.open_blocks):
            if index >= 0 and self.blocks[index].tag == "form":
                self.blocks[index] = self.blocks[index]._replace(hidden=True)
                return

    def add(self, text: str) -> None:
        """More text of the current line."""
        if text.isspace():
            if self.parts:
                self.parts.append(" ")
            return
        if not self.parts:
            self.line_block = self.open_blocks[-1]
        self.parts.append(text)
        if self.link_depth:
            self.link_chars += len("".join(text.split()))

    def flush(self) -> None:
        """The current line ends."""
        if not self.parts:
            return
        text = " ".join(_INVISIBLE.sub("", "".join(self.parts)).split())
        self.parts.clear()
        if text:
            size = _size(text)
            links = min(self.link_chars, len(text))
            self.lines.append(Line(text, size, size + self.markup, links, max(self.line_block, 0)))
            self.markup = 0
        self.link_chars = 0


def _hint(attributes: list[tuple[str, str]]) -> tuple[str, bool]:
    """(class, id and role in lower case, whether the element is hidden)."""
    hint = ""
    hidden = False
    for name, value in attributes:
        if name == "class" or name == "id" or name == "role":
            hint += " " + value
        elif name == "hidden" or (name == "style" and "none" in value):
            hidden = hidden or name == "hidden" or "display:none" in value.lower().replace(" ", "")
    return hint.strip().lower(), hidden
