"""Similarity of two URLs by their vectors (patent D, step a-2)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Literal

from rapidfuzz.distance import Levenshtein

from topiccrawl.priority.url_vectors.vector import Directory, File, Server, UrlVector, url_vector
from topiccrawl.priority.url_vectors.weights import FALLING, PairWeights, UrlWeights

Formula = Literal["weighted once", "printed"]


def similarity(
    url1: str, url2: str, weights: PairWeights = FALLING, formula: Formula = "weighted once"
) -> float:
    """Return the similarity of two URLs in [0, 1]; of equal ones exactly 1.

    Args:
        url1: a URL.
        url2: another one; the order does not matter.
        weights: of their elements; by default those that fall from left to right.
        formula: `printed` multiplies the parts of directories and layout by their weights once more, as the
            patent's formula of `sm` does; equal URLs then have less than 1.

    >>> similarity("http://news.example.cn/party/1.html", "http://news.example.cn/party/2.html") > 0.95
    True
    >>> similarity("http://news.example.cn/party/1.html", "http://shop.test/") < 0.3
    True
    """
    return vector_similarity(url_vector(url1), url_vector(url2), weights, formula)


def vector_similarity(
    one: UrlVector,
    other: UrlVector,
    weights: PairWeights = FALLING,
    formula: Formula = "weighted once",
) -> float:
    """Return the similarity of two URLs by their vectors, see `similarity`."""
    if one == other and formula == "weighted once":
        return 1.0  # the sum of the weights may be off by a rounding
    weights = weights.of_pair(max(len(one.directories), len(other.directories)))
    server = element_similarity(one.server, other.server)
    domain = domain_similarity(one.directories, other.directories, weights)
    layout = layout_similarity(one, other, weights)
    if formula == "printed":
        domain, layout = weights.domain * domain, weights.layout * layout
    return min(1.0, weights.server * server + domain + layout)


def domain_similarity(one: Sequence[Directory], other: Sequence[Directory], weights: UrlWeights) -> float:
    """Return the weighted similarity of the directories, at most their weight.

    A level that only one URL has counts 0.
    """
    depth = max(len(one), len(other))
    if not depth:
        return weights.domain
    return sum(
        weight * element_similarity(left, right)
        for weight, left, right in zip(weights.for_depth(depth), one, other, strict=False)
    )


def layout_similarity(one: UrlVector, other: UrlVector, weights: UrlWeights) -> float:
    """Return the weighted similarity of file name and depth, at most their weight."""
    equal_depth = len(one.directories) == len(other.directories)
    return weights.file * element_similarity(one.file, other.file) + weights.depth * equal_depth


@lru_cache(maxsize=65536)
def element_similarity(one: Server | Directory | File, other: Server | Directory | File) -> float:
    """Return the similarity in [0, 1] of two elements of the same sort: the mean over their texts.

    Two texts are as similar as `1 - ed / length of the longer one`, with ed the Levenshtein distance.

    >>> element_similarity(Directory("sport", "string"), Directory("spot", "string"))
    0.9
    """
    if one == other:
        return 1.0
    texts = zip(one, other, strict=True)
    return sum(Levenshtein.normalized_similarity(left, right) for left, right in texts) / len(one)
