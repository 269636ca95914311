"""Why a link has its learned score: the parts of the log-odds, and the features that weigh most."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from topiccrawl.priority.learning.features import DENSE_PARTS, NUMBERS, position
from topiccrawl.priority.learning.linear_model import Example, LinearModel
from topiccrawl.priority.learning.yields import Yields

_LEAST = 0.005
"""Log-odds under which a feature says nothing."""


@dataclass(frozen=True, slots=True)
class Feature:
    """A feature of a link.

    Attributes:
        name: such as `word:党建`, `directory:djyw` or the name of a group of URLs.
        log_odds: what it adds to the score.
        worth: for a yield, the sum of what the pages of the group were worth.
        pages: for a yield, how many pages that were.
    """

    name: str
    log_odds: float
    worth: float = 0.0
    pages: float = 0.0


@dataclass(frozen=True, slots=True)
class Reasons:
    """Why a link has its score.

    Attributes:
        log_odds: the score.
        parts: log-odds by part of the features, with `start` for what formula 5 says before any lesson;
            they sum to the score.
        features: those that say something, by part, the heaviest first.
    """

    log_odds: float
    parts: Mapping[str, float]
    features: Mapping[str, Sequence[Feature]]


def reasons_of(
    example: Example,
    groups: npt.NDArray[np.int32],
    model: LinearModel,
    yields: Yields,
    words: Iterable[str],
    names: Iterable[str],
) -> Reasons:
    """Return the parts of the score of a link.

    Args:
        example: the features.
        groups: the groups of URLs it is in.
        model: the weights.
        yields: of the groups.
        words: names of binary features of its anchor texts.
        names: names of binary features of its URL.
    """
    dense = example.numbers * model.dense
    parts = {"start": example.offset + float(dense[0])}
    parts |= {part: float(dense[columns].sum()) for part, columns in DENSE_PARTS.items()}
    features = {
        part: [
            Feature(name, float(value)) for name, value in zip(NUMBERS[columns], dense[columns], strict=True)
        ]
        for part, columns in DENSE_PARTS.items()
        if part != "yields"
    }
    features |= {
        "yields": [
            Feature(yields.name(group), float(value), *yields.counts(group))
            for group, value in zip(groups.tolist(), dense[DENSE_PARTS["yields"]], strict=True)
        ],
        "words": _named(words, example, model),
        "names": _named(names, example, model),
    }
    parts["names"] = sum(feature.log_odds for feature in features["names"])
    # The words of links that are not named count as well.
    parts["words"] = float(model.weights_of(example.hashed).sum()) - parts["names"]
    return Reasons(sum(parts.values()), parts, {part: _heaviest(found) for part, found in features.items()})


def _named(names: Iterable[str], example: Example, model: LinearModel) -> list[Feature]:
    """Return named binary features that a link has; none counts twice."""
    at = {position(name): name for name in names}
    own = [where for where in at if where in set(example.hashed.tolist())]
    weights = model.weights_of(np.array(own, np.int32)).tolist() if own else []
    return [Feature(at[where], weight) for where, weight in zip(own, weights, strict=True)]


def _heaviest(features: Iterable[Feature]) -> list[Feature]:
    """Return the features that say something, the heaviest first."""
    said = (feature for feature in features if abs(feature.log_odds) >= _LEAST)
    return sorted(said, key=lambda feature: -abs(feature.log_odds))
