"""Related words by HowNet's definitions.

Words with equal definitions are synonyms. Of two definitions with the same primary sememe, one whose features
are a subset of the other's is more general: 华人 (human, China) is a hypernym of 华侨 (human, China,
related to country). Definitions shared by many words (such as place names) are too coarse to use.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np

from topiccrawl.relevance.hownet.hownet import Definition, HowNet
from topiccrawl.topics.suggestions.suggestion import Relation

_ENGLISH = re.compile(r"[^|,()=]+\|")
"""The English name before the Chinese name of a sememe."""
_COARSE = 30
"""Number of words above which a shared definition is too coarse."""
_NEAR = 0.95
"""Minimum similarity of near-synonyms."""
_FURTHER = 2
"""Maximum number of additional features of a more specific definition."""


class FromHowNet:
    """Suggestions from HowNet.

    Args:
        hownet: the thesaurus.
    """

    def __init__(self, hownet: HowNet) -> None:
        self._hownet = hownet
        self._words: dict[Definition, list[str]] = {}
        for word in hownet.words:
            for sense in hownet.senses(word):
                self._words.setdefault(sense, []).append(word)
        self._of_sememe: dict[str, list[Definition]] = {}
        for sense in self._words:
            self._of_sememe.setdefault(sense.first, []).append(sense)

    def related(self, word: str) -> Iterator[tuple[Relation, str, str]]:
        """Yield words with an equal, more general, more specific or similar definition."""
        fine = [sense for sense in self._hownet.senses(word) if len(self._words[sense]) <= _COARSE]
        for sense in fine:
            yield from (("synonym", other, _displayed(sense)) for other in self._words[sense])
        for sense in fine:
            yield from self._general(sense)
        for sense in fine:
            yield from self._special(sense)
        if fine:
            yield from self._near(word)

    def _general(self, sense: Definition) -> Iterator[tuple[Relation, str, str]]:
        features = _features(sense)
        above = [other for other in self._of_sememe[sense.first] if _features(other) < features]
        # The closest definition first: it has most of the features.
        for other in sorted(above, key=lambda other: -len(_features(other))):
            if len(self._words[other]) <= _COARSE:
                yield from (("hypernym", word, _displayed(other)) for word in self._words[other])

    def _special(self, sense: Definition) -> Iterator[tuple[Relation, str, str]]:
        features = _features(sense)
        if not features:
            return  # a bare sememe is more general than every definition with it
        below = [
            other
            for other in self._of_sememe[sense.first]
            if features < (more := _features(other)) and len(more) <= len(features) + _FURTHER
        ]
        for other in sorted(below, key=lambda other: len(_features(other))):
            if len(self._words[other]) <= _COARSE:
                yield from (("hyponym", word, _displayed(other)) for word in self._words[other])

    def _near(self, word: str) -> Iterator[tuple[Relation, str, str]]:
        values = self._hownet.row(word)
        for number in np.argsort(-values, kind="stable"):
            if values[number] < _NEAR:
                break
            if values[number] < 1:
                yield "near-synonym", self._hownet.words[number], f"{values[number]:.2f}"


def _features(sense: Definition) -> frozenset[tuple[str, str]]:
    """All features of a definition besides its primary sememe."""
    pairs = {("", value) for value in sense.others}
    for key, values in (*sense.relations, *sense.symbols):
        pairs.update((key, value) for value in values)
    return frozenset(pairs)


def _displayed(sense: Definition) -> str:
    """A definition in Chinese names, in HowNet's notation."""
    values = [sense.first, *sense.others]
    values += [key + value for key, some in (*sense.relations, *sense.symbols) for value in some]
    return ",".join(_ENGLISH.sub("", value) for value in values)
