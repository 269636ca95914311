"""The lines of a page as displayed, each with the size of its HTML.

Paper C uses lines of the HTML source. As many pages are one long line, lines are taken from the tree: one
ends where a browser starts a new one, at the border of a block element or at <br>.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Any, NamedTuple

from lxml import etree
from lxml.html import HtmlElement

from topiccrawl.extraction.source_breaks import RUNNING, paragraphs
from topiccrawl.page.elements import text_of
from topiccrawl.page.page import Page
from topiccrawl.page.styles.hidden_text import HIDDEN, KEEPS_BREAKS, Display, page_display
from topiccrawl.text.radicals import LOOKALIKES, without_radicals

_BLOCK_NAMES = """
    address article aside blockquote body center dd details dialog dir div dl dt fieldset figcaption figure
    footer form frameset h1 h2 h3 h4 h5 h6 header hgroup html legend li main menu nav ol optgroup p pre
    listing xmp section summary table tbody td tfoot th thead tr ul
"""
_UNREAD_NAMES = """
    script style noscript template iframe object embed applet svg canvas math select datalist textarea
    button head title audio video map
"""
_PREFORMATTED = frozenset(("pre", "listing", "xmp"))
BLOCK_TAGS = frozenset(_BLOCK_NAMES.split())
"""Elements that start on a new line."""

UNREAD_TAGS = frozenset(_UNREAD_NAMES.split())
"""Elements whose text is not displayed, or is a control."""

_IS_BLOCK = re.compile(r"\bdisplay\s*:\s*block\b", re.IGNORECASE)
"""Style by which an element such as <span> has a line of its own."""
READINGS = frozenset(("rt", "rp", "rtc"))
"""Elements with the pronunciation of the characters beside them."""

_SKIPPED = UNREAD_TAGS | READINGS | {"xml", "dialog"}

ICON = 100
"""A picture that is lower or narrower, in pixels, is part of the page's design."""

_IMAGE_FILES = (".jpg", ".jpeg", ".png", ".gif", ".webp", ".bmp")
SHORTEST_SENTENCE = 15
"""Characters of a line in which line breaks of the source are no blanks."""

SHORTEST_WRAPPED = 20
"""Characters of a line of preformatted text that may go on in the next line."""

_WRAPPED = re.compile("[\u3400-\u9fff，、]$")
"""How such a line ends."""

SHORTEST_SPOKEN = 20
"""Characters of a button that is a paragraph of text, such as one that is read aloud when it is clicked."""

SHORTEST_WRAPPED_BODY = 60
"""Characters in an anchor that leads nowhere from which it is a mistake around a text."""

_SHORTEST_SENTENCE, _FEWEST_SENTENCES, _LONGEST_CARD = 8, 3, 150
_ENDS = ("。", "！", "？", "。”", "！”", "？”")
_IN_SENTENCE = re.compile("[\u3400-\u9fff，、][\u3400-\u9fff，、。]")
_NOWHERE = ("", "#", "javascript")
_INVISIBLES = "\u200b\u200c\u200d\u2060\ufeff\u00ad"
_INVISIBLE = re.compile(f"[{_INVISIBLES}]")
_ODD = re.compile(f"[{_INVISIBLES}{LOOKALIKES}]")


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
    """The lines of a page in reading order, and the block elements around them.

    Attributes:
        lines: the lines.
        blocks: the block elements.
        elements: those of the tree, one for each block.
        unseen: elements that are not seen.
    """

    lines: tuple[Line, ...]
    blocks: tuple[Block, ...]
    elements: tuple[HtmlElement, ...] = ()
    unseen: tuple[HtmlElement, ...] = ()


