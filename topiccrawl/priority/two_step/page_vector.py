"""The similarity of a page to a topic in vector space (paper B, one-step), and its parameters."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from topiccrawl.parameter_checks import check_choice, check_interval, constant

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

    title: float = constant(3.0)
    anchor: float = constant(2.0)
    body: float = constant(1.0)


@dataclass(frozen=True)
class VectorSpaceParameters(PositionWeights):
    """How similar a page is to the topic, and what its links are worth; the table `[vector_space]`.

    The paper has `space = "topic"`, `scale = 0`, `anchor_share = 0`, `follow_navigation = false`.

    Attributes:
        space: which words are the dimensions of the vectors. `topic`: the topic words, as in the paper; then
            the share of topic words in the text does not count, only their proportions. `page`: all words of
            the page.
        scale: cosine that becomes 0.5, as `cosine / (cosine + scale)`; with 0 the cosine itself counts. In
            the space of all words cosines are small, and smaller the more topic words there are.
        threshold: similarity from which on a page is relevant.
        anchor_share: weight of the anchor text in the priority of a link, against the score of its page.
        drop_noise: whether advertisements, copyright notices, friend links and menu entries neither count in
            a page's vector nor as its children, and are not followed.
        follow_navigation: whether menu entries are followed nevertheless.
    """

    space: Space = "page"
    scale: float = 0.05
    threshold: float = 0.2
    anchor_share: float = 0.5
    drop_noise: bool = True
    follow_navigation: bool = True

    def __post_init__(self) -> None:
        check_choice(self, space=get_args(Space))
        check_interval(self, "[0, inf)", "scale")
        check_interval(self, "[0, 1]", "threshold", "anchor_share")


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


def page_similarity(words: PageWords, topic: TopicVector, parameters: VectorSpaceParameters) -> float:
    """Return the similarity of a page to a topic, in [0, 1]: the cosine of `wf` and K, before scaling.

    It is 0 for a page without topic words.

    >>> literal = VectorSpaceParameters(space="topic")
    >>> page_similarity(PageWords(body=["国足"] * 3 + ["中超"] * 4 + ["天气"]), {"国足": 1.0}, literal)
    1.0
    """
    frequencies = words.frequencies(parameters)
    found = {word: frequencies[word] for word in frequencies.keys() & topic.keys()}
    page = found if parameters.space == "topic" else frequencies
    norms = _norm(page.values()) * _norm(topic.values())
    product = math.fsum(value * topic[word] for word, value in found.items())
    return min(1.0, product / norms) if norms else 0.0


def _norm(values: Iterable[float]) -> float:
    return math.sqrt(math.fsum(value * value for value in values))
