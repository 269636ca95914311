"""Which links of an article lead to its other parts."""

from __future__ import annotations

import pytest

from topiccrawl.page.anchors.article_parts import ArticleParts, part_numbers, parts_of
from topiccrawl.page.anchors.link import COUNTED, PAGER, Link

SITE = "http://dj.example.cn"


def links(*pairs: tuple[str, str]) -> list[Link]:
    return [Link(f"{SITE}{path}", anchor) for path, anchor in pairs]


@pytest.mark.parametrize(
    ("path", "second"),
    [
        ("/dj/t20240105_12.html", "/dj/t20240105_12_2.html"),
        ("/dj/12.shtml", "/dj/12-2.shtml"),
        ("/dj/12.shtml", "/dj/12_p2.shtml"),
        ("/a/123", "/a/123/2"),
        ("/a/123.html", "/a/123/p2"),
        ("/view.jsp?id=5", "/view.jsp?id=5&page=2"),
    ],
)
@pytest.mark.parametrize("anchor", ["2", "下一页", "[2]", "第2页", "余下全文"])
def test_a_part_has_the_name_of_the_first_page_and_a_number(path: str, second: str, anchor: str) -> None:
    found = parts_of(SITE + path, links(("/", "首页"), (second, anchor)))
    assert found == ArticleParts((SITE + second,))


@pytest.mark.parametrize(
    ("path", "other", "anchor"),
    [
        ("/dj/12.html", "/dj/13.html", "下一页"),
        ("/dj/t20240105_12.html", "/dj/t20240105_13.html", "镇机关党支部走访困难党员"),
        ("/view.jsp?id=5&page=2", "/view.jsp?id=6&page=2", "2"),
        ("/2024/", "/2024/02/", "二月的文章"),
        ("/dj/12.html", "/dj/12_20240105.html", "2"),
        ("/dj/12.html", "http://bbs.example.cn/dj/12_2.html", "2"),
        ("/dj/12.html", "/dj/12_2.jpg", "2"),
        ("/", "/2", "2"),
    ],
)
def test_other_articles_are_no_parts(path: str, other: str, anchor: str) -> None:
    url = other if other.startswith("http") else SITE + other
    assert not parts_of(SITE + path, [Link(url, anchor)])


def test_tabs_are_parts_whatever_they_are_called() -> None:
    tabs = links(("/dj/12_2.html", "第二部分　走访"), ("/dj/12_3.html", "第三部分　整改"))
    assert parts_of(f"{SITE}/dj/12.html", tabs).following == (
        f"{SITE}/dj/12_2.html",
        f"{SITE}/dj/12_3.html",
    )


@pytest.mark.parametrize(
    ("path", "first", "anchor"),
    [
        ("/dj/12_2.html", "/dj/12.html", "1"),
        ("/dj/12-2.html", "/dj/12-1.html", "1"),
        ("/a/123/2", "/a/123", "[1]"),
        ("/a/123/p/2", "/a/123", "[1]"),
        ("/a/123/part/2", "/a/123", "[1]"),
        ("/view.jsp?id=5&page=2", "/view.jsp?id=5", "上一页"),
    ],
)
def test_a_later_part_names_the_first(path: str, first: str, anchor: str) -> None:
    assert parts_of(SITE + path, links((first, anchor))) == ArticleParts(first=SITE + first)


def test_a_later_part_names_those_behind_it_alone() -> None:
    own = links(("/dj/12.html", "1"), ("/dj/12_2.html", "2"), ("/dj/12_4.html", "4"), ("/dj/12_3.html", "3"))
    found = parts_of(f"{SITE}/dj/12_2.html", own)
    assert found.following == (f"{SITE}/dj/12_3.html", f"{SITE}/dj/12_4.html")


def test_the_number_of_an_article_is_no_part() -> None:
    """The archive numbers its articles: nothing counts on from this one."""
    others = links(("/dj/article_1.html", "老支书讲革命故事"), ("/dj/article_3.html", "党员清理河道"))
    assert not parts_of(f"{SITE}/dj/article_2.html", others)


@pytest.mark.parametrize(
    ("path", "whole", "anchor"),
    [
        ("/dj/12.html", "/dj/12_all.html", "阅读全文"),
        ("/dj/12.html", "/dj/12_s.html", "余下全文"),
        ("/view.jsp?id=5", "/view.jsp?id=5&page=all", "单页阅读"),
        ("/dj/12.html", "/dj/12.html?page=all", "在本页阅读全文"),
    ],
)
def test_the_page_with_all_of_the_text(path: str, whole: str, anchor: str) -> None:
    assert parts_of(SITE + path, links((whole, anchor))).whole == SITE + whole


def test_a_part_that_a_script_counts_may_be_one_too_many() -> None:
    link = Link(f"{SITE}/dj/12_3.html", "下一页", found=COUNTED, role=PAGER)
    assert parts_of(f"{SITE}/dj/12.html", [link]).counted == {link.url}


def test_parts_contain_their_urls() -> None:
    found = parts_of(f"{SITE}/dj/12.html", links(("/dj/12_2.html", "2"), ("/dj/12_all.html", "全文")))
    assert f"{SITE}/dj/12_2.html" in found
    assert f"{SITE}/dj/12_all.html" in found
    assert "" not in found and f"{SITE}/dj/13.html" not in found


@pytest.mark.parametrize(
    ("urls", "expected"),
    [
        (["/dj/2024/12.html", "/dj/2024/12_2.html", "/dj/2024/12_3.html"], [1, 2, 3]),
        (["/dj/12_1.html", "/dj/12_2.html", "/dj/12_3.html"], [1, 2, 3]),
        (["/view.jsp?id=5", "/view.jsp?id=5&page=2"], [1, 2]),
        (["/dj/12.html", "/dj/13.html"], []),
        (["/dj/12.html", "/dj/12_3.html"], []),
        (["/dj/12.html", "/xw/12_2.html"], []),
        (["/dj/12.html"], []),
        ([], []),
    ],
)
def test_options_count_the_parts_of_one_article(urls: list[str], expected: list[int]) -> None:
    assert part_numbers([SITE + url for url in urls]) == expected
