"""The rules of a page's own <style> elements that hide text or keep the line breaks of the source."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from lxml.html import HtmlElement

from topiccrawl.page.page import Page
from topiccrawl.page.styles.declarations import NOTHING, Declared, declared
from topiccrawl.page.styles.selectors import (
    COMMENT,
    Compound,
    Subject,
    css_blocks,
    parse_selector,
    specificity,
)

MAX_CSS = 200_000
"""Maximum number of characters of a page's styles that are read."""

MAX_KEYS = 60
"""Maximum number of classes, ids and tags with such rules that are looked for in a page."""

_SCREENS = frozenset(("", "all", "screen"))


class HidingRule(NamedTuple):
    """What a selector sets.

    Attributes:
        target: selector of the element itself.
        around: selectors of its ancestors from the inside out, each with whether it must be the parent.
        rank: specificity, then position; the highest wins.
        sets: the properties.
        matters: whether they may hide text, wherever it stands, or keep line breaks.
    """

    target: Compound
    around: tuple[tuple[Compound, bool], ...]
    rank: tuple[int, int, int, int]
    sets: Declared
    matters: bool


@dataclass(frozen=True)
class Sheet:
    """Rules by the id, class or tag of their targets: `#id`, `.class` or `tag`.

    Attributes:
        by_key: the rules.
        keys: keys of the rules that may hide text or keep line breaks.
        css: the text of the rules.
        harmless: values of attributes that hide nothing on pages with these rules.
    """

    by_key: dict[str, list[HidingRule]] = field(default_factory=dict)
    keys: tuple[str, ...] = ()
    css: str = ""
    harmless: set[str] = field(default_factory=set)

    def elements_by_tag(self, root: HtmlElement, html: str) -> frozenset[HtmlElement]:
        """Return the elements of a page that rules may hide by their tags, as in `.menu em`.

        Args:
            root: tree of the page.
            html: its source; a class or id of a rule has to stand in it outside of the rules.
        """
        found: set[HtmlElement] = set()
        for key in self.keys:
            if key[0] in ".#*":
                continue
            for rule in self.by_key[key]:
                if rule.matters and self._names_stand_in(rule, html):
                    found.update(_within(root, rule))
        return frozenset(found)

    def _names_stand_in(self, rule: HidingRule, html: str) -> bool:
        names = (name for part, _ in rule.around for name in (*part.ids, *part.classes))
        return all(html.count(name) > self.css.count(name) for name in names)

    def may_matter(self, classes: frozenset[str]) -> bool:
        """Return whether a rule may hide an element with some classes, or keep its line breaks."""
        return any(
            rule.matters and rule.target.classes <= classes
            for name in classes
            for rule in self.by_key.get("." + name, ())
        )

    def of(self, element: HtmlElement, subjects: dict[HtmlElement, Subject]) -> Declared:
        """Return what the rules say of an element.

        Args:
            element: the element.
            subjects: those of elements that were asked about, or stand around one; this method adds to them.
        """
        if not self.by_key:
            return NOTHING
        subject = _subject(element, subjects)
        keys = (subject.tag, "*", "#" + subject.identity, *("." + name for name in subject.classes))
        rules = [rule for key in keys for rule in self.by_key.get(key, ()) if _applies(rule, subject)]
        found = NOTHING
        for rule in sorted(rules, key=lambda rule: rule.rank):
            found = rule.sets.over(found)
        return found


NO_SHEET = Sheet()


def page_sheet(page: Page) -> Sheet:
    """Return the rules of a page's <style> elements."""
    if "<style" not in page.html and "<STYLE" not in page.html:
        return NO_SHEET
    css = "\n".join(_texts(page.tree))[:MAX_CSS]
    return read_sheet(css) if css else NO_SHEET


def _texts(root: HtmlElement) -> Iterator[str]:
    for element in root.iter("style"):
        if element.text and (element.get("media") or "").strip().lower() in _SCREENS:
            yield element.text


@lru_cache(maxsize=256)  # the pages of a site share their styles
def read_sheet(css: str) -> Sheet:
    """Return the rules of styles that matter for the text."""
    by_key: dict[str, list[HidingRule]] = {}
    keys: dict[str, None] = {}
    number = 0
    for prelude, body in css_blocks(COMMENT.sub(" ", css).replace("<!--", " ").replace("-->", " ")):
        sets = declared(body)
        if sets == NOTHING:
            continue
        hides = sets._replace(colour=None).may_hide
        matters = hides or bool(sets.keeps_breaks) or (bool(sets.colour) and sets.colour == sets.ground)
        for selector in prelude.split(","):
            if not (parts := parse_selector(selector)):
                continue
            number += 1
            (target, _), *around = reversed(parts)
            links = [direct for _, direct in parts[:0:-1]]
            steps = tuple((part, direct) for (part, _), direct in zip(around, links, strict=True))
            key = _key(target)
            rule = HidingRule(target, steps, (*specificity(parts), number), sets, matters)
            by_key.setdefault(key, []).append(rule)
            if matters:
                keys[key] = None
    return Sheet(by_key, tuple(keys)[:MAX_KEYS], css)


def _within(root: HtmlElement, rule: HidingRule) -> Iterator[HtmlElement]:
    """Yield the elements with the tag of a rule, inside of the nearest class or id that it names."""
    named = next((part for part, _ in rule.around if part.ids or part.classes), None)
    if named is None:
        yield from root.iter(rule.target.tag)
        return
    if named.ids:
        outer = root.iterfind(f".//*[@id='{min(named.ids)}']")
    else:
        outer = root.xpath("descendant::*[contains(@class, $name)]", name=min(named.classes))
    for element in outer:
        yield from element.iter(rule.target.tag)


def _key(target: Compound) -> str:
    """Return the id, class or tag under which a rule is looked up."""
    if target.ids:
        return "#" + min(target.ids)
    if target.classes:
        return "." + min(target.classes)
    return target.tag or "*"


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


def _applies(rule: HidingRule, subject: Subject) -> bool:
    if not rule.target.matches(subject):
        return False
    around = subject.parent
    for part, direct in rule.around:
        while around is not None and not direct and not part.matches(around):
            around = around.parent
        if around is None or not part.matches(around):
            return False
        around = around.parent
    return True
