"""Style sheets as text: their rules, and selectors of tags, classes and ids with combinators."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
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


def parse_selector(selector: str) -> list[tuple[Compound, bool]]:
    """Return the parts of a selector, each with whether it is a child of the previous; empty on failure."""
    parts: list[tuple[Compound, bool]] = []
    direct = False
    for word in selector.replace(">", " > ").split():
        if word == ">":
            direct = True
            continue
        if (part := _compound(word)) is None:
            return []
        parts.append((part, direct))
        direct = False
    return parts


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


def specificity(parts: Sequence[tuple[Compound, bool]]) -> tuple[int, int, int]:
    """Return how many ids, classes and tags a selector names, in this order."""
    return (
        sum(len(part.ids) for part, _ in parts),
        sum(len(part.classes) + len(part.attributes) for part, _ in parts),
        sum(bool(part.tag) for part, _ in parts),
    )
