"""Parameters of vector-space similarity, the tables `[vector_space]` and `[two_step]` of a topic."""

from __future__ import annotations

from dataclasses import dataclass
from typing import get_args

from topiccrawl.parameter_checks import check_choice, check_interval, constant
from topiccrawl.priority.two_step.page_vector import PositionWeights, Space


@dataclass(frozen=True)
class VectorSpaceParameters:
    """How similar a page is to the topic, and what its links are worth.

    The paper has `space = "topic"`, `scale = 0`, `anchor_share = 0`, `follow_navigation = false`.

    Attributes:
        title: weight of an occurrence in the title.
        anchor: weight of an occurrence in an anchor text of the page.
        body: weight of an occurrence in the rest of the text.
        space: the dimensions of the vectors: all words of the `page`, or the words of the `topic`.
        scale: cosine that becomes 0.5, as `cosine / (cosine + scale)`; with 0 the cosine itself counts. In
            the space of all words cosines are small, and smaller the more topic words there are.
        threshold: similarity from which on a page is relevant.
        anchor_share: weight of the anchor text in the priority of a link, against the score of its page.
        drop_noise: whether advertisements, copyright notices, friend links and menu entries neither count in
            a page's vector nor as its children, and are not followed.
        follow_navigation: whether menu entries are followed nevertheless.
    """

    title: float = constant(3.0)
    anchor: float = constant(2.0)
    body: float = constant(1.0)
    space: Space = "page"
    scale: float = 0.05
    threshold: float = 0.2
    anchor_share: float = 0.5
    drop_noise: bool = True
    follow_navigation: bool = True

    def __post_init__(self) -> None:
        self.positions()
        check_choice(self, space=get_args(Space))
        check_interval(self, "[0, inf)", "scale")
        check_interval(self, "[0, 1]", "threshold", "anchor_share")

    def positions(self) -> PositionWeights:
        """Return the weights by position."""
        return PositionWeights(self.title, self.anchor, self.body)
