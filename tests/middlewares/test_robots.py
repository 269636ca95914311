from __future__ import annotations

import asyncio
import time

import pytest
from scrapy import Request
from scrapy.exceptions import (
    CannotResolveHostError,
    DownloadConnectionRefusedError,
    DownloadTimeoutError,
    IgnoreRequest,
)
from scrapy.http import Response
from scrapy.utils.test import get_crawler

from topiccrawl.crawl.engine import EngineView
from topiccrawl.crawl.url_failures import Dropped
from topiccrawl.middlewares import robots
from topiccrawl.middlewares.robots import MAX_BYTES, BoundedRobotParser, RobotsObeyed, beginning

START = b"User-agent: *\nDisallow: /a\n"
FILLER = b"Disallow: /filler\n"


def test_a_long_file_is_read_up_to_the_limit_and_obeyed_as_far() -> None:
    robots = START + FILLER * (MAX_BYTES // len(FILLER)) + b"Disallow: /b\n"
    parser = BoundedRobotParser.from_crawler(get_crawler(), robots)
    assert not parser.allowed("http://a.cn/a/1", "topiccrawl")
    assert not parser.allowed("http://a.cn/filler", "topiccrawl")
    assert parser.allowed("http://a.cn/b", "topiccrawl")


@pytest.mark.parametrize("end", [b"\n", b"\r", b"\r\n"])
def test_a_rule_is_never_cut(end: bytes) -> None:
    line = b"Disallow: /ab" + end
    head = beginning(line * MAX_BYTES)
    assert MAX_BYTES - 2 * len(line) < len(head) <= MAX_BYTES
    assert head.rstrip() + end in (line * (len(head) // len(line) + 1))
    assert head.endswith((b"/ab\n", b"/ab\r", b"/ab\r\n"))
    assert beginning(b"Disallow: /" + b"a" * MAX_BYTES) == b"", "one line that is too long is no rule"
    assert beginning(START * 100) == START * 100


class Answers:
    """An engine that answers for robots.txt."""

    def __init__(self, *answers: int | Exception) -> None:
        self.answers = list(answers)
        self.requested: list[str] = []

    async def download(self, request: Request) -> Response:
        self.requested.append(request.url)
        await asyncio.sleep(0)
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return Response(request.url, answer, body=b"User-agent: *\nDisallow: /closed\n")


def obeyed(
    monkeypatch: pytest.MonkeyPatch, *answers: int | Exception, **settings: float
) -> tuple[RobotsObeyed, Answers]:
    own = {"ROBOTSTXT_OBEY": True, "USER_AGENT": "topiccrawl/1"}
    monkeypatch.setattr(robots, "TERM", 100.0)
    crawler = get_crawler(settings_dict=own | {"TOPICCRAWL_ROBOTS_RETRY": 10.0} | settings)
    crawler.engine = None
    engine = Answers(*answers)
    middleware = RobotsObeyed(crawler)
    monkeypatch.setattr(EngineView, "download", lambda self, request: engine.download(request))
    return middleware, engine


def reason_of(middleware: RobotsObeyed, url: str) -> str:
    try:
        asyncio.run(middleware.process_request(Request(url)))
    except Dropped as dropped:
        return dropped.reason
    return ""


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        *[(status, "robots") for status in (200, 201, 203)],
        *[(status, "") for status in (304, 400, 401, 403, 404, 410, 429, 451, 499)],
        *[(status, "robots_unavailable") for status in (500, 502, 503, 504, 599)],
        (DownloadTimeoutError(), "timeout"),
        (CannotResolveHostError(), "dns"),
        (DownloadConnectionRefusedError(), "refused"),
        (IgnoreRequest("max redirections reached"), ""),
        (Dropped("headers_too_large"), "headers_too_large"),
    ],
)
def test_each_class_of_answers(monkeypatch: pytest.MonkeyPatch, answer: int | Exception, reason: str) -> None:
    middleware, engine = obeyed(monkeypatch, answer)
    assert reason_of(middleware, "http://a.test/closed") == reason
    assert reason_of(middleware, "http://a.test/closed") == reason
    assert len(engine.requested) == 1


def test_a_file_is_used_for_its_term_and_an_error_for_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    middleware, engine = obeyed(monkeypatch, 500, 500, 200, 404)
    now = 1000.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    expected = {
        0: "robots_unavailable",
        9: "robots_unavailable",
        11: "robots_unavailable",  # requested again, and twice as long
        30: "robots_unavailable",
        32: "robots",
        131: "robots",
        133: "",
    }
    for seconds, reason in expected.items():
        now = 1000.0 + seconds
        assert reason_of(middleware, "http://a.test/closed") == reason, seconds
    assert len(engine.requested) == 4


def test_each_scheme_and_port_has_a_file_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    middleware, engine = obeyed(monkeypatch, 200, 404, 404)
    assert reason_of(middleware, "http://user@A.test/closed") == "robots"
    assert reason_of(middleware, "https://a.test/closed") == ""
    assert reason_of(middleware, "http://a.test:81/closed") == ""
    assert reason_of(middleware, "http://a.test/closed") == "robots"
    assert engine.requested == [
        f"{site}/robots.txt" for site in ("http://a.test", "https://a.test", "http://a.test:81")
    ]


def test_requests_that_wait_for_a_file_share_it(monkeypatch: pytest.MonkeyPatch) -> None:
    middleware, engine = obeyed(monkeypatch, 200)

    async def together() -> list[object]:
        urls = [f"http://a.test/closed/{number}" for number in range(5)]
        tasks = [middleware.process_request(Request(url)) for url in urls]
        return await asyncio.gather(*tasks, return_exceptions=True)

    assert [getattr(one, "reason", "") for one in asyncio.run(together())] == ["robots"] * 5
    assert len(engine.requested) == 1
