"""Relevance of a text to a topic (paper A, formula 3), compiled into one number per word."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from hashlib import sha256
from itertools import repeat
from math import fsum
from pathlib import Path

import numpy as np

from topiccrawl.errors import ResourceError
from topiccrawl.messages import message, said
from topiccrawl.relevance.background import background_level
from topiccrawl.relevance.compiled_table import CompiledTable
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
from topiccrawl.text.files.numpy_files import packed_words, save_arrays
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
_FORMAT = 6
"""Part of the table's key: increase it with every change to compiling."""
MOST_CACHED = 200_000
"""Maximum number of cached values of words outside the vocabulary."""


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
        self._outside_values: dict[str, float] = {}

    def score(self, text: str) -> float:
        """Return Rel(TSet, WSet) of formula 3: at least 0, unbounded; 0 for a text without content words."""
        return self.score_words(self.segmenter.content_words(text))

    def score_words(self, words: Iterable[str]) -> float:
        """Return formula 3 over the set of `words`."""
        distinct = tuple(set(words))
        if not distinct:
            return 0.0
        # For all words of every page: a look-up is several times as fast as a call.
        found = list(map(self._table.get, distinct))
        values = [value for value in found if value is not None]
        if len(values) < len(distinct):
            unknown = sorted(word for word, value in zip(distinct, found, strict=True) if value is None)
            self._compute_outside(unknown)
            outside = self._outside_values.get
            values += [self.word_value(word) if (one := outside(word)) is None else one for word in unknown]
        return fsum(values) / self._mass(distinct)  # exact sums: sets have no order

    def prepare(self, words: Iterable[str]) -> None:
        """Compute the values of words that texts will ask for, at once, which is much faster."""
        self._compute_outside(words)

    def word_value(self, word: str) -> float:
        """Return what one word adds to the sum of formula 3, see `Kernel`."""
        value = self._table.get(word)
        if value is None:
            value = self._outside_values.get(word)
        if value is None:
            self._compute_outside((word,))
            value = self._outside_values[word]
        return value

    def explain(self, text: str) -> RelevanceExplanation:
        """Return the score of a text with its words, and the topic words behind each of them."""
        return self.explain_words(self.segmenter.content_words(text))

    def explain_words(self, words: Iterable[str]) -> RelevanceExplanation:
        """Return the same over the set of `words`."""
        distinct = sorted(set(words))
        mass = self._mass(distinct)
        shares = [self._share(word, mass) for word in distinct]
        shares.sort(key=lambda share: (-share.value, share.word))
        return RelevanceExplanation(self.score_words(distinct), tuple(shares))

    @cached_property
    def level(self) -> float:
        """What general text scores, see `background_level`; 0 unless `admit = "graded"`."""
        if self._common is None:
            return self._compiled.level
        values = np.fromiter(self._table.values(), float, len(self._table))
        masses = np.fromiter(self._compiled.masses.values(), float, len(values))
        return background_level(
            tuple(self._table), values, masses, self.topic.words.keys(), self._compiled.shares()
        )

    def reached(self) -> int:
        """Return the number of words of the vocabulary by which a text may score."""
        return sum(value > 0 for value in self._table.values())

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

    def _compute_outside(self, words: Iterable[str]) -> None:
        """Compute the values of all words outside the vocabulary at once, which is much faster."""
        known, cached = self._table, self._outside_values
        missing = tuple(word for word in words if word not in known and word not in cached)
        if not missing:
            return
        if len(cached) >= MOST_CACHED:
            for word in list(cached)[: len(cached) // 2]:
                del cached[word]
        cached.update(zip(missing, self._outside(missing), strict=True))

    def _outside(self, words: tuple[str, ...]) -> list[float]:
        if self._common is None:
            values: list[float] = self._kernel.values(words, outside=True).tolist()
            return values
        self._common._compute_outside(words)  # at once, which is much faster
        # Of a full cache the words that it had may have been removed just now.
        known = list(map(self._common.word_value, words))
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

    def _derived(self, other: Relevance) -> dict[str, float]:
        """Return the values of the vocabulary that follow from those of another, see `Kernel`."""
        own_mass = other._compiled.masses.get
        masses = np.fromiter(other._compiled.masses.values(), float, len(other._table))
        values = self._shared(np.fromiter(other._table.values(), float, len(masses)), masses)
        table = dict(zip(other._table, values.tolist(), strict=True))
        change = self._share_of_nearness - other._share_of_nearness
        for word in self.topic.words:  # the nearness of a topic word is 1, and beside it it counts by itself
            value = other._table.get(word, 0.0)
            table[word] = value and value + change * own_mass(word, 1.0)
        return table

    def _mass(self, words: Iterable[str]) -> float:
        return fsum(map(self._compiled.masses.get, words, repeat(1.0)))

    def _share(self, word: str, mass: float) -> WordShare:
        own = self._compiled.masses.get(word, 1.0)
        shares = self._kernel.shares(word, word in self._table, own)
        shares.sort(key=lambda share: (-share.value, share.topic_word))
        value = self.word_value(word)
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
        arrays = {"values": values, "masses": masses, "shares": shares, "level": np.array(level)}
        save_arrays(target, words=packed_words(vocabulary), **arrays)
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
