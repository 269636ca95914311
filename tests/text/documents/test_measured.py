"""The kept result of `python -m benchmarks.documents`: files of each format, and F1 above the floors."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

RESULT = json.loads(
    (Path(__file__).parents[3] / "benchmarks" / "results" / "documents.json").read_text(encoding="utf-8")
)
FORMATS = ("pdf", "docx", "doc", "sheets", "ofd", "rtf")


@pytest.mark.parametrize("form", FORMATS)
def test_ten_files_of_each_format_are_read(form: str) -> None:
    measured = RESULT[form]
    assert measured["count"] == len(measured["files"]) >= 10
    assert not measured["missing"]
    assert measured["f1 of text"] >= 0.97
    assert measured.get("f1 of tables and columns", 1.0) >= 0.93


def test_files_without_a_text_are_recognised() -> None:
    files = RESULT["unreadable"]["files"]
    assert len(files) >= 9
    assert all(file["wanted"] == file["found"] for file in files.values())
