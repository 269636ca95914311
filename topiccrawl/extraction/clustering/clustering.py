"""Body extraction with clusters of bodies (patent CN106970938A, step c and figure 3)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from functools import cache

import numpy as np
import numpy.typing as npt

from topiccrawl.extraction.nodes import Nodes, read_nodes
from topiccrawl.page.page import Page
from topiccrawl.text.resources import imported_dir, read_resource

MEMBERSHIP = 0.5
"""Minimum membership in a cluster (c-2-2-3, c-1 of the extraction)."""

LINK_SHARE = 0.8
"""Maximum share of links among the pieces of text of a body."""

MIN_PARAGRAPHS = 3
"""Minimum number of paragraphs of a body, unless no such node is like a body.

Without it, the result is nearly always a single paragraph, which is inside the body and is like a short body.
"""

FEATURES = ("text length", "mean paragraph length", "link text length", "images", "full stops")
"""Names of the features. Lengths are in characters without white space; a paragraph is a displayed line."""

MODEL = "extraction/clusters.json"
"""File of the fitted clusters, in the packaged resources and in the user's folder of imported resources."""

Table = npt.NDArray[np.float64]
Row = tuple[float, ...]


@dataclass(frozen=True)
class ClusterModel:
    """Clusters of bodies.

    Attributes:
        mean: mean of each feature's logarithm over the samples.
        deviation: standard deviation of each feature's logarithm, 1 where all samples are equal.
        centres: centres of the clusters, standardised.
        distances: for each cluster the mean distance of its samples to its centre when it was fitted.
        sizes: number of samples of each cluster.
        samples: features of all bodies, for clustering again.
    """

    mean: Row
    deviation: Row
    centres: tuple[Row, ...]
    distances: Row
    sizes: tuple[int, ...]
    samples: tuple[Row, ...]

    def memberships(self, features: Table) -> Table:
        """Return the membership of each point in each cluster (definition 9), shape (points, clusters).

        It is the mean distance in the cluster over the distance of the point to its centre; infinite at the
        centre.

        Args:
            features: shape (points, features), not standardised.
        """
        points = standardise(features, self.mean, self.deviation)
        apart = distances(points, np.array(self.centres))
        inside = np.broadcast_to(np.array(self.distances), apart.shape)
        found: Table = np.divide(inside, apart, out=np.full(apart.shape, np.inf), where=apart > 0)
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
        )
    except (ValueError, TypeError, KeyError) as error:
        raise ValueError(f"{name}: no clusters of bodies: {error!r}") from None
    widths = {len(row) for row in (model.mean, model.deviation, *model.centres, *model.samples)}
    if widths != {len(FEATURES)} or not len(model.centres) == len(model.distances) == len(model.sizes) > 0:
        raise ValueError(f"{name}: {len(FEATURES)} features and a distance and size per centre are needed")
    return model


def _row(values: Iterable[float]) -> Row:
    return tuple(map(float, values))


@cache
def default_model() -> ClusterModel:
    """Return the clusters fitted by the user (`topiccrawl evaluate clusters --use`), else the packaged ones.

    Raises:
        ValueError: the user's file is not a model.
    """
    own = imported_dir() / MODEL
    if own.is_file():
        return read_model(own.read_text(encoding="utf-8"), str(own))
    return read_model(read_resource(MODEL), MODEL)


def standardise(features: Table, mean: Sequence[float], deviation: Sequence[float]) -> Table:
    """Return the standardised logarithms of features (plus 1).

    Features are lengths and counts; without logarithms, a few very large ones would determine all distances.
    """
    return np.asarray((np.log1p(features) - np.array(mean)) / np.array(deviation))


def distances(points: Table, centres: Table) -> Table:
    """Return Euclidean distances, shape (points, centres)."""
    return np.asarray(np.sqrt(((points[:, None, :] - centres[None, :, :]) ** 2).sum(axis=2)))


def node_features(nodes: Nodes) -> tuple[Table, npt.NDArray[np.int64]]:
    """Return the `FEATURES` of each element, shape (elements, 5), and its number of paragraphs."""
    first, end = np.array(nodes.first), np.array(nodes.end)
    if not nodes.runs:
        return np.zeros((len(first), len(FEATURES))), np.zeros(len(first), dtype=np.int64)
    line = np.array(nodes.line)
    last = np.maximum(end, 1) - 1
    paragraphs = np.where(end > first, line[last] - line[np.minimum(first, len(line) - 1)] + 1, 0)
    stops = nodes.sums(np.array([run.count("。") for run in nodes.runs], dtype=np.int64))
    lengths = nodes.text_lengths
    columns = (lengths, lengths / np.maximum(paragraphs, 1), nodes.link_lengths, nodes.images, stops)
    return np.column_stack(columns).astype(np.float64), paragraphs


def body_node(nodes: Nodes, model: ClusterModel) -> int | None:
    """Return the index of the body's element, None when no element is like the bodies of the model."""
    features, paragraphs = node_features(nodes)
    linked = nodes.sums(np.array(nodes.linked, dtype=np.int64))
    runs = np.array(nodes.end) - np.array(nodes.first)
    worth = (runs > 0) & (linked <= LINK_SHARE * runs)
    highest = model.memberships(features).max(axis=1)
    for enough in (paragraphs >= MIN_PARAGRAPHS, paragraphs < MIN_PARAGRAPHS):
        candidates = np.flatnonzero(worth & enough & (highest >= MEMBERSHIP))
        if len(candidates):
            order = candidates[np.argsort(-highest[candidates], kind="stable")]
            return innermost(order.tolist(), nodes.parent)
    return None


def innermost(order: Sequence[int], parent: Sequence[int]) -> int:
    """Return the body among candidates in descending order of membership.

    Starts with the first candidate; as long as the next one is inside the current one, it replaces it.

    Args:
        order: indices of nodes, at least one.
        parent: for each node the index of its parent, smaller than its own, or -1.
    """
    current = order[0]
    for node in order[1:]:
        around = node
        while around > current:
            around = parent[around]
        if around != current or node == current:
            break
        current = node
    return current


def extract_clustering(page: Page, model: ClusterModel | None = None) -> str:
    """Return the text of the node most like the bodies of a model, line by line as displayed.

    Args:
        page: the page.
        model: clusters of bodies; those of `default_model` if None.
    """
    nodes = read_nodes(page.tree)
    node = body_node(nodes, model or default_model())
    return "" if node is None else nodes.text(nodes.first[node], nodes.end[node])
