"""Fitting algorithm 1 on labelled pairs, and reading these."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from topiccrawl.errors import LabelError
from topiccrawl.experiments.fit.labelled_pairs import read_labelled
from topiccrawl.experiments.fit.similarity import (
    GRID,
    WordPair,
    best,
    cross_validated,
    fit_similarity,
    judged_right,
    read_pairs,
)
from topiccrawl.relevance.similarity.similarity import Similarity

ROWS = [("支部", "党支部", 1), ("支部", "足球", 0)] * 10


def _table(rows: list[tuple[str, str, object]], header: str = "word1\tword2\tlabel") -> str:
    return "\n".join([header, *(f"{a}\t{b}\t{label}" for a, b, label in rows)]) + "\n"


def test_a_table_is_read(tmp_path: Path) -> None:
    file = tmp_path / "对.tsv"
    file.write_text("\ufeff" + _table([("黨支部", '"支部', 1), *ROWS]), encoding="utf-8")
    pairs = read_pairs(file)
    assert pairs[0] == WordPair("党支部", '"支部', True)
    assert len(pairs) == 21
    assert [pair.alike for pair in pairs[1:3]] == [True, False]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", r":1: expected the columns word1, word2, label"),
        (_table(ROWS, "a\tb\tlabel"), r":1: expected the columns"),
        (_table([*ROWS, ("支部", "", 1)]), r":22: expected word1 and word2, found \('支部', ''\)"),
        (_table([*ROWS, ("支部", "党委", "是")]), r":22: label '是' is not a number"),
        (_table([*ROWS, ("支部", "党委", "nan")]), r":22: label 'nan' is not a number"),
        (_table(ROWS) + "支部\t党委\n", r":22: label '' is not a number"),
        (
            _table([*ROWS, ("足球", "支部", 1)]),
            r":22: 足球 and 支部 have a different label in .*pairs\.tsv:3$",
        ),
        (_table([*ROWS, ("黨支部", "支部", 0)]), r":22: 党支部 and 支部 have a different label in .*:2$"),
        (_table([*ROWS, ("支部", "党" * 200_000, 1)]), r":22: no line of a table \(field larger"),
        (_table(ROWS[:6]), r": expected at least 20 rows of both kinds, found 6"),
    ],
)
def test_a_broken_table_is_told_with_its_line(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "pairs.tsv"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(LabelError, match=rf"pairs\.tsv{message}"):
        read_pairs(file)


def test_other_encodings_are_told(tmp_path: Path) -> None:
    file = tmp_path / "pairs.tsv"
    file.write_bytes(_table(ROWS).encode("gb18030") + b"\xff\xff\n")
    with pytest.raises(LabelError, match=r":22: expected UTF-8, UTF-16 or GB18030, found the byte 0xff"):
        read_labelled(file, ("word1", "word2"))


def test_what_thresholds_can_tell_apart_is_told_apart(small_similarity: Similarity) -> None:
    near = [("支部", "党委"), ("支部", "讨论"), ("学习", "讨论"), ("党支部", "支部")]
    far = [("支部", "足球"), ("支部", "学习"), ("学习", "足球"), ("红", "支部")]
    pairs = [WordPair(a, b, True) for a, b in near * 4] + [WordPair(a, b, False) for a, b in far * 4]
    fit = fit_similarity(small_similarity, pairs)
    assert fit.accuracy == fit.fitted == 1
    assert fit.low < fit.accuracy
    fitted = Similarity(small_similarity.thesaurus, small_similarity.vectors, fit.parameters)
    assert all((fitted.similarity(pair.word, pair.topic_word) > 0) == pair.alike for pair in pairs)


def test_labels_by_chance_are_not_learnt() -> None:
    rng = np.random.default_rng(1)
    labels = rng.random(200) < 0.5
    right = judged_right(rng.random(200), rng.random(200), labels)
    assert cross_validated(right) <= right.mean(axis=1).max() + 1e-9
    assert cross_validated(right) < 0.56


def test_a_plateau_is_better_than_a_peak() -> None:
    right = np.zeros((len(GRID), 10), dtype=bool)
    right[len(GRID) // 2] = True  # alone
    middle = GRID.index(next(g for g in GRID if (g.alpha, g.beta, g.th1, g.th2) == (0.7, 0.5, 0.5, 0.6)))
    for number, setting in enumerate(GRID):
        if abs(setting.th1 - 0.5) < 0.06 and abs(setting.th2 - 0.6) < 0.06:
            right[number, :9] = True
    assert abs(GRID[best(right)].th1 - GRID[middle].th1) < 0.06