def read_layout(root: HtmlElement, display: Display | None = None) -> Layout:
    """Return the lines and blocks of a tree of any depth, without changing it.

    Args:
        root: element to start from; it is read even if it is hidden.
        display: which elements inside are not seen, and which show the line breaks of the source.
    """
    display = display or Display()
    builder = _Builder(root, shows_all=display.shows_all)
    walk = etree.iterwalk(root, events=("start", "end"))
    # The loop runs for every tag of every page: local names are faster, and so is what is not called.
    blocks, unread, add, flush, close = BLOCK_TAGS, _SKIPPED, builder.add, builder.flush, builder.close
    tags, ids, harmless = display.tags, display.ids, display.harmless
    keeping, breaking = builder.kept_breaks, builder.breaking
    mistakes, parts = builder.mistakes, builder.parts
    skipped: HtmlElement | None = None
    for event, element in walk:
        tag = element.tag
        if event == "start":
            attributes = element.items()
            size = 2 * len(tag) + 5  # <tag></tag>
            asked = breaks = False
            for name, value in attributes:
                size += len(name) + 4 + (len(value) if value.isascii() else _size(value))  # name="value"
                if name == "class" or name == "style":
                    if value not in harmless:
                        asked = True
                    if name == "style" and "block" in value:
                        breaks = _IS_BLOCK.search(value) is not None
                elif name == "hidden" or name == "color" or (ids and name == "id" and value in ids):
                    asked = True
            builder.markup += size
            if tag in unread and not is_read(element):
                if tag == "dialog":
                    builder.skip(element, is_block=True)
                    skipped = element
                walk.skip_subtree()
                if tag == "textarea":
                    builder.mark_form()
                continue
            if asked or (tags and tag in tags):
                verdict = display.judge(element)
                if verdict == HIDDEN and element is not root:
                    walk.skip_subtree()
                    builder.skip(element, tag in blocks)
                    skipped = element
                    continue
                if verdict == KEEPS_BREAKS:
                    keeping.append(element)
            if tag in blocks:
                builder.open(element, tag, attributes)
                if tag in _PREFORMATTED:
                    keeping.append(element)
            elif tag == "a":
                if len(element) or len(element.text or "") >= SHORTEST_WRAPPED:
                    builder.open_anchor(element)
                else:
                    builder.link_depth += "href" in element.attrib  # without it, the target of a link
            elif (tag == "br" or tag == "hr") and parts:
                flush()
            elif breaks:
                builder.open(element, tag, attributes)
                breaking.append(element)
            elif tag == "img":
                builder.pictures += _is_picture(element, attributes, builder.link_depth > 0)
            text = element.text
        else:
            if element is skipped:
                skipped = None
            elif tag in blocks:
                if parts:
                    flush()
                close()
            elif tag == "a":
                if mistakes and mistakes[-1] is element:
                    mistakes.pop()
                else:
                    builder.link_depth -= "href" in element.attrib
            if keeping and keeping[-1] is element:
                flush()
                keeping.pop()
            if breaking and breaking[-1] is element:
                flush()
                close()
                breaking.pop()
            text = element.tail if element is not root else None
        if text:
            if not text.isspace():
                add(text)
            elif parts:
                builder.add_space(text)
    flush()
    found = map(Block._make, builder.blocks)
    return Layout(tuple(builder.lines), tuple(found), tuple(builder.elements), tuple(builder.unseen))


def is_read(element: HtmlElement) -> bool:
    """Return whether an element is read though its tag is one of those that are not.

    An open dialog is, and a button that is a paragraph of text, or words of a sentence.
    """
    if element.tag == "dialog":
        return "open" in element.attrib
    if element.tag != "button":
        return False
    text = "".join(text_of(element).split())
    if len(text) >= SHORTEST_SPOKEN and RUNNING.search(text) is not None:
        return True
    return (len(text) >= _SHORTEST_SENTENCE and text.endswith(_ENDS)) or _is_in_sentence(element)


def _is_in_sentence(element: HtmlElement) -> bool:
    """Return whether Chinese words stand right before and behind an element."""
    previous, parent = element.getprevious(), element.getparent()
    before = previous.tail if previous is not None else parent.text if parent is not None else None
    if not before and (element.text or "").endswith(("，", "、")):
        before = element.text
    return _IN_SENTENCE.fullmatch(f"{(before or ' ')[-1]}{(element.tail or ' ')[0]}") is not None


def page_layout(page: Page) -> Layout:
    """Return the lines and blocks of a page; use it with `Page.once`, which caches them."""
    return read_layout(page.tree, page_display(page))


