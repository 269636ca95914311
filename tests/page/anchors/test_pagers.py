"""Which links continue a list, and how its numbers count on."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from topiccrawl.page.anchors.link import PAGER, Link
from topiccrawl.page.anchors.pagers import (
    BACK,
    LAST,
    NEXT,
    continues,
    counted_on,
    following,
    is_page_field,
    next_by_counting,
    number_in,
    pager_word,
    whole_number,
    with_pagers,
)

LIST = "http://a.cn/dj/index.html"


@pytest.mark.parametrize(
    "text",
    [
        *"下一页 下一页>> 下一頁 下页 后页 後頁 后一页 后1页 [下一页] 【下一页】 （下一页） 下一页» 下一页→ » › > >> ＞ ＞＞ → ▶ 〉 Next NEXT Next»"
        " 加载更多 点击加载更多 查看更多 查看更多>> 显示更多 更多内容 older".split(),
        "下 一 页",
        "Next page",
        "load more",
        "Older posts",
        "« Older Entries",
        "较旧的文章",
        "更早的日志",
        "下6条",
        "翻下一页",
        "上一期",
        "上期",
        "前一期报纸",
        "下一页(1/3)",
        "下页 [2/15]",
    ],
)
def test_texts_that_lead_to_the_next_page(text: str) -> None:
    assert pager_word(text) == NEXT


@pytest.mark.parametrize("text", "尾页 末页 尾頁 最后一页 最后页 >| >>| 尾页>> Last".split())
def test_texts_that_lead_to_the_last_page(text: str) -> None:
    assert pager_word(text) == LAST


@pytest.mark.parametrize(
    "text", "上一页 上页 前页 前一页 首页 第一页 « < << ‹ ＜ 〈 Prev previous 上一頁 首頁 [上一页]".split()
)
def test_texts_that_lead_back(text: str) -> None:
    assert pager_word(text) == BACK


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("2", 2),
        ("[2]", 2),
        ("（3）", 3),
        ("第2页", 2),
        ("第 2 页", 2),
        ("·5·", 5),
        ("page 2", 2),
        ("01", 1),
        ("２", 2),
        ("②", 2),
    ],
)
def test_texts_that_are_numbers_of_pages(text: str, number: int) -> None:
    assert pager_word(text) == number


@pytest.mark.parametrize(
    "text",
    [
        *"党建 更多 下一篇 上一篇 下一条 2024年 3月 5日 第2期 第2版 10000 ² 2/15 翻页 后退 8. 首页新闻 下一页面设计方案征集活动的公告".split(),
        "",
    ],
)
def test_texts_of_other_links(text: str) -> None:
    assert pager_word(text) is None


@pytest.mark.parametrize(
    ("url", "page_url"),
    [
        ("http://a.cn/dj/index_1.html", "http://a.cn/dj/"),
        ("http://a.cn/dj/2.html", "http://a.cn/dj/"),
        ("http://a.cn/dj/2/", "http://a.cn/dj/"),
        ("http://a.cn/dj/page/2/", "http://a.cn/dj/"),
        ("http://a.cn/dj/p/2", "http://a.cn/dj/"),
        ("http://a.cn/dj/page_2.html", "http://a.cn/dj/"),
        ("http://a.cn/dj/list-2.html", "http://a.cn/dj/list.html"),
        ("http://a.cn/dj/node_123_2.htm", "http://a.cn/dj/node_123.htm"),
        ("http://a.cn/list/12-2.html", "http://a.cn/list/12.html"),
        ("http://a.cn/GB/123/index2.html", "http://a.cn/GB/123/index.html"),
        ("http://a.cn/list.php?page=2&id=7", "http://a.cn/list.php?id=7"),
        ("http://a.cn/list.do?start=20", "http://a.cn/list.do?start=0"),
    ],
)
def test_urls_of_other_pages_of_a_list(url: str, page_url: str) -> None:
    assert continues(url, page_url)


@pytest.mark.parametrize(
    ("url", "page_url"),
    [
        ("http://a.cn/list.php?id=8&page=2", "http://a.cn/list.php?id=7"),
        ("http://b.cn/dj/index_1.html", "http://a.cn/dj/"),
        ("http://a.cn/xw/index_1.html", "http://a.cn/dj/"),
        ("http://a.cn/dj/20240105.html", "http://a.cn/dj/"),
        ("http://a.cn/xw/2024/", "http://a.cn/xw/"),
        ("http://a.cn/dj/p/20240105", "http://a.cn/dj/"),
        (LIST, LIST),
    ],
)
def test_urls_of_other_lists_and_of_articles(url: str, page_url: str) -> None:
    assert not continues(url, page_url)


ISSUES = ("2024/11/20", "2024/10/31", "2024/10/09", "2024/09/30")


def roles(*links: Link, page: str = LIST) -> list[tuple[str, int]]:
    return [(link.role, link.number) for link in with_pagers(links, page)]


def test_numbers_with_urls_of_the_list_are_pagers_without_any_other() -> None:
    assert roles(Link("http://a.cn/dj/index_1.html", "2"), Link("http://a.cn/dj/index_2.html", "3")) == [
        (PAGER, 2),
        (PAGER, 3),
    ]


def test_numbers_with_other_urls_are_pagers_beside_a_word() -> None:
    two, following_ = Link("http://a.cn/l/7/x2", "2"), Link("http://a.cn/l/7/x2n", "下一页")
    assert roles(two) == [("", 0)]
    assert roles(two, following_) == [(PAGER, 2), (PAGER, 0)]


def test_days_of_a_calendar_and_years_are_no_pagers() -> None:
    assert (
        roles(Link("http://a.cn/dj/20240105.html", "5"), Link("http://a.cn/dj/20240106.html", "6"))
        == [("", 0)] * 2
    )
    assert roles(Link("http://a.cn/dj/x/", "下一页"), Link("http://a.cn/2024/", "2024"))[1] == ("", 0)


def test_the_issue_of_the_day_before_is_the_next_page() -> None:
    days = [Link(f"http://a.cn/pc/{day}/node_1.html", day.replace("/", "-")) for day in ISSUES]
    found = with_pagers(days, f"http://a.cn/pc/{ISSUES[1]}/node_2.html")
    assert [link.url for link in found if link.role] == [f"http://a.cn/pc/{ISSUES[2]}/node_1.html"]


def test_the_days_of_the_calendar_of_an_issue_are_no_numbers_of_parts() -> None:
    days = [Link(f"http://a.cn/pc/2024-03/{day:02}/node_1.html", str(day)) for day in (5, 8, 12, 19)]
    found = with_pagers(days, "http://a.cn/pc/2024-03/12/node_1.html")
    assert [(link.anchor, link.number) for link in found if link.role] == [("8", 0)]
    parts = [Link(f"http://a.cn/2024/0305/list_{n}.html", str(n)) for n in (2, 3)]
    assert roles(*parts, page="http://a.cn/2024/0305/list_1.html") == [(PAGER, 2), (PAGER, 3)]


@pytest.mark.parametrize("url", ["http://b.cn/dj/index_1.html", "http://a.cn/", LIST])
def test_a_word_that_leads_home_elsewhere_or_nowhere_is_no_pager(url: str) -> None:
    assert roles(Link(url, "下一页")) == [("", 0)]


def test_a_home_page_may_be_a_list() -> None:
    assert roles(Link("http://a.cn/?paged=2", "下一页"), page="http://a.cn/") == [(PAGER, 0)]


def test_empty_parameters_name_no_other_list() -> None:
    own, two = "http://a.cn/l.do?cid=7", "http://a.cn/l.do?cid=7&page=2"
    assert roles(Link(f"{two}&dept=", "2"), page=own) == [(PAGER, 2)]
    assert roles(Link(two, "2"), page=f"{own}&dept=") == [(PAGER, 2)]
    assert roles(Link(f"{two}&dept=3", "2"), page=own) == [("", 0)]


def test_an_arrow_without_a_text_is_the_next_page_by_its_number() -> None:
    found = with_pagers(
        [Link("http://a.cn/dj/index_3.html"), Link("http://a.cn/dj/index_7.html")],
        "http://a.cn/dj/index_2.html",
    )
    assert [(link.role, link.anchor) for link in found] == [(PAGER, "下一页"), ("", "")]


def pagers(*texts: str) -> list[Link]:
    return with_pagers(
        [Link(f"http://a.cn/dj/index_{n}.html", text) for n, text in enumerate(texts, 1)], LIST
    )


@pytest.mark.parametrize(
    ("texts", "number", "chosen"),
    [
        (["2", "3", "4", "尾页"], 0, ["2", "3"]),
        (["1", "2", "4", "5"], 0, ["4", "5"]),  # the page itself has no link
        (["1", "2", "3", "4"], 2, ["3", "4"]),
        (["上一页", "1", "3", "下一页"], 2, ["下一页", "3"]),
        (["上一页", "1", "2", "尾页"], 3, ["尾页"]),
        (["首页", "上一页"], 3, []),
        (["首页", "上一页"], 0, ["上一页"]),  # a crawl that began at the last page
        ([], 0, []),
    ],
)
def test_the_pagers_that_lead_on(texts: list[str], number: int, chosen: list[str]) -> None:
    assert [link.anchor for link in following(pagers(*texts), number)] == chosen


@pytest.mark.parametrize(
    "name", "page p pn pageNo page_no pageIndex curPage currentPage nowpage paged current yema".split()
)
def test_parameters_that_hold_the_number_of_a_page(name: str) -> None:
    assert is_page_field(name)


@pytest.mark.parametrize(
    "name", "pageSize perpage pagesize pageCount homepage webpageId page_id id channelId".split()
)
def test_parameters_that_do_not(name: str) -> None:
    assert not is_page_field(name)


@pytest.mark.parametrize(
    ("url", "number"),
    [
        ("http://a.cn/l.do?page=3", 3),
        ("http://a.cn/dj/index_4.html", 4),
        ("http://a.cn/dj/20240105.html", None),
        ("http://a.cn/l.do?page=²", None),
        ("http://a.cn/l.do?page=" + "9" * 5000, None),
        ("http://a.cn/l.do?page=-1", None),
    ],
)
def test_the_number_of_the_page_in_a_url(url: str, number: int | None) -> None:
    assert number_in(url) == number


@pytest.mark.parametrize(
    ("url", "counted"),
    [
        ("http://a.cn/api?page=1&size=6", "http://a.cn/api?page=2&size=6"),
        ("http://a.cn/api?pageNo=0&x=%3D", "http://a.cn/api?pageNo=1&x=%3D"),
        ("http://a.cn/api?offset=0&limit=20", "http://a.cn/api?offset=20&limit=20"),
        (
            "http://a.cn/api?startrecord=1&endrecord=45&perpage=15",
            "http://a.cn/api?startrecord=46&endrecord=90&perpage=15",
        ),
        ("http://a.cn/dj_1.jsonp", "http://a.cn/dj_2.jsonp"),
        ("http://a.cn/data/p01.json", "http://a.cn/data/p02.json"),
        ("http://a.cn/api/list/0", "http://a.cn/api/list/1"),
    ],
)
def test_the_next_part_of_a_list_by_counting(url: str, counted: str) -> None:
    assert next_by_counting(url, 6) == counted


@pytest.mark.parametrize(
    "url",
    [
        "http://a.cn/api?id=7",
        "http://a.cn/api?page=9999",
        "http://a.cn/api?page=²",
        "http://a.cn/api?since=1700000000",
        "http://a.cn/api?offset=" + "9" * 5000,
        "http://a.cn/art/345.html",
        "http://a.cn/",
    ],
)
def test_urls_without_a_number_that_counts(url: str) -> None:
    assert next_by_counting(url, 6) is None


def test_a_path_counts_on_from_a_large_number_only_where_it_has_been_counted() -> None:
    url = "http://a.cn/dj/list_9.json"
    assert next_by_counting(url, 6) is None
    assert next_by_counting(url, 6, started=True) == "http://a.cn/dj/list_10.json"


@pytest.mark.parametrize(
    ("body", "counted"),
    [
        ('{"pageNo": 1, "channelId": "007"}', '{"pageNo": 2, "channelId": "007"}'),
        ('{"current": 1, "size": 10}', '{"current": 2, "size": 10}'),
        ('{"page": true}', None),
        ('{"a": {"page": 1}}', '{"a": {"page": 2}}'),
        ("{broken", None),
        ("pageNo=1&channelId=7", "pageNo=2&channelId=7"),
    ],
)
def test_the_body_of_the_next_part_by_counting(body: str, counted: str | None) -> None:
    assert counted_on(body, 10) == counted


@given(st.text(st.sampled_from("page=1&²٣offset-start_0/9?.html;%"), max_size=40), st.integers(0, 99))
def test_counting_raises_on_nothing_and_stays_on_its_host(tail: str, records: int) -> None:
    counted = next_by_counting(f"http://a.cn/{tail}", records)
    assert counted is None or counted.startswith("http://a.cn/")


@given(st.text())
def test_only_short_numbers_are_counted(text: str) -> None:
    number = whole_number(text)
    assert number is None or (str(number) == str(int(text)) and number < 10**7)


@pytest.mark.parametrize(
    ("fields", "counted"),
    [
        ("pn=0&rn=6", "pn=6&rn=6"),
        ("minCount=0&maxCount=6&cid=7", "minCount=6&maxCount=12&cid=7"),
        ("pager=0&pagenum=6", "pager=1&pagenum=6"),
        ("next=1&table=news&limit=6", "next=2&table=news&limit=6"),
        ('{"page": {"current": 1}, "site": ["a"]}', '{"page": {"current": 2}, "site": ["a"]}'),
        ('{"pageNo": "1"}', '{"pageNo": "2"}'),
        ("lm=31&prepage=8&page=1", "lm=31&prepage=8&page=2"),
        ("everypage=8&maxpage=3&p=1", "everypage=8&maxpage=3&p=2"),
        ("prepage=8&start=0", "prepage=8&start=8"),
        ("pg=6&cid=7&p=1", "pg=6&cid=7&p=2"),
    ],
)
def test_fields_that_count_pages_or_rows(fields: str, counted: str) -> None:
    assert counted_on(fields, 6) == counted


def test_a_parameter_in_a_path_counts() -> None:
    url = "http://a.cn/data_cid=31,pageIndex=1,pageSize=6.json"
    assert next_by_counting(url, 6) == "http://a.cn/data_cid=31,pageIndex=2,pageSize=6.json"


def row(*tails: str) -> list[tuple[str, int]]:
    """Return the pagers among links that are called by numbers and lead to addresses."""
    numbers = [Link(f"http://a.cn{tail}", tail.rpartition("/")[2]) for tail in tails]
    others = [Link(f"http://a.cn/dj/art{n}.html", f"渔港村党支部第{n}次清点旧渔网") for n in range(9)]
    links = with_pagers([*others, *numbers], LIST)
    return [(link.url.removeprefix("http://a.cn"), link.number) for link in links if link.role]


def test_numbers_in_a_row_lead_to_the_parts_of_a_list_elsewhere() -> None:
    assert row("/dj/feed/2", "/dj/feed/3") == [("/dj/feed/2", 2), ("/dj/feed/3", 3)]
    assert row("/more/1", "/more/2") == [("/more/1", 1), ("/more/2", 2)]


@pytest.mark.parametrize(
    "tails",
    [
        ("/dj/feed/2",),
        ("/v/2", "/v/4"),
        ("/v/7", "/v/8"),
        ("/rili/2031/05/2", "/rili/2031/05/3"),
        ("/a/2", "/b/3"),
    ],
)
def test_other_numbers_are_no_pagers(tails: tuple[str, ...]) -> None:
    assert row(*tails) == []
