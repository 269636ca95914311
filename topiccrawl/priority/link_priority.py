"""The priority of an unvisited URL (paper A, formula 5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Self

from topiccrawl.errors import ParameterError
from topiccrawl.parameter_checks import check_interval, constant
from topiccrawl.priority.ahp import ahp_weights


@dataclass(frozen=True)
class PriorityParameters:
    """Parameters of formula 5.

    Attributes:
        matrix: pairwise comparisons of description, anchor text and URL structure, in this order; the
            analytic hierarchy process turns them into alpha, beta and lambda.
        threshold: a link is visited iff its priority is above it. It must be at least the weight of URL
            structure, or similarity alone would admit a link; 0 admits any positive priority.
        evidence: number of words of an anchor text that counts half: a menu entry of one word says less
            about its page than a headline. With 0 every anchor text counts in full.
        picture: factor in [0, 1] for a picture's `alt` text used as anchor text: such links lead to
            galleries and videos more often than to articles.
        sample: number of URLs of the history that a link is compared with (n of algorithm 3).
        capacity: maximum number of URLs in the history.
    """

    matrix: tuple[tuple[float, ...], ...] = ((1, 1 / 2, 3), (2, 1, 6), (1 / 3, 1 / 6, 1))
    threshold: float = 0.25
    evidence: float = constant(3.0)
    picture: float = constant(0.5)
    sample: int = constant(20)
    capacity: int = constant(1000)

    def __post_init__(self) -> None:
        if len(self.matrix) != 3:
            raise ParameterError(
                "matrix = {matrix!r} must have three rows: description, anchor, structure", matrix=self.matrix
            )
        check_interval(self, "[0, 1)", "threshold")
        try:
            structure = self.weights[2]
        except (ValueError, OverflowError) as error:
            raise ParameterError("matrix = {matrix!r}: {error}", matrix=self.matrix, error=error) from None
        if structure > self.threshold > 0:
            raise ParameterError(
                "threshold = {threshold!r} is under the weight of URL structure "
                "({structure:.3f}): structure alone would admit a link",
                threshold=self.threshold,
                structure=structure,
            )

    @cached_property
    def weights(self) -> tuple[float, ...]:
        """Return alpha (description), beta (anchor text) and lambda (structure); they sum to 1."""
        return ahp_weights(self.matrix)


@dataclass(frozen=True)
class Priority:
    """The priority of a link.

    Attributes:
        value: higher comes first.
        parts: what it was computed from, by name, to explain it; each in [0, 1], but for `odds_...`, which
            are log-odds.
    """

    value: float
    parts: Mapping[str, float] = field(default_factory=dict)

    @property
    def waits(self) -> bool:
        """Whether the link is not admitted yet, and waits for the pages of its section."""
        return WAITS in self.parts

    def rounded_parts(self) -> dict[str, float]:
        """Return the parts as stored with the page."""
        return {name: round(value, 4) for name, value in self.parts.items()}

    def to_json(self) -> list[float] | dict[str, float]:
        """Return the priority for JSON: a list for the parts of formula 5, which most links have."""
        value = round(self.value, 6)
        if tuple(self.parts) == FORMULA_5_PARTS:
            return [value, *(round(part, 6) for part in self.parts.values())]
        return {"priority": value} | {name: round(part, 6) for name, part in self.parts.items()}

    @classmethod
    def from_json(cls, stored: Sequence[float] | Mapping[str, float]) -> Self:
        """Return a priority from `to_json`.

        Raises:
            TypeError, ValueError, KeyError: the value is of another form.
        """
        if isinstance(stored, Mapping):
            parts = dict(stored)
            return cls(parts.pop("priority"), parts)
        value, *others = stored
        return cls(value, dict(zip(FORMULA_5_PARTS, others, strict=True)))


WAITS = "waits"
"""The part of a priority by which `Priority.waits` knows such a link."""
FORMULA_5_PARTS = ("description", "anchor", "structure")
"""The parts of formula 5, in the order of its weights."""

SEED_PRIORITY = Priority(1.0, dict(zip(FORMULA_5_PARTS, (1.0, 1.0, 0.0), strict=True)))
"""Priority of seeds: above all links."""


def saturate(relevance: float, median: float) -> float:
    """Map the unbounded value of formula 3 to [0, 1): `Rel / (Rel + m)`.

    Args:
        relevance: Rel, not negative.
        median: m, the median Rel of labelled relevant texts of the same type; positive. It maps to 0.5.
    """
    return relevance / (relevance + median)


def evidence(words: int, half: float) -> float:
    """Return the confidence in [0, 1) in a text with a number of words; 0.5 at `half` words.

    >>> evidence(3, 3.0), evidence(0, 3.0)
    (0.5, 0.0)
    """
    return words / (words + half) if words else 0.0


def link_priority(description: float, anchor: float, structure: float, weights: Sequence[float]) -> Priority:
    """Return `p = alpha * Rel(f_info) + beta * Rel(anchor) + lambda * struct` (formula 5)."""
    alpha, beta, lam = weights
    value = alpha * description + beta * anchor + lam * structure
    return Priority(value, dict(zip(FORMULA_5_PARTS, (description, anchor, structure), strict=True)))
