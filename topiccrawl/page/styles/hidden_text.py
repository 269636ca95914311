"""The elements of a page whose text a reader does not see.

Goods pages hide lists of topic words, forums hide marks of their own inside sentences, and many pages hold
menus and dialogs back until something is clicked. Their links are links, but their text is none. Attributes
and the page's own <style> elements decide; style sheets that a page links to are not read, apart from some
names of classes that mean the same everywhere.
"""

from __future__ import annotations

import re
from itertools import islice

from lxml.html import HtmlElement

from topiccrawl.page.page import Page
from topiccrawl.page.styles.colours import WHITISH, attribute_colours, is_dark, parts_of
from topiccrawl.page.styles.declarations import NOTHING, Declared, declared
from topiccrawl.page.styles.openers import can_be_opened
from topiccrawl.page.styles.selectors import Subject
from topiccrawl.page.styles.sheet import NO_SHEET, Sheet, page_sheet

_NAMES = frozenset(
    """
    jammer sr-only visually-hidden visuallyhidden screen-reader-text d-none displaynone display-none disnone
    dis-none undis hide hidden invisible
    """.split()
)
"""Classes that hide text by the style sheets of forums and of common frameworks."""

_MOST_HARMLESS = 20_000
_INLINE = frozenset(("span", "font", "em", "i", "b", "u", "s", "strong", "small", "big", "sup", "sub", "a"))
_MOVES_IN = re.compile(r"\b(?:wow|aos|animated?|fade|lazy)", re.IGNORECASE)
"""Classes of elements that a script shows as soon as a reader comes to them."""

_SHOWN_IDS = frozenset(("js_content",))
"""Ids of texts that stay invisible until their own script has run: that of articles in WeChat."""

_NEAR = 3
"""Elements around a text in which a ground of its colour is looked for, unless the colour is white."""

_ALIKE = 6
"""Difference in red, green or blue that is not seen."""


class Display:
    """Tells which elements of a page are not seen, and which show the line breaks of the source.

    Attributes:
        tags: tags that have to be asked about, whatever their attributes.
        ids: those by which an element may be hidden.
        shows_all: whether all text counts as seen.
        harmless: values of `class` and `style` that hide nothing; `judge` adds to them.
    """

    def __init__(self, sheet: Sheet = NO_SHEET, *, shows_all: bool = False) -> None:
        """Read the rules of a page.

        Args:
            sheet: rules of its <style> elements.
            shows_all: whether all text counts as seen, as after the scripts of a page have run.
        """
        self._sheet = sheet
        self.shows_all = shows_all
        self._names = sheet.classes | _NAMES
        self.ids = sheet.ids
        self._by_tag: set[HtmlElement] = set()
        self._subjects: dict[HtmlElement, Subject] = {}
        self.tags = set(sheet.tags)
        self.harmless = sheet.harmless
        if len(self.harmless) > _MOST_HARMLESS:
            self.harmless.clear()

    def judge(self, element: HtmlElement) -> str:
        """Return `HIDDEN`, `KEEPS_BREAKS` or, for an element like all others, an empty text."""
        verdict = self._judge(element)
        return "" if self.shows_all and verdict == HIDDEN and not _is_jammed(element) else verdict

    def _judge(self, element: HtmlElement) -> str:
        if element.tag in ("html", "body") or element.get("id") in _SHOWN_IDS:
            return ""
        style, names = element.get("style"), element.get("class")
        sets = declared(style) if style else NOTHING
        identity = element.get("id")
        known, ruled = False, element in self._by_tag or element.tag in self._sheet.tags
        if identity in self.ids:
            ruled = True
            self._watch_inside(element, f"#{identity}")
        if names and names not in self.harmless:
            classes = frozenset(names.split())
            if classes.isdisjoint(self._names):
                self.harmless.add(names)
            else:
                known, ruled = not classes.isdisjoint(_NAMES), True
                for name in classes:
                    self._watch_inside(element, f".{name}")
        if ruled and self._sheet.by_key:
            rules, insists = self._sheet.of(element, self._subjects)
            sets = insists.over(sets.over(rules))
        if element.tag == "dialog" and element.get("open") is None:
            return HIDDEN
        is_off = element.get("hidden") is not None or (known and sets.displayed is None)
        if is_off or ((sets.may_hide or element.tag == "font") and _is_hidden(element, sets)):
            is_off = is_off or sets.visible is False or bool(sets.away)
            if not ((is_off or sets.displayed is False) and can_be_opened(element)):
                return HIDDEN
        if sets.keeps_breaks:
            return KEEPS_BREAKS
        if style and style not in self.harmless and not declared(style).may_matter:
            self.harmless.add(style)
        return ""

    def _watch_inside(self, element: HtmlElement, key: str) -> None:
        """Remember the elements that a rule may hide inside of one with a class or an id."""
        if tags := self._sheet.inside.get(key):
            self._by_tag.update(element.iter(*tags))
            self.tags |= tags


def _is_jammed(element: HtmlElement) -> bool:
    """Return whether an element is a piece of a line, which no script shows later."""
    return element.tag in _INLINE and bool((element.tail or "").strip())


HIDDEN, KEEPS_BREAKS = "hidden", "keeps breaks"


BREAKS_ALONE = Display(shows_all=True)
"""All text is seen but for what is hidden inside of lines."""


def page_display(page: Page) -> Display:
    """Return how the text of a page is displayed."""
    return page.once(_display)


def _display(page: Page) -> Display:
    return Display(page_sheet(page))


def is_seen(page: Page, element: HtmlElement) -> bool:
    """Return whether the text of an element is displayed."""
    display = page_display(page)
    # From the outside in: what stands around decides about rules for what is inside.
    around = [element, *element.iterancestors()]
    return all(display.judge(one) != HIDDEN for one in reversed(around))


def _is_hidden(element: HtmlElement, sets: Declared) -> bool:
    if sets.displayed is False or sets.away:
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
    if colour is None or (is_dark(colour) and not (sets.ground or own_ground)):
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


def _are_alike(one: str, other: str) -> bool:
    """Return whether nobody can tell two colours apart."""
    return all(abs(a - b) <= _ALIKE for a, b in zip(parts_of(one), parts_of(other), strict=True))


def _is_near_white(colour: str) -> bool:
    return min(parts_of(colour)) >= WHITISH


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
