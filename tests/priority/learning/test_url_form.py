"""The form of a URL: kind, date, id, names."""

from __future__ import annotations

import csv
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.growth import LINEAR, growth
from topiccrawl.priority.learning.url_form import LONGEST, MOST_NAMES, url_form

ARTICLES = (
    ("http://www.example.cn/djyw/202009/t20200921_875251.htm", "2020-09-21", "875251"),
    ("http://www.example.cn/content_711039.htm", "", "711039"),
    ("http://cpc.example.cn/n1/2018/0102/c64094-29738.html", "2018-01-02", "29738"),
    ("http://paper.example.cn/html/2018-01/02/content_3711.htm", "2018-01-02", "3711"),
    ("http://news.example.cn/c/2018-01-02/doc-ifyqincv1234567.shtml", "2018-01-02", "1234567"),
    ("http://www.example.cn/2018/1/2/art_12_345678.html", "2018-01-02", "345678"),
    ("http://www.example.cn/a/20180102/023456.htm", "2018-01-02", "023456"),
    ("http://www.example.cn/20180102123456.html", "2018-01-02", "123456"),
    ("http://www.example.cn/gn/2018/01-02/8414789.shtml", "2018-01-02", "8414789"),
    ("http://www.example.cn/show.php?contentid=1234", "", "1234"),
    ("http://www.example.cn/zt/201801/abc.html", "2018-01", ""),
)

OTHERS = (
    ("http://www.example.cn/", "home"),
    ("http://www.example.cn", "home"),
    ("http://www.example.cn/index.html", "home"),
    ("http://www.example.cn/dangjian/", "list"),
    ("http://www.example.cn/djyw/list_2.shtml", "list"),
    ("http://www.example.cn/djyw/index_3.html", "list"),
    ("http://www.example.cn/node_7018.htm", "list"),
    ("http://www.example.cn/more.html", "list"),
    ("http://v.example.cn/2018/0102/c1-2.html", "media"),
    ("http://www.example.cn/video/2018/0102/12345.shtml", "media"),
    ("http://www.example.cn/tupian/12345.html", "media"),
    ("http://www.example.cn/about/contact.html", "other"),
    ("http://[::1/x", "other"),
)


@pytest.mark.parametrize(("url", "date", "page_id"), ARTICLES)
def test_articles_have_a_date_or_an_id(url: str, date: str, page_id: str) -> None:
    form = url_form(url)
    assert (form.kind, form.date, form.id) == ("article", date, page_id)


@pytest.mark.parametrize(("url", "kind"), OTHERS)
def test_kinds(url: str, kind: str) -> None:
    assert url_form(url).kind == kind


def test_kind_date_and_id_of_300_urls_by_the_conventions_of_chinese_sites() -> None:
    with (Path(__file__).parent / "url_forms.tsv").open(encoding="utf-8") as table:
        rows = list(csv.DictReader(table, delimiter="\t"))
    assert len(rows) == len({row["url"] for row in rows}) == 300
    wrong = [
        (row["url"], form.kind, form.date, form.id)
        for row in rows
        if (form := url_form(row["url"]))[4:7] != (row["kind"], row["date"], row["id"])
    ]
    assert len(wrong) <= 0.05 * 300, wrong


def test_articles_of_a_channel_share_directory_pattern_and_names() -> None:
    one = url_form("http://cpc.example.cn/n1/2018/0102/c64094-29738.html")
    other = url_form("http://cpc.example.cn/n1/2019/1231/c64094-31415.html")
    assert one.directory == other.directory == "cpc.example.cn/n0/0"
    assert one.pattern == other.pattern
    assert (
        one.names == other.names == ("host:cpc", "host:example", "directory:n0", "directory:0", "file:c64094")
    )


def test_the_shape_is_the_same_on_all_hosts() -> None:
    assert url_form("http://a.cn/yw/t20200921_875251.htm").shape == "/a/a0_0.a"
    assert url_form("http://b.cn/dj/p19990101_1.htm").shape == "/a/a0_0.a"


@pytest.mark.parametrize("number", ["20181345", "19701301", "20180231999999999999", "12018010203"])
def test_not_every_number_is_a_date(number: str) -> None:
    assert url_form(f"http://a.cn/{number}.html").date == ""


def test_chinese_names_are_names() -> None:
    assert "directory:党建" in url_form("http://a.cn/%E5%85%9A%E5%BB%BA/1.html").names


@given(st.text(max_size=700))
def test_any_text_has_a_form(text: str) -> None:
    form = url_form(f"http://a.cn/{text}")
    assert all(name.partition(":")[2] for name in form.names)


@pytest.mark.parametrize(
    ("name", "unit"),
    [
        ("p{}x", 2),  # a page number: exponential time would be measured in minutes for larger ones
        ("list_{}x", 2),
        ("{}", 50),
        ("p{}x", 50),
        ("{}a", 50),
        ("{}/", 50),
    ],
)
@pytest.mark.parametrize("piece", ["1", "x", "_", "-1", "1a", "video"])
def test_no_url_takes_more_than_linear_time(name: str, unit: int, piece: str) -> None:
    def prepare(size: int) -> Callable[[], object]:
        url = "http://a.test/" + name.format(piece * size) + ".html?" + "aid&" * (size // 4)
        return lambda: [url_form.__wrapped__(url) for _ in range(30)]

    assert growth(prepare, unit) < LINEAR


def test_hostile_urls_are_cut_in_length_and_number_of_names() -> None:
    form = url_form(
        "http://a.test/" + "/".join(f"{a}{b}" for a in "abcdefgh" for b in "ijklmnop") + "/党" * 900
    )
    assert len(form.names) == MOST_NAMES
    assert max(map(len, (form.directory, form.pattern, form.shape))) <= LONGEST
