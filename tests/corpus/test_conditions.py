"""Conditions are parsed, and never become SQL."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from topiccrawl.corpus.conditions import parse_condition
from topiccrawl.errors import ExportError

ROW = {
    "url": "http://a.cn/1",
    "title": '学习"党章"',
    "published": "2020-05-31 08:00",
    "status": 200,
    "depth": None,
    "author": "",
    "tdm_reservation": True,
    "quality": '{"chinese": 0.9, "length": 300}',
}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("quality.chinese > .8", True),
        ("quality.chinese >= 0.9 and quality.length < 1e3", True),
        ("quality.readability > 0", False),
        ("not quality.readability > 0", False),  # unknown, as in SQL
        ("quality.readability is null", True),
        ("author is null", True),
        ("depth is not null or status = 200", True),
        ("depth > 1 or depth <= 1", False),
        ("published >= 2020", True),
        ("published > 2020", False),
        ("published <= 2020", True),
        ("published < '2020-05-31 08:00'", False),
        ("title contains '党章'", True),
        ("title = '学习\"党章\"'", True),
        ('url in ("x", "http://a.cn/1")', True),
        ("status in (404, 500)", False),
        ("NOT status <> 200 AND tdm_reservation = true", True),
        ("status = 404 or status = 200 and quality.length = 300", True),
    ],
)
def test_what_conditions_say(text, expected):
    assert parse_condition(text)(ROW) is expected


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("quality.chinese >", r"character 18: expected a number"),
        ("quality.chinse > .8", r"character 1: unknown column 'quality.chinse'"),
        ("status = '200'", r"character 10: expected a number"),
        ("title = 5", "expected a text in quotes"),
        ("published >= yesterday", "expected a date"),
        ("published >= '2024年5月1日'", "expected a date"),
        ("published >= '2024/5'", "expected a date"),
        ("fetched_at >= 20240501", "expected a date"),
        ("status = 200 status = 200", r"character 14: expected `and`"),
        ("(status = 200", r"expected `\)`"),
        ("title = 'a'; drop table pages", r"character 12: cannot be read"),
        ("1 = 1", "expected a column"),
        ("title like 'a'", "expected a comparison"),
        ("(" * 500 + "status = 1" + ")" * 500, "too many brackets"),
        ("not " * 500 + "status = 1", "too many brackets"),
    ],
)
def test_errors_name_the_place(text, problem):
    with pytest.raises(ExportError, match=problem):
        parse_condition(text)


@given(st.text(alphabet="urlstatus =<>'\"()andornt.0123456789 党", max_size=40))
def test_any_text_is_a_condition_or_an_error(text):
    try:
        condition = parse_condition(text)
    except ExportError:
        return
    assert condition(ROW) in (True, False)


def test_a_condition_says_which_columns_it_reads():
    names = {one.name for one in parse_condition("quality.chinese > 1 or url = 'a' or url = 'b'").columns}
    assert names == {"quality.chinese", "url"}
