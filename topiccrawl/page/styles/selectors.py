"""Style sheets as text: their rules, and selectors of tags, classes and ids with combinators."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from lxml.html import HtmlElement

COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)", re.DOTALL)
"""A comment of a style sheet, which `css_blocks` does not expect."""

_COMPOUND = re.compile(r"(?P<tag>[a-zA-Z][a-zA-Z0-9]*|\*)?(?P<rest>(?:[.#][\w-]+)*)(?::link)?")
_PIECE = re.compile(r"([.#])([\w-]+)")
_NO_CLASSES: frozenset[str] = frozenset()
_SCREEN = re.compile(r"@media\s+(?:only\s+)?(?:screen|all)\s*")


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
    """

    tag: str
    identity: str
    classes: frozenset[str]
    parent: Subject | None

    @classmethod
    def of(cls, element: HtmlElement, parent: Subject | None) -> Subject:
        """Create the subject of an element, given that of its parent."""
        classes = element.get("class")
        return cls(
            element.tag,
            element.get("id") or "",
            frozenset(classes[:MAX_CLASSES].split()) if classes else _NO_CLASSES,
            parent,
        )


class Compound(NamedTuple):
    """A compound selector, such as `div.news`."""

    tag: str
    ids: frozenset[str]
    classes: frozenset[str]

    def matches(self, subject: Subject) -> bool:
        """Return whether an element matches."""
        return (
            (not self.tag or subject.tag == self.tag)
            and self.classes <= subject.classes
            and (not self.ids or self.ids == {subject.identity})
        )


def css_blocks(css: str) -> Iterator[tuple[str, str]]:
    """Yield the selectors and declarations of all rules; of rules in at-rules only those for all screens."""
    around: list[str] = []
    text = ""
    for part in re.split(r"([{}])", css):
        if part == "{":
            around.append(text.rpartition(";")[2].strip())
        elif part == "}" and around:
            prelude = around.pop()
            if not prelude.startswith("@") and all(_SCREEN.fullmatch(rule.lower()) for rule in around):
                yield prelude, text
        text = "" if part in ("{", "}") else part


def parse_selector(selector: str) -> list[tuple[Compound, bool]]:
    """Return the parts of a selector, each with whether it is a child of the previous; empty on failure."""
    parts: list[tuple[Compound, bool]] = []
    direct = False
    for word in selector.replace(">", " > ").split():
        if word == ">":
            direct = True
            continue
        found = _COMPOUND.fullmatch(word)
        if found is None:
            return []
        pieces = _PIECE.findall(found["rest"])
        tag = (found["tag"] or "*").lower()
        parts.append(
            (
                Compound(
                    "" if tag == "*" else tag,
                    frozenset(name for sign, name in pieces if sign == "#"),
                    frozenset(name for sign, name in pieces if sign == "."),
                ),
                direct,
            )
        )
        direct = False
    return parts


def specificity(parts: Sequence[tuple[Compound, bool]]) -> tuple[int, int, int]:
    """Return how many ids, classes and tags a selector names, in this order."""
    return (
        sum(len(part.ids) for part, _ in parts),
        sum(len(part.classes) for part, _ in parts),
        sum(bool(part.tag) for part, _ in parts),
    )
