"""Pagers that hand an address to a function of a script file, or have it in an attribute of any name."""

from __future__ import annotations

import pytest
from page.hidden_links.reading import FIRST, LIST, SITE, links, pagers, told

PORTAL = f"{SITE}/portal/ui?columnId=90210"
SECOND = "/portal/ui?columnId=90210&nowPage=2&block=7f3a"


@pytest.mark.parametrize(
    "element",
    [
        "<a onclick=\"askArticles(this,'{}')\">下页</a>",
        "<a onclick=\"askArticles('{}', this); return false\" href='#'>下一页</a>",
        '<a href="javascript:turnTo(%27{}%27,%2712%27)">下页</a>',
        "<a onclick=\"return turnTo('{}')\" tagname='{}'>下页</a>",
        "<a href='javascript:void(0)' tagname='{}'>&gt;</a>",
        "<span onclick='turn(this)' data-target-page='{}'>下一页</span>",
    ],
)
def test_a_pager_names_the_next_page(element: str) -> None:
    second = SECOND.replace("&", "&amp;")
    assert pagers(element.replace("{}", second), PORTAL) == [(SECOND, 0)]


@pytest.mark.parametrize(
    "element",
    [
        "<a onclick=\"goPage('index_{n}.html')\">{n}</a>",
        "<li onclick=\"ajaxPage(this,'index_{n}.html')\">{n}</li>",
        "<a href=\"javascript:goPage('index_{n}.html')\">第{n}页</a>",
        "<a tagname='/dj/index_{n}.html'>[{n}]</a>",
    ],
)
def test_numbers_lead_to_pages_of_the_same_list(element: str) -> None:
    both = element.replace("{n}", "2") + element.replace("{n}", "3")
    assert pagers(both) == [("/dj/index_2.html", 2), ("/dj/index_3.html", 3)]


def test_numbers_beside_a_next_page_lead_to_pages_of_its_list() -> None:
    pager = "".join(
        f"<a onclick=\"go(this,'/part/5f0c-{n}.html')\">{label}</a>"
        for n, label in ((2, 2), (3, 3), (2, "下页"))
    )
    assert pagers(pager, PORTAL) == [("/part/5f0c-2.html", 2), ("/part/5f0c-3.html", 3)]


def test_an_arrow_leads_on_by_the_number_of_its_address() -> None:
    assert pagers("<a onclick=\"go('index_2.html')\"><i></i></a>") == [("/dj/index_2.html", 0)]
    assert pagers("<a onclick=\"go('index_7.html')\"><i></i></a>") == []


@pytest.mark.parametrize(
    "element",
    [
        "<a onclick=\"go('/xw/picture/2.html')\">2</a>",
        "<a onclick=\"go('http://other.test/dj/index_2.html')\">下页</a>",
        "<a onclick=\"zoom('index_2.jpg')\">2</a>",
        "<a onclick=\"shareTo('index_2.html')\">下页</a>",
        "<a onclick=\"go('index.html')\">首页</a>",
        "<a tagname='index_2.html'>组织机构</a>",
        "<a data-src='/images/2.png'>2</a>",
    ],
)
def test_what_is_no_pager(element: str) -> None:
    assert pagers(element) == []


def test_a_headline_is_a_link() -> None:
    called = f"<a onclick=\"openArticle(this,'/dj/2024/0312/4711.html')\">{FIRST}</a>"
    kept = f"<a tagname='/dj/2024/0312/4711.html'>{FIRST}</a>"
    assert [told(element)[0][:2] for element in (called, kept)] == 2 * [("/dj/2024/0312/4711.html", FIRST)]
    assert links(f"<a tagname='/dj/setup.html'>{FIRST}</a>", LIST) == ()
