"""Tables of words and weights."""

from __future__ import annotations

from pathlib import Path

import pytest

from topiccrawl.errors import TopicError
from topiccrawl.relevance.topic.word_table import read_text, read_words


def _read(folder: Path, content: str | bytes) -> dict[str, float]:
    file = folder / "词表.tsv"
    file.write_bytes(content if isinstance(content, bytes) else content.encode())
    return read_words(file, "某题/词表.tsv", default=0.5)


def test_words_weights_comments_and_further_columns(tmp_path: Path) -> None:
    content = "# 词 1\n# 词\t权重\n支部\t0.25\t17\n\n党委\t\t3\n学习\n 讨论 \t 1e-3 \r\n会议\t0\n"
    expected = {"支部": 0.25, "党委": 0.5, "学习": 0.5, "讨论": 0.001, "会议": 0}
    assert _read(tmp_path, content) == expected
    assert _read(tmp_path, b"\xef\xbb\xbf" + content.encode()) == expected


def test_words_may_hold_blanks_and_end_in_a_number_before_a_tab(tmp_path: Path) -> None:
    assert _read(tmp_path, "G 20\t\n中国 共产党\nF1\n") == {"G 20": 0.5, "中国 共产党": 0.5, "F1": 0.5}


def test_words_are_brought_to_normal_form(tmp_path: Path) -> None:
    assert _read(tmp_path, "黨員\t1\nＡＰＰ\t2\n") == {"党员": 1, "APP": 2}


@pytest.mark.parametrize("content", ["", "# nothing\n", "\n\n"])
def test_an_empty_table_has_no_words(tmp_path: Path, content: str) -> None:
    assert _read(tmp_path, content) == {}


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("支部\t1\n党委\t多\n", ":2: weight '多'"),
        ("支部\t-0.1\n", ":1: weight '-0.1'"),
        ("支部\tnan\n", ":1: weight 'nan'"),
        ("支部\t1e999\n", ":1: weight '1e999'"),
        ("支部\t1\n# x\n\n支部\t2\n", ":4: '支部' is in the table twice"),
        ("党员\t1\n黨員\t2\n", ":2: '党员' is in the table twice"),
        ("支部\t1\n党委 0.3\n", ":2: expected a word, a tab and a weight, found '党委 0.3' without a tab"),
        ("支部　1e-3\r\n", ":1: expected a word, a tab and a weight"),
        ("支部\t1\n\t2\n", ":2: the word is missing"),
        ("支部\t1\n党委\t1\n".encode() + "党员".encode("gbk"), r":3: expected UTF-8, found the byte 0xb5"),
        (b"\xff\xfe", ":1: expected UTF-8"),
    ],
)
def test_errors_name_file_line_and_value(tmp_path: Path, content: str | bytes, message: str) -> None:
    with pytest.raises(TopicError, match=f"^某题/词表.tsv{message}"):
        _read(tmp_path, content)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(TopicError, match=r"^x/none\.tsv: cannot be read \(No such file"):
        read_text(tmp_path / "none.tsv", "x/none.tsv")
    with pytest.raises(TopicError, match=r"^x: cannot be read \(Is a directory"):
        read_text(tmp_path, "x")
