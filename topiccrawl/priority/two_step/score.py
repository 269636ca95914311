"""The score of a page from its own similarity and that of the pages it links to (paper B, formula 4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from topiccrawl.errors import ParameterError
from topiccrawl.parameter_checks import check_interval, constant


@dataclass(frozen=True)
class TwoStepParameters:
    """Parameters of the two-step score, and of the verdicts that wait for it.

    Attributes:
        own_share: a, the weight of the page itself against the pages it links to.
        noise: similarity under which a child is noise.
        high: similarity from which on a child is highly relevant; over `noise`.
        children: number of children for which the verdict on a weak page waits; 0: for the end of the crawl.
        waiting: maximum number of waiting pages, after which the oldest is judged; 0: no limit.
        tunnel: maximum number of weak pages in a row, after which links are not followed.
    """

    own_share: float = 0.7
    noise: float = 0.1
    high: float = 0.3
    children: int = 10
    waiting: int = constant(1000)
    tunnel: int = constant(1)

    def __post_init__(self) -> None:
        check_interval(self, "[0, 1]", "own_share", "noise", "high")
        if self.noise > self.high:
            raise ParameterError(
                "noise = {noise!r} is over high = {high!r}", noise=self.noise, high=self.high
            )
        check_interval(self, "[0, inf)", "children")


def two_step_score(
    own: float, children: Sequence[float], parameters: TwoStepParameters | None = None
) -> float:
    """Return the score of a page: `a * own + (1 - a) * mean of the children`, with the children filtered.

    * No child is known: the page alone.
    * No child is highly relevant: the second part is 0, so that a page stuffed with topic words ranks under
      one that links to relevant pages.
    * More than half of them are highly relevant: those that are noise are dropped.
    * Otherwise all of them count.

    Args:
        own: similarity of the page, in [0, 1].
        children: similarities of the known pages that it links to.
        parameters: of the score.

    >>> round(two_step_score(0.9, [0.9, 0.8, 0.7]), 9), round(two_step_score(0.9, [0.9, 0.8, 0.0]), 9)
    (0.87, 0.885)
    """
    parameters = parameters or TwoStepParameters()
    share = parameters.own_share
    if not children:
        return own
    high = sum(child >= parameters.high for child in children)
    if not high:
        return share * own
    mostly_high = 2 * high > len(children)
    kept = [child for child in children if child >= parameters.noise or not mostly_high]
    return share * own + (1 - share) * sum(kept) / len(kept)
