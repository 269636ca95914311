"""What a source of related words gives."""

from __future__ import annotations

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
