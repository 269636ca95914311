"""Sites that are linked to and not visited."""

from __future__ import annotations

import pytest

from topiccrawl.crawl.sites import unvisited
from topiccrawl.crawl.sites.unvisited import UnvisitedSites

PAGE = "http://www.a.cn/dj/index.html"


def test_sites_are_named_once_and_the_likeliest_first() -> None:
    sites = UnvisitedSites()
    for url, score in (
        ("http://www.b.cn/", 0.01),
        ("http://www.c.cn/", 0.03),
        ("http://news.b.cn/", 0.02),
        ("http://dj.a.cn/", 0.04),  # of the page's own site
        ("http://www.d.cn/", 0.05),
    ):
        sites.leave(url, PAGE, score)
    sites.leave("http://www.e.cn/1.html", "", 0.9)  # of a sitemap
    sites.visit("m.d.cn")  # another host of the site
    assert sites.best_first() == ["c.cn", "b.cn"]


def test_no_site_is_named_when_some_visits_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unvisited, "_MOST", 2)
    sites = UnvisitedSites()
    sites.leave("http://www.b.cn/", PAGE, 0.1)
    for number in range(3):
        assert sites.best_first() == ["b.cn"]
        sites.visit(f"www.{number}.cn")
    assert sites.best_first() == []
