"""Hosts that redirect each URL to itself until they get the cookie they have set."""

from __future__ import annotations

import pytest
from scrapy import Request
from scrapy.downloadermiddlewares.redirect import RedirectMiddleware
from scrapy.exceptions import NotConfigured
from scrapy.http import HtmlResponse, Response
from scrapy.utils.test import get_crawler

from topiccrawl.crawl.request_meta import GATE_KEY
from topiccrawl.middlewares.access.cookie_gates import CookieGates

URL = "http://www.example.cn/dj/1.html"


class Passing:
    """The two middlewares that see a response, and a server between them."""

    def __init__(self) -> None:
        self.gates = CookieGates.from_crawler(get_crawler(settings_dict={"COOKIES_ENABLED": False}))
        self._redirects = RedirectMiddleware.from_crawler(get_crawler())

    def sent(self, request: Request) -> str:
        """Return the cookies that are sent with a request."""
        self.gates.process_request(request)
        return (request.headers.get("Cookie") or b"").decode()

    def answered(self, request: Request, location: str = "", cookie: str = "") -> Request | Response:
        """Return what becomes of a request that is redirected, or of a page."""
        named = {"Location": location, "Set-Cookie": cookie}
        headers = {name: value for name, value in named.items() if value}
        response = HtmlResponse(request.url, status=302 if location else 200, headers=headers)
        found = self.gates.process_response(request, response)
        assert "Cookie" not in request.headers and "cookiejar" not in request.meta  # nothing stores them
        return self._redirects.process_response(request, found)


@pytest.fixture
def passing() -> Passing:
    return Passing()


@pytest.mark.parametrize("location", [URL, "/dj/1.html", "1.html#top"])
def test_the_cookie_of_a_redirect_to_the_same_url_is_sent_back(passing: Passing, location: str) -> None:
    first = Request(URL)
    assert passing.sent(first) == ""
    again = passing.answered(first, location, "sv=7; Path=/")
    assert isinstance(again, Request) and again.url.startswith(URL) and again.meta[GATE_KEY]
    assert passing.sent(again) == "sv=7"
    assert isinstance(passing.answered(again), Response)
    assert passing.sent(Request("http://www.example.cn/dj/2.html")) == "sv=7"


def test_it_may_be_set_on_the_way_round(passing: Passing) -> None:
    passing.sent(first := Request(URL))
    second = passing.answered(first, "/check?back=1")
    assert isinstance(second, Request) and GATE_KEY not in second.meta
    passing.sent(second)
    third = passing.answered(second, URL, "sv=7; Path=/")
    assert isinstance(third, Request) and third.meta[GATE_KEY] and passing.sent(third) == "sv=7"


@pytest.mark.parametrize(
    "url",
    ["https://www.example.cn/dj/1.html", "http://www.example.cn:8080/dj/1.html", "http://b.example.cn/dj/"],
)
def test_it_goes_to_no_other_origin(passing: Passing, url: str) -> None:
    passing.sent(first := Request(URL))
    passing.answered(first, URL, "sv=7; Path=/; Domain=example.cn")
    assert passing.sent(Request(url)) == ""


@pytest.mark.parametrize(
    ("location", "cookie"),
    [("", "sv=7"), ("/dj/2.html", "sv=7"), (URL, ""), ("http://b.example.cn/", "sv=7")],
)
def test_other_cookies_are_ignored(passing: Passing, location: str, cookie: str) -> None:
    passing.sent(first := Request(URL))
    found = passing.answered(first, location, cookie)
    assert GATE_KEY not in found.meta if isinstance(found, Request) else found.url == URL
    assert passing.sent(Request(URL)) == ""


def test_the_cookies_of_others_are_left_alone(passing: Passing) -> None:
    passing.sent(first := Request(URL))
    passing.answered(first, URL, "sv=7; Path=/")
    own = Request(URL, headers={"Cookie": "user=1"})
    assert passing.sent(own) == "user=1"
    passing.gates.process_exception(own, OSError())
    assert own.headers["Cookie"] == b"user=1"
    of_log_in = Request(URL, meta={"cookiejar": "members"})
    passing.gates.process_response(of_log_in, Response(URL, 302, {"Location": URL, "Set-Cookie": "sv=8"}))
    assert of_log_in.meta == {"cookiejar": "members"}


def test_a_crawl_with_cookies_needs_none_of_it() -> None:
    with pytest.raises(NotConfigured):
        CookieGates.from_crawler(get_crawler(settings_dict={"COOKIES_ENABLED": True}))
