"""Comparisons as people write them down."""

from __future__ import annotations

from pathlib import Path

import pytest

from topiccrawl.errors import LabelError
from topiccrawl.experiments.fit.ahp import read_comparisons
from topiccrawl.priority.ahp import ahp_weights, consistency_ratio

WHOLE = "anchor\tdescription\t2\ndescription\tstructure\t3\nanchor\tstructure\t6\n"


def test_the_shipped_matrix_written_down(tmp_path: Path) -> None:
    file = tmp_path / "比较.tsv"
    file.write_text("# 专家甲\nfirst\tsecond\ttimes\n" + WHOLE, encoding="utf-8")
    matrix = read_comparisons(file)
    assert matrix == ((1, 0.5, 3), (2, 1, 6), (0.3333, 0.1667, 1))
    assert ahp_weights(matrix) == pytest.approx((0.3, 0.6, 0.1), abs=1e-3)
    assert consistency_ratio(matrix) == pytest.approx(0, abs=1e-3)


def test_experts_are_taken_together(tmp_path: Path) -> None:
    file = tmp_path / "comparisons.tsv"
    file.write_text(WHOLE + "description\tanchor\t2\n", encoding="utf-8")
    assert read_comparisons(file)[0][1] == 1  # one says twice, one says half


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", ": no line compares description with anchor"),
        (WHOLE.splitlines()[0], ": no line compares description with structure"),
        (WHOLE + "anchor\tanchor\t1\n", r":4: expected two of description, anchor, structure"),
        (WHOLE + "anchor\t标题\t1\n", r":4: expected two of"),
        (WHOLE + "anchor description 2\n", r":4: expected two of"),
        (WHOLE + "anchor\tdescription\t0\n", r":4: .*, found '0'"),
        (WHOLE + "anchor\tdescription\t两倍\n", r":4: .*, found '两倍'"),
        (WHOLE + "anchor\tdescription\tinf\n", r":4: .*, found 'inf'"),
    ],
)
def test_broken_comparisons_are_told(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "comparisons.tsv"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(LabelError, match=rf"comparisons\.tsv{message}"):
        read_comparisons(file)
