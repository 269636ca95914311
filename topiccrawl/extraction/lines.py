"""The lines of a page as displayed, each with the size of its HTML.

Paper C uses lines of the HTML source. Since many pages are one long line, or split a paragraph over several,
lines are taken from the tree: a line ends where a browser starts a new one, at the border of a block element
or at <br>.
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
"""Elements that start on a new line."""

UNREAD_TAGS = frozenset(_UNREAD_NAMES.split())
"""Elements whose text is not displayed, or is a control."""

ICON = 100
"""A picture that is lower or narrower, in pixels, is part of the page's design."""

_IMAGE_FILES = (".jpg", ".jpeg", ".png", ".gif", ".webp", ".bmp")
_INVISIBLE = re.compile("[\u200b\u200c\u200d\u2060\ufeff\u00ad]")


class Line(NamedTuple):
    """A line of a page as displayed.

    Attributes:
        text: the text with white space collapsed; never empty.
        text_bytes: length of `text` in UTF-8.
        html_bytes: length in UTF-8 of the text and of all tags since the previous line.
        link_chars: number of characters of `text` in links.
        block: index in `Layout.blocks` of the innermost block element around the start of the line.
        pictures: number of pictures since the previous line, without icons and links to pages.
    """

    text: str
    text_bytes: int
    html_bytes: int
    link_chars: int
    block: int
    pictures: int = 0

    @property
    def density(self) -> float:
        """Return bytes of text over bytes of HTML, in (0, 1] (paper C)."""
        return self.text_bytes / self.html_bytes


class Block(NamedTuple):
    """A block element; its lines are `lines[first:end]`.

    Attributes:
        parent: index of the parent block, -1 for the root; always smaller than its own index.
        tag: tag name in lower case.
        hint: class, id and role in lower case, separated by spaces.
        hidden: whether the element hides itself, or is a form with a text area.
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
    """The lines of a page in reading order, and the block elements around them."""

    lines: tuple[Line, ...]
    blocks: tuple[Block, ...]


def read_layout(root: HtmlElement) -> Layout:
    """Return the lines and blocks of a tree of any depth, without changing it."""
    builder = _Builder()
    walk = etree.iterwalk(root, events=("start", "end"))
    # The loop runs for every tag of every page: local names are faster.
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
                builder.link_depth += "href" in element.attrib  # without it, the target of a link
            elif tag == "br" or tag == "hr":
                builder.flush()
            elif tag == "img":
                builder.pictures += _is_picture(element, attributes, builder.link_depth > 0)
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
    return Layout(tuple(builder.lines), builder.blocks())


def page_layout(page: Page) -> Layout:
    """Return the lines and blocks of a page; use it with `Page.once`, which caches them."""
    return read_layout(page.tree)


def displayed_text(page: Page) -> str:
    """Return all text that a page displays, menus included: neither scripts nor styles."""
    return "\n".join(line.text for line in page.once(page_layout).lines)


def page_title(page: Page) -> str:
    """Return the text of <title> with white space collapsed."""
    return " ".join((page.tree.findtext(".//title") or "").split())


def _size(text: str) -> int:
    """Return the length in UTF-8."""
    return len(text) if text.isascii() else len(text.encode("utf-8", "replace"))


def _is_picture(element: HtmlElement, attributes: list[tuple[str, str]], linked: bool) -> bool:
    """Return whether an image is no icon and leads to no page; a link to a larger image is allowed."""
    for name, value in attributes:
        if name == "width" or name == "height":
            size = value.removesuffix("px")
            if len(size) <= 3 and size.isdecimal() and int(size) < ICON:
                return False
    if not linked:
        return True
    parent = element.getparent()
    return parent is not None and (parent.get("href") or "").lower().endswith(_IMAGE_FILES)


class _Builder:
    """Collects lines and blocks during a walk over a page."""

    def __init__(self) -> None:
        self.lines: list[Line] = []
        self.started: list[Block] = []
        self.ends: list[int] = []
        self.forms: set[int] = set()
        self.open_blocks: list[int] = [-1]
        self.parts: list[str] = []
        self.line_block = 0
        self.markup = 0
        self.link_chars = 0
        self.link_depth = 0
        self.pictures = 0

    def open(self, tag: str, attributes: list[tuple[str, str]]) -> None:
        """Start a block."""
        self.flush()
        first = len(self.lines)
        hint, hidden = _hint(attributes) if attributes else ("", False)
        self.open_blocks.append(len(self.started))
        self.started.append(Block(self.open_blocks[-2], tag, hint, hidden, first, first))
        self.ends.append(first)

    def close(self) -> None:
        """End the innermost open block."""
        self.flush()
        self.ends[self.open_blocks.pop()] = len(self.lines)

    def mark_form(self) -> None:
        """Mark the innermost open form, if any, as hidden: it has a text area."""
        for index in reversed(self.open_blocks):
            if index >= 0 and self.started[index].tag == "form":
                self.forms.add(index)
                return

    def blocks(self) -> tuple[Block, ...]:
        """Return the blocks with their ends, once all are closed."""
        return tuple(
            Block(parent, tag, hint, hidden or index in self.forms, first, end)
            for index, ((parent, tag, hint, hidden, first, _), end) in enumerate(
                zip(self.started, self.ends, strict=True)
            )
        )

    def add(self, text: str) -> None:
        """Add text to the current line."""
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
        """End the current line."""
        if not self.parts:
            return
        text = " ".join(_INVISIBLE.sub("", "".join(self.parts)).split())
        self.parts.clear()
        if text:
            size = _size(text)
            links = min(self.link_chars, len(text))
            self.lines.append(
                Line(text, size, size + self.markup, links, max(self.line_block, 0), self.pictures)
            )
            self.markup = self.pictures = 0
        self.link_chars = 0


def _hint(attributes: list[tuple[str, str]]) -> tuple[str, bool]:
    """Return class, id and role in lower case, and whether the element is hidden."""
    hint = ""
    hidden = False
    for name, value in attributes:
        if name == "class" or name == "id" or name == "role":
            hint += " " + value
        elif name == "hidden" or (name == "style" and "none" in value):
            hidden = hidden or name == "hidden" or "display:none" in value.lower().replace(" ", "")
    return hint.strip().lower(), hidden
