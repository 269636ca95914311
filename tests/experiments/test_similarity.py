from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from topiccrawl.experiments.crawl_similarity import area, crawl_similarity
from topiccrawl.experiments.fit.similarity import WordPair
from topiccrawl.experiments.similarity import THRESHOLDS, similarity_experiment
from topiccrawl.relevance.similarity.similarity import Similarity
from topiccrawl.relevance.topic.topic import Topic

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


def test_sources_are_judged_apart(found) -> None:
    assert [(row[0], row[1], row[2], row[4]) for row in found.by_source.rows] == [
        ("cilin", 5, 5, 0.0),
        ("hand", 34, 10, 0.0),
    ]


def write_topic(folder: Path, similarity: str) -> Topic:
    folder.mkdir()
    (folder / "topic.toml").write_text(
        f'title = "党建"\nseeds = ["http://dangjian.test/"]\n{similarity}\n', "utf-8"
    )
    (folder / "words.tsv").write_text("党建\t1\n党员\t1\n支部\t1\n", "utf-8")
    return Topic.load(folder)


PAIRS = [
    WordPair("党员", "党员", True, "hand"),
    WordPair("共产党员", "党员", True, "hand"),
    WordPair("香蕉", "党员", False, "random"),
    WordPair("足球", "支部", False, "random"),
]


def test_pairs_are_judged_by_what_a_crawl_uses_for_each_kind_of_text(tmp_path: Path) -> None:
    anchors = (
        '[similarity]\nadmit = "graded"\n[similarity.anchor]\nadmit = "algorithm1"\nth1 = 0.999\nth2 = 0.999'
    )
    found = crawl_similarity(write_topic(tmp_path / "topic", anchors), PAIRS)
    by_use = {row[0]: row for row in found.uses.rows}
    assert list(by_use) == ["标题", "链接文字", "正文"]
    assert by_use["标题"][1] == "graded" and by_use["标题"][3] == 1.0
    # Nothing but the word itself reaches these thresholds.
    assert by_use["链接文字"][1:3] == ("algorithm1", "alpha=0.9 beta=0.6 th1=0.999 th2=0.999")
    assert by_use["链接文字"][3] == 0.75
    assert set(found.curves) == {"标题、正文", "链接文字"}


@pytest.mark.parametrize(
    ("values", "labels", "expected"),
    [
        ([0.9, 0.1], [True, False], 1.0),
        ([0.1, 0.9], [True, False], 0.0),
        ([0.5, 0.5, 0.5], [True, False, True], 0.5),
        ([0.5, 0.6], [True, True], None),
    ],
)
def test_area_under_the_curve(values: list[float], labels: list[bool], expected: float | None) -> None:
    assert area(np.array(values), labels) == expected
