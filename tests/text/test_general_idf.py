"""The general rarity of words: equal to jieba's list, and repaired if its file is damaged."""

from __future__ import annotations

from importlib import resources
from pathlib import Path
from statistics import median

import pytest

from topiccrawl.text import general_idf as module
from topiccrawl.text.general_idf import IdfTable, general_idf
from topiccrawl.text.resources import CACHE_VARIABLE


@pytest.fixture(name="values", scope="module")
def _values() -> dict[str, float]:
    lines = (resources.files("jieba") / "analyse" / "idf.txt").read_text(encoding="utf-8").splitlines()
    return {word: float(value) for word, value in map(str.split, lines)}


@pytest.fixture(name="_empty_cache")
def _without_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path))
    monkeypatch.setattr(module, "_table", module._table.__wrapped__)
    monkeypatch.setattr(module, "general_idf", general_idf.__wrapped__)


def test_each_word_of_jieba_has_its_value(values: dict[str, float]) -> None:
    for word in list(values)[::97]:
        assert general_idf(word) == values[word]


def test_other_words_have_the_median(values: dict[str, float]) -> None:
    of_others = [general_idf(word) for word in ("", "主题党日活动周", "\ud800", "党建 ")]
    assert of_others == pytest.approx([median(values.values())] * 4, abs=1e-9)


@pytest.mark.usefixtures("_empty_cache")
def test_the_table_is_written_once_and_again_when_it_is_damaged(tmp_path: Path) -> None:
    expected = module.general_idf("党建")
    (file,) = tmp_path.glob("idf-*.npz")
    written = file.read_bytes()
    file.write_bytes(written[:1000])
    assert module.general_idf("党建") == expected
    assert file.read_bytes() == written


@pytest.mark.usefixtures("_empty_cache")
def test_without_a_place_to_write_words_have_their_values(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, values: dict[str, float]
) -> None:
    (tmp_path / "file").write_bytes(b"")
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path / "file" / "cache"))
    assert module.general_idf("会议") == values["会议"]


def test_of_a_repeated_word_the_last_value_counts() -> None:
    table = IdfTable.of(["支部", "党课", "支部"], [1.0, 5.0, 3.0])
    assert [table.idf(word) for word in ("支部", "党课", "联欢")] == [3.0, 5.0, 4.0]


def test_a_table_without_words_is_refused() -> None:
    with pytest.raises(ValueError, match="0 values for 0 words"):
        IdfTable.of([], [])
