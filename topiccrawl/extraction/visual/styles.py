"""Colours of a page without a browser: from attributes, inline styles and its <style> elements.

Supports the part of CSS that colours need: selectors of tags, classes and ids with the descendant and child
combinators; the cascade by specificity and order; inheritance. Other selectors, rules that depend on state
(`:hover`) are ignored. Linked style sheets are read where they are given (see `sheets`).
"""

# A CSS library was tried: tinycss2 needs 5 seconds for a sheet of 1 MB, as it builds an object per token.
# Only colours are needed, so this module splits sheets at their braces.

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from lxml.html import HtmlElement

from topiccrawl.page.styles.colours import BLACK, LINK_BLUE, WHITE, attribute_colours, declared_colours
from topiccrawl.page.styles.selectors import COMMENT, Selector, Subject, css_blocks, parse_selector

MAX_CSS = 1_000_000
"""Maximum number of characters of style sheets read per page."""

MAX_RULES = 10_000
"""Maximum number of selectors with colours read per page."""

MAX_TESTS = 200_000
"""Maximum number of tests of rules against elements per page; after that no rule applies."""


class Rule(NamedTuple):
    """The colours set for one selector.

    Attributes:
        selector: which elements it is for.
        rank: specificity, then position; the highest wins.
        colour: font colour, None when not set.
        background: background colour, None when not set; "" when transparent.
    """

    selector: Selector
    rank: tuple[int, int, int, int]
    colour: str | None
    background: str | None


def read_rules(css: str) -> list[Rule]:
    """Return the rules of a style sheet that set colours, in order."""
    rules: list[Rule] = []
    for prelude, body in css_blocks(COMMENT.sub(" ", css[:MAX_CSS])):
        if "color" not in body.lower() and "background" not in body.lower():
            continue
        colour, background = declared_colours(body)
        if colour is None and background is None:
            continue
        if len(rules) >= MAX_RULES:
            break
        for selector in filter(None, map(parse_selector, prelude.split(","))):
            rules.append(Rule(selector, (*selector.specificity, len(rules)), colour, background))
    return rules


@dataclass
class StyleSheet:
    """Style rules, indexed by tag, class and id."""

    rules: Sequence[Rule]
    _by_key: dict[str, list[Rule]] = field(default_factory=dict)
    _tests: int = MAX_TESTS

    def __post_init__(self) -> None:
        for rule in self.rules:
            self._by_key.setdefault(rule.selector.target.key, []).append(rule)

    def colours(self, subject: Subject) -> tuple[str | None, str | None]:
        """Return the font colour and background that the rules set for an element, None where not set."""
        if self._tests <= 0:
            return None, None
        colour: str | None = None
        background: str | None = None
        near = (rule for key in subject.keys for rule in self._by_key.get(key, ()))
        found = [rule for rule in near if self._applies(rule, subject)]
        for rule in sorted(found, key=lambda rule: rule.rank):
            colour = colour if rule.colour is None else rule.colour
            background = background if rule.background is None else rule.background
        return colour, background

    def _applies(self, rule: Rule, subject: Subject) -> bool:
        if self._tests <= 0:
            return False
        applies, passed = rule.selector.test(subject)
        self._tests -= 1 + passed
        return applies


def style_colours(
    root: HtmlElement, elements: Sequence[HtmlElement], parent: Sequence[int], css: str | None = None
) -> tuple[list[str], list[str]]:
    """Return the visible background and font colour of each of `elements`.

    Rules override attributes, inline styles override rules. Font colours are inherited; an element without a
    background shows that of its ancestors.

    Args:
        root: root of the page, for its <style> elements.
        elements: elements of the page, each after its parent.
        parent: for each the index of its parent, -1 for none.
        css: style sheets of the page; None: its <style> elements.
    """
    if css is None:
        css = "\n".join(style.text_content() for style in root.iter("style"))
    sheet = StyleSheet(read_rules(css))
    html = Subject.of(root, None)
    subjects: list[Subject] = []
    backgrounds: list[str] = []
    colours: list[str] = []
    for element, around in zip(elements, parent, strict=True):
        subjects.append(Subject.of(element, subjects[around] if around >= 0 else html))
        colour = colours[around] if around >= 0 else BLACK
        behind = background = backgrounds[around] if around >= 0 else WHITE
        if element.tag == "a" and element.get("href") is not None:
            colour = LINK_BLUE
        style = element.get("style")
        for own_colour, own_background in (
            attribute_colours(element),
            sheet.colours(subjects[-1]),
            declared_colours(style) if style else (None, None),
        ):
            colour = own_colour or colour
            background = background if own_background is None else own_background or behind
        backgrounds.append(background)
        colours.append(colour)
    return backgrounds, colours
