from __future__ import annotations

from pathlib import Path

import pytest

from topiccrawl.text.replacing import replacing


def test_the_new_file_takes_the_place_of_the_old_one_at_the_end(tmp_path: Path) -> None:
    file = tmp_path / "词表.tsv"
    file.write_text("旧", encoding="utf-8")
    with replacing(file) as part:
        part.write_text("新", encoding="utf-8")
        assert file.read_text(encoding="utf-8") == "旧"
    assert file.read_text(encoding="utf-8") == "新"
    assert list(tmp_path.iterdir()) == [file]


def test_what_was_not_finished_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    file = tmp_path / "词表.tsv"
    file.write_text("旧", encoding="utf-8")
    with pytest.raises(ZeroDivisionError), replacing(file) as part:
        part.write_text("一半", encoding="utf-8")
        raise ZeroDivisionError
    assert file.read_text(encoding="utf-8") == "旧"
    assert list(tmp_path.iterdir()) == [file]


def test_two_who_write_one_file_do_not_meet(tmp_path: Path) -> None:
    file = tmp_path / "词表.tsv"
    with replacing(file) as first, replacing(file) as second:
        first.write_text("先", encoding="utf-8")
        second.write_text("后", encoding="utf-8")
    assert file.read_text(encoding="utf-8") == "先"  # the outer block ends last
    assert list(tmp_path.iterdir()) == [file]
