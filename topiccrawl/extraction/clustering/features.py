"""The five features of a node (patent, clustering, step b), and the node that holds a known text."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from topiccrawl.extraction.clustering.scale import Table
from topiccrawl.extraction.nodes import Counts, Nodes

FEATURES = ("text length", "mean paragraph length", "link text length", "images", "full stops")
"""Names of the features. Lengths are in characters without white space; a paragraph is a displayed line."""

Row = tuple[float, ...]
"""A value for each of `FEATURES`."""

_SHORTEST, _LONGEST = 0.3, 4.0
"""Minimum and maximum length of a node relative to the body for it to be the body's node."""


def node_features(nodes: Nodes) -> tuple[Table, Counts]:
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


def body_features(nodes: Nodes, body: str) -> Row | None:
    """Return the features of the node most like a body, the innermost of equals; None if none is.

    The measure is the F1 of characters, where a run counts as part of the body if the body contains it. That
    takes one look at each run, so that it is cheap enough for every page of a crawl.

    Args:
        nodes: elements of the page.
        body: its main text.
    """
    squeezed = "".join(body.split())
    if not squeezed or not nodes.runs:
        return None
    inside = np.array(["".join(run.split()) in squeezed for run in nodes.runs], dtype=np.int64)
    common: npt.NDArray[np.float64] = nodes.sums(nodes.run_lengths * inside).astype(np.float64)
    lengths = nodes.text_lengths
    score = 2 * common / (lengths + len(squeezed))
    score[(lengths < _SHORTEST * len(squeezed)) | (lengths > _LONGEST * len(squeezed))] = 0
    best = len(score) - 1 - int(np.argmax(score[::-1]))  # the last of equals is the innermost
    return tuple(node_features(nodes)[0][best].tolist()) if score[best] > 0 else None
