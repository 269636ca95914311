"""Words found by crawls, suggested to the topic (paper C: new words flow back into the vocabulary).

A crawl also keeps pages that only mention the topic, and each site has words of its own. So words are
ranked by two contrasts: with general text, and between the pages with many different topic words and those
with few.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Set
from dataclasses import dataclass

from topiccrawl.relevance.topic.topic import Topic
from topiccrawl.text.segment import DictionaryWord, Segmenter, shipped_dictionary
from topiccrawl.text.sources import TextDocument
from topiccrawl.topics.words.candidates import CandidateTable
from topiccrawl.topics.words.counting import KeyWord, count_words, key_words
from topiccrawl.topics.words.discovery import discover
from topiccrawl.topics.words.discovery_parameters import DiscoveryParameters
from topiccrawl.topics.words.general import GeneralFrequencies, lexicon
from topiccrawl.topics.words.keyness import log_likelihood

COLUMNS = ("count", "documents", "times_general", "keyness", "found")
"""Columns of the table beside `word` and `pick`."""
_NEW, _KNOWN = "cut apart", "in dictionary"
_NAMES = frozenset("nr nrt nrfg ns nt".split())
"""Tags of people, places and organisations: they stand behind all other words."""
_MANY = 3
"""Different topic words of a page that is about the topic, and more; one in the title counts twice."""
_SHARE = 0.6
"""Pages with fewer topic words than this share of them has are the others, if that is more."""
_SIGNIFICANT = 3.84
"""Log-likelihood of a difference that chance makes once in twenty."""

OnProgress = Callable[[int], object]


@dataclass(frozen=True)
class FoundWords:
    """Words of the texts of a crawl that the topic lacks.

    Attributes:
        rows: the words, most typical of the topic first, names of people and places behind the others.
        new: those of them that the segmenter cuts apart as long as the topic lacks them.
        size: number of texts.
    """

    rows: list[KeyWord]
    new: frozenset[str]
    size: int

    def table(self, most: int) -> CandidateTable:
        """Return the first rows as a table to pick from; 0 for all."""
        return CandidateTable.of(
            COLUMNS,
            (
                {
                    "word": row.word,
                    "count": str(row.count),
                    "documents": str(row.documents),
                    "times_general": f"{2**row.log_ratio:.1f}",
                    "keyness": f"{row.keyness:.1f}",
                    "found": _NEW if row.word in self.new else _KNOWN,
                }
                for row in self.rows[: most or None]
            ),
        )


def find_words(
    topic: Topic,
    texts: Iterable[TextDocument],
    parameters: DiscoveryParameters,
    general: Callable[[Segmenter], GeneralFrequencies] = lambda segmenter: lexicon().frequencies(),
    progress: OnProgress = lambda size: None,
) -> FoundWords:
    """Find the words of texts that the topic lacks and that are more frequent in them than in general text.

    Args:
        topic: its words are left out.
        texts: the texts of a crawl; they are read four times.
        parameters: requirements for a word; those on cohesion and freedom for words that no dictionary has.
        general: counts general text with a segmenter; by default the frequencies of the dictionary.
        progress: called with the number of texts after each, from 1 again when they are counted.
    """
    known = {entry.word for entry in shipped_dictionary()} | topic.words.keys()
    discovery = discover(texts, known, parameters, progress)
    new = frozenset(one.word for one in discovery.words)
    # Counted by a segmenter that keeps new words whole, their parts do not count for them, and both kinds of
    # words have figures of the same kind.
    segmenter = Segmenter((*topic.dictionary(), *map(DictionaryWord, sorted(new))))
    counts = count_words(texts, segmenter, progress)
    rows = key_words(
        counts, general(segmenter), parameters.least, parameters.least_documents, topic.words.keys()
    )
    topical = _topical(texts, segmenter, topic.words.keys(), {row.word for row in rows})
    rows.sort(key=lambda row: (row.tag in _NAMES, -_rank(row, topical), -row.keyness, row.word))
    return FoundWords(rows, new, counts.size)


@dataclass(frozen=True)
class _Topical:
    """Pages by the words that they have, those about the topic and others.

    Attributes:
        about: number of pages about the topic that have a word.
        pages: number of pages about the topic.
        other: number of other pages that have it.
        others: number of other pages.
    """

    about: Mapping[str, int]
    pages: int
    other: Mapping[str, int]
    others: int


def _topical(
    texts: Iterable[TextDocument], segmenter: Segmenter, topic_words: Set[str], wanted: Set[str]
) -> _Topical:
    """Count the pages that have each of some words, by whether they are about the topic."""
    holders: defaultdict[int, Counter[str]] = defaultdict(Counter)
    sizes: Counter[int] = Counter()
    for text in texts:
        title, words = segmenter.distinct_words(text.title), segmenter.distinct_words(text.text)
        named = len((title | words) & topic_words) + len(title & topic_words)
        sizes[named] += 1
        holders[named].update((title | words) & wanted)
    many, met = 0, 0
    while met < _SHARE * sizes.total():
        met += sizes[many]
        many += 1
    many = max(many - 1, _MANY)
    about, other = Counter[str](), Counter[str]()
    for named, counts in holders.items():
        (about if named >= many else other).update(counts)
    pages = sum(size for named, size in sizes.items() if named >= many)
    return _Topical(about, pages, other, sizes.total() - pages)


def _rank(row: KeyWord, pages: _Topical) -> float:
    """Return how typical a word is of the topic: of the texts against general ones, and of those about it."""
    if not pages.pages or not pages.others:
        return math.sqrt(row.keyness)
    here, there = pages.about[row.word], pages.other[row.word]
    surplus = 1 - (there + 0.5) / (pages.others + 1) / ((here + 0.5) / (pages.pages + 1))
    if surplus <= 0:
        return 0.0
    certain = log_likelihood(here, pages.pages, there, pages.others) / _SIGNIFICANT
    return math.sqrt(row.keyness) * surplus * min(1.0, max(0.0, certain))
