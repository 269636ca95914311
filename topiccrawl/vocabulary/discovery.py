"""New words: runs of characters that hold together, stand among many neighbours, and are in no dictionary.

Cohesion is the pointwise mutual information of a run with its weakest split, `min log(p(ab) / (p(a) p(b)))`:
pieces that meet by chance have about 0. Freedom is the smaller one of the entropies of the characters to its
left and to its right: a piece of a word is always followed by the rest of the word, and has about 0.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from heapq import nlargest

from topiccrawl.errors import VocabularyError
from topiccrawl.text.normalise import normalise
from topiccrawl.text.sources import TextDocument
from topiccrawl.vocabulary.general import lexicon
from topiccrawl.vocabulary.ngrams import BoundedCounter, grams

_RUN = re.compile("[\u3400-\u9fff]+")
_LOOSE_TAGS = frozenset("c p r uj ul uv ud ug uz y".split())
"""Conjunctions, prepositions, pronouns, particles: no new word begins or ends with such a character."""
_MEASURES = frozenset(("q",))
"""Measure words: no new word begins with one of one character."""

_SHARE = 20
"""One in so many of the runs that memory may hold gets its neighbours counted: the most frequent ones."""


@dataclass(frozen=True)
class DiscoveryParameters:
    """When a run of characters is a word.

    Attributes:
        longest: characters of a word at most.
        least: occurrences that a word needs.
        least_documents: documents that must hold it.
        cohesion: least pointwise mutual information over all splits, natural logarithm.
        freedom: least entropy of the neighbours on either side, natural logarithm.
        capacity: runs that are kept in memory at most.

    Raises:
        VocabularyError: a value out of range; names it.
    """

    longest: int = 6
    least: int = 5
    least_documents: int = 2
    cohesion: float = 3.0
    freedom: float = 1.0
    capacity: int = 1_000_000

    def __post_init__(self) -> None:
        for name, bound in (("longest", 2), ("least", 1), ("least_documents", 1), ("capacity", 1)):
            if getattr(self, name) < bound:
                raise VocabularyError(f"{name} = {getattr(self, name)!r} is under {bound}")
        for name in ("cohesion", "freedom"):
            if not 0 <= getattr(self, name) < math.inf:
                raise VocabularyError(f"{name} = {getattr(self, name)!r} is not a number of at least 0")


@dataclass(frozen=True)
class NewWord:
    """A word that no dictionary holds.

    Attributes:
        word: the word.
        count: its occurrences.
        documents: documents that hold it.
        cohesion: pointwise mutual information of its weakest split.
        freedom: the smaller entropy of its neighbours.
    """

    word: str
    count: int
    documents: int
    cohesion: float
    freedom: float


@dataclass(frozen=True)
class Discovery:
    """What was found.

    Attributes:
        words: those in most documents first.
        overlooked: words with so few occurrences may have been overlooked for want of memory; 0: none was.
    """

    words: list[NewWord]
    overlooked: int


def discover(
    documents: Iterable[TextDocument],
    known: Collection[str] = frozenset(),
    parameters: DiscoveryParameters | None = None,
    progress: Callable[[int], object] = lambda size: None,
) -> Discovery:
    """New words of documents.

    The documents are gone through twice: for the counts, then for the neighbours of what holds together.

    Args:
        documents: an iterable that can be gone through again (no generator).
        known: words that are not new, besides those of the segmenter's dictionary.
        parameters: when a run is a word.
        progress: is called with the number of documents gone through, in both rounds.
    """
    chosen = parameters or DiscoveryParameters()
    counter = BoundedCounter(chosen.capacity)
    size = 0
    for document in documents:
        counter.add(piece for run in _runs(document) for piece in grams(run, chosen.longest))
        size += 1
        progress(size)
    cohesions = _cohesive(counter.counts, known, chosen)
    neighbours = {word: _Neighbours() for word in cohesions}
    lengths = sorted({len(word) for word in cohesions})
    for document in documents:
        _meet(normalise(document.text), neighbours, lengths)
        size += 1
        progress(size)
    found = [
        NewWord(word, met.count, met.documents, cohesions[word], met.freedom())
        for word, met in neighbours.items()
        if met.count >= chosen.least and met.documents >= chosen.least_documents
    ]
    free = [word for word in found if word.freedom >= chosen.freedom]
    return Discovery(sorted(free, key=lambda new: (-new.documents, -new.count, new.word)), counter.error)


class _Neighbours:
    """What stands beside a run."""

    def __init__(self) -> None:
        self.count = 0
        self.documents = 0
        self._left: Counter[str] = Counter()
        self._right: Counter[str] = Counter()

    def add(self, left: str, right: str) -> None:
        self.count += 1
        self._left[left] += 1
        self._right[right] += 1

    def freedom(self) -> float:
        return min(entropy(self._left), entropy(self._right))


def entropy(counts: Counter[str]) -> float:
    """Entropy of a distribution, natural logarithm; 0 for nothing.

    >>> entropy(Counter("侨侨侨")), round(entropy(Counter("华侨")), 4)
    (0.0, 0.6931)
    """
    total = counts.total()
    return -sum(count / total * math.log(count / total) for count in counts.values()) + 0.0


def _runs(document: TextDocument) -> Iterator[str]:
    return iter(_RUN.findall(normalise(document.text)))


def _cohesive(
    counts: Counter[str], known: Collection[str], parameters: DiscoveryParameters
) -> dict[str, float]:
    """The cohesion of the runs that hold together and may be new words."""
    total = sum(count for run, count in counts.items() if len(run) == 1)
    lexical, loose, measures = lexicon().counts, _characters(_LOOSE_TAGS), _characters(_MEASURES)
    found = {}
    for run, count in counts.items():
        if len(run) < 2 or count < parameters.least or run in lexical or run in known:
            continue
        if run[0] in loose or run[0] in measures or run[-1] in loose:
            continue
        cohesion = min(
            math.log(count * total / (counts[run[:at]] * counts[run[at:]])) for at in range(1, len(run))
        )
        if cohesion >= parameters.cohesion:
            found[run] = cohesion
    most = max(1, parameters.capacity // _SHARE)
    if len(found) > most:
        found = {run: found[run] for run in nlargest(most, found, key=lambda run: (counts[run], run))}
    return found


def _meet(text: str, neighbours: dict[str, _Neighbours], lengths: list[int]) -> None:
    """Note what stands beside the runs in a text; ends of it and signs are neighbours, too."""
    met = set()
    for run in _RUN.finditer(text):
        for start in range(run.start(), run.end()):
            for length in lengths:
                end = start + length
                if end > run.end():
                    break
                beside = neighbours.get(text[start:end])
                if beside is not None:
                    beside.add(text[start - 1 : start], text[end : end + 1])
                    met.add(text[start:end])
    for word in met:
        neighbours[word].documents += 1


@cache
def _characters(tags: frozenset[str]) -> frozenset[str]:
    """Words of one character with these parts of speech."""
    return frozenset(word for word, tag in lexicon().tags.items() if len(word) == 1 and tag in tags)
