"""The rules of a page's own <style> elements that hide text or keep the line breaks of the source."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import NamedTuple

from lxml.html import HtmlElement

from topiccrawl.page.page import Page
from topiccrawl.page.styles.colours import WHITISH, parts_of
from topiccrawl.page.styles.declarations import NOTHING, Declared, declared
from topiccrawl.page.styles.selectors import COMMENT, Selector, Subject, css_blocks, parse_selector

MAX_CSS = 500_000
"""Maximum number of characters of a page's styles that are read."""

MAX_KEYS = 60
"""Maximum number of classes, ids and tags with such rules that are looked for in a page."""

_STYLE = re.compile(r"<(?:style|STYLE|Style)\b([^<>]*)>")
_STYLE_END = re.compile(r"</style", re.IGNORECASE)
_MEDIA = re.compile(r"\bmedia\s*=\s*[\"']?([^\"'>]*)", re.IGNORECASE)
_SCREENS = frozenset(("", "all", "screen"))


class HidingRule(NamedTuple):
    """What a selector sets.

    Attributes:
        selector: which elements it is for.
        rank: specificity, then position; the highest wins.
        sets: the properties.
        matters: whether they may hide text, wherever it stands, or keep line breaks.
        insists: those of the properties that are `!important`.
    """

    selector: Selector
    rank: tuple[int, int, int, int]
    sets: Declared
    matters: bool
    insists: Declared = NOTHING


@dataclass(frozen=True)
class Sheet:
    """Rules by the id, class or tag of their targets: `#id`, `.class` or `tag`.

    Attributes:
        by_key: the rules.
        keys: keys of the rules that may hide text or keep line breaks.
        tags: tags that they may hide wherever they stand.
        inside: tags that they may hide inside of an element with a class, `.class`, or id, `#id`.
        harmless: values of attributes that hide nothing on pages with these rules.
    """

    by_key: dict[str, list[HidingRule]] = field(default_factory=dict)
    keys: tuple[str, ...] = ()
    tags: frozenset[str] = frozenset()
    inside: dict[str, frozenset[str]] = field(default_factory=dict)
    harmless: set[str] = field(default_factory=set)

    @cached_property
    def classes(self) -> frozenset[str]:
        """Return the classes of targets, and of elements inside of which tags may be hidden."""
        return frozenset(key[1:] for key in (*self.keys, *self.inside) if key[0] == ".")

    @cached_property
    def ids(self) -> frozenset[str]:
        """Return the ids of such elements."""
        return frozenset(key[1:] for key in (*self.keys, *self.inside) if key[0] == "#")

    def of(self, element: HtmlElement, subjects: dict[HtmlElement, Subject]) -> tuple[Declared, Declared]:
        """Return what the rules say of an element: all they say, and what is `!important`.

        Args:
            element: the element.
            subjects: those of elements that were asked about, or stand around one; this method adds to them.
        """
        if not self.by_key:
            return NOTHING, NOTHING
        subject = _subject(element, subjects)
        near = [rule for key in subject.keys for rule in self.by_key.get(key, ())]
        rules = [rule for rule in near if rule.selector.test(subject)[0]]
        found = insists = NOTHING
        for rule in sorted(rules, key=lambda rule: rule.rank):
            found = rule.sets.over(found)
            if rule.insists is not NOTHING:
                insists = rule.insists.over(insists)
        return found, insists


NO_SHEET = Sheet()


def page_sheet(page: Page) -> Sheet:
    """Return the rules of a page's <style> elements."""
    html = page.html
    if "<style" not in html and "<STYLE" not in html:
        return NO_SHEET
    css = "\n".join(map(_closed, _texts(html)))[:MAX_CSS]
    return read_sheet(css) if css else NO_SHEET


def _closed(css: str) -> str:
    """Return a sheet without comments, its blocks closed as the end of a <style> element closes them."""
    if "/*" in css:
        css = COMMENT.sub(" ", css)
    return css + "}" * max(0, css.count("{") - css.count("}"))


def _texts(html: str) -> Iterator[str]:
    """Yield the texts of the <style> elements for screens; a walk through the tree would take longer."""
    for found in _STYLE.finditer(html):
        media = _MEDIA.search(found[1])
        if media is None or media[1].strip().lower() in _SCREENS:
            end = _STYLE_END.search(html, found.end())
            yield html[found.end() : end.start() if end else len(html)]


@lru_cache(maxsize=256)  # the pages of a site share their styles
def read_sheet(css: str) -> Sheet:
    """Return the rules of styles that matter for the text."""
    by_key: dict[str, list[HidingRule]] = {}
    keys: dict[str, None] = {}
    number = 0
    for prelude, body in css_blocks(css.replace("<!--", " ").replace("-->", " ")):
        sets = declared(body)
        if sets == NOTHING:
            continue
        insists = _important(body)
        hides = sets._replace(colour=None).may_hide
        light = sets.colour is not None and min(parts_of(sets.colour)) >= WHITISH and sets.ground is None
        matters = hides or bool(sets.keeps_breaks) or (bool(sets.colour) and sets.colour == sets.ground)
        for text in prelude.split(","):
            if (selector := parse_selector(text)) is None or "-cloak]" in text:  # a script lifts cloaks
                continue
            number += 1
            key = selector.target.key
            # White text of menus is a matter of tags: `.menu a`.
            asked = matters or (light and key[0] == ".")
            rule = HidingRule(selector, (*selector.specificity, number), sets, asked, insists)
            by_key.setdefault(key, []).append(rule)
            if asked:
                keys[key] = None
    found = tuple(keys)[:MAX_KEYS]
    anywhere: set[str] = set()
    inside: dict[str, frozenset[str]] = {}
    for key in found:
        if key[0] in ".#*":
            continue
        for rule in by_key[key]:
            if rule.matters and (outer := _nearest_name(rule)):
                inside[outer] = inside.get(outer, frozenset()) | {key}
            elif rule.matters:
                anywhere.add(key)
    return Sheet(by_key, found, frozenset(anywhere), inside)


def _important(body: str) -> Declared:
    """Return what the declarations of a rule say that are `!important`."""
    if "!" not in body:
        return NOTHING
    return declared(";".join(one for one in body.split(";") if "important" in one.partition("!")[2].lower()))


def _nearest_name(rule: HidingRule) -> str:
    """Return the nearest id or class around the target of a rule, with its mark; empty if there is none."""
    return next((part.key for part, _ in rule.selector.around if part.key[0] in ".#"), "")


def _subject(element: HtmlElement, known: dict[HtmlElement, Subject]) -> Subject:
    chain: list[HtmlElement] = []
    one: HtmlElement | None = element
    while one is not None and one not in known:
        chain.append(one)
        one = one.getparent()
    subject = known[one] if one is not None else None
    for inner in reversed(chain):
        subject = known[inner] = Subject.of(inner, subject)
    return known[element]
