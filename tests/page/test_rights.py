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


@pytest.mark.parametrize(
    ("html", "licence"),
    [
        ('<a rel="nofollow license" href="//creativecommons.org/licenses/by/4.0/deed.zh">署名</a>', "https:"),
        ('<link rel=license href="https://creativecommons.org/licenses/by/4.0/deed.zh">', "https:"),
        (
            '<script type="application/ld+json">{"@graph": [{"@type": "NewsArticle", "image": {"license": '
            '"https://a.cn/picture"}, "license": {"@id": "https://creativecommons.org/licenses/by/4.0/deed.zh"}}]}'
            "</script>",
            "https:",
        ),
        (
            '<meta name="DC.rights" content="见https://creativecommons.org/licenses/by/4.0/deed.zh。">',
            "https:",
        ),
        (
            '<meta name="dcterms.license" content="https://creativecommons.org/licenses/by/4.0/deed.zh">',
            "https:",
        ),
        ('<meta name="copyright" content="版权所有 江边新闻网 https://a.cn/">', None),
        ('<a href="https://creativecommons.org/licenses/by/4.0/">某图片的许可</a>', None),
        ('<script type="application/ld+json">{"license": </script>', None),
        ('<script type="application/ld+json">{"license": "保留所有权利"}</script>', None),
    ],
)
def test_a_licence_that_a_page_states_for_itself(html: str, licence: str | None) -> None:
    expected = licence and f"{licence}//creativecommons.org/licenses/by/4.0/deed.zh"
    assert read_rights(Page.of(f"<body>{html}<p>茶", "https://a.cn/1"), {}).licence == expected


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
