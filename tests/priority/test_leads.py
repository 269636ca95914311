"""Links that are followed for what lies behind them, and when a list is left."""

from __future__ import annotations

from dataclasses import replace

import pytest
from priority.strategies.pages import fetched

from topiccrawl.page.anchors.link import AREA, COLUMN, COUNTED_DOWN, PAGER, SOURCE, Link
from topiccrawl.page.bare_pages import GATE
from topiccrawl.priority.leads import (
    COUNTED,
    MOST_DRY,
    ListedLinks,
    followed,
    is_home,
    leads_to_list,
    with_columns,
)
from topiccrawl.priority.link_context import LinkContext
from topiccrawl.priority.strategies.contract import Passage

HOST = "http://www.example.cn"
LIST = f"{HOST}/dj/index.html"
HEADLINES = tuple(Link(f"{HOST}/art/{n}.html", f"支部党员清理河道垃圾第{n}天") for n in range(5))
NEXT = Link(f"{HOST}/dj/index_1.html", "下一页", role=PAGER)
DATA = Link(f"{HOST}/api/list?page=1", found="script request", role=SOURCE)


def listed(
    *links: Link, context: LinkContext | None = None, url: str = LIST, is_list: bool = True, sent: str = ""
) -> ListedLinks:
    return ListedLinks(url, links, context or LinkContext(anchor="党建"), is_list, sent=sent)


def onward(page: ListedLinks, *, brought: bool = True, known: bool = False) -> list[tuple[str, int]]:
    return [(link.url, dry) for link, dry in page.onward(brought=brought, known=known)]


def test_a_list_leads_to_its_next_page_and_to_its_data() -> None:
    assert onward(listed(*HEADLINES, NEXT, DATA)) == [(DATA.url, 0), (NEXT.url, 0)]


def test_an_article_does_not_and_its_pager_is_a_link_as_any_other() -> None:
    page = listed(*HEADLINES, NEXT, DATA, is_list=False)
    assert onward(page) == []
    assert NEXT._replace(role="") in page.own and DATA not in page.own
    assert (
        NEXT._replace(role="", body="page=2") not in listed(NEXT._replace(body="page=2"), is_list=False).own
    )


@pytest.mark.parametrize("role", [PAGER, SOURCE])
def test_three_parts_without_a_new_headline_end_a_list(role: str) -> None:
    """The number of dry parts is carried by the links, so that another process goes on with it."""
    context = LinkContext(role=role, number=2)
    seen = []
    for _ in range(10):
        found = listed(*HEADLINES, NEXT, DATA, context=context).onward(brought=False, known=False)
        if not found:
            break
        assert len({dry for _, dry in found}) == 1
        seen.append(found[0][1])
        context = context._replace(dry=found[0][1])
    assert seen == list(range(1, MOST_DRY))


def test_a_part_that_brings_something_starts_the_count_again() -> None:
    context = LinkContext(role=PAGER, number=2, dry=MOST_DRY - 1)
    assert onward(listed(*HEADLINES, NEXT, context=context)) == [(NEXT.url, 0)]


def test_the_first_page_of_a_list_is_no_part_that_is_dry() -> None:
    assert onward(listed(*HEADLINES, NEXT), brought=False) == [(NEXT.url, 0)]


def test_data_that_names_other_data_without_end_is_left() -> None:
    """A fragment whose script asks for the next fragment, each with the same headlines or none."""
    context = LinkContext(role=SOURCE)
    for number in range(10):
        page = listed(
            DATA._replace(url=f"{HOST}/frag/{number}.html"),
            context=context,
            url=f"{HOST}/frag/{number - 1}.html",
        )
        found = page.onward(brought=False, known=True)
        if not found:
            break
        context = context._replace(dry=found[0][1])
    assert number == MOST_DRY - 1


