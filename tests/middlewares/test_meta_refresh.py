"""Pages that send on to another by a tag or a script."""

from __future__ import annotations

import pytest
from scrapy import Request
from scrapy.exceptions import IgnoreRequest
from scrapy.http import HtmlResponse, Response
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


SCRIPT = b"<html><script>location.href='/dj/'</script></html>"


def test_a_page_whose_script_sends_on_is_followed_as_a_redirect(middleware: MetaRefresh) -> None:
    found = middleware.process_response(Request(URL), HtmlResponse(URL, body=SCRIPT))
    assert isinstance(found, Request)
    assert (found.url, found.method, found.meta["redirect_urls"], found.meta["redirect_times"]) == (
        f"{URL}dj/",
        "GET",
        [URL],
        1,
    )


@pytest.mark.parametrize(
    ("header", "leads"),
    [
        ("0; url=/dj/", True),
        (f"5;URL='{URL}'", False),
        ("30", False),
        ("0; url=http://[x", False),
        ("0; url=javascript:0", False),
    ],
)
def test_so_is_one_with_a_header(middleware: MetaRefresh, header: str, leads: bool) -> None:
    response = HtmlResponse(URL, body=b"<p>" * 20_000, headers={"Refresh": header})
    found = middleware.process_response(Request(URL), response)
    assert found.url == (f"{URL}dj/" if leads else URL) and isinstance(found, Request) is leads


def test_such_redirects_count_against_the_limit(middleware: MetaRefresh) -> None:
    request = Request(URL, meta={"redirect_times": 20, "redirect_ttl": 0})
    with pytest.raises(IgnoreRequest):
        middleware.process_response(request, HtmlResponse(URL, body=SCRIPT))


@pytest.mark.parametrize(
    ("meta", "response"),
    [
        ({"dont_redirect": True}, HtmlResponse(URL, body=SCRIPT)),
        ({}, HtmlResponse(URL, body=SCRIPT, status=404)),
        ({}, HtmlResponse(URL, body=SCRIPT, headers={"Set-Cookie": "k=1"})),
        ({}, HtmlResponse(URL, body=SCRIPT + b" " * 40_000)),
        ({}, HtmlResponse(URL, body=SCRIPT.replace(b"location.href", b"if(x)location.href"))),
        ({}, Response(URL, body=SCRIPT, headers={"Content-Type": "application/javascript"})),
    ],
)
def test_others_are_read(middleware: MetaRefresh, meta: dict[str, object], response: Response) -> None:
    assert middleware.process_response(Request(URL, meta=meta), response) is response
