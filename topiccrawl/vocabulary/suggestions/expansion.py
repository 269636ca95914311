"""From picked words to related ones: hypernyms, hyponyms, synonyms, near-synonyms (paper C)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass

from topiccrawl.text.normalise import normalise
from topiccrawl.text.segment import function_words, stop_words
from topiccrawl.vocabulary.suggestions.suggestion import Suggestion, SuggestionSource


@dataclass(frozen=True)
class Related:
    """A suggested word, with all that speaks for it.

    Attributes:
        word: the word.
        reasons: the suggestions; the first source's first.
        count: its occurrences in the texts.
    """

    word: str
    reasons: tuple[Suggestion, ...]
    count: int

    @property
    def sources(self) -> int:
        """Number of pairs of a source and a picked word behind it."""
        return len({(reason.of, reason.source.split(" ", 1)[0]) for reason in self.reasons})


def expand(
    picked: Sequence[str],
    sources: Iterable[SuggestionSource],
    decided: Set[str] = frozenset(),
    counts: Mapping[str, int] | None = None,
) -> list[Related]:
    """Words related to picked ones, each once, with every reason for it.

    Left out are the picked words themselves, what was decided before, function words and single characters.

    Args:
        picked: the words to start from.
        sources: what suggests words.
        decided: words not to suggest.
        counts: occurrences of words in the texts.

    Returns:
        The words that occur in the texts and have most reasons first.
    """
    left_out = {*map(normalise, picked), *decided} | function_words() | stop_words()
    reasons: dict[str, dict[Suggestion, None]] = {}
    for source in sources:
        for word in dict.fromkeys(map(normalise, picked)):
            for suggestion in source.suggest(word):
                name = normalise(suggestion.word)
                if len(name) > 1 and name not in left_out:
                    reasons.setdefault(name, {})[suggestion] = None
    found = [Related(word, tuple(why), (counts or {}).get(word, 0)) for word, why in reasons.items()]
    return sorted(found, key=lambda row: (row.count == 0, -row.sources, -row.count, row.word))
