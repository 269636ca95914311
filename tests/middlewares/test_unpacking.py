"""Unpacking of compressed responses."""

from __future__ import annotations

import gzip

import pytest
from scrapy import Request
from scrapy.http import HtmlResponse, Response
from scrapy.utils.test import get_crawler

from topiccrawl.crawl.url_failures import Dropped, failure_reason
from topiccrawl.middlewares.unpacking import BoundedUnpacking

URL = "http://a.test/dj/1.html"
TEXT = "".join(map(chr, range(0x4E00, 0x5E00)))  # long enough to have all bytes when it is packed
HTML = f"<html><head><meta charset='gb18030'><title>党课</title></head><body>{TEXT}</body></html>"
HEADERS = {"Content-Encoding": "gzip", "Content-Type": "text/html"}


def test_a_page_is_unpacked_with_all_that_came_with_it_and_no_encoding_is_guessed_of_packed_bytes(
    caplog: pytest.LogCaptureFixture,
) -> None:
    middleware = BoundedUnpacking.from_crawler(get_crawler())
    request = Request(URL, meta={"kept": True})
    packed = HtmlResponse(
        URL, body=gzip.compress(HTML.encode("gb18030")), headers=HEADERS, request=request, flags=["cached"]
    )
    with caplog.at_level(1, "charset_normalizer"):
        page = middleware.process_response(request, packed)
    assert isinstance(page, HtmlResponse)
    assert (page.url, page.flags, page.meta["kept"]) == (URL, ["cached"], True)
    assert (page.encoding, page.css("title::text").get()) == ("gb18030", "党课")
    assert not [record for record in caplog.records if record.name.startswith("charset_normalizer")]


def test_a_page_that_is_not_packed_is_left_as_it_is() -> None:
    middleware = BoundedUnpacking.from_crawler(get_crawler())
    response = Response(URL, body=b"1")
    assert middleware.process_response(Request(URL), response) is response


@pytest.mark.parametrize("encoding", ["br", "zstd", "gzip", "deflate"])
def test_bytes_that_cannot_be_unpacked_have_one_reason(encoding: str) -> None:
    middleware = BoundedUnpacking.from_crawler(get_crawler())
    packed = Response(URL, body=bytes(range(256)), headers={"Content-Encoding": encoding})
    with pytest.raises(Exception) as failed:  # each decompressor has its own
        middleware.process_response(Request(URL), packed)
    assert failure_reason(failed.value) == "broken_compression"


def test_a_page_that_breaks_off_is_asked_for_again_and_then_dropped_and_a_lost_checksum_is_no_loss() -> None:
    crawler = get_crawler(settings_dict={"RETRY_TIMES": 1})
    crawler.spider = crawler._create_spider("parts")
    middleware = BoundedUnpacking.from_crawler(crawler)
    whole = gzip.compress(HTML.encode("gb18030"))

    def read(body: bytes, request: Request) -> Request | Response:
        return middleware.process_response(request, Response(URL, body=body, headers=HEADERS))

    # As `gzip` packs a file that a server sends as it is.
    named = whole[:3] + b"\x08" + whole[4:10] + b"index.html\0" + whole[10:]
    for body in (whole, whole[:-8], whole + b"\r\n", gzip.compress(b"<p>") + whole, named, named[:-8]):
        page = read(body, Request(URL))
        assert isinstance(page, HtmlResponse) and page.text.endswith("</html>")
    assert isinstance(read(named[: len(named) // 2], Request(URL)), Request)
    again = read(whole[: len(whole) // 2], Request(URL))
    assert isinstance(again, Request) and again.url == URL
    for request in (again, Request(URL, meta={"dont_retry": True})):
        with pytest.raises(Dropped) as dropped:
            read(whole[: len(whole) // 2], request)
        assert (dropped.value.reason, dropped.value.passing) == ("truncated", True)
