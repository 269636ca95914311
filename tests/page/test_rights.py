from __future__ import annotations

import pytest

from topiccrawl.page.links import links_of
from topiccrawl.page.page import Page
from topiccrawl.page.rights import is_reserved, read_rights, tdm_source


@pytest.mark.parametrize(
    ("header", "robots"),
    [
        ("noai, noimageai", "noai,noimageai"),
        ("otherbot: noindex\nnoai", "noai"),
        ("otherbot: noindex, noai", None),
        ("topiccrawl: nofollow", "nofollow"),
        ("unavailable_after: Fri, 25 Jun 2010 15:00:00 PST", None),
        ("max-snippet:20, noarchive", "max-snippet:20,noarchive"),
    ],
)
def test_headers_for_us_and_for_others(header: str, robots: str | None) -> None:
    assert read_rights(Page.of("<p>茶"), {"X-Robots-Tag": header}).robots == robots


def test_pictures_that_may_not_train_models_keep_their_page_out() -> None:
    assert is_reserved("noimageai", None)


def test_a_url_is_unfollowed_only_when_all_its_links_are() -> None:
    page = Page.of(
        "<a rel='nofollow external' href=/1>第一条新闻</a><a rel=nofollow href=/2>第二条新闻</a><a href=/2>二</a>"
        "<a rel=nofollow href=/3>三</a><a href=/3>第三条新闻</a>",
        "http://a.cn/",
    )
    assert {link.url[-1]: link.nofollow for link in links_of(page)} == {"1": True, "2": False, "3": False}


def test_the_signal_that_decides_about_text_and_data_mining() -> None:
    silent, reserving = Page.of("<p>茶"), Page.of('<meta name="tdm-reservation" content="0">')
    assert tdm_source(reserving, {"tdm-reservation": "1"}) == "header"
    assert tdm_source(reserving, {}) == "meta"
    assert tdm_source(silent, {"tdm-policy": "http://a.cn/"}) == "file"
