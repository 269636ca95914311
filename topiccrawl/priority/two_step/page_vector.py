"""The similarity of a page to a topic in vector space (paper B, one-step)."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from topiccrawl.parameter_checks import check_interval

TopicVector = Mapping[str, float]
"""K: the weights of the topic words."""
Space = Literal["topic", "page"]


@dataclass(frozen=True)
class PositionWeights:
    """The weight of an occurrence of a word, by its position.

    Attributes:
        title: in the title.
        anchor: in the anchor text of a link.
        body: in the rest of the text.
    """

    title: float = 3.0
    anchor: float = 2.0
    body: float = 1.0

    def __post_init__(self) -> None:
        check_interval(self, "[0, inf)", "title", "anchor", "body")


@dataclass(frozen=True)
class PageWords:
    """The words of a page by position, with repeats; the positions do not overlap."""

    title: Sequence[str] = ()
    anchor: Sequence[str] = ()
    body: Sequence[str] = ()

    @classmethod
    def of(
        cls,
        title: Sequence[str],
        anchor: Sequence[str],
        whole_body: Sequence[str],
        left_out: Sequence[str] = (),
    ) -> PageWords:
        """Return the words of a page from those of its title, its anchor texts, and all of its body.

        The words of the anchor texts, which are in the body as well, are taken out of it.

        Args:
            title: of the title.
            anchor: of the anchor texts that count.
            whole_body: of the body, anchor texts included.
            left_out: of anchor texts that do not count anywhere.

        >>> PageWords.of(["国足"], ["中超"], ["中超", "国足", "中超"])
        PageWords(title=['国足'], anchor=['中超'], body=['中超', '国足'])
        """
        rest = Counter(whole_body)
        rest.subtract(anchor)
        rest.subtract(left_out)
        return cls(title, anchor, [word for word, count in rest.items() for _ in range(count)])

    def frequencies(self, weights: PositionWeights | None = None) -> dict[str, float]:
        """Return `wf`: the occurrences of each word, weighted by position.

        >>> PageWords(title=["国足"], anchor=["中超"], body=["国足", "中超", "天气"]).frequencies()
        {'国足': 4.0, '中超': 3.0, '天气': 1.0}
        """
        weights = weights or PositionWeights()
        found: Counter[str] = Counter()
        for words, weight in (
            (self.title, weights.title),
            (self.anchor, weights.anchor),
            (self.body, weights.body),
        ):
            for word in words:
                found[word] += weight  # type: ignore[assignment]  # typed for whole numbers only
        return dict(found)


@dataclass(frozen=True)
class PageSimilarity:
    """The similarity of pages to a topic: the cosine of `wf` and K.

    Attributes:
        topic: K.
        positions: weights of occurrences.
        space: which words are the dimensions. `topic`: the topic words, as in the paper; then the share of
            topic words in the text does not count, only their proportions. `page`: all words of the page.
    """

    topic: TopicVector
    positions: PositionWeights = field(default_factory=PositionWeights)
    space: Space = "topic"

    def of(self, words: PageWords) -> float:
        """Return the similarity of a page, in [0, 1]; 0 for a page without topic words."""
        frequencies = words.frequencies(self.positions)
        found = {word: frequencies[word] for word in frequencies.keys() & self.topic.keys()}
        if self.space == "topic":
            return cosine(found, self.topic)
        norms = _norm(frequencies.values()) * _norm(self.topic.values())
        return min(1.0, _product(found, self.topic) / norms) if norms else 0.0


def cosine(one: Mapping[str, float], other: Mapping[str, float]) -> float:
    """Return the cosine of two vectors without negative components; 0 if one of them is zero.

    >>> cosine({"国足": 3.0, "中超": 4.0}, {"国足": 1.0})
    0.6
    """
    norms = _norm(one.values()) * _norm(other.values())
    if not norms:
        return 0.0
    return min(1.0, _product(one, other) / norms)


def _product(one: Mapping[str, float], other: Mapping[str, float]) -> float:
    return math.fsum(one[word] * other[word] for word in one.keys() & other.keys())


def _norm(values: Iterable[float]) -> float:
    return math.sqrt(math.fsum(value * value for value in values))
