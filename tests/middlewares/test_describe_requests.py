"""Requests of callbacks that know nothing of topics are described by their page."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import pytest
from scrapy import Request
from scrapy.http import HtmlResponse

from tests.scrapy_parts import NotedLedger, crawler_of_a_session, visit_of
from topiccrawl.crawl.request_meta import LINK_KEY, PRIORITY_KEY, VISIT_KEY, context_of, priority_of
from topiccrawl.middlewares.describe_requests import LinkContextMiddleware
from topiccrawl.page.anchors.link import Link
from topiccrawl.page.page import Page
from topiccrawl.priority.link_context import LinkContext
from topiccrawl.priority.link_priority import Priority

PAGE, TARGET, OTHER = "http://a.test/list.html", "http://a.test/dangke.html", "http://a.test/2.html"
LINKS = (Link(TARGET, "党支部书记讲党课"), Link(OTHER, "广告"))
OWN = {LINK_KEY: LinkContext("党建工作", depth=3), PRIORITY_KEY: Priority(0.9, {"description": 0.9})}


@pytest.fixture
def made() -> tuple[LinkContextMiddleware, NotedLedger]:
    crawler, ledger = crawler_of_a_session()
    return LinkContextMiddleware.from_crawler(crawler), ledger


def passed(middleware: LinkContextMiddleware, *results: Any, unfollowed: tuple[str, ...] = ()) -> list[Any]:
    """What the middleware passes on of the results of a callback."""
    visit = replace(visit_of(Page.of("<p>", PAGE), links=LINKS), unfollowed=frozenset(unfollowed))
    request = Request(PAGE, meta={**OWN, VISIT_KEY: visit})
    response = HtmlResponse(PAGE, request=request)

    async def run() -> list[Any]:
        async def yielded() -> AsyncIterator[Any]:
            for one in results:
                yield one

        return [one async for one in middleware.process_spider_output(response, yielded())]

    return asyncio.run(run())


def test_a_request_for_a_link_of_the_page_gets_its_context(made: tuple[LinkContextMiddleware, Any]) -> None:
    item = {"title": "党课"}
    found = passed(made[0], Request(TARGET), item, Request("http://a.test/list_2.html"))
    assert [context_of(one).anchor for one in (found[0], found[2])] == ["党支部书记讲党课", ""]
    assert {context_of(one).parent_url for one in (found[0], found[2])} == {PAGE}
    assert found[1] is item


def test_links_that_the_page_forbids_are_dropped_with_a_row(
    made: tuple[LinkContextMiddleware, NotedLedger],
) -> None:
    found = passed(made[0], Request(TARGET), Request(OTHER), unfollowed=(OTHER,))
    assert [one.url for one in found] == [TARGET]
    assert made[1].drops == [(OTHER, "links", "nofollow")]


def test_a_callback_that_copies_the_meta_of_its_page_does_not_copy_its_priority(
    made: tuple[LinkContextMiddleware, Any],
) -> None:
    (copied,) = passed(made[0], Request(TARGET, meta=dict(OWN)))
    assert context_of(copied).anchor == "党支部书记讲党课"
    assert priority_of(copied) is None  # the scheduler gives it one of its own
    (again,) = passed(made[0], Request(PAGE, meta=dict(OWN), dont_filter=True))
    assert (context_of(again).depth, priority_of(again)) == (3, OWN[PRIORITY_KEY])


def test_others_have_most_of_the_time_while_a_long_list_is_read(
    made: tuple[LinkContextMiddleware, NotedLedger],
) -> None:
    middleware, turns = made[0], 0

    async def slow() -> AsyncIterator[Any]:
        for number in range(30):
            time.sleep(0.01)  # as links that are scored
            yield {"number": number}

    async def run() -> int:
        nonlocal turns
        response = HtmlResponse(PAGE, request=Request(PAGE))
        task = asyncio.ensure_future(_all_of(middleware.process_spider_output(response, slow())))
        began = time.monotonic()
        while not task.done():
            await asyncio.sleep(0.01)
            turns += 1
        assert len(await task) == 30
        assert turns * 0.01 > 0.5 * (time.monotonic() - began)
        return turns

    assert asyncio.run(run()) > 30


async def _all_of(found: AsyncIterator[Any]) -> list[Any]:
    return [one async for one in found]
