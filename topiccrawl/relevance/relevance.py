"""Relevance of a text to a topic (paper A, formula 3), compiled into one number per word."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from hashlib import sha256
from itertools import islice
from math import fsum
from pathlib import Path

import numpy as np

from topiccrawl.errors import ResourceError
from topiccrawl.messages import message, said
from topiccrawl.relevance.background import background_level
from topiccrawl.relevance.compiled_table import CompiledTable, write_table
from topiccrawl.relevance.contracts import Floats
from topiccrawl.relevance.explanation import (
    RelevanceExplanation,
    WordShare,
)
from topiccrawl.relevance.kernel import Kernel
from topiccrawl.relevance.piled_words import MOST_TOPIC_WORDS, piled_stretches
from topiccrawl.relevance.similarity.similarity import Similarity
from topiccrawl.relevance.topic.topic import Topic
from topiccrawl.relevance.topic.weight_settings import WeightSettings
from topiccrawl.relevance.vectors.centred import READING
from topiccrawl.text.general_idf import (
    INFORMATION,
    information_and_shares,
    words_in_more_than,
)
from topiccrawl.text.progress import report_progress
from topiccrawl.text.resources import cache_dir
from topiccrawl.text.segment import Segmenter

_CHUNK = 512
"""Vocabulary words per matrix product: with a thousand topic words its tables fit the processor's cache."""
_FORMAT = 7
"""Part of the table's key: increase it with every change to compiling."""
MOST_CACHED = 200_000
"""Maximum number of words whose values are remembered."""


