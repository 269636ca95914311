from __future__ import annotations

import numpy as np
import pytest

from topiccrawl.experiments.fit.similarity import WordPair
from topiccrawl.experiments.similarity import THRESHOLDS, similarity_experiment
from topiccrawl.relevance.similarity.similarity import Similarity

WORDS = tuple(f"词{n}" for n in range(40))


class Thesaurus:
    """Knows no word."""

    words: tuple[str, ...] = ()
    fingerprint = "none"

    def __contains__(self, word: str) -> bool:
        return False

    def similarity(self, a: str, b: str) -> float | None:
        return None

    def row(self, word: str) -> np.ndarray:
        return np.zeros(0)


class Vectors:
    """The cosine of 词0 with 词n is n / 40."""

    words = WORDS
    fingerprint = "steps"

    def vector(self, word: str) -> np.ndarray:
        cosine = WORDS.index(word) / 40 if word != "词0" else 1.0
        return np.array([cosine, (1 - cosine**2) ** 0.5], dtype=np.float32)

    def matrix(self, words: tuple[str, ...]) -> np.ndarray:
        return np.array([self.vector(word) for word in words])


@pytest.fixture(scope="module")
def found():
    pairs = [WordPair("词0", WORDS[n], n >= 25, "cilin" if n >= 35 else "hand") for n in range(1, 40)]
    return similarity_experiment({"steps": Similarity(Thesaurus(), Vectors())}, pairs)


def test_the_threshold_that_parts_the_pairs_is_found(found) -> None:
    ((name, _, _, th1, _, accuracy, low, high, fitted, without),) = found.resources.rows
    assert name == "steps"
    assert fitted > 0.95 and accuracy > 0.9 and low < accuracy <= high
    assert without is not None and without > 0.85
    assert 0.5 < th1 <= 25 / 40


def test_curves_fall_and_rise_with_the_threshold(found) -> None:
    by_th1 = next(curve for curve in found.curves if curve.threshold == "th1")
    recalls = [point.recall for point in by_th1.points]
    assert recalls == sorted(recalls, reverse=True) and recalls[0] == 1 and recalls[-1] == 0
    best = max(range(len(THRESHOLDS)), key=lambda n: by_th1.points[n].accuracy)
    assert by_th1.points[best].accuracy > 0.95
    assert 0 < best < len(THRESHOLDS) - 1
    by_th2 = next(curve for curve in found.curves if curve.threshold == "th2")
    assert len({point.accuracy for point in by_th2.points}) == 1  # no thesaurus: Th2 decides nothing
    assert len(found.thresholds.rows) == 2 * len(THRESHOLDS)
