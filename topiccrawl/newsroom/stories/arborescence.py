"""The heaviest tree of a directed graph (Chu-Liu, Edmonds)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

Node = TypeVar("Node", int, str)
Weights = Mapping[Node, Mapping[Node, float]]
"""By node the weights of the edges that lead to it, by where they start."""


def heaviest_tree(incoming: Weights[int], root: int) -> dict[int, int]:
    """Return by node where its edge in the tree starts; the sum of the weights is the largest possible.

    Args:
        incoming: edges to all nodes but the root; every node can be reached from it.
        root: the root.

    >>> heaviest_tree({1: {0: 1, 2: 5}, 2: {0: 2, 1: 5}}, 0)
    {1: 2, 2: 0}
    """
    best = {node: max(edges, key=lambda start: (edges[start], -start)) for node, edges in incoming.items()}
    ring = _ring(best, root)
    if not ring:
        return best
    # The ring becomes one node: entering it at a node saves the edge of the ring to that node.
    inside = frozenset(ring)
    merged = max(max(incoming), root) + 1
    smaller: dict[int, dict[int, float]] = {}
    entry: dict[int, int] = {}
    exits: dict[int, int] = {}
    into: dict[int, float] = {}
    for node, edges in incoming.items():
        if node in inside:
            for start, weight in edges.items():
                gain = weight - incoming[node][best[node]]
                if start not in inside and gain > into.get(start, float("-inf")):
                    into[start], entry[start] = gain, node
            continue
        smaller[node] = {start: weight for start, weight in edges.items() if start not in inside}
        from_ring = [start for start in edges if start in inside]
        if from_ring:
            exits[node] = max(from_ring, key=lambda start: (edges[start], -start))
            smaller[node][merged] = edges[exits[node]]
    smaller[merged] = into
    tree = heaviest_tree(smaller, root)
    start = tree.pop(merged)
    result = {node: exits[node] if begin == merged else begin for node, begin in tree.items()}
    result.update({node: best[node] for node in ring})
    result[entry[start]] = start
    return dict(sorted(result.items()))


def _ring(parents: Mapping[int, int], root: int) -> Sequence[int]:
    """Return the nodes of a ring; empty when all nodes lead to the root."""
    done: set[int] = {root}
    for first in parents:
        path: list[int] = []
        node = first
        while node not in done and node not in path:
            path.append(node)
            node = parents[node]
        if node in path:
            return path[path.index(node) :]
        done.update(path)
    return ()
