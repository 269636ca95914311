"""One form for all spellings of an address."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from topiccrawl.page.canonical_url import absolute_url, canonical_url, is_http_url, url_key

PARTS = (
    "http: https: // / a.cn 党建.cn A.CN [::1] [ ] : :80 :443 :0 :99999 :x @ u:p@ ? & = # ; ;jsessionid=1 "
    "sid=2 utm_source=x a=1 b= %E5%85%9A %zz .. . 党 // ////"
).split()
PIECES = st.lists(st.sampled_from([*PARTS, " ", "\t", "\n", "\u3000", "\x00", "\ud800"]), max_size=10).map(
    "".join
)


def test_full_stops_of_hosts_are_dots():
    assert absolute_url("http://b.cn/", "http://www。a．cn/党。html") == (
        "http://www.a.cn/%E5%85%9A%E3%80%82html"
    )
    assert absolute_url("http://b.cn/", "//党建｡cn") == "http://xn--n5qz54a.cn"


@pytest.mark.parametrize(
    ("reference", "expected"),
    [
        ("http://a.cn/dj/./2024/1.html", "http://a.cn/dj/2024/1.html"),
        ("http://a.cn/dj/../1.html?a=/../2", "http://a.cn/1.html?a=/../2"),
        ("//a.cn/../..", "http://a.cn/"),
        ("http://a.cn/.well-known/x", "http://a.cn/.well-known/x"),
        ("http://a.cn//./b", "http://a.cn//./b"),
    ],
)
def test_dots_between_slashes_are_resolved_behind_a_host_too(reference: str, expected: str):
    assert absolute_url("http://b.cn/dj/", reference) == expected


@pytest.mark.parametrize("reference", ["///a.cn/1.html", "http:///a.cn/1.html", "HTTP:////a.cn/1.html"])
def test_slashes_before_the_host_are_skipped(reference: str):
    assert absolute_url("http://b.cn/dj/", reference) == "http://a.cn/1.html"
    assert absolute_url("http://b.cn/dj/", "///8_0.html") == "http://b.cn/8_0.html"


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("HTTP://WWW.Example.CN", "http://www.example.cn/"),
        ("http://example.cn.:80/", "http://example.cn/"),
        ("https://example.cn:443/a", "https://example.cn/a"),
        ("http://example.cn:8080/a", "http://example.cn:8080/a"),
        ("http://[::1]:80/a", "http://[::1]/a"),
        ("http://example.cn/a#顶", "http://example.cn/a"),
        ("http://example.cn/a?b=2&a=1", "http://example.cn/a?a=1&b=2"),
        ("http://example.cn/a?&a=1&&", "http://example.cn/a?a=1"),
        ("http://example.cn/党建/1.html?页=2", "http://example.cn/%E5%85%9A%E5%BB%BA/1.html?%E9%A1%B5=2"),
        ("http://党建.cn/", "http://xn--n5qz54a.cn/"),
    ],
)
def test_what_does_not_change_the_page_goes(url: str, expected: str) -> None:
    assert canonical_url(url) == expected


@pytest.mark.parametrize(
    "session",
    "sid=ab12 SID=1 sessionid=1 session_id=1 PHPSESSID=x jsessionid=9 utm_source=wx spm=1.2 "
    "ASP.NET_SessionId=x ASPSESSIONIDQQ=x _t=160000 timestamp=1 gclid=a fbclid=b msclkid=c pk_source=x "
    "hmsr=wx vd_source=1 share_token=x from=timeline from=singlemessage sessid=1 _ga=2.1 mc_eid=1".split(),
)
def test_sessions_and_tracking_go(session: str) -> None:
    assert canonical_url(f"http://example.cn/a?id=3&{session}") == "http://example.cn/a?id=3"
    assert canonical_url(f"http://example.cn/a?{session}") == "http://example.cn/a"


@pytest.mark.parametrize(
    "kept",
    "id=3 classid=3 aside=1 page=2 t=dang cid=sid=1 insid=4 sid2=1 from=news share=1 scmid=3 pk=2".split(),
)
def test_parameters_that_name_the_page_stay(kept: str) -> None:
    assert canonical_url(f"http://example.cn/a?{kept}") == f"http://example.cn/a?{kept}"


def test_a_session_in_the_path_goes() -> None:
    assert canonical_url("http://example.cn/a;jsessionid=0F1/b?c=1") == "http://example.cn/a/b?c=1"
    assert canonical_url("http://example.cn/a.jsp;JSESSIONID=0F1") == "http://example.cn/a.jsp"
    assert (
        canonical_url("http://example.cn/(S(lit3py55t21z5v55vlm25s55))/a.aspx") == "http://example.cn/a.aspx"
    )
    assert canonical_url("http://example.cn/(S(abc123def))/a.aspx") == "http://example.cn/a.aspx"
    assert canonical_url("http://example.cn/(2)/a.aspx") == "http://example.cn/(2)/a.aspx"


@given(st.one_of(st.text(), PIECES))
def test_twice_is_once_and_never_raises(url: str) -> None:
    once = canonical_url(url)
    assert canonical_url(once) == once
    assert len(url_key(url)) == 20


@given(PIECES, PIECES)
def test_absolute_addresses_are_http_and_never_raise(base: str, reference: str) -> None:
    url = absolute_url(base, reference)
    assert url is None or (url.lower().startswith(("http://", "https://")) and "#" not in url)


def test_spellings_of_one_page_share_a_key() -> None:
    one = url_key("http://example.cn/a?x=1&y=2")
    for other in (
        "https://example.cn/a?x=1&y=2",
        "HTTP://EXAMPLE.cn:80/a?y=2&x=1#z",
        "http://example.cn/a?y=2&x=1&sid=3",
    ):
        assert url_key(other) == one
    for other in (
        "http://example.cn/A?x=1&y=2",
        "http://example.cn/a?x=1&y=3",
        "http://example.cn:81/a?x=1&y=2",
    ):
        assert url_key(other) != one


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("http://example.cn/党建/", "http://example.cn/%E5%85%9A%E5%BB%BA/"),
        ("http://example.cn/%e5%85%9a", "http://example.cn/%E5%85%9A"),
        ("http://example.cn/%7Edang/", "http://example.cn/~dang/"),
    ],
)
def test_percent_codes_and_punycode_are_spellings_too(one: str, other: str) -> None:
    assert url_key(one) == url_key(other)


@pytest.mark.parametrize(
    ("base", "reference", "expected"),
    [
        ("http://example.cn/a/b.html", "c.html", "http://example.cn/a/c.html"),
        ("http://example.cn/a/b.html", "?p=2", "http://example.cn/a/b.html?p=2"),
        ("http://example.cn/a/b.html", "../../../c", "http://example.cn/c"),
        ("http://example.cn/a/b/c.html", "./../d/e.html", "http://example.cn/a/d/e.html"),
        ("http://example.cn/a//b.html", "c.html", "http://example.cn/a/c.html"),
        ("http://example.cn/a/../b/c.html", "d.html", "http://example.cn/b/d.html"),
        ("http://example.cn/a/?p=/x/y", "c.html", "http://example.cn/a/c.html"),
        ("http://example.cn", "c.html", "http://example.cn/c.html"),
        ("http://example.cn/a/", "b/../c.html", "http://example.cn/a/c.html"),
        ("https://example.cn/", "//b.example.cn/x", "https://b.example.cn/x"),
        ("http://example.cn/", "http://党建.cn/新闻", "http://xn--n5qz54a.cn/%E6%96%B0%E9%97%BB"),
        ("http://example.cn/", "/a\n\tb", "http://example.cn/ab"),
        ("http://example.cn/", "", None),
        ("http://example.cn/", "javascript:go()", None),
        ("http://example.cn/", "ftp://example.cn/", None),
        ("http://example.cn/", "http://[x", None),
        ("http://example.cn/", "http://b.cn:abc/", None),
        ("", "c.html", None),
    ],
)
def test_absolute_addresses(base: str, reference: str, expected: str | None) -> None:
    assert absolute_url(base, reference) == expected


@pytest.mark.parametrize("url", ["http://a.cn", "https://a.cn/党", "HTTP://党.cn/"])
def test_http_urls(url: str) -> None:
    assert is_http_url(url)


@pytest.mark.parametrize(
    "url", ["", "a.cn", "//a.cn", "http://", "http:a.cn", "ftp://a.cn", "http://[", "javascript:0"]
)
def test_texts_that_are_no_http_urls(url: str) -> None:
    assert not is_http_url(url)
