"""Colours and areas of the elements of a page, from its styles or from a browser's layout."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lxml import etree
from lxml.html import HtmlElement

from topiccrawl.extraction.nodes import Nodes
from topiccrawl.extraction.visual.browser import NODE_ATTRIBUTE, Browser
from topiccrawl.extraction.visual.sheets import NO_SHEETS, Sheets, style_texts
from topiccrawl.extraction.visual.styles import style_colours
from topiccrawl.page.page import Page
from topiccrawl.page.styles.colours import BLACK, WHITE, parse_colour

MAX_ELEMENTS = 20_000
"""Maximum number of elements of a page laid out in a browser."""

MAX_HTML = 2_000_000
"""Maximum length in characters of a page laid out in a browser."""

_NOT_LOADED = ("script", "noscript", "iframe", "frame", "frameset", "object", "embed", "applet", "base")


@dataclass(frozen=True)
class Look:
    """Colours and areas of the elements of a page.

    Attributes:
        backgrounds: for each element its visible background colour, its own or that of its ancestors.
        colours: for each element its font colour.
        areas: for each element its share of the page's area, in [0, 1]; None when unknown.
        hidden: indices of elements whose own text is not displayed; empty when unknown.
    """

    backgrounds: Sequence[str]
    colours: Sequence[str]
    areas: Sequence[float] | None = None
    hidden: frozenset[int] = frozenset()


def look_by_styles(page: Page, nodes: Nodes, sheets: Sheets = NO_SHEETS) -> Look:
    """Return colours from attributes and style rules; areas are unknown."""
    css = "\n".join(text for _, text in style_texts(page, page.tree, sheets))
    return Look(*style_colours(page.tree, nodes.elements, nodes.parent, css))


def look_in_browser(page: Page, nodes: Nodes, browser: Browser, sheets: Sheets = NO_SHEETS) -> Look:
    """Return colours and areas from a browser's layout; by styles when the page is too large for it."""
    small = len(nodes.elements) <= MAX_ELEMENTS and len(page.html) <= MAX_HTML
    boxes = browser.boxes(_marked_html(page, nodes, sheets)) if small else {}
    if not boxes:
        return look_by_styles(page, nodes, sheets)
    backgrounds: list[str] = []
    colours: list[str] = []
    areas: list[float] = []
    for index, around in enumerate(nodes.parent):
        box = boxes.get(index)  # None for an element that the browser's parser drops
        behind = backgrounds[around] if around >= 0 else WHITE
        backgrounds.append((box and parse_colour(box.background)) or behind)
        colours.append((box and parse_colour(box.colour)) or (colours[around] if around >= 0 else BLACK))
        areas.append(box.area if box else 0.0)
    hidden = frozenset(number for number, box in boxes.items() if box.hidden)
    return Look(backgrounds, colours, areas, hidden)


def _marked_html(page: Page, nodes: Nodes, sheets: Sheets) -> str:
    """Return the HTML of a page with the elements of `nodes` numbered and its sheets in <style> elements.

    Elements that load others are left out.
    """
    # The page's tree must not be changed, so a second one is parsed.
    index = {element: number for number, element in enumerate(nodes.elements)}
    again = Page(page.url, page.html).tree
    for element, copy in zip(page.tree.iter(), again.iter(), strict=True):
        number = index.get(element)
        if number is not None:
            copy.set(NODE_ATTRIBUTE, str(number))
        elif NODE_ATTRIBUTE in copy.attrib:
            del copy.attrib[NODE_ATTRIBUTE]
    for element in list(again.iter(*_NOT_LOADED)):
        if element.getparent() is not None:
            element.drop_tree()
    for element, css in list(style_texts(page, again, sheets)):
        _replace_by_style(element, css)
    for meta in list(again.iter("meta")):
        if meta.get("http-equiv") is not None:
            meta.drop_tree()
    return str(etree.tostring(again.getroottree(), method="html", encoding="unicode"))


def _replace_by_style(element: HtmlElement, css: str) -> None:
    """Turn a <link> or <style> into a <style> with this CSS, in its place."""
    media = element.get("media")
    tail = element.tail
    element.clear()
    element.tag, element.tail = "style", tail
    element.text = css.replace("</", "<\\/")  # no sheet may end its element
    if media:
        element.set("media", media)
