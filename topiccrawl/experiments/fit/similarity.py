"""Fit the parameters of algorithm 1 to labelled pairs of words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from math import sqrt
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from topiccrawl.experiments.fit.labelled_pairs import read_labelled
from topiccrawl.relevance.similarity.algorithm import SimilarityParameters, algorithm_1
from topiccrawl.relevance.similarity.similarity import Similarity
from topiccrawl.text.normalise import normalise

Bools = npt.NDArray[np.bool_]
Floats = npt.NDArray[np.float64]

ALPHA = np.arange(0.5, 1.01, 0.1).round(2)
BETA = np.arange(0.1, 0.95, 0.1).round(2)
TH1 = np.arange(0.1, 0.96, 0.05).round(2)
TH2 = np.arange(0.3, 1.01, 0.05).round(2)
SHAPE = tuple(map(len, (ALPHA, BETA, TH1, TH2)))
GRID = [
    SimilarityParameters(float(alpha), float(beta), float(th1), float(th2))
    for alpha, beta, th1, th2 in product(ALPHA, BETA, TH1, TH2)
]
"""The candidate settings."""
_SIM_D_COUNTS = (ALPHA[:, None, None, None] > TH1[:, None]) & np.ones(SHAPE, np.bool_)
"""Whether SimD alone can count: with alpha at or under Th1, step 5 drops each of its values."""
REPEATS, FOLDS = 10, 10


class WordPair(NamedTuple):
    """Two words, and whether a person labelled them as similar."""

    word: str
    topic_word: str
    alike: bool
    source: str = ""


@dataclass(frozen=True)
class SimilarityFit:
    """Fitted parameters and their accuracy.

    Attributes:
        parameters: chosen on all pairs.
        accuracy: share of correct pairs in cross-validation (ten folds, ten times).
        low: lower end of its 95 % interval.
        high: upper end of its 95 % interval.
        fitted: share of pairs correct with `parameters`.
        pairs: number of pairs.
    """

    parameters: SimilarityParameters
    accuracy: float
    low: float
    high: float
    fitted: float
    pairs: int


def read_pairs(file: Path) -> list[WordPair]:
    """Read a table with the columns word1, word2, label and optionally source; labels over 0 mean "similar".

    Raises:
        LabelError: not such a table; names file, line and what was expected.
        OSError: the file cannot be read.
    """
    return [
        WordPair(row.values[0], row.values[1], row.positive, row.source)
        for row in read_labelled(file, ("word1", "word2"), form=normalise)
    ]


def fit_similarity(similarity: Similarity, pairs: Sequence[WordPair]) -> SimilarityFit:
    """Return the best parameters of algorithm 1 for labelled pairs with the resources of `similarity`.

    With SimD only for words that the thesaurus lacks, each pair counts twice: as it is, and as if one of its
    words were lacking. Few labelled pairs are, but most topic words: fitted to the pairs as they are, none of
    these would ever count. The accuracy is of the pairs as they are.
    """
    sim_d, sim_h, _ = measured(similarity, pairs)
    labels = np.array([pair.alike for pair in pairs])
    right = judged_right(sim_d, sim_h, labels)
    chosen_by: Bools | Floats = right
    if similarity.parameters.simd_scope == "uncovered":
        alone = judged_right(cosines(similarity, pairs), np.zeros(len(pairs)), labels)
        chosen_by = np.mean([right, alone], axis=0)
    accuracy = cross_validated(right, chosen_by)
    low, high = wilson(accuracy, len(pairs))
    chosen = best(chosen_by)
    return SimilarityFit(GRID[chosen], accuracy, low, high, float(right[chosen].mean()), len(pairs))


def measured(similarity: Similarity, pairs: Sequence[WordPair]) -> tuple[Floats, Floats, Bools]:
    """Return SimD and SimH of the pairs (0 if unknown), and whether the thesaurus covers each pair."""
    explained = [similarity.explain(pair.word, pair.topic_word) for pair in pairs]
    return (
        np.array([found.sim_d or 0.0 for found in explained]),
        np.array([found.sim_h or 0.0 for found in explained]),
        np.array([found.sim_h is not None for found in explained]),
    )


def cosines(similarity: Similarity, pairs: Sequence[WordPair]) -> Floats:
    """Return SimD of all pairs (0 if unknown), whatever the scope of SimD is."""
    return np.array([similarity.cosine(pair.word, pair.topic_word) or 0.0 for pair in pairs])


def judged_right(sim_d: Floats, sim_h: Floats, labels: Bools) -> Bools:
    """Return whether each setting of the grid (rows) judges each pair (columns) correctly."""
    return np.array([(algorithm_1(sim_d, sim_h, setting) > 0) == labels for setting in GRID])


def best(right: Bools | Floats) -> int:
    """Return the setting with the best mean accuracy over its neighbourhood: a plateau, not a peak.

    Settings by which SimD alone never counts are not chosen.
    """
    from scipy.ndimage import uniform_filter  # here: slow to load, and needed only here

    smooth = uniform_filter(right.mean(axis=1).reshape(SHAPE), size=3, mode="nearest")
    return int(np.where(_SIM_D_COUNTS, smooth, 0.0).argmax())


def cross_validated(right: Bools, chosen_by: Bools | Floats | None = None) -> float:
    """Return the accuracy in cross-validation.

    Args:
        right: whether each setting (rows) judges each pair (columns) correctly.
        chosen_by: what the settings are chosen by; None: `right`.
    """
    chosen_by = right if chosen_by is None else chosen_by
    size = int(right.shape[1])
    total = 0
    for repeat in range(REPEATS):
        order = np.random.default_rng(repeat).permutation(size)
        for fold in range(FOLDS):
            test = order[fold::FOLDS]
            total += int(right[best(np.delete(chosen_by, test, axis=1)), test].sum())
    return total / (size * REPEATS)


def wilson(share: float, size: int, z: float = 1.96) -> tuple[float, float]:
    """Return the 95 % interval of a share.

    >>> [round(end, 3) for end in wilson(0.5, 100)]
    [0.404, 0.596]
    """
    middle = share + z * z / (2 * size)
    half = z * sqrt(share * (1 - share) / size + z * z / (4 * size * size))
    whole = 1 + z * z / size
    return (middle - half) / whole, (middle + half) / whole
