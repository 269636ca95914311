from __future__ import annotations

import csv
from pathlib import Path

import pytest

from topiccrawl.experiments.judging import agreement
from topiccrawl.experiments.output.results import ResultTable, display_value

TABLE = ResultTable(
    "weights",
    "表 词语权重",
    ("词语", "权重", "主题词"),
    (("党|员", 0.123456789, True), ("党，建", None, False)),
)


def test_csv_has_full_precision_and_opens_in_spreadsheets(tmp_path: Path) -> None:
    table, _ = TABLE.write(tmp_path / "new" / "folder")
    assert table.read_bytes().startswith(b"\xef\xbb\xbf")
    with table.open(encoding="utf-8-sig", newline="") as file:
        assert list(csv.reader(file)) == [
            ["词语", "权重", "主题词"],
            ["党|员", "0.123456789", "True"],
            ["党，建", "", "False"],
        ]


def test_markdown_keeps_its_cells_whatever_stands_in_them(tmp_path: Path) -> None:
    _, page = TABLE.write(tmp_path)
    assert page.read_text("utf-8").splitlines() == [
        "## 表 词语权重",
        "",
        "| 词语 | 权重 | 主题词 |",
        "| --- | ---: | ---: |",
        "| 党\\|员 | 0.123 | yes |",
        "| 党，建 | - | no |",
    ]


def test_small_numbers_keep_their_digits() -> None:
    assert [display_value(value) for value in (0.0, 0.00123456, 0.25, 1234.5)] == [
        "0.000",
        "0.001235",
        "0.250",
        "1234.500",
    ]


def test_agreement_of_judgements_and_labels() -> None:
    found = agreement([True, True, False, False, True], [True, False, False, True, True])
    assert (found.accuracy, found.precision, found.recall) == (3 / 5, 2 / 3, 2 / 3)
    nothing = agreement([False], [False])
    assert (nothing.accuracy, nothing.precision, nothing.recall) == (1, None, None)
    with pytest.raises(ValueError, match="zip"):
        agreement([True], [])
