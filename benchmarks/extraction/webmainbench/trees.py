"""Similarity of two tables as trees, by the tree edit distance of Zhang and Shasha (1989)."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

from rapidfuzz.distance import Levenshtein

from benchmarks.extraction.webmainbench.contents import Table


@dataclass(frozen=True)
class _Tree:
    """A tree in postorder.

    Attributes:
        labels: tag and text of each node.
        leftmost: for each node, its leftmost leaf.
        roots: nodes with a left sibling, and the root.
    """

    labels: list[tuple[str, str]]
    leftmost: list[int]
    roots: list[int]


def table_similarity(left: Table, right: Table) -> float:
    """Return 1 - tree edit distance / number of nodes of the larger tree; 0 if only one is a table.

    >>> one = ((("th", "年份"), ("th", "产量")),)
    >>> table_similarity(one, one), table_similarity(one, ())
    (1.0, 0.0)
    """
    if not left or not right:
        return float(not left and not right)
    trees = _tree(left), _tree(right)
    return max(0.0, 1 - _distance(*trees) / max(len(tree.labels) for tree in trees))


def _tree(table: Table) -> _Tree:
    """Return the tree of a table: the table, its rows, their cells."""
    labels: list[tuple[str, str]] = []
    leftmost: list[int] = []
    for row in table:
        first = len(labels)
        for cell in row:
            leftmost.append(len(labels))
            labels.append(cell)
        labels.append(("tr", ""))
        leftmost.append(first)
    labels.append(("table", ""))
    leftmost.append(0)
    last_with = {leaf: node for node, leaf in enumerate(leftmost)}
    return _Tree(labels, leftmost, sorted(last_with.values()))


def _distance(left: _Tree, right: _Tree) -> float:
    between = [[0.0] * len(right.labels) for _ in left.labels]
    for one, other in product(left.roots, right.roots):
        _forests(left, right, one, other, between)
    return between[-1][-1]


def _forests(left: _Tree, right: _Tree, one: int, other: int, between: list[list[float]]) -> None:
    """Fill in the distances of the subtrees that end with two nodes, from those of smaller ones."""
    first, start = left.leftmost[one], right.leftmost[other]
    width = other - start + 2
    above = [float(column) for column in range(width)]
    rows = [above]
    for node in range(first, one + 1):
        row = [above[0] + 1]
        for column in range(1, width):
            match = start + column - 1
            best = min(above[column] + 1, row[column - 1] + 1)
            if left.leftmost[node] == first and right.leftmost[match] == start:
                best = min(best, above[column - 1] + _difference(left.labels[node], right.labels[match]))
                between[node][match] = best
            else:
                before = rows[left.leftmost[node] - first][right.leftmost[match] - start]
                best = min(best, before + between[node][match])
            row.append(best)
        rows.append(row)
        above = row


def _difference(one: tuple[str, str], other: tuple[str, str]) -> float:
    if one[0] != other[0]:
        return 1.0
    return Levenshtein.normalized_distance(one[1], other[1])
