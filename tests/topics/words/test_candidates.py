from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from topiccrawl.errors import VocabularyError
from topiccrawl.topics.words.candidates import CandidateTable


def table(**picks: str) -> CandidateTable:
    made = CandidateTable.of(("count",), [{"word": word, "count": "3"} for word in picks])
    for row in made.rows:
        row["pick"] = picks[row["word"]]
    return made


@given(st.dictionaries(st.text("华侨人归国乡足球", min_size=1, max_size=4), st.sampled_from(["y", "n", ""])))
def test_what_was_written_is_read(tmp_path_factory: pytest.TempPathFactory, picks: dict[str, str]) -> None:
    path = tmp_path_factory.mktemp("table") / "words.tsv"
    written = table(**picks)
    written.write(path)
    assert CandidateTable.read(path) == written
    assert list(path.parent.iterdir()) == [path]


def test_people_write_picks_in_many_ways_and_spreadsheets_leave_marks(tmp_path: Path) -> None:
    """Other encodings and delimiters: tests/topics/calibration/test_graded_pages.py, of the same reader."""
    path = tmp_path / "words.tsv"
    path.write_bytes(
        '\ufeffword\tcount\tpick\t\r\n华侨\t"3\t""次"""\tY\t\r\n华人\t3\t1\r\n\r\n中国\t9\tno\r\n侨乡\t2\r\n'.encode()
    )
    read = CandidateTable.read(path)
    assert read.columns == ("word", "pick", "count")
    assert [(row["word"], row["pick"]) for row in read.rows] == [
        ("华侨", "y"),
        ("华人", "y"),
        ("中国", "n"),
        ("侨乡", ""),
    ]
    assert read.picked() == ["华侨", "华人"]
    assert read.rows[0]["count"] == '3\t"次"'


@pytest.mark.parametrize(
    ("content", "line", "said"),
    [
        ("", 1, "expected columns"),
        ("word\tpick\tpick\n", 1, "a column is named twice"),
        ("word\tpick\n华侨\t也许\n", 2, "pick = '也许'"),
        ("word pick\n华侨 y\n", 1, "separated by tabs, found ['word pick']"),
        ("word\tpick\n华侨 y\n", 2, "expected columns separated by tabs, found '华侨 y'"),
        ("word\tpick\n\ty\n", 2, "the word is missing"),
        ("word\tpick\n华侨\ty\n華僑\t\n", 3, "is in the table twice"),
        ("word\tpick\n华侨\ty\t7\n", 2, "expected 2 columns, found 3"),
    ],
)
def test_what_is_wrong_in_a_table_is_named(tmp_path: Path, content: str, line: int, said: str) -> None:
    path = tmp_path / "words.tsv"
    path.write_text(content, "utf-8")
    with pytest.raises(VocabularyError) as error:
        CandidateTable.read(path)
    assert f"{path}:{line}: " in str(error.value) and said in str(error.value)


def test_a_table_that_is_not_utf_8_or_not_there(tmp_path: Path) -> None:
    path = tmp_path / "words.tsv"
    with pytest.raises(VocabularyError, match="cannot be read"):
        CandidateTable.read(path)
    path.write_bytes("word\tpick\n华侨\ty\n".encode("gbk") + b"\xff\xff\n")
    with pytest.raises(
        VocabularyError, match=r"words\.tsv:3: expected UTF-8, UTF-16 or GB18030, found the byte 0xff"
    ):
        CandidateTable.read(path)
    path.write_bytes(b"%PDF-1.7 \xe5")
    with pytest.raises(VocabularyError, match=r"words\.tsv: no table: it is binary"):
        CandidateTable.read(path)


def test_a_file_too_large_for_a_table_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "disk.img"
    with path.open("wb") as file:
        file.truncate(70_000_000)
    with pytest.raises(VocabularyError, match=r"disk\.img: cannot be read \(File too large: over 64 MB"):
        CandidateTable.read(path)


def test_tables_open_in_spreadsheets(tmp_path: Path) -> None:
    path = tmp_path / "words.tsv"
    table(华侨="y").write(path)
    assert path.read_bytes().startswith("\ufeffword\tpick\tcount\n".encode())
    path = tmp_path / "words.csv"
    table(华侨="y").write(path)
    assert path.read_bytes().startswith("\ufeffword,pick,count\n".encode())


def test_a_quotation_mark_that_is_never_closed_is_named(tmp_path: Path) -> None:
    path = tmp_path / "words.tsv"
    path.write_text('word\tpick\n"华侨\ty\n华人\ty\n', "utf-8")
    with pytest.raises(VocabularyError, match=r"words\.tsv:2: no line of a table"):
        CandidateTable.read(path)


def test_a_new_count_keeps_what_was_decided() -> None:
    new = table(华侨="", 侨联="")
    assert new.keep_picks(table(华侨="y", 中国="n", 侨乡="")) == 2
    assert [(row["word"], row["pick"]) for row in new.rows] == [("华侨", "y"), ("侨联", ""), ("中国", "n")]
