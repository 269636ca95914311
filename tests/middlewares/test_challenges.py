"""Pages that come with status 200 in the place of a refusal."""

from __future__ import annotations

import pytest
from scrapy import Request
from scrapy.http import HtmlResponse
from scrapy_parts import crawler_of_a_session

from topiccrawl.middlewares.challenges import ChallengePages, is_challenge

URL = "http://a.test/dj/1.html"


@pytest.mark.parametrize(
    ("words", "status", "flagged"),
    [
        ("您的访问过于频繁，请稍后再试", 429, False),
        ("系统维护中", 500, False),
        ("请拖动滑块", 200, True),
        ("党课开讲", 200, False),
    ],
)
def test_a_page_gets_the_status_that_it_speaks_of(words: str, status: int, flagged: bool) -> None:
    crawler, _ = crawler_of_a_session()
    response = HtmlResponse(URL, body=f"<html><h1>{words}</h1></html>".encode(), encoding="utf-8")
    read = ChallengePages.from_crawler(crawler).process_response(Request(URL), response)
    assert (read.status, is_challenge(read)) == (status, flagged)
