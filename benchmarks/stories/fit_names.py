"""Fit the weights that tell names of people (`resources/names.tsv`) to texts whose names are known.

    python -m benchmarks.stories.fit_names --texts FILE [--tagged FILE] --out FILE

A line of a file is a JSON object: `text`, the list `people` as the text writes them and, optional, `maybe`,
strings that are neither right nor wrong. `--texts` may be what the model finds; `--tagged`, on which only
the four weights of the model's own word are fitted, needs a reader's annotations. A regression with a
penalty on absolute weights leaves most features out.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from scipy.optimize import minimize
from scipy.sparse import csr_array

from benchmarks.measuring import arguments
from topiccrawl.newsroom.stories.entities.names import blanked, prepared, words_of
from topiccrawl.newsroom.stories.entities.people import Candidate, candidates_with_features
from topiccrawl.text.normalise import simplify

_HEAD = """# What speaks for and against a span as a name of a person: feature (none: constant), log odds.
# Fitted by `benchmarks.stories.fit_names` to reports that are not part of the project.
"""
_LEAST = 0.05
"""Absolute value of the smallest weight that is kept."""
_RAREST = 8
"""Candidates that a feature needs to get a weight."""
_PENALTY = 1.0
_ROUNDS = 100
_EASY = 3
"""One in so many candidates that lie beside all names is kept, and counts for all of them."""


class Row(NamedTuple):
    """A candidate: its features, whether it is a name, how much it counts, its score by known weights."""

    features: list[str]
    is_name: bool
    weight: float
    known: float = 0.0


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--texts", type=Path, required=True)
    parser.add_argument("--tagged", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    weights = fit(rows(args.texts, model=False))
    if args.tagged:
        data = [_with_known(row, weights) for row in rows(args.tagged, model=True)]
        own = fit(data)
        # One of these features holds for each candidate: they take the constant, too.
        weights |= {row.features[0]: own.get(row.features[0], 0.0) + own[""] for row in data}
    kept = sorted((feature, weight) for feature, weight in weights.items() if abs(weight) >= _LEAST)
    lines = "".join(f"{feature}\t{weight:.2f}\n" for feature, weight in kept)
    args.out.write_text(_HEAD + lines, encoding="utf-8")


def rows(path: Path, *, model: bool) -> list[Row]:
    """Return the candidates of all texts of a file."""
    return [
        row
        for line in path.read_text(encoding="utf-8").splitlines()
        for row in _rows(json.loads(line), model)
    ]


def _rows(entry: dict[str, Any], model: bool) -> Iterator[Row]:
    plain, joined = prepared(entry["text"])
    rest = blanked(plain, joined)
    people = (
        [Candidate(word.start, word.text) for word in words_of(rest, "model") if word.tag == "PER"]
        if model
        else None
    )
    found = candidates_with_features(rest, list(words_of(rest, "rules")), people)
    names = list(_places(rest, entry["people"]))
    unsure = set(_places(rest, entry.get("maybe", ()))) - set(names)
    easy = 0
    for one, features in found:
        is_easy = all(one.end <= name.start or name.end <= one.start for name in names)
        easy += is_easy
        if one not in unsure and (not is_easy or model or easy % _EASY == 0):
            yield Row(features, one in names, _EASY if is_easy and not model else 1)


def _places(text: str, names: Iterable[str]) -> Iterator[Candidate]:
    longest_first = sorted(map(simplify, names), key=len, reverse=True)
    if longest_first:
        for found in re.finditer("|".join(map(re.escape, longest_first)), text):
            yield Candidate(found.start(), found[0])


def _with_known(row: Row, weights: dict[str, float]) -> Row:
    """Return a candidate with the sum of known weights and its last feature, the model's own word."""
    known = weights[""] + sum(weights.get(feature, 0.0) for feature in row.features)
    return row._replace(features=row.features[-1:], known=known)


def fit(data: list[Row]) -> dict[str, float]:
    """Return the weights of a logistic regression; "" is the constant."""
    counts = Counter(feature for row in data for feature in row.features)
    columns = {feature: at for at, feature in enumerate(f for f, n in counts.items() if n >= _RAREST)}
    cells = [[columns[feature] for feature in row.features if feature in columns] for row in data]
    ends = np.cumsum([0, *map(len, cells)])
    width = len(columns)
    matrix = csr_array((np.ones(ends[-1]), np.concatenate(cells).astype(np.int32), ends), (len(data), width))
    turned = matrix.T.tocsr()
    sign = np.array([1.0 if row.is_name else -1.0 for row in data])
    weight = np.array([row.weight for row in data])
    known = np.array([row.known for row in data])

    def loss(point: np.ndarray) -> tuple[float, np.ndarray]:
        # The absolute value has no derivative at 0: positive and negative parts are variables of their own.
        margin = sign * (matrix @ (point[:width] - point[width:-1]) + point[-1] + known)
        slope = -weight * sign / (1 + np.exp(np.clip(margin, -50, 50)))
        total = weight @ np.logaddexp(0, -margin) + _PENALTY * point[:-1].sum()
        each = turned @ slope
        return total, np.concatenate([each + _PENALTY, _PENALTY - each, [slope.sum()]])

    bounds = [(0, None)] * (2 * width) + [(None, None)]
    point = minimize(
        loss,
        np.zeros(2 * width + 1),
        jac=True,
        method="L-BFGS-B",
        bounds=bounds,
        options={"maxiter": _ROUNDS},
    ).x
    found = dict(zip(columns, point[:width] - point[width:-1], strict=True))
    return {feature: float(one) for feature, one in found.items() if abs(one) > 1e-3} | {"": float(point[-1])}


if __name__ == "__main__":
    main()
