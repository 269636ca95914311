"""Rows of files, as imports read them; what else is read of them stands in tests/corpus."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from topiccrawl.errors import TextError
from topiccrawl.text.files.rows import MOST_VALUES, file_rows


def test_reading_a_table_leaves_the_limits_of_the_process(tmp_path: Path) -> None:
    before = csv.field_size_limit()
    (tmp_path / "pages.csv").write_text("url,title\nhttp://a.cn/1,支部党课\n", encoding="utf-8")
    assert len(list(file_rows(tmp_path / "pages.csv"))) == 1
    assert csv.field_size_limit() == before


GOOD, LAST = {"url": "http://a.cn/1", "text": "支部党课\n第二行"}, {"url": "http://a.cn/2", "text": "{}[]"}


@pytest.mark.parametrize("indent", [None, 2])
@pytest.mark.parametrize("bad", ['{"url": "http://a.cn/3", "text": x}', '"http://a.cn/3"', "[[]"])
def test_a_list_of_objects_is_read_and_what_is_none_is_named(tmp_path: Path, indent: int, bad: str) -> None:
    written = [json.dumps(row, ensure_ascii=False, indent=indent) for row in (GOOD, LAST)]
    file = tmp_path / "items.json"
    file.write_text("[\n" + ",\n".join(written) + "\n]", encoding="utf-8-sig")
    assert [row for _, row in file_rows(file)] == [GOOD, LAST]
    file.write_text(f"[{written[0]},{bad},{written[1]}]\n", encoding="utf-8")
    rows = [row for _, row in file_rows(file)]
    assert [row for row in rows if isinstance(row, dict)] == [GOOD, LAST]
    file.write_text(f"[{written[0]},\n{written[1][:-5]}", encoding="utf-8")
    (_, first), (place, problem), (_, end) = file_rows(file)
    assert (first, place) == (GOOD, f"{file}:{2 if indent is None else 5}")
    assert str(problem).startswith(f"{place}: no JSON") and str(end).endswith("the list does not end")
    file.write_text("[" * (MOST_VALUES + 1), encoding="utf-8")
    with pytest.raises(TextError, match="more than 1,000,000 lists and objects"):
        list(file_rows(file))
    file.write_text(written[0], encoding="utf-8")
    assert [row for _, row in file_rows(file)] == [GOOD]
