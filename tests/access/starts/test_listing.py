from __future__ import annotations

import gzip
import time
import tracemalloc

import pytest

from topiccrawl.access.starts.listed import ListedUrl, ListingError
from topiccrawl.access.starts.listing import (
    LARGE,
    MAX_URLS,
    Named,
    is_large,
    is_listing,
    read_apart,
    read_listing,
)

NAMED = Named("http://a.cn/x/map.xml", as_listing=True)
NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'


def urls(body: bytes) -> list[str]:
    return [page.url for page in read_listing(body, NAMED).pages]


def test_a_sitemap_gives_urls_dates_and_news_titles() -> None:
    body = f"""<?xml version="1.0"?><!-- a comment --><urlset {NAMESPACE} xmlns:news="http://n" xmlns:image="http://i">
      <url><loc> http://a.cn/1?x=1&amp;y=2 </loc><lastmod>2024-05-01</lastmod>
        <image:image><image:loc>http://a.cn/p.jpg</image:loc></image:image></url>
      <url><loc>/2</loc><news:news><news:publication_date>2024-05-02</news:publication_date>
        <news:title>党建 &amp; 学习</news:title></news:news></url>
      <url><loc>javascript:void(0)</loc></url><url><loc>/2</loc></url></urlset>""".encode()
    found = read_listing(body, NAMED)
    assert found.pages == (
        ListedUrl("http://a.cn/1?x=1&y=2", changed="2024-05-01"),
        ListedUrl("http://a.cn/2", "党建 & 学习", changed="2024-05-02"),
    )
    assert (found.kind, found.broken, found.left_out) == ("sitemap", False, 1)


def test_an_index_gives_sitemaps_also_compressed() -> None:
    body = f"<sitemapindex {NAMESPACE}><sitemap><loc>a.xml.gz</loc></sitemap></sitemapindex>".encode()
    for form in (body, gzip.compress(body), body.decode().encode("utf-16")):
        assert read_listing(form, NAMED).sitemaps == ("http://a.cn/x/a.xml.gz",)


@pytest.mark.parametrize(
    "body",
    [
        '<?xml version="1.0" encoding="gbk"?><rss><channel><image><url>x</url></image><item><title><![CDATA[党建]]></title>'
        "<link>/1?a=1&b=2</link></item></channel></rss>".encode("gbk"),
        '<rdf:RDF xmlns:rdf="http://r" xmlns="http://purl.org/rss/1.0/"><item><title>党建</title><link>/1?a=1&amp;b=2</link></item></rdf:RDF>'.encode(),
        '<feed xmlns="http://www.w3.org/2005/Atom"><entry><title>党建</title><link rel="self" href="/s"/><link href="/1?a=1&amp;b=2"/></entry></feed>'.encode(),
        '{"version": "https://jsonfeed.org/version/1.1", "items": [{"url": "/1?a=1&b=2", "title": "党建"}, 3]}'.encode(),
        "<rss><channel><item><title>党建</title><guid>/1?a=1&b=2</guid></item><item><title>cut".encode(),
    ],
)
def test_feeds_of_all_formats_give_titles_and_urls(body: bytes) -> None:
    assert is_listing(body, Named("http://a.cn/"))
    assert [(page.url, page.title) for page in read_listing(body, NAMED).pages] == [
        ("http://a.cn/1?a=1&b=2", "党建")
    ]


@pytest.mark.parametrize(
    ("before", "inside"), [("\n<?xml version='1.0'?>", ""), ("", "<title>党建&nbsp;学习</title>")]
)
@pytest.mark.parametrize("ampersand", ["&amp;", "&", "&#38;"])
def test_a_mistake_before_them_takes_nothing_from_urls(before: str, inside: str, ampersand: str) -> None:
    url = f"<url>{inside}<loc>http://a.cn/?c=1{ampersand}id=2</loc></url>"
    pages = read_listing(f"{before}<urlset>{inside}{url}</urlset>".encode(), NAMED).pages
    assert [page.url for page in pages][:1] == ["http://a.cn/?c=1&id=2"]


@pytest.mark.parametrize("declared", ["", "utf-8", "gb2312", "utf8mb4"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "gbk", "utf-16"])
def test_titles_are_read_whatever_encoding_is_declared(declared: str, encoding: str) -> None:
    head = f"<?xml version='1.0' encoding='{declared}'?>" if declared else ""
    item = "<item><title>机关党支部开展主题党日活动</title><link>/{}</link></item>"
    body = f"{head}<rss><channel>{''.join(map(item.format, range(3)))}</channel></rss>"
    pages = read_listing(body.encode(encoding), NAMED).pages
    assert [page.title for page in pages] == ["机关党支部开展主题党日活动"] * 3


