"""Words that correct the verdict."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from topiccrawl.errors import TopicError
from topiccrawl.relevance.corrections import FILE, CorrectionParameters, Corrections, read_corrections

WORDS = {"党课": 3.0, "球队": -5.0}


def test_a_known_answer() -> None:
    corrections = Corrections(WORDS, CorrectionParameters(share=0.5, offset=1.0))
    words = {"党课", "球队", "今天", "学习"}
    assert corrections.score(words) == pytest.approx((3 - 5) / math.sqrt(4))
    odds = math.log(0.6 / 0.4) + 0.5 * (-1 - 1)
    assert corrections.corrected(0.6, words) == pytest.approx(1 / (1 + math.exp(-odds)))


@given(st.floats(0, 1), st.sets(st.sampled_from(["党课", "球队", "学习", "今天"])))
def test_a_word_for_a_page_never_lowers_it(relevance: float, words: set[str]) -> None:
    alone = Corrections({"党课": 3.0}, CorrectionParameters())
    value = alone.corrected(relevance, words)
    assert 0 < value < 1
    assert value >= min(max(relevance, 1e-6), 1 - 1e-6) - 1e-12
    unchanged = Corrections(WORDS, CorrectionParameters(share=0)).corrected(relevance, words)
    assert unchanged == pytest.approx(relevance, abs=1e-5)


def test_a_topic_without_the_file_has_none(tmp_path: Path) -> None:
    assert read_corrections(tmp_path) == {}


def test_the_file_is_read(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text("# 说明\n党课\t3\n球隊\t-5\n", encoding="utf-8")
    assert read_corrections(tmp_path) == WORDS


@pytest.mark.parametrize("cell", ["高", "", "nan", "inf"])
def test_a_weight_that_is_no_number_is_named(tmp_path: Path, cell: str) -> None:
    (tmp_path / FILE).write_text(f"党课\t1\n球队\t{cell}\n", encoding="utf-8")
    with pytest.raises(TopicError, match=rf"{FILE}:2: weight '{cell}' is not a number"):
        read_corrections(tmp_path)
