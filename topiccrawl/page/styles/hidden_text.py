"""The elements of a page whose text a reader does not see.

Goods pages hide lists of topic words, forums hide marks of their own inside sentences, and many pages hold
menus and dialogs back until something is clicked. Their links are links, but their text is no text. Attributes
and the page's own <style> elements decide; style sheets that a page links to are not read, apart from some
names of classes that mean the same everywhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

from lxml import etree
from lxml.html import HtmlElement

from topiccrawl.page.page import Page
from topiccrawl.page.styles.colours import attribute_colours
from topiccrawl.page.styles.declarations import NOTHING, Declared, declared
from topiccrawl.page.styles.sheet import Sheet, page_sheet

_STYLED = etree.XPath(
    "descendant::*[@style or @hidden or self::font[@color] or self::dialog[not(@open)]]"
)
_HIDDEN_NAMES = (
    *("jammer", "sr-only", "visually-hidden", "visuallyhidden", "screen-reader-text", "d-none"),
    *("displaynone", "display-none", "disnone", "dis-none", "undis", "hide", "hidden", "invisible"),
)
"""Classes that hide text by the style sheets of forums and of common frameworks."""

_INLINE = frozenset(("span", "font", "em", "i", "b", "u", "s", "strong", "small", "big", "sup", "sub", "a"))
_MOVES_IN = re.compile(r"\b(?:wow|aos|animated?|fade|lazy)", re.IGNORECASE)
"""Classes of elements that a script shows as soon as a reader comes to them."""

_SHOWN_IDS = frozenset(("js_content",))
"""Ids of texts that stay invisible until their own script has run: that of articles in WeChat."""

_NEAR = 3
"""Elements around a text in which a ground of its colour is looked for, unless the colour is white."""

_ALIKE = 6
"""Difference in red, green or blue that is not seen."""

_WHITE = 0xF0
"""Least part of red, green and blue of a colour that cannot be read on white."""


@dataclass(frozen=True)
class Display:
    """How the text of a page is displayed.

    Attributes:
        hidden: elements whose text is not seen, with all inside of them.
        keeps_breaks: elements, apart from <pre>, that show the line breaks of the source.
    """

    hidden: frozenset[HtmlElement] = frozenset()
    keeps_breaks: frozenset[HtmlElement] = frozenset()


EVERYTHING = Display()
"""All text is seen, and line breaks of the source are blanks."""


def page_display(page: Page) -> Display:
    """Return how the text of a page is displayed; found once per page."""
    return page.once(_display)


def is_seen(page: Page, element: HtmlElement) -> bool:
    """Return whether the text of an element is displayed."""
    hidden = page_display(page).hidden
    return not hidden or not (
        element in hidden or any(around in hidden for around in element.iterancestors())
    )


def _display(page: Page) -> Display:
    root = page.tree
    sheet, css = page_sheet(page)
    hidden: set[HtmlElement] = set()
    keeps: set[HtmlElement] = set()
    for element in (*_STYLED(root), *_named(page, sheet, css)):
        if element.tag in ("html", "body") or element in hidden:
            continue
        style = element.get("style")
        sets = declared(style) if style else NOTHING
        if sheet.by_key:
            sets = sets.over(sheet.of(element))
        if _is_hidden(element, sets):
            hidden.add(element)
        elif sets.keeps_breaks:
            keeps.add(element)
    return Display(frozenset(hidden), frozenset(keeps))


def _named(page: Page, sheet: Sheet, css: str) -> Iterator[HtmlElement]:
    """Yield the elements that rules of the page, or names known everywhere, may hide."""
    classes = [name for name in _HIDDEN_NAMES if name in page.html]
    ids: list[str] = []
    tags: list[str] = []
    for key in (*sheet.hiding, *sheet.breaking):
        name = key[1:] if key[0] in ".#" else key
        if key[0] in ".#" and page.html.count(name) <= css.count(name):
            continue
        (classes if key[0] == "." else ids if key[0] == "#" else tags).append(name)
    if classes:
        yield from _with_classes(page.tree, dict.fromkeys(classes))
    for name in ids:
        yield from page.tree.iterfind(f".//*[@id='{name}']")
    if tags and "*" not in tags:
        yield from page.tree.iter(*tags)


def _with_classes(root: HtmlElement, names: Iterable[str]) -> Iterator[HtmlElement]:
    tests = " or ".join(f"contains(@class, '{name}')" for name in names)
    wanted = set(names)
    for element in root.xpath(f"descendant::*[{tests}]"):
        if not wanted.isdisjoint((element.get("class") or "").split()):
            yield element


def _is_hidden(element: HtmlElement, sets: Declared) -> bool:
    if element.get("id") in _SHOWN_IDS:
        return False
    if sets.displayed is False or element.get("hidden") is not None:
        return True
    if element.tag == "dialog" and element.get("open") is None:
        return True
    names = (element.get("class") or "").split()
    if names and sets.displayed is None and not {name.lower() for name in names}.isdisjoint(_HIDDEN_NAMES):
        return True
    if not sets.may_hide and element.tag != "font":
        return False
    if sets.away:
        return True
    if sets.visible is False and not _MOVES_IN.search(element.get("class") or ""):
        return not any("visible" in (inner.get("style") or "") for inner in element.iterdescendants())
    if sets.tiny and _is_plain(element):
        return True
    if sets.opaque is False and element.tag in _INLINE and _is_plain(element):
        return True
    return _is_of_its_ground(element, sets)


def _is_plain(element: HtmlElement) -> bool:
    """Return whether nothing inside an element has a style of its own."""
    return not any(inner.get("style") or inner.get("class") for inner in element.iterdescendants())


def _is_of_its_ground(element: HtmlElement, sets: Declared) -> bool:
    """Return whether text has the colour of its background."""
    own_colour, own_ground = attribute_colours(element)
    colour = sets.colour or own_colour
    if colour is None:
        return False
    white = _is_near_white(colour)
    ground, pictured = sets.ground or own_ground, bool(sets.pictured)
    for around in islice(element.iterancestors(), None if white else _NEAR):
        if ground or pictured:
            break
        style = around.get("style")
        outer = declared(style) if style else NOTHING
        ground, pictured = outer.ground or attribute_colours(around)[1], bool(outer.pictured)
    if pictured:
        return False
    if ground:
        return _are_alike(ground, colour) and _is_plain(element)
    return white and element.tag in _INLINE and _is_plain(element) and _stands_in_dark_text(element)


def _parts(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _are_alike(one: str, other: str) -> bool:
    """Return whether nobody can tell two colours apart."""
    return all(abs(a - b) <= _ALIKE for a, b in zip(_parts(one), _parts(other), strict=True))


def _is_near_white(colour: str) -> bool:
    return min(_parts(colour)) >= _WHITE


def _stands_in_dark_text(element: HtmlElement) -> bool:
    """Return whether text beside a piece of a line is not light, as far as the page says."""
    beside = (element.tail or "").strip()
    parent = element.getparent()
    if parent is None or not (beside or (parent.text or "").strip()):
        return False
    for around in element.iterancestors():
        style = around.get("style")
        colour = (declared(style).colour if style else None) or attribute_colours(around)[0]
        if colour is not None:
            return not _is_near_white(colour)
    return True