def test_plain_text_is_a_list_only_where_one_was_requested() -> None:
    body = b"\xef\xbb\xbfhttp://a.cn/1\r\nhttp://a.cn/2\n\nno url\n"
    assert urls(body) == ["http://a.cn/1", "http://a.cn/2"]
    assert not is_listing(body, Named("http://a.cn/"))


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (b"", "no_listing"),
        (b"<!DOCTYPE html><html><rss></rss></html>", "no_listing"),
        (b"\x1f\x8bbroken", "broken_compression"),
        (gzip.compress(b"<rss>" + b" " * 60_000_000, 1), "too_large"),
        (b'<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa">]><rss></rss>', "entities"),
        (b'{"version": "https://jsonfeed.org/version/1", "items": ' + b"[" * 100_000, "bad_json"),
        (
            gzip.compress(b'{"version": "https://jsonfeed.org/version/1", "items": [' + b"{}," * 10**6, 1),
            "too_complex",
        ),
    ],
)
def test_bad_listings_have_a_reason(body: bytes, reason: str) -> None:
    with pytest.raises(ListingError, match=reason):
        read_listing(body, NAMED)


def test_a_listing_that_breaks_off_gives_what_comes_before() -> None:
    found = read_listing(f"<urlset {NAMESPACE}><url><loc>/1</loc></url><url><loc>/2".encode(), NAMED)
    assert found.pages[0].url == "http://a.cn/1"
    assert found.broken


@pytest.mark.parametrize("flood", [b"<a/>", b"<!---->", b'<a b="" c=\'\' d=""/>'])
def test_a_flood_of_tags_is_not_parsed_and_what_comes_before_is_read(flood: bytes) -> None:
    # Parsed, each would take some thirty times its size.
    head = f"<urlset {NAMESPACE}><url><loc>/1</loc></url>".encode()
    body = head + flood * (8_000_000 // len(flood)) + b"<url><loc>/2</loc></url></urlset>"
    found = read_listing(gzip.compress(body, 1), NAMED)
    assert [page.url for page in found.pages] == ["http://a.cn/1"]
    assert found.broken


def test_lines_of_a_text_list_after_the_limit_are_counted_only() -> None:
    number = 200_000
    body = b"".join(b"http://a.cn/%d\n" % line for line in range(number))
    tracemalloc.start()
    try:
        found = read_listing(body, NAMED)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert len(found.pages) == MAX_URLS
    assert found.left_out == number - MAX_URLS
    assert peak < 25_000_000  # each line as an object: 40 MB


def test_a_large_listing_is_read_the_same_in_a_process_of_its_own() -> None:
    rows = "".join(f"<url><loc>/{n}.html</loc><lastmod>2024-05-01</lastmod></url>" for n in range(2500))
    body = f"<urlset {NAMESPACE}>{rows}<url><loc>javascript:1</loc></url></urlset>".encode()
    assert len(body) > LARGE
    assert is_large(gzip.compress(body)), "it may unpack to any size"
    assert read_apart(body, NAMED) == read_listing(body, NAMED)


def test_errors_of_that_process_are_those_of_the_listing() -> None:
    with pytest.raises(ListingError, match=r"^entities$"):
        read_apart(b'<!DOCTYPE a [<!ENTITY b "c">]><urlset></urlset>', NAMED)


@pytest.mark.parametrize(
    "body",
    [
        "<loc " * 200_000,
        "<url>" + "<a/>" * 400_000 + "</url>",
        "<url>" + "<guid isPermaLink='false'>a</guid>" * 100_000 + "</url>",
    ],
    ids=["open tags", "children", "guids"],
)
def test_a_listing_that_is_made_to_be_slow_is_read_in_a_moment(body: str) -> None:
    began = time.process_time()
    read_listing(f"<urlset {NAMESPACE}>{body}</urlset>".encode(), NAMED)
    assert time.process_time() - began < 3


def test_a_list_of_short_lines_is_not_read_to_its_end() -> None:
    began = time.process_time()
    found = read_listing(b"http://a.cn/1\n" + b"a\n" * 10_000_000, NAMED)
    assert (len(found.pages), found.left_out > 8_000_000) == (1, True)
    assert time.process_time() - began < 4