def test_a_list_without_a_pager_is_counted_on_where_it_was_asked_for_by_number() -> None:
    source = LinkContext(role=SOURCE)
    page = listed(*HEADLINES, context=source, url=f"{HOST}/api/list?page=1&size=5")
    ((link, dry),) = page.onward(brought=True, known=False)
    assert (link.url, link.found, link.role, dry) == (f"{HOST}/api/list?page=2&size=5", COUNTED, PAGER, 0)
    posted = listed(*HEADLINES, context=source, url=f"{HOST}/list.do#POST:cid=7&pageNo=1")
    ((link, _),) = posted.onward(brought=True, known=False)
    assert (link.url, link.body) == (f"{HOST}/list.do#POST:cid=7&pageNo=2", "cid=7&pageNo=2")
    posted = listed(*HEADLINES, context=source, url=f"{HOST}/list.do?p=1#POST:cid=7")
    ((link, _),) = posted.onward(brought=True, known=False)
    assert (link.url, link.body) == (f"{HOST}/list.do?p=2#POST:cid=7", "cid=7")
    posted = listed(*HEADLINES, context=source, url=f"{HOST}/news/page/1#POST:cid=7")
    ((link, _),) = posted.onward(brought=True, known=False)
    assert (link.url, link.body) == (f"{HOST}/news/page/2#POST:cid=7", "cid=7")
    posted = listed(*HEADLINES, context=source, url=f"{HOST}/column/1#POST:cid=7")
    assert posted.onward(brought=True, known=False) == []


@pytest.mark.parametrize(
    ("shown", "goes_on"), [((1, 2, 3), False), ((1, 2), False), ((1,), True), ((), True)]
)
def test_a_row_of_numbers_that_ends_with_the_page_ends_the_list(
    shown: tuple[int, ...], goes_on: bool
) -> None:
    row = [Link(f"{HOST}/dj/?page={n}", str(n), role=PAGER, number=n) for n in shown]
    context = LinkContext(role=PAGER, anchor="3", number=3)
    page = listed(*HEADLINES, *row, context=context, url=f"{HOST}/dj/?page=3")
    assert onward(page) == ([(f"{HOST}/dj/?page=4", 0)] if goes_on else [])


def test_tokens_that_no_url_shows_are_sent_with_the_next_part() -> None:
    url, body = f"{HOST}/ajax.php#POST:_state=1f&act=more&paged=2", "act=more&nonce=4be0&paged=2"
    page = listed(*HEADLINES, context=LinkContext(role=SOURCE), url=url, sent=body)
    ((link, _),) = page.onward(brought=True, known=False)
    assert (link.url, link.body) == (f"{HOST}/ajax.php#POST:act=more&paged=3", "act=more&nonce=4be0&paged=3")


def test_a_list_whose_newest_part_has_the_largest_number_is_counted_down() -> None:
    context, urls = LinkContext(role=SOURCE, found=COUNTED_DOWN), [f"{HOST}/data/dj_12.js"]
    for _ in range(12):
        page = listed(*HEADLINES, context=context, url=urls[-1])
        for link, _ in page.onward(brought=True, known=False):
            context = context._replace(role=link.role, found=link.found, number=link.number)
            urls.append(link.url)
    assert urls == [f"{HOST}/data/dj_{number}.js" for number in range(12, 0, -1)]


@pytest.mark.parametrize(
    ("url", "context", "links"),
    [
        (f"{HOST}/api/list?page=1", LinkContext(anchor="党建"), HEADLINES),  # an ordinary link
        (f"{HOST}/api/list?page=1", LinkContext(role=SOURCE), ()),  # the end of the list
        (f"{HOST}/api/list", LinkContext(role=SOURCE), HEADLINES),
        (f"{HOST}/list.do#POST:cid=7", LinkContext(role=SOURCE), HEADLINES),
    ],
)
def test_others_are_not(url: str, context: LinkContext, links: tuple[Link, ...]) -> None:
    assert onward(listed(*links, context=context, url=url)) == []


def test_an_api_that_repeats_itself_is_left_at_once_after_the_first_number() -> None:
    url = f"{HOST}/api/list?page=2"
    assert (
        onward(
            listed(*HEADLINES, context=LinkContext(role=PAGER, found=COUNTED), url=url),
            brought=False,
            known=True,
        )
        == []
    )
    # The first part may repeat what the page itself lists.
    assert (
        len(onward(listed(*HEADLINES, context=LinkContext(role=SOURCE), url=url), brought=False, known=True))
        == 1
    )