class Relevance:
    """Relevance of texts to one topic.

    The inner sum of formula 3 depends on the word alone (see `Kernel`), so it is computed once for the whole
    vocabulary and kept in the user's cache under the hash of all its inputs. A text then costs one
    segmentation and a look-up per word. Words outside the vocabulary are computed when they first occur. The
    resources of the similarity are opened only then, or if there is no table yet.

    Args:
        topic: the topic.
        similarity: of words; by default the one that the topic names.
        common: of the same topic. Its segmenter is shared, and its values too if the parameters of the two
            differ in nothing but `share`, `long_list` and `power`.
    """

    def __init__(
        self,
        topic: Topic,
        similarity: Similarity | None = None,
        common: Relevance | None = None,
    ) -> None:
        self.topic = topic
        self.similarity = similarity or topic_similarity(topic)
        self.segmenter: Segmenter = common.segmenter if common else Segmenter(topic.dictionary())
        self._common = common if common is not None and self._follows_from(common) else None
        if self._common is None:
            self._compiled = self._load_or_compile()
            self._table = self._compiled.values
        else:
            self._compiled = self._common._compiled
            self._table = self._derived(self._common)
        self._remembered: tuple[dict[str, float], dict[str, float]] = {}, {}

    def score(self, text: str) -> float:
        """Return Rel(TSet, WSet) of formula 3: at least 0, unbounded; 0 for a text without content words."""
        return self.score_words(self.segmenter.content_words(text))

    def score_words(self, words: Iterable[str]) -> float:
        """Return formula 3 over the set of `words`."""
        distinct = tuple(set(words))
        if not distinct:
            return 0.0
        # Exact sums: sets have no order.
        value, mass = (fsum(map(one.__getitem__, distinct)) for one in self._known(distinct))
        return value / mass

    def prepare(self, words: Iterable[str]) -> None:
        """Compute the values of words that texts will ask for, at once, which is much faster."""
        self._known(words)

    def word_value(self, word: str) -> float:
        """Return what one word adds to the sum of formula 3, see `Kernel`."""
        return self._known((word,))[0][word]

    def explain(self, text: str) -> RelevanceExplanation:
        """Return the score of a text with its words, and the topic words behind each of them."""
        return self.explain_words(self.segmenter.content_words(text))

    def explain_words(self, words: Iterable[str]) -> RelevanceExplanation:
        """Return the same over the set of `words`."""
        distinct = sorted(set(words))
        mass = fsum(map(self._known(distinct)[1].__getitem__, distinct))
        shares = [self._share(word, mass) for word in distinct]
        shares.sort(key=lambda share: (-share.value, share.word))
        return RelevanceExplanation(self.score_words(distinct), tuple(shares))

    @cached_property
    def level(self) -> float:
        """What general text scores, see `background_level`; 0 unless `admit = "graded"`."""
        if self._common is None:
            return self._compiled.level
        words, shares = self._compiled.words_and_shares()
        return background_level(words, self._table, self._compiled.masses, self.topic.words.keys(), shares)

    def reached(self) -> int:
        """Return the number of words of the vocabulary by which a text may score."""
        return int((self._table > 0).sum())

    def is_known(self, word: str) -> bool:
        """Return whether a resource knows a word."""
        vectors = self.similarity.vectors.centred()
        return word in self.similarity.thesaurus or bool(vectors.matrix((word,)).any())

    def topic_words_in(self, text: str) -> set[str]:
        """Return the topic words among the words of a text (paper A: the plain topic-word match)."""
        return self.segmenter.content_words_among(text, self._topic_words)

    def telling_words(self, words: Iterable[str]) -> int:
        """Return the number of different topic words that weigh at least the floor of the topic.

        All do, but for those that are set below it by hand, since texts on anything contain them.
        """
        return len(self._telling_words.intersection(words))

    def sentences_of(self, text: str) -> str:
        """Return a text without stretches of piled up topic words; the same object if there are none."""
        if len(self._telling_words) > MOST_TOPIC_WORDS:
            return text
        words = self.segmenter.words(text)
        piles = piled_stretches(words, self._telling_words, self.segmenter.dropped)
        if not piles:
            return text
        starts, ends = [0, *(pile.stop for pile in piles)], [*(pile.start for pile in piles), len(words)]
        return "\n".join("".join(words[start:end]) for start, end in zip(starts, ends, strict=True))

    @cached_property
    def _telling_words(self) -> frozenset[str]:
        floor = self.topic.section("weights", WeightSettings).floor
        return frozenset(word for word in self.topic.words if 0 < self.topic.weight(word) >= floor)

    @cached_property
    def _topic_words(self) -> frozenset[str]:
        return frozenset(self.topic.words)

    @cached_property
    def _kernel(self) -> Kernel:
        words = tuple(sorted(self._topic_words))
        return Kernel(self.similarity.against(words), words, self._weight, self.similarity.parameters)

    def _weight(self, word: str) -> float:
        """The word's weight; 0 for a general word for which the topic has none."""
        limit = self.similarity.parameters.general
        topic = self.topic
        weighed = word in topic.words or word in topic.weights or word in topic.overrides
        return 0.0 if limit < 1 and not weighed and word in words_in_more_than(limit) else topic.weight(word)

    def _known(self, words: Iterable[str]) -> tuple[dict[str, float], dict[str, float]]:
        """Return the values and masses of words and of others; those of all words are computed at once."""
        values, masses = self._remembered
        if len(values) >= MOST_CACHED:
            # New ones, as another thread may be reading these.
            half = len(values) // 2
            values, masses = (dict(islice(one.items(), half, None)) for one in (values, masses))
            self._remembered = values, masses
        missing = [word for word in words if word not in values]
        if missing:
            rows = self._compiled.rows(missing)
            known, outside = np.flatnonzero(rows >= 0), np.flatnonzero(rows < 0).tolist()
            inside = [missing[number] for number in known.tolist()]
            masses.update(dict.fromkeys(missing, 1.0))
            masses.update(zip(inside, self._compiled.masses[rows[known]].tolist(), strict=True))
            values.update(zip(inside, self._table[rows[known]].tolist(), strict=True))
            if others := tuple(sorted({missing[number] for number in outside})):
                values.update(zip(others, self._outside(others), strict=True))
        return values, masses

    def _outside(self, words: tuple[str, ...]) -> list[float]:
        if self._common is None:
            values: list[float] = self._kernel.values(words, outside=True).tolist()
            return values
        known = list(map(self._common._known(words)[0].__getitem__, words))
        return list(map(float, self._shared(known, np.ones(len(words)))))

    def _follows_from(self, other: Relevance) -> bool:
        """Return whether graded values follow from another's: nearness counts, but in another way."""
        own, others = self.similarity.parameters, other.similarity.parameters
        same = replace(own, share=others.share, long_list=others.long_list, power=others.power) == others
        return own.admit == "graded" and others.share > 0 and same

    @property
    def _share_of_nearness(self) -> float:
        return self.similarity.parameters.share_of(len(self.topic.words))

    def _shared(self, values: Sequence[float] | Floats, masses: Floats) -> Floats:
        """Return the values of words that are no topic words from those of `common`, see `Kernel`."""
        assert self._common is not None  # its callers look
        own, others = self.similarity.parameters, self._common.similarity.parameters
        share = self._common._share_of_nearness
        near = (np.asarray(values) / (share * masses)) ** (own.power / others.power)
        return self._share_of_nearness * masses * near

    def _derived(self, other: Relevance) -> Floats:
        """Return the values of the vocabulary that follow from those of another, see `Kernel`."""
        masses = other._compiled.masses
        table = self._shared(other._table, masses)
        change = self._share_of_nearness - other._share_of_nearness
        # The nearness of a topic word is 1, and beside it it counts by itself.
        rows = other._compiled.rows(tuple(self.topic.words))
        values = other._table[rows]
        table[rows] = np.where(values, values + change * masses[rows], values)
        return table

    def _share(self, word: str, mass: float) -> WordShare:
        values, masses = self._known((word,))
        value, known = values[word], bool(self._compiled.rows((word,))[0] >= 0)
        shares = self._kernel.shares(word, known, masses[word])
        shares.sort(key=lambda share: (-share.value, share.topic_word))
        return WordShare(word, self._weight(word), value, value / mass if mass else 0.0, tuple(shares))

    def _load_or_compile(self) -> CompiledTable:
        parts = (_FORMAT, INFORMATION, READING, self.similarity.fingerprint, self.topic.weights_fingerprint())
        target = cache_dir() / f"relevance-{sha256(repr(parts).encode()).hexdigest()[:24]}.npz"
        with suppress(OSError, ValueError):  # not compiled yet, or broken
            return CompiledTable(target)
        self._compile(target)  # what it took is freed before the table is read
        return CompiledTable(target)

    def _compile(self, target: Path) -> None:
        work = message("compiling the words of the topic {topic}", topic=self.topic.name)
        report_progress(work, 0, 1)
        words = {*self.similarity.thesaurus.words, *self.similarity.vectors.words}
        words |= self.topic.words.keys() | self.topic.weights.keys()
        vocabulary = sorted(words)
        values = np.zeros(len(vocabulary))
        masses, shares = np.ones(len(vocabulary)), np.zeros(len(vocabulary))
        if self.similarity.parameters.admit == "graded":
            masses, shares = information_and_shares(vocabulary)
        for start in range(0, len(vocabulary), _CHUNK):
            some = np.arange(start, min(start + _CHUNK, len(vocabulary)))
            values[some] = masses[some] * self._kernel.values(vocabulary[start : start + _CHUNK])
            # The work is complete only when the table is written.
            report_progress(work, start + len(some), len(vocabulary) + 1)
        level = background_level(vocabulary, values, masses, self.topic.words.keys(), shares)
        write_table(target, vocabulary, values, masses, shares, level)
        report_progress(work, 1, 1)


def topic_similarity(topic: Topic, use: str = "") -> Similarity:
    """Return the similarity with the resources and parameters that a topic names.

    Args:
        topic: the topic.
        use: kind of texts, if it is for one only; see `Topic.similarity_of`.

    Raises:
        TopicError: a resource does not exist; names file, line and value.
    """
    try:
        return Similarity.chosen(topic.resources, topic.similarity_of(use) if use else topic.similarity)
    except ResourceError as error:
        raise topic.section_error("resources", said(error)) from None
