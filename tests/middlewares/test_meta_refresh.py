"""Pages that send on to another by a tag."""

from __future__ import annotations

import pytest
from scrapy import Request
from scrapy.http import HtmlResponse
from scrapy.utils.test import get_crawler

from topiccrawl.middlewares.meta_refresh import MetaRefresh

URL = "http://www.example.cn/"
TAG = '<META HTTP-EQUIV="{}" CONTENT="0; URL=/党建/index.html">'


@pytest.fixture
def middleware() -> MetaRefresh:
    made = MetaRefresh.from_crawler(get_crawler())
    assert isinstance(made, MetaRefresh)
    return made


@pytest.mark.parametrize("name", ["refresh", "REFRESH"])
@pytest.mark.parametrize("encoding", ["utf-8", "gb18030", "utf-16-le"])
def test_a_page_that_sends_on_is_followed(middleware: MetaRefresh, name: str, encoding: str) -> None:
    source = f"<html><head><title>{'支部生活' * 900}</title>{TAG.format(name)}</head>"
    response = HtmlResponse(URL, body=source.encode(encoding), encoding=encoding)
    found = middleware.process_response(Request(URL), response)
    assert isinstance(found, Request)
    assert found.url.startswith("http://www.example.cn/%")


def test_other_pages_are_not_decoded_here(middleware: MetaRefresh) -> None:
    class Undecoded(HtmlResponse):
        @property
        def text(self) -> str:
            raise AssertionError("decoded")

    response = Undecoded(URL, body=f"<title>支部生活</title><p>{'正文' * 9000} refresh".encode("gb18030"))
    assert middleware.process_response(Request(URL), response) is response
