"""New words: cohesive runs of characters with varied neighbours that are in no dictionary.

Cohesion is the pointwise mutual information of a run at its weakest split, `min log(p(ab) / (p(a) p(b)))`: it
is about 0 for pieces that meet by chance. Freedom is the smaller entropy of the characters to its left and to
its right: it is about 0 for a piece of a word, which is always followed by the rest of the word.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from heapq import nlargest

from topiccrawl.text.normalise import normalise
from topiccrawl.text.segment import Segmenter
from topiccrawl.text.sources import TextDocument
from topiccrawl.topics.words.discovery_parameters import DiscoveryParameters
from topiccrawl.topics.words.general import lexicon
from topiccrawl.topics.words.ngrams import BoundedCounter, grams

_RUN = re.compile("[\u3400-\u9fff]+")
_LOOSE_TAGS = frozenset("c p r uj ul uv ud ug uz y".split())
"""Conjunctions, prepositions, pronouns, particles: new words do not begin or end with such a character."""
_MEASURES = frozenset(("q",))
"""Measure words: new words do not begin with one of one character."""

_FUNCTION_TAGS = frozenset("c p r uj ul uv ud ug uz y d e o zg".split())
"""Conjunctions, prepositions, pronouns, particles, adverbs."""
_VERBS = frozenset("是有在说称会为将")
_LONGEST = 6
"""Characters of a word."""
_CAPACITY = 1_000_000
"""Runs in memory."""
_SHARE = 20
"""Neighbours are counted for one in this number of the runs in memory, the most frequent ones."""


@dataclass(frozen=True)
class NewWord:
    """A word that is in no dictionary.

    Attributes:
        word: the word.
        count: its occurrences.
        documents: documents that contain it.
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
    """The new words of texts.

    Attributes:
        words: those in most documents first.
        overlooked: words with at most this number of occurrences may be missing, as memory was short.
    """

    words: list[NewWord]
    overlooked: int


def discover(
    documents: Iterable[TextDocument],
    known: Collection[str] = frozenset(),
    parameters: DiscoveryParameters | None = None,
    progress: Callable[[int], object] = lambda size: None,
) -> Discovery:
    """Find new words in documents.

    The documents are read twice: to count runs, then to count the neighbours of cohesive runs.

    Args:
        documents: an iterable that can be read twice (not a generator).
        known: words that are not new, besides those of the segmenter's dictionary.
        parameters: requirements for a word.
        progress: called with the number of documents read so far, in both rounds.
    """
    chosen = parameters or DiscoveryParameters()
    counter = BoundedCounter(_CAPACITY)
    size = 0
    for document in documents:
        counter.add(piece for run in _runs(document) for piece in grams(run, _LONGEST))
        size += 1
        progress(size)
    cohesions = _cohesive(counter.counts, known, chosen)
    neighbours = {word: _Neighbours() for word in cohesions}
    lengths = sorted({len(word) for word in cohesions})
    for document in documents:
        _count_neighbours(normalise(document.text), neighbours, lengths)
        size += 1
        progress(size)
    found = [
        NewWord(word, met.count, met.documents, cohesions[word], met.freedom())
        for word, met in neighbours.items()
        if met.count >= chosen.least and met.documents >= chosen.least_documents
    ]
    segmenter = Segmenter()
    free = [word for word in found if word.freedom >= chosen.freedom and not _is_phrase(word.word, segmenter)]
    return Discovery(sorted(free, key=lambda new: (-new.documents, -new.count, new.word)), counter.error)


def _is_phrase(run: str, segmenter: Segmenter) -> bool:
    """Return whether a run has a function word in it: 特别是, 这是, 等方面 are phrases, not words."""
    tags = lexicon().tags
    return any(tags.get(word, "") in _FUNCTION_TAGS or word in _VERBS for word in segmenter.words(run))


class _Neighbours:
    """Counts of the characters beside a run."""

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
    """Return the entropy of a distribution, natural logarithm; 0 if it is empty.

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
    """The cohesion of the runs that may be new words."""
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
    most = max(1, _CAPACITY // _SHARE)
    if len(found) > most:
        found = {run: found[run] for run in nlargest(most, found, key=lambda run: (counts[run], run))}
    return found


def _count_neighbours(text: str, neighbours: dict[str, _Neighbours], lengths: list[int]) -> None:
    """Count the neighbours of the runs in a text; punctuation and the ends of the text count, too."""
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
