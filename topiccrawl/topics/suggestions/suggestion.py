"""Suggestions of related words, and the protocol of their sources."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, Protocol

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


class SuggestionSource(Protocol):
    """Anything that relates words: a thesaurus, a lexicon, vectors."""

    def suggest(self, word: str) -> list[Suggestion]:
        """Return words related to a word, closest first; none for an unknown word."""


def suggestions(
    word: str, related: Iterable[tuple[Relation, str, str]], source: str, most: int
) -> list[Suggestion]:
    """Return the first distinct words of each relation.

    Args:
        word: the picked word.
        related: relation, word and place in the source, closest first.
        source: name of the source.
        most: maximum words per relation.
    """
    found: dict[Relation, dict[str, str]] = {}
    for relation, other, place in related:
        if other != word and len(words := found.setdefault(relation, {})) < most:
            words.setdefault(other, place)
    return [
        Suggestion(other, word, relation, f"{source} {place}")
        for relation, words in found.items()
        for other, place in words.items()
    ]
