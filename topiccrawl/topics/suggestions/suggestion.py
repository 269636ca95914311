"""Suggestions of related words, from sources that relate words."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Literal

Relation = Literal["synonym", "near-synonym", "hypernym", "hyponym"]


@dataclass(frozen=True)
class Suggestion:
    """A word related to a picked one.

    Attributes:
        word: the suggested word.
        of: the picked word.
        relation: of the suggested word to the picked word.
        source: the source, and the place in it.
    """

    word: str
    of: str
    relation: Relation
    source: str


Related = Iterable[tuple[Relation, str, str]]
"""Words related to one: relation, word and place in the source, closest first; none for an unknown word."""

Source = tuple[str, Callable[[str], Related]]
"""A thesaurus, a lexicon or vectors: its name, and what returns the related words."""


def suggestions(word: str, source: Source, most: int) -> list[Suggestion]:
    """Return the first distinct words of each relation.

    Args:
        word: the picked word.
        source: relates words.
        most: maximum words per relation.
    """
    name, related = source
    found: dict[Relation, dict[str, str]] = {}
    for relation, other, place in related(word):
        if other != word and len(words := found.setdefault(relation, {})) < most:
            words.setdefault(other, place)
    return [
        Suggestion(other, word, relation, f"{name} {place}")
        for relation, words in found.items()
        for other, place in words.items()
    ]
