"""A tdmrep.json that hangs, is refused or fails: counted, and no page waits for it for long."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from types import SimpleNamespace
from typing import Any

import pytest
from scrapy import Request
from scrapy.exceptions import DownloadConnectionRefusedError, DownloadTimeoutError, IgnoreRequest
from scrapy.http import Response
from scrapy.utils.test import get_crawler

from topiccrawl.access.tdmrep import TdmReservation
from topiccrawl.pipelines import tdm_files
from topiccrawl.pipelines.tdm_files import TdmFiles

PAGE = "http://a.test/news/1.html"
FILE = b'[{"location": "/news/", "tdm-reservation": 1}]'
Download = Callable[[Request], Awaitable[Response]]


def ask(download: Download, times: int = 1) -> tuple[list[TdmReservation | None], dict[str, Any]]:
    """What pages of a site are told, and the counters."""
    crawler = get_crawler()
    files = TdmFiles(crawler)
    count = files._engine.count
    asked: Any = SimpleNamespace(engine=True, is_closing=False, download=download, count=count)
    files._engine = asked

    async def told() -> list[TdmReservation | None]:
        return [await files.of(PAGE) for _ in range(times)]

    stats: Any = crawler.stats
    found = asyncio.run(told())
    counters = stats.get_stats().items()
    return found, {
        name.removeprefix("topiccrawl/rights/"): value for name, value in counters if "rights" in name
    }


def answers(status: int, body: bytes = b"") -> Download:
    async def download(request: Request) -> Response:
        assert request.url == "http://a.test/.well-known/tdmrep.json"
        return Response(request.url, status, body=body)

    return download


def fails(error: Exception) -> Download:
    async def download(_: Request) -> Response:
        raise error

    return download


def test_a_file_is_read_once_for_all_pages_of_a_site() -> None:
    found, counters = ask(answers(200, FILE), times=3)
    assert found == [TdmReservation(True)] * 3
    assert counters == {"tdm_files": 1}


@pytest.mark.parametrize("status", [404, 403, 410])
def test_a_site_without_a_file_is_not_counted(status: int) -> None:
    assert ask(answers(status, FILE)) == ([None], {})


@pytest.mark.parametrize(
    ("download", "reason"),
    [
        (answers(503, FILE), "status_503"),
        (answers(500), "status_500"),
        (answers(429), "status_429"),
        (fails(DownloadTimeoutError()), "timeout"),
        (fails(DownloadConnectionRefusedError()), "refused"),
        (fails(IgnoreRequest("Forbidden by robots.txt")), "robots"),
    ],
)
def test_a_file_that_cannot_be_fetched_has_a_reason(download: Download, reason: str) -> None:
    assert ask(download, times=2) == ([None, None], {f"tdm_unread/{reason}": 1})


def test_a_page_does_not_wait_for_a_file_that_hangs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tdm_files, "SECONDS", 0.01)

    async def hang(_: Request) -> Response:
        await asyncio.Event().wait()
        raise AssertionError

    assert ask(hang, times=2) == ([None, None], {"tdm_unread/late": 2})
