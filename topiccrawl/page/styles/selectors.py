"""Style sheets as text: their rules, and selectors of tags, classes and ids with combinators."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from lxml.html import HtmlElement

COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)", re.DOTALL)
"""A comment of a style sheet, which `css_blocks` does not expect."""

_ATTRIBUTE = r"\[[\w-]+(?:[~^$*|]?=(?:\"[^\"\]]*\"|'[^'\]]*'|[^\"'\]]*))?\]"
_COMPOUND = re.compile(
    rf"(?P<tag>[a-zA-Z][a-zA-Z0-9]*|\*)?(?P<rest>(?:[.#][\w-]+)*)(?P<attributes>(?:{_ATTRIBUTE})*)(?::link)?"
)
_PIECE = re.compile(r"([.#])([\w-]+)")
_ATTRIBUTE_PARTS = re.compile(r"\[([\w-]+)(?:([~^$*|]?=)[\"']?([^\"'\]]*)[\"']?)?\]")
_NO_CLASSES: frozenset[str] = frozenset()
_QUERY = re.compile(r"(?:(?:only\s+)?(?:screen|all)|(?=\())(?P<features>(?:\s*(?:and\s*)?\([^()]*\))*)")
_FEATURE = re.compile(r"\(\s*(min|max)-width\s*:\s*(\d+(?:\.\d+)?)(px|em|rem)\s*\)")

SCREEN = 1280.0
"""Width in pixels of the screen that rules for some widths are read for."""

MAX_CLASSES = 2_000
"""Number of characters of a class attribute that are read."""


@dataclass(frozen=True, slots=True, eq=False)
class Subject:
    """The properties of an element that selectors test.

    Attributes:
        tag: tag name in lower case.
        identity: id, empty when it has none.
        classes: classes.
        parent: parent element, None for <html>.
        attributes: attributes by name.
    """

    tag: str
    identity: str
    classes: frozenset[str]
    parent: Subject | None
    attributes: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, element: HtmlElement, parent: Subject | None) -> Subject:
        """Create the subject of an element, given that of its parent."""
        classes = element.get("class")
        return cls(
            element.tag,
            element.get("id") or "",
            frozenset(classes[:MAX_CLASSES].split()) if classes else _NO_CLASSES,
            parent,
            element.attrib,
        )

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of rules that may select it; see `Compound.key`."""
        return ("*", self.tag, f"#{self.identity}", *(f".{name}" for name in self.classes))


class Compound(NamedTuple):
    """A compound selector, such as `div.news[title]`.

    Attributes:
        tag: tag name in lower case; empty: any.
        ids: ids.
        classes: classes.
        attributes: name, operator and value of attributes; no operator: any value.
    """

    tag: str
    ids: frozenset[str]
    classes: frozenset[str]
    attributes: tuple[tuple[str, str, str], ...] = ()

    @property
    def key(self) -> str:
        """The id, class or tag under which rules for it are looked up: `#id`, `.class`, `tag` or `*`."""
        if self.ids:
            return "#" + min(self.ids)
        if self.classes:
            return "." + min(self.classes)
        return self.tag or "*"

    def matches(self, subject: Subject) -> bool:
        """Return whether an element matches."""
        return (
            (not self.tag or subject.tag == self.tag)
            and self.classes <= subject.classes
            and (not self.ids or self.ids == {subject.identity})
            and (
                not self.attributes
                or all(_has_attribute(subject.attributes, *attribute) for attribute in self.attributes)
            )
        )


def _has_attribute(attributes: Mapping[str, str], name: str, operator: str, wanted: str) -> bool:
    """Return whether an element has an attribute as a selector asks for."""
    value = attributes.get(name)
    if value is None or not operator:
        return value is not None
    if operator == "=":
        return value == wanted
    if operator == "~=":
        return wanted in value.split()
    if operator == "|=":
        return value == wanted or value.startswith(f"{wanted}-")
    if not wanted:
        return False
    if operator == "*=":
        return wanted in value
    return value.startswith(wanted) if operator == "^=" else value.endswith(wanted)


def css_blocks(css: str) -> Iterator[tuple[str, str]]:
    """Yield the selectors and declarations of all rules; of rules in at-rules only those for all screens."""
    around: list[str] = []
    text = ""
    for part in re.split(r"([{}])", css):
        if part == "{":
            around.append(text.rpartition(";")[2].strip())
        elif part == "}" and around:
            prelude = around.pop()
            if not prelude.startswith("@") and all(map(_is_for_the_screen, around)):
                yield prelude, text
        text = "" if part in ("{", "}") else part


def _is_for_the_screen(rule: str) -> bool:
    """Return whether a rule around rules is one for media, and for a screen of `SCREEN` pixels.

    >>> _is_for_the_screen("@media print"), _is_for_the_screen("@media screen and (min-width: 900px)")
    (False, True)
    """
    name, _, queries = rule.lower().partition(" ")
    return name == "@media" and any(map(_holds, queries.split(",")))


def _holds(query: str) -> bool:
    found = _QUERY.fullmatch(query.strip())
    if found is None:
        return False
    features = found["features"]
    widths = list(_FEATURE.finditer(features))
    if len(widths) != features.count("("):
        return False
    return all(
        (pixels <= SCREEN) if bound == "min" else (pixels >= SCREEN)
        for bound, number, unit in (width.groups() for width in widths)
        for pixels in (float(number) * (1 if unit == "px" else 16),)
    )


class Selector(NamedTuple):
    """What a selector demands of an element and of those around it.

    Attributes:
        target: of the element itself.
        around: of its ancestors from the inside out, each with whether it must be the parent.
        specificity: how many ids, classes and tags it names, in this order.
    """

    target: Compound
    around: tuple[tuple[Compound, bool], ...]
    specificity: tuple[int, int, int]

    def test(self, subject: Subject) -> tuple[bool, int]:
        """Return whether it selects an element, and how many ancestors between its parts were passed.

        An ancestor part is matched with the nearest matching element only.
        """
        if not self.target.matches(subject):
            return False, 0
        passed, around = 0, subject.parent
        for part, direct in self.around:
            while around is not None and not direct and not part.matches(around):
                passed, around = passed + 1, around.parent
            if around is None or not part.matches(around):
                return False, passed
            around = around.parent
        return True, passed


def parse_selector(selector: str) -> Selector | None:
    """Return a selector; None if it has a part of another kind."""
    around: list[tuple[Compound, bool]] = []
    target: Compound | None = None
    direct = False
    for word in selector.replace(">", " > ").split():
        if word == ">":
            direct = True
            continue
        if (part := _compound(word)) is None:
            return None
        if target is not None:
            around.insert(0, (target, direct))
        target, direct = part, False
    if target is None:
        return None
    parts = [target, *(part for part, _ in around)]
    specificity = (
        sum(len(part.ids) for part in parts),
        sum(len(part.classes) + len(part.attributes) for part in parts),
        sum(bool(part.tag) for part in parts),
    )
    return Selector(target, tuple(around), specificity)


@lru_cache(maxsize=4096)  # the selectors of a sheet share most of their words
def _compound(word: str) -> Compound | None:
    found = _COMPOUND.fullmatch(word)
    if found is None:
        return None
    pieces = _PIECE.findall(found["rest"])
    tag = (found["tag"] or "*").lower()
    return Compound(
        "" if tag == "*" else tag,
        frozenset([name for sign, name in pieces if sign == "#"]),
        frozenset([name for sign, name in pieces if sign == "."]),
        tuple(_ATTRIBUTE_PARTS.findall(found["attributes"])) if found["attributes"] else (),
    )