@pytest.mark.parametrize(
    "url", [f"{HOST}/", HOST, f"{HOST}/index.html", f"{HOST}/index.jsp", f"{HOST}/default.aspx"]
)
def test_home_pages(url: str) -> None:
    assert is_home(url) and not is_home(LIST) and not is_home(f"{url}?id=7")


COLUMNS = [
    "工作动态",
    "通知公告",
    "党建",
    "更多",
    "[更多]",
    "更多>>",
    "基层组织建设",
    "[+]",
    "MORE>>",
    "+more",
    "…",
]


def roles(links: list[Link], *, context: LinkContext, url: str) -> list[str]:
    return [link.role for link in ListedLinks(url, links, context, is_list=True).own]


def test_columns_of_a_home_page_and_of_a_seed_are_looked_at() -> None:
    links = [Link(f"{HOST}/c{n}/", text) for n, text in enumerate(COLUMNS)]
    for context, url in ((LinkContext(), f"{HOST}/"), (LinkContext(seed=True), LIST)):
        assert roles(links, context=context, url=url) == [COLUMN] * len(links)
    assert roles(links, context=LinkContext(), url=LIST) == [""] * len(links)


@pytest.mark.parametrize(
    "link",
    [
        Link("http://other.test/c/", "工作动态"),
        Link(f"{HOST}/c/", "工作动态", nofollow=True),
        Link(f"{HOST}/2024/0105/c.html", "工作动态"),
        Link(f"{HOST}/art/12345.html", "工作动态"),
        Link(f"{HOST}/space-uid-12.html", "李小河"),
        Link(f"{HOST}/u.php?uid=12", "李小河"),
        Link(f"{HOST}/c/", "首页"),
        Link(f"{HOST}/c/", "联系我们"),
        Link(f"{HOST}/c/", "English"),
        Link(f"{HOST}/c/", ""),
        Link(f"{HOST}/c/", "党"),
        Link(f"{HOST}/c/", "+86 579"),
        Link(f"{HOST}/c/", "Moreover"),
        Link(f"{HOST}/2024/0105/c.html", "[+]"),
        Link(f"{HOST}/c/", "支部党员清理河道垃圾受好评"),
    ],
)
def test_other_links_of_a_home_page_are_no_columns(link: Link) -> None:
    assert roles([link], context=LinkContext(seed=True), url=f"{HOST}/") == [""]


IGNORED = Passage(0.0, 0.0, candidate=False, follows=False)


def test_a_link_called_like_a_column_leads_to_a_list_wherever_it_stands() -> None:
    article = f"{HOST}/dj/202401/105.html"
    assert leads_to_list(LinkContext(anchor="基层动态", parent_url=article), f"{HOST}/jcdt/")
    assert leads_to_list(LinkContext(role=COLUMN, parent_url=HOST), f"{HOST}/dj/")
    assert not leads_to_list(LinkContext(anchor="上一篇", parent_url=article), f"{HOST}/dj/104.html")
    assert not leads_to_list(LinkContext(anchor="基层动态", parent_url=article), "http://other.test/jcdt/")
    assert not leads_to_list(
        LinkContext(anchor="支部党员清理河道垃圾", parent_url=article), f"{HOST}/dj/103.html"
    )


def passage(context: LinkContext, *links: Link) -> Passage:
    return followed(replace(fetched("名单"), context=context, links=links), IGNORED)


def test_parts_of_a_list_and_shells_are_followed_whatever_they_say() -> None:
    assert passage(LinkContext(role=PAGER), *HEADLINES).follows
    assert passage(LinkContext(role=SOURCE), *HEADLINES).follows
    shell = passage(LinkContext(), DATA)
    assert shell.follows and not shell.candidate and not shell.rejected


def test_other_pages_are_not() -> None:
    assert passage(LinkContext(), *HEADLINES) == IGNORED
    assert passage(LinkContext(), *HEADLINES, DATA) == IGNORED  # it has headlines to be judged by
    assert passage(LinkContext(role=COLUMN), *HEADLINES) == IGNORED


