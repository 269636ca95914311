"""The description gate and the verdict on a page (paper A, section 3.1)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class GateParameters:
    """The description gate.

    Attributes:
        threshold: minimum relevance in [0, 1) of a description for the page's links to be followed
            (`Th_desc`).
        hub_threshold: the same for a home, channel or list page, whose relevance is the mean of its
            headlines: a few relevant ones among many are worth following.
        topic_words: distinct topic words in title, description and body that keep a page whose description is
            not relevant (m of the plain topic-word match).
    """

    threshold: float = 0.2
    hub_threshold: float = 0.05
    topic_words: int = 5

    def __post_init__(self) -> None:
        for name in ("threshold", "hub_threshold"):
            if not 0 <= getattr(self, name) < 1:
                raise ValueError(f"{name} = {getattr(self, name)!r} is not in [0, 1)")
        if self.topic_words < 1:
            raise ValueError(f"topic_words = {self.topic_words!r} is under 1")


@dataclass(frozen=True)
class VerdictParameters:
    """The verdict on a page.

    Attributes:
        threshold: minimum relevance of a kept page, in [0, 1).
        body_share: weight of the body against the description, in [0, 1].
    """

    threshold: float = 0.4
    body_share: float = 0.6

    def __post_init__(self) -> None:
        if not 0 <= self.threshold < 1:
            raise ValueError(f"threshold = {self.threshold!r} is not in [0, 1)")
        if not 0 <= self.body_share <= 1:
            raise ValueError(f"body_share = {self.body_share!r} is not in [0, 1]")


@dataclass(frozen=True)
class Verdict:
    """The verdict on a page.

    Attributes:
        relevance: of the page, in [0, 1].
        description: of its description.
        body: of its body.
        kept: whether the page is kept.
        waits: whether the verdict waits for the pages that the page links to; it is not kept so far.
    """

    relevance: float
    description: float
    body: float
    kept: bool
    waits: bool = False


def verdict(description: float, body: float, parameters: VerdictParameters) -> Verdict:
    """Judge a page by the weighted mean of the relevance of its description and its body, both in [0, 1).

    >>> verdict(0.2, 0.6, VerdictParameters(threshold=0.4, body_share=0.6)).kept
    True
    """
    value = parameters.body_share * body + (1 - parameters.body_share) * description
    return Verdict(value, description, body, value >= parameters.threshold)
