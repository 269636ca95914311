from __future__ import annotations

import pytest
from scrapy import Request

from topiccrawl.page.description import Description
from topiccrawl.page.links import Link
from topiccrawl.page.page import Page
from topiccrawl.visit import Visit


@pytest.mark.parametrize(
    "url", ["http://a.test/1", "http://a.test/党建/一.html", "http://党建.test/?q=党 课", "http://a.test/a b"]
)
def test_a_link_is_found_by_the_address_of_its_request(url: str) -> None:
    link = Link(url, "党课")
    page = Page.from_bytes(b"<p>", "http://a.test/")
    visit = Visit(page, Description(), (Link("http://a.test/other", "别的"), link), 0.0, 0.0, candidate=False)
    assert visit.link(Request(url).url) is link
    assert visit.link(url) is link
    assert visit.link("http://a.test/made-up") is None
