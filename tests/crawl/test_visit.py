from __future__ import annotations

import pytest
from scrapy import Request
from scrapy_parts import visit_of

from topiccrawl.page.links import links_of
from topiccrawl.page.page import Page


@pytest.mark.parametrize(
    "url",
    [
        "http://a.test/1",
        "http://a.test/党建/一.html",
        "http://党建.test/?q=党 课",
        "http://a.test/a b",
        "http://a.test/?q=%b5%b3&p={1}|2",
        "//b.test/支部?页=1",
        "http://A.test:80/x/../y;v=1",
    ],
)
def test_a_link_is_found_by_the_address_of_its_request(url: str) -> None:
    html = f"<p><a href='http://a.test/other'>别的消息</a><a href='{url}'>党课开讲了</a></p>"
    page = Page.from_bytes(html.encode(), "http://a.test/", "text/html; charset=utf-8")
    links = tuple(links_of(page, 10))
    visit = visit_of(page, links=links)
    link = visit.link(Request(links[1].url).url)
    assert link is links[1]
    assert link.anchor == "党课开讲了"
    assert visit.link("http://a.test/made-up") is None
