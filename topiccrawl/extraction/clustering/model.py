"""Fitted clusters of bodies, and how like them a node is (patent, definition 9)."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass

import numpy as np

from topiccrawl.extraction.clustering.features import FEATURES, Row
from topiccrawl.extraction.clustering.method import LOGARITHMS, Method
from topiccrawl.extraction.clustering.scale import SCALES, Table, standardise

MEMBERSHIP = 0.5
"""Minimum membership of a sample in the cluster that it joins (c-2-2-3)."""


@dataclass(frozen=True)
class ClusterModel:
    """Clusters of bodies.

    Attributes:
        mean: mean of each coordinate over the samples.
        deviation: standard deviation of each coordinate, 1 where all samples are equal.
        centres: centres of the clusters, standardised.
        distances: for each cluster the mean distance of its samples to its centre when it was fitted, of
            those that `Method.core` counts.
        sizes: number of samples of each cluster.
        samples: features of all bodies, for clustering again.
        least: least distance of a cluster when everything is clustered again, see `Method.keeps_scale`.
        method: how it was fitted.
    """

    mean: Row
    deviation: Row
    centres: tuple[Row, ...]
    distances: Row
    sizes: tuple[int, ...]
    samples: tuple[Row, ...]
    least: float = 0.0
    method: Method = LOGARITHMS

    def points(self, features: Table) -> Table:
        """Return features, shape (points, features), as standardised coordinates."""
        return standardise(features, self.mean, self.deviation, self.method.scale)

    def memberships(self, features: Table) -> Table:
        """Return the membership of each point in each cluster (definition 9), shape (points, clusters).

        It is the mean distance in the cluster over the distance of the point to its centre; infinite at the
        centre.

        Args:
            features: shape (points, features), not standardised.
        """
        apart = distances(self.points(features), np.array(self.centres))
        inside = np.broadcast_to(np.array(self.distances), apart.shape)
        found: Table = np.divide(inside, apart, out=np.full(apart.shape, np.inf), where=apart != 0)
        return found

    def to_json(self) -> str:
        """Return the model as JSON, see `read_model`."""
        rows = asdict(self)
        lines = (f"{json.dumps(name)}: {json.dumps(_rounded(row))}" for name, row in rows.items())
        return "{\n" + ",\n".join(lines) + "\n}\n"


def _rounded(value: object) -> object:
    """Round numbers to six decimals; integers have no decimal point."""
    if isinstance(value, tuple):
        return [_rounded(part) for part in value]
    if isinstance(value, dict):
        return {key: _rounded(part) for key, part in value.items()}
    if isinstance(value, str | bool):
        return value
    assert isinstance(value, int | float)
    return int(value) if value == int(value) else round(value, 6)


def read_model(text: str, name: str = "clusters") -> ClusterModel:
    """Return the model stored by `ClusterModel.to_json`.

    Args:
        text: JSON.
        name: name of the file in messages.

    Raises:
        ValueError: the text is not a model; the message says what is wrong.
    """
    try:
        found = json.loads(text)
        model = ClusterModel(
            _row(found["mean"]),
            _row(found["deviation"]),
            tuple(map(_row, found["centres"])),
            _row(found["distances"]),
            tuple(map(int, found["sizes"])),
            tuple(map(_row, found["samples"])),
            float(found["least"]),
            Method(**{**found["method"], "left_out": tuple(found["method"]["left_out"])}),
        )
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise ValueError(f"{name}: no clusters of bodies: {error!r}") from None
    widths = {len(row) for row in (model.mean, model.deviation, *model.centres, *model.samples)}
    if widths != {len(FEATURES)} or not len(model.centres) == len(model.distances) == len(model.sizes) > 0:
        raise ValueError(f"{name}: {len(FEATURES)} features and a distance and size per centre are needed")
    if model.method.scale not in SCALES:
        raise ValueError(f"{name}: no scale {model.method.scale!r}; there are: {', '.join(SCALES)}")
    return model


def _row(values: Iterable[float]) -> Row:
    return tuple(map(float, values))


def distances(points: Table, centres: Table) -> Table:
    """Return Euclidean distances, shape (points, centres)."""
    return np.asarray(np.sqrt(((points[:, None, :] - centres[None, :, :]) ** 2).sum(axis=2)))
