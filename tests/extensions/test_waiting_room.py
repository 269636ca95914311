"""Waiting pages between a strategy and the database."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from scrapy import Request, Spider
from scrapy.exceptions import DontCloseSpider
from scrapy.utils.test import get_crawler

from topiccrawl.crawl.request_meta import LINK_KEY, PRIORITY_KEY, SETTLED_KEY
from topiccrawl.errors import DatabaseAwayError, StorageError
from topiccrawl.extensions.waiting_room import WaitingRoom
from topiccrawl.page.canonical_url import url_key
from topiccrawl.priority.link_context import LinkContext
from topiccrawl.priority.link_priority import Priority
from topiccrawl.priority.two_step.score import TwoStepParameters
from topiccrawl.priority.two_step.waiting import Settled, WaitingChild, WaitingPage, WaitingPages
from topiccrawl.storage.frontier.contract import State
from topiccrawl.storage.pages.store import CorpusStore
from topiccrawl.storage.records import WaitingRecord
from topiccrawl.storage.rows.waiting import read_waiting, read_waiting_page

PAGE, CHILDREN = "http://a.test/p.html", [f"http://a.test/{number}.html" for number in range(3)]
CONTEXT = LinkContext("一则消息", parent_url="http://a.test/", depth=1)


class WaitingStrategy:
    """A strategy of which nothing but its waiting pages is used."""

    def __init__(self) -> None:
        self.pages = WaitingPages(0.5, TwoStepParameters(own_share=0.5, high=0.6))
        self.new: list[Settled] = []
        self.children: list[WaitingChild] = []

    def wait(self) -> None:
        links = dict.fromkeys(CHILDREN, 0.1)
        self.new += self.pages.add(WaitingPage(PAGE, 0.2, expected=3, weak_before=1, links=links))

    def child(self, number: int, similarity: float) -> None:
        child = WaitingChild(PAGE, CHILDREN[number], similarity)
        self.children.append(child)
        self.child_fetched(child)

    def waiting_page(self, url: str) -> WaitingPage | None:
        return self.pages.get(url)

    def resume_waiting(self, pages: Any) -> None:
        for page in pages:
            self.new += self.pages.add(page)

    def child_fetched(self, child: WaitingChild) -> None:
        settled = self.pages.child_fetched(child.page_url, child.url, child.similarity)
        self.new += [settled] if settled else []

    def children_of_waiting(self) -> list[WaitingChild]:
        children, self.children = self.children, []
        return children

    def settled(self) -> list[Settled]:
        settled, self.new = self.new, []
        return settled

    def end_waiting(self) -> None:
        self.new += self.pages.end()


class Worker:
    """A worker of a crawl: its room, and what it asks the engine to fetch."""

    def __init__(self, store: CorpusStore) -> None:
        self.requests: list[Request] = []
        self.drops: list[tuple[str, str, str]] = []
        self.states: dict[bytes, State] = {}
        self.given_up: list[StorageError] = []
        self.crawler = get_crawler(Spider)
        self.crawler.spider = SimpleNamespace(failed=None)  # type: ignore[assignment]
        self.crawler.engine = SimpleNamespace(crawl=self.requests.append, scheduler=self)  # type: ignore[assignment]
        self.strategy = WaitingStrategy()
        ledger = SimpleNamespace(
            store=store,
            topic="party",
            run_id=1,
            wait=lambda record: store.write([], [], waiting=[record]),
            drop=lambda request, stage, reason, score: self.drops.append((request.url, stage, reason)),
            visit=lambda url, accepted: None,
            give_up=self.given_up.append,
        )
        self.session = SimpleNamespace(strategy=self.strategy, ledger=ledger, is_shared=False)
        self.room = WaitingRoom(self.crawler, self.session)  # type: ignore[arg-type]

    def wait(self) -> None:
        self.strategy.wait()
        why = Request(PAGE, meta={LINK_KEY: CONTEXT, PRIORITY_KEY: Priority(0.25, {"page": 0.25})})
        page = WaitingRecord(topic="party", url=PAGE, run_id=1, fetched_at=datetime.now(UTC), raw_html=b"<p>")
        self.room.store(page, why)
        self.room.after_visit(PAGE, waits=True)

    def child(self, number: int, similarity: float) -> None:
        self.strategy.child(number, similarity)
        self.room.after_visit(CHILDREN[number], waits=False)

    # What is used of a scheduler.

    def state(self, key: bytes) -> State | None:
        return self.states.get(key)

    def counts(self) -> None: ...

    def give_up(self, request: Request, reason: str) -> None: ...

    def key_in_flight(self, request: Request) -> bytes:
        return b""

    def sync(self) -> bool:
        return True


def test_a_page_to_be_kept_is_requested_and_its_rows_go_when_it_is_stored(store: CorpusStore) -> None:
    worker = Worker(store)
    worker.wait()
    assert store.read(read_waiting_page, "party", PAGE) is not None
    worker.child(0, 0.9)
    (request,) = worker.requests
    assert (request.url, request.meta[SETTLED_KEY], request.priority) == (PAGE, True, 1)
    assert store.read(read_waiting_page, "party", PAGE) is not None  # until it is in the corpus
    worker.room._served.add(PAGE)
    worker.room.after_visit(PAGE, waits=False)
    assert (
        store.read(read_waiting, "party", 0, 0).pages
        == store.read(read_waiting, "party", 0, 0).children
        == ()
    )


async def _ask(read: Any) -> Any:
    return read()


def test_the_stored_page_has_the_link_that_led_to_it(store: CorpusStore) -> None:
    worker = Worker(store)
    worker.wait()
    worker.room._ledger.ask = _ask  # type: ignore[method-assign,assignment]
    request = Request(PAGE)
    record = asyncio.run(worker.room.stored(request))
    assert record is not None
    assert request.meta[LINK_KEY] == CONTEXT
    assert request.meta[PRIORITY_KEY] == Priority(0.25, {"page": 0.25})
    assert asyncio.run(worker.room.stored(Request("http://a.test/gone.html"))) is None


def test_a_page_that_leads_nowhere_is_dropped(store: CorpusStore) -> None:
    worker = Worker(store)
    worker.wait()
    for number in range(3):
        worker.child(number, 0.0)
    assert worker.drops == [(PAGE, "verdict", "off_topic")]
    assert worker.requests == []
    assert store.read(read_waiting, "party", 0, 0).pages == ()


def test_a_page_is_requested_only_when_its_lease_has_ended(store: CorpusStore) -> None:
    worker = Worker(store)
    worker.wait()
    worker.states[url_key(PAGE)] = State.LEASED
    worker.child(0, 0.9)
    assert worker.requests == []
    worker.states[url_key(PAGE)] = State.DONE
    worker.room.after_visit("http://a.test/other.html", waits=False)
    assert [request.url for request in worker.requests] == [PAGE]


def test_a_restarted_crawl_goes_on_with_pages_and_children(store: CorpusStore) -> None:
    first = Worker(store)
    first.wait()
    first.child(0, 0.0)
    second = Worker(store)
    second.room.resume(fresh=False)
    page = second.strategy.waiting_page(PAGE)
    assert page is not None
    assert (page.own, page.expected, page.weak_before) == (0.2, 3, 1)
    assert (page.links, page.children) == (dict.fromkeys(CHILDREN, 0.1), {CHILDREN[0]: 0.0})
    second.child(1, 0.0)
    second.child(2, 0.0)
    assert second.drops == [(PAGE, "verdict", "off_topic")]


def test_a_fresh_crawl_forgets_them(store: CorpusStore) -> None:
    Worker(store).wait()
    second = Worker(store)
    second.room.resume(fresh=True)
    assert second.strategy.waiting_page(PAGE) is None
    assert store.read(read_waiting, "party", 0, 0).pages == ()


def test_workers_share_pages_and_children_through_the_database(store: CorpusStore) -> None:
    first, second = Worker(store), Worker(store)
    for worker in (first, second):
        worker.session.is_shared = True
        worker.room.resume(fresh=False)
    first.wait()
    second.room.take_over()
    second.child(0, 0.9)  # the page waits there as well by now
    assert [request.url for request in second.requests] == [PAGE]
    first.room.take_over()
    first.room.process_settled()
    assert [request.url for request in first.requests] == [PAGE]  # the frontier filters the second one


def test_what_waits_at_the_end_is_judged_alone(store: CorpusStore) -> None:
    worker = Worker(store)
    worker.wait()
    worker.room.spider_idle()  # the crawl may close: nothing is to be processed
    assert worker.drops == [(PAGE, "verdict", "off_topic")]


class Away(CorpusStore):
    """A database that goes away and comes back."""

    away = False

    def read(self, query: Callable[..., Any], *args: Any, **options: Any) -> Any:
        if self.away and query is read_waiting:
            raise DatabaseAwayError("mysql://h/d: Lost connection to MySQL server")
        return super().read(query, *args, **options)


def test_a_database_that_goes_away_costs_no_page_and_no_child(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("topiccrawl.extensions.waiting_room._BETWEEN_LOOKS", -1.0)  # look after every page
    store = Away(f"sqlite:///{tmp_path / 'corpus.db'}")
    store.open()
    first, second = Worker(store), Worker(store)
    second.session.is_shared = True
    first.wait()
    store.away = True
    second.child(0, 0.9)  # the page itself is not harmed
    with pytest.raises(DontCloseSpider):
        second.room.spider_idle()
    assert second.given_up == []
    store.away = False
    first.child(1, 0.9)
    first.child(2, 0.9)
    second.child(0, 0.9)
    assert second.strategy.pages.get(PAGE) is None, "it is settled by what was stored meanwhile"
    assert [request.url for request in second.requests] == [PAGE]

    store.away = True
    second.room._patience = 0.0
    second.room.spider_idle()
    assert [str(error) for error in second.given_up] == ["mysql://h/d: Lost connection to MySQL server"]
    store.close()
