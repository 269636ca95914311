"""What a source of related words gives."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, Protocol

Relation = Literal["synonym", "near-synonym", "hypernym", "hyponym"]


@dataclass(frozen=True)
class Suggestion:
    """A word that is related to a picked one.

    Attributes:
        word: the suggested word.
        of: the picked word.
        relation: what the suggested word is to it.
        source: where this stands.
    """

    word: str
    of: str
    relation: Relation
    source: str


class SuggestionSource(Protocol):
    """A thesaurus, a lexicon of concepts, or vectors."""

    def suggest(self, word: str) -> list[Suggestion]:
        """What the source relates to a word, nearest first; nothing for a word it does not know."""


def suggestions(
    word: str, related: Iterable[tuple[Relation, str, str]], source: str, most: int
) -> list[Suggestion]:
    """The first words of each relation, each word once in it.

    Args:
        word: the picked word.
        related: relation, word and where in the source that stands, nearest first.
        source: name of the source.
        most: words of one relation at most.
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
