from __future__ import annotations

import re
from html import unescape
from urllib.parse import urljoin

import pytest

from topiccrawl.demo.sites import GBK_PORTAL, PORTAL, Site
from topiccrawl.demo.trap import CALENDAR_DOOR, FORUM_DOOR
from topiccrawl.demo.web import DemoWeb


def page(web: DemoWeb, site: Site, target: str) -> str:
    resource = web.respond(site.host, target)
    assert resource.status == 200
    return resource.body.decode(site.encoding)


def trapped(web: DemoWeb, site: Site, target: str) -> set[str]:
    hrefs = [unescape(href) for href in re.findall('href="([^"]+)"', page(web, site, target))]
    absolute = {urljoin(site.home, href) for href in hrefs}
    return {site.path_of(url) for url in absolute if web.label(url).kind == "trap"}


@pytest.mark.parametrize(("site", "door"), [(PORTAL, CALENDAR_DOOR.url), (GBK_PORTAL, FORUM_DOOR.url)])
def test_each_page_of_a_trap_leads_to_new_ones(small_web: DemoWeb, site: Site, door: str) -> None:
    assert door in trapped(small_web, site, "/")
    seen = {door}
    waiting = [door]
    for _ in range(200):
        found = sorted(trapped(small_web, site, waiting.pop(0)) - seen)
        seen |= set(found)
        waiting += found
        assert waiting
    assert len(seen) > 200


def test_the_calendar_passes_the_end_of_the_year(small_web: DemoWeb) -> None:
    found = trapped(small_web, PORTAL, "/calendar?y=2024&m=12")
    assert {"/calendar?y=2025&m=1", "/calendar?y=2024&m=11"} <= found
    assert "/calendar?y=20000&m=1" in trapped(small_web, PORTAL, "/calendar?y=19999&m=12")


@pytest.mark.parametrize(
    "query", ["", "?y=x&m=-3", "?y=²&m=", "?m=0", "?y=0&m=1", "?y=99999999999999999999&m=5"]
)
def test_bad_dates_still_give_a_page(small_web: DemoWeb, query: str) -> None:
    assert "活动日历" in page(small_web, PORTAL, f"/calendar{query}")
