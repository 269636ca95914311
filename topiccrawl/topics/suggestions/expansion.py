"""Expand picked words by related ones: hypernyms, hyponyms, synonyms, near-synonyms (paper C)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass

from topiccrawl.text.normalise import normalise
from topiccrawl.text.segment import function_words, stop_words
from topiccrawl.topics.suggestions.suggestion import Source, Suggestion, suggestions


@dataclass(frozen=True)
class Related:
    """A suggested word with its reasons.

    Attributes:
        word: the word.
        reasons: the suggestions, in the order of the sources.
        count: its occurrences in the texts.
    """

    word: str
    reasons: tuple[Suggestion, ...]
    count: int

    @property
    def sources(self) -> int:
        """Number of pairs of a source and a picked word that suggest it."""
        return len({(reason.of, reason.source.split(" ", 1)[0]) for reason in self.reasons})


def expand(
    picked: Sequence[str],
    sources: Iterable[Source],
    most: int,
    decided: Set[str] = frozenset(),
    counts: Mapping[str, int] | None = None,
) -> list[Related]:
    """Return distinct words related to picked ones, each with all reasons.

    The picked words, decided words, function words and single characters are omitted.

    Args:
        picked: the words to start from.
        sources: relate words.
        most: maximum suggestions per word, source and relation.
        decided: words not to suggest.
        counts: occurrences of words in the texts.

    Returns:
        The words, sorted by occurrence in the texts and number of reasons.
    """
    left_out = {*map(normalise, picked), *decided} | function_words() | stop_words()
    reasons: dict[str, dict[Suggestion, None]] = {}
    for source in sources:
        for word in dict.fromkeys(map(normalise, picked)):
            for suggestion in suggestions(word, source, most):
                name = normalise(suggestion.word)
                if len(name) > 1 and name not in left_out:
                    reasons.setdefault(name, {})[suggestion] = None
    found = [Related(word, tuple(why), (counts or {}).get(word, 0)) for word, why in reasons.items()]
    return sorted(found, key=lambda row: (row.count == 0, -row.sources, -row.count, row.word))
