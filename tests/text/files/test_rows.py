"""Rows of files, as imports read them; what else is read of them stands in tests/corpus."""

from __future__ import annotations

import csv
from pathlib import Path

from topiccrawl.text.files.rows import file_rows


def test_reading_a_table_leaves_the_limits_of_the_process(tmp_path: Path) -> None:
    before = csv.field_size_limit()
    (tmp_path / "pages.csv").write_text("url,title\nhttp://a.cn/1,支部党课\n", encoding="utf-8")
    assert len(list(file_rows(tmp_path / "pages.csv"))) == 1
    assert csv.field_size_limit() == before