def displayed_text(page: Page) -> str:
    """Return all text that a page displays, menus included: neither scripts nor styles."""
    return "\n".join(line.text for line in page.once(page_layout).lines)


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

    def __init__(self, root: HtmlElement, *, shows_all: bool = False) -> None:
        self.root = root
        self.shows_all = shows_all  # otherwise only what a reader sees, or can open, is read
        self.unseen: list[HtmlElement] = []
        self.kept_breaks: list[HtmlElement] = []
        self.breaking: list[HtmlElement] = []  # blocks by their style alone
        self.mistakes: list[HtmlElement] = []
        self.lines: list[Line] = []
        self.blocks: list[list[Any]] = []  # the fields of each `Block`
        self.elements: list[HtmlElement] = []
        self.open_blocks: list[int] = [-1]
        self.parts: list[str] = []
        self.line_block = 0
        self.markup = 0
        self.link_chars = 0
        self.link_depth = 0
        self.pictures = 0

    def open(self, element: HtmlElement, tag: str, attributes: list[tuple[str, str]]) -> None:
        """Start a block."""
        if self.parts:
            self.flush()
        first = len(self.lines)
        hint, hidden = _hint(attributes) if attributes else ("", False)
        self.blocks.append([self.open_blocks[-1], tag, hint, hidden and self.shows_all, first, first])
        self.open_blocks.append(len(self.elements))
        self.elements.append(element)

    def close(self) -> None:
        """End the innermost open block; the line ended before."""
        self.blocks[self.open_blocks.pop()][-1] = len(self.lines)

    def mark_form(self) -> None:
        """Mark the innermost open form, if any, as hidden: it has a text area."""
        for index in reversed(self.open_blocks[1:]):
            block = self.blocks[index]
            if block[1] == "form":
                block[3] = True
                return

    def skip(self, element: HtmlElement, is_block: bool) -> None:
        """Leave an element out that is not seen."""
        self.unseen.append(element)
        if is_block:
            self.flush()

    def open_anchor(self, element: HtmlElement) -> None:
        """Start a link, unless it is only the target of one, or a mistake around a text."""
        if "href" not in element.attrib:
            return
        if self._wraps_text(element):
            self.mistakes.append(element)
        else:
            self.link_depth += 1

    def _wraps_text(self, anchor: HtmlElement) -> bool:
        """Return whether an anchor was never closed, so that it stands around a text."""
        if not _is_long_anchor(anchor):
            return False
        if _leads_nowhere(anchor):
            return True
        return not self._has_cards

    @cached_property
    def _has_cards(self) -> bool:
        """Whether several anchors are as long: those are the cards of a list."""
        return len(list(islice(filter(_is_long_anchor, self.root.iter("a")), 2))) > 1

    def add_space(self, text: str) -> None:
        """Add white space to the current line, which has text."""
        self.parts.append("\n" if "\n" in text else " ")
        if self.kept_breaks and "\n" in text:
            self.flush()

    def add(self, text: str) -> None:
        """Add text that is not only white space to the current line."""
        if self.kept_breaks and "\n" in text:
            self._add_lines(text)
            return
        if not self.parts:
            self.line_block = self.open_blocks[-1]
        self.parts.append(text)
        if self.link_depth:
            self.link_chars += len("".join(text.split()))

    def _add_lines(self, text: str) -> None:
        """Add text whose line breaks are displayed; a long Chinese line may go on in the next."""
        before = "".join(self.parts).strip()
        for number, line in enumerate(text.split("\n")):
            bare = line.strip()
            if number:
                wrapped = len(before) >= SHORTEST_WRAPPED and _WRAPPED.search(before) is not None
                if wrapped and bare and not line[0].isspace():
                    self.parts.append("\n")
                else:
                    self.flush()
                before = ""
            before += bare
            if bare:
                self.add(line)

    def flush(self) -> None:
        """End the current line."""
        if not self.parts:
            return
        whole = "".join(self.parts)
        self.parts.clear()
        if _ODD.search(whole):
            whole = without_radicals(_INVISIBLE.sub("", whole))
        if "\n" in whole and len(whole) >= SHORTEST_SENTENCE:
            for paragraph in paragraphs(whole):
                self._add_line(paragraph)
        elif text := " ".join(whole.split()):
            self._add_line(text)
        self.link_chars = 0

    def _add_line(self, text: str) -> None:
        if not text:
            return
        size = _size(text)
        links = min(self.link_chars, len(text))
        self.link_chars -= links
        block = max(self.line_block, 0)
        self.lines.append(Line(text, size, size + self.markup, links, block, self.pictures))
        self.markup = self.pictures = 0


def _leads_nowhere(anchor: HtmlElement) -> bool:
    return (anchor.get("href") or "").strip().lower().partition(":")[0].partition("#")[0] in _NOWHERE


def _is_long_anchor(anchor: HtmlElement) -> bool:
    """Return whether an anchor holds more than a link or the card of a list has."""
    if "href" not in anchor.attrib or not (len(anchor) or len(anchor.text or "") >= SHORTEST_WRAPPED):
        return False
    text = text_of(anchor)
    if len(text) < SHORTEST_WRAPPED:
        return False
    text = "".join(text.split())
    if _leads_nowhere(anchor):
        if len(text) < SHORTEST_WRAPPED_BODY:
            return len(text) >= SHORTEST_WRAPPED and text.endswith(_ENDS)
        return RUNNING.search(text) is not None
    return len(text) >= _LONGEST_CARD and sum(map(text.count, "。！？")) >= _FEWEST_SENTENCES


def _hint(attributes: list[tuple[str, str]]) -> tuple[str, bool]:
    """Return class, id and role in lower case, and whether the element is hidden."""
    hint = ""
    hidden = False
    for name, value in attributes:
        if name == "class":  # first: ids may differ where classes are the same
            hint = f"{value} {hint}" if hint else value
        elif name == "id" or name == "role":
            hint = f"{hint} {value}" if hint else value
        elif name == "hidden" or (name == "style" and "none" in value):
            hidden = hidden or name == "hidden" or "display:none" in value.lower().replace(" ", "")
    return hint.strip().lower(), hidden