MENU = (Link(f"{HOST}/zwgk/dw/", "党务公开"), Link(f"{HOST}/zwgk/cz/", "财政预决算"))


@pytest.mark.parametrize(
    ("context", "links", "expected"),
    [
        (LinkContext(role=COLUMN), MENU, [COLUMN, ""]),
        (LinkContext(role=COLUMN), (*MENU, HEADLINES[0]), ["", "", ""]),
        (LinkContext(), MENU, ["", ""]),
    ],
)
def test_columns_that_name_the_topic_below_one_that_does_not(
    context: LinkContext, links: tuple[Link, ...], expected: list[str]
) -> None:
    links = with_columns(links, f"{HOST}/zwgk/", context, lambda anchor: "党" in anchor)
    assert [link.role for link in links] == expected
    found = passage(context, *links)
    assert found.follows == found.rejected == (COLUMN in expected)


def test_the_page_behind_a_gate_is_a_home_page_whose_number_is_not_counted_on() -> None:
    context = LinkContext(anchor="进入网站", found=GATE, role=SOURCE)
    column = Link(f"{HOST}/djyd/", "更多>>")
    page = listed(*HEADLINES, column, context=context, url=f"{HOST}/index1.html")
    assert onward(page) == []
    assert column._replace(role=COLUMN) in page.own


def test_the_pages_of_an_issue_are_columns_of_a_list() -> None:
    paper = f"{HOST}/html/2024-05/06/node_1.htm"
    own = Link(f"{HOST}/html/2024-05/06/node_4.htm", "第04版：机关党建专页")
    other = Link(f"{HOST}/html/2024-05/05/node_4.htm", "第04版：党建")
    found = listed(*HEADLINES, own, other, url=paper).own
    assert own._replace(role=COLUMN) in found and other in found
    assert own in listed(*HEADLINES, own, url=paper, is_list=False).own


def test_the_months_of_an_archive_are_columns_of_a_list() -> None:
    months = [Link(f"{HOST}/dj/2024-0{n}/", f"2024年{n}月") for n in (1, 2)]
    others = [Link(f"{HOST}/sz/2024-01/", "2024年1月"), Link(f"{HOST}/dj/2024/1.html", "2024年1月15日")]
    found = listed(*HEADLINES, *months, *others, url=f"{HOST}/dj/").own
    assert [link.url for link in found if link.role == COLUMN] == [link.url for link in months]
    assert not any(link.role for link in listed(*months, url=f"{HOST}/dj/", is_list=False).own)


def test_the_months_of_a_year_are_called_by_their_numbers() -> None:
    names = ["12月", "十一月", "10", "第三季度", "下半年", "第6期"]
    parts = [Link(f"{HOST}/ziliao/2023/{n}/", name) for n, name in enumerate(names)]
    others = [Link(f"{HOST}/ziliao/2023/31/", "31"), Link(f"{HOST}/ziliao/2023/9/", "一月一次党课")]
    year = LinkContext(anchor="2023年", role=COLUMN)
    page = listed(*parts, *others, context=year, url=f"{HOST}/ziliao/2023/")
    assert [link.anchor for link in page.own if link.role == COLUMN] == names
    month = replace(page, context=LinkContext(anchor="12", role=COLUMN))
    assert "10" not in [link.anchor for link in month.own if link.role == COLUMN]  # it may be a day
    assert passage(year).follows and passage(month.context).follows


def test_articles_that_only_parts_of_a_picture_lead_to_are_visited() -> None:
    areas = [Link(f"{HOST}/bz/202403/08/c_{n}.html", found=AREA) for n in (1, 2)]
    others = [Link(f"{HOST}/bz/", found=AREA), Link("http://other.test/bz/20240308_3.html", found=AREA)]
    visited = [link.url for link in listed(*HEADLINES, *areas, *others).own if link.role == COLUMN]
    assert visited == [link.url for link in areas]
    assert not any(link.role for link in listed(*HEADLINES, areas[0]).own)
    assert not any(link.role for link in listed(*areas, is_list=False).own)
