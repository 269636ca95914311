"""Similarity of URLs by their vectors (patent D, step a-2): of a pair, or of one to many examples at once.

Two texts are as similar as `1 - ed / length of the longer one`, with ed the Levenshtein distance, and two
elements of the same sort as the mean over their texts. A level of directories that only one URL has counts 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import numpy as np
import numpy.typing as npt
from rapidfuzz.distance import Levenshtein
from rapidfuzz.process import cdist

from topiccrawl.priority.url_vectors.vector import UrlVector, url_vector
from topiccrawl.priority.url_vectors.weights import FALLING, PairWeights

Floats = npt.NDArray[np.float64]
Formula = Literal["weighted once", "printed"]

_MOST_ROWS = 20_000
"""Cached rows of a column; file names are mostly new, servers and directories mostly known."""


def similarity(
    url1: str, url2: str, weights: PairWeights = FALLING, formula: Formula = "weighted once"
) -> float:
    """Return the similarity of two URLs in [0, 1]; of equal ones exactly 1.

    Args:
        url1: a URL.
        url2: another one; the order does not matter.
        weights: of their elements; by default those that fall from left to right.
        formula: see `UrlExamples`.

    >>> similarity("http://news.example.cn/party/1.html", "http://news.example.cn/party/2.html") > 0.95
    True
    >>> similarity("http://news.example.cn/party/1.html", "http://shop.test/") < 0.3
    True
    """
    return float(UrlExamples([url_vector(url2)], weights, formula).similarities(url_vector(url1))[0])


class UrlExamples:
    """Example URLs that other URLs are compared with.

    Examples share servers and directories, and so do the URLs compared with them: each pair is compared
    once.

    Args:
        vectors: the examples.
        weights: of the elements of URLs.
        formula: `printed` multiplies the parts of directories and layout by their weights once more, as the
            patent's formula of `sm` does; equal URLs then have less than 1.
    """

    def __init__(
        self, vectors: Sequence[UrlVector], weights: PairWeights = FALLING, formula: Formula = "weighted once"
    ) -> None:
        self._places: dict[UrlVector, list[int]] = {}
        for place, vector in enumerate(vectors):
            self._places.setdefault(vector, []).append(place)
        self._weights = weights
        self._formula = formula
        self._depths = np.array([len(vector.directories) for vector in vectors], dtype=np.intp)
        self._servers = _Column([vector.server for vector in vectors])
        # The texts of a file name apart from each other: most stems are new, but suffixes are few.
        self._files = [
            _Column([(text,) for text in texts]) for texts in zip(*(v.file for v in vectors), strict=True)
        ]
        self._levels = [
            _Column([v.directories[level] if level < len(v.directories) else None for v in vectors])
            for level in range(int(self._depths.max(initial=0)))
        ]
        self._tables: dict[int, _Table] = {}

    def __len__(self) -> int:
        return len(self._depths)

    def similarities(self, vector: UrlVector) -> Floats:
        """Return the similarity in [0, 1] of a URL to each of the examples, in their order."""
        if not len(self):
            return np.zeros(0)
        depth = len(vector.directories)
        table = self._table(depth)
        domain = table.no_directories
        for level in range(min(depth, len(self._levels))):
            domain = domain + table.levels[level] * self._levels[level].similarities(
                vector.directories[level]
            )
        files = zip(self._files, vector.file, strict=True)
        layout = table.file / len(vector.file) * sum(column.similarities((text,)) for column, text in files)
        layout = layout + table.depth
        if self._formula == "printed":
            domain, layout = table.domain * domain, table.layout * layout
        found = np.minimum(table.server * self._servers.similarities(vector.server) + domain + layout, 1.0)
        if self._formula == "weighted once":
            found[self._places.get(vector, [])] = 1.0
        return np.asarray(found)

    def _table(self, depth: int) -> _Table:
        table = self._tables.get(depth)
        if table is None:
            table = self._tables[depth] = _Table(depth, self._depths, len(self._levels), self._weights)
        return table


class _Table:
    """The weights of the elements for URLs of one depth against each example."""

    def __init__(self, depth: int, depths: npt.NDArray[np.intp], levels: int, weights: PairWeights) -> None:
        deeper = np.maximum(depths, depth)
        of_pair = [weights.of_pair(int(number)) for number in deeper]
        self.server = np.array([one.server for one in of_pair])
        self.domain = np.array([one.domain for one in of_pair])
        self.layout = np.array([one.layout for one in of_pair])
        self.file = np.array([one.file for one in of_pair])
        self.depth = np.array([one.depth for one in of_pair]) * (depths == depth)
        self.no_directories = np.where(deeper == 0, self.domain, 0.0)
        padded = [
            (*one.for_depth(int(number)), *(0.0,) * levels)[:levels]
            for one, number in zip(of_pair, deeper, strict=True)
        ]
        self.levels = np.array(padded).reshape(len(depths), levels).T


class _Column:
    """The elements of the examples at one position."""

    def __init__(self, elements: Sequence[tuple[str, ...] | None]) -> None:
        numbers: dict[tuple[str, ...], int] = {}
        missing = len(elements)  # more than any number; the place of the similarity 0
        self._place = np.array(
            [missing if one is None else numbers.setdefault(one, len(numbers)) for one in elements],
            dtype=np.intp,
        )
        self._place[self._place == missing] = len(numbers)
        self._texts = [list(texts) for texts in zip(*numbers, strict=True)]
        self._rows: dict[tuple[str, ...], Floats] = {}

    def similarities(self, element: tuple[str, ...]) -> Floats:
        """Return the similarity of an element to that of each example; 0 for an example without one."""
        row = self._rows.get(element)
        if row is None:
            if len(self._rows) >= _MOST_ROWS:
                self._rows.clear()
            row = self._rows[element] = self._compare(element)[self._place]
        return row

    def _compare(self, element: tuple[str, ...]) -> Floats:
        scorer: Any = Levenshtein.normalized_similarity
        rows = [
            cdist([text], texts, scorer=scorer, dtype=np.float64)[0]
            for text, texts in zip(element, self._texts, strict=True)
        ]
        return np.append(sum(rows) / len(element), 0.0)
