"""Style sheets by the crawl's downloader: each requested once, and every way in which one can end."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

import pytest
from scrapy import Request
from scrapy.exceptions import (
    CannotResolveHostError,
    DownloadCancelledError,
    DownloadTimeoutError,
    IgnoreRequest,
)
from scrapy.http import Response
from scrapy.http.request import NO_CALLBACK

from topiccrawl.crawl import style_sheets
from topiccrawl.crawl.style_sheets import StyleSheets
from topiccrawl.crawl.url_failures import Dropped
from topiccrawl.extraction.visual.sheets import MAX_BYTES
from topiccrawl.page.page import Page

A, B = "http://www.example.cn/a.css", "http://www.example.cn/b.css"
CSS = {"Content-Type": "text/css"}


def page(*urls: str) -> Page:
    return Page.of(
        "".join(f"<link rel=stylesheet href={url}>" for url in urls) + "<p>正文", "http://www.example.cn/"
    )


@dataclass
class Web:
    """Answers requests, and remembers them."""

    answers: Mapping[str, Response | Exception]
    delay: float = 0.0
    paused: bool = False
    requests: list[Request] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)

    def sheets(self) -> StyleSheets:
        return StyleSheets(self._download, lambda _: self.paused, lambda reason: self.counts.update([reason]))

    async def _download(self, request: Request) -> Response:
        self.requests.append(request)
        await asyncio.sleep(self.delay)
        answer = self.answers.get(request.url, Response(request.url, 404))
        if isinstance(answer, Exception):
            raise answer
        return answer


def css(url: str, text: str = "p{color:red}") -> Response:
    return Response(url, headers=CSS, body=text.encode())


def read(sheets: StyleSheets, *urls: str) -> dict[str, str]:
    """Return the sheets of a page that names some."""
    return dict(asyncio.run(sheets.of(page(*urls))).texts)


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (Response(A, 404), "status_404"),
        (Response(A, 500), "status_500"),
        (Response(A, 503), "status_503"),
        (IgnoreRequest("Forbidden by robots.txt"), "robots"),
        (Dropped("private_address"), "private_address"),
        (DownloadCancelledError("larger than maxsize"), "too_large"),
        (css(A, "p{}" * MAX_BYTES), "not_css"),
        (DownloadTimeoutError(), "timeout"),
        (IgnoreRequest("max redirections reached"), "redirects"),
        (CannotResolveHostError(), "dns"),
        (Response(A, headers={"Content-Type": "text/html"}, body=b"<html>404"), "not_css"),
        (Response(A, headers=CSS, body=b"\x89PNG\r\n"), "not_css"),
        (ZeroDivisionError(), "zero_division_error"),
    ],
    ids=["404", "500", "503", "robots", "private", "large", "endless", "timeout", "loop", "dns", "html", "png", "bug"],
)  # fmt: skip
def test_every_end_is_counted_and_the_page_keeps_its_other_sheets(
    answer: Response | Exception, reason: str
) -> None:
    web = Web({A: answer, B: css(B)})
    assert read(web.sheets(), A, B) == {B: "p{color:red}"}
    assert web.counts == {reason: 1, "fetched": 1}


def test_imports_are_read_and_a_loop_ends() -> None:
    web = Web({A: css(A, "@import 'b.css';a{}"), B: css(B, "@import 'a.css';b{}")})
    assert read(web.sheets(), A).keys() == {A, B}
    assert [request.url for request in web.requests] == [A, B]


def test_a_slow_sheet_is_left_out_and_serves_the_next_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(style_sheets, "PAGE_SECONDS", 0.02)
    web = Web({A: css(A)}, delay=0.1)

    async def use() -> None:
        sheets = web.sheets()
        assert (await sheets.of(page(A))).texts == {}
        assert web.counts == {"slow": 1}
        await asyncio.sleep(0.12)
        assert (await sheets.of(page(A))).texts.keys() == {A}

    asyncio.run(use())
    assert len(web.requests) == 1


def test_a_paused_host_is_not_asked_until_it_may_be() -> None:
    web = Web({A: css(A)}, paused=True)
    sheets = web.sheets()
    assert read(sheets, A) == {} and web.requests == []
    web.paused = False
    assert read(sheets, A).keys() == {A}
    assert web.counts == {"host_pauses": 1, "fetched": 1}
    # It has the limits of a sheet and no callback.
    request = web.requests[0]
    assert request.callback is NO_CALLBACK
    assert request.meta["download_maxsize"] == MAX_BYTES
    assert request.meta["dont_retry"]
    assert "dont_obey_robotstxt" not in request.meta


def test_the_oldest_sheets_leave_a_full_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(style_sheets, "CACHED_CHARACTERS", 30)
    web = Web({A: css(A), B: css(B), "http://www.example.cn/c.css": css("http://www.example.cn/c.css")})

    async def use() -> None:
        sheets = web.sheets()
        for url in (A, B, "http://www.example.cn/c.css", "http://www.example.cn/c.css", A):
            await sheets.of(page(url))

    asyncio.run(use())
    assert [request.url[-5] for request in web.requests] == ["a", "b", "c", "a"]
