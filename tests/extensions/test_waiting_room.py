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

from topiccrawl.crawl.request_meta import LINK_KEY, PRIORITY_KEY, SETTLED_KEY, CrawlLink
from topiccrawl.errors import DatabaseAwayError, StorageError
from topiccrawl.extensions.waiting_room import WaitingRoom
from topiccrawl.page.canonical_url import url_key
from topiccrawl.priority.link_context import LinkContext
from topiccrawl.priority.link_priority import Priority
from topiccrawl.priority.two_step.score import TwoStepParameters
from topiccrawl.priority.two_step.waiting import Settled, WaitingChild, WaitingPage, WaitingPages
from topiccrawl.storage.frontier.contract import State
from topiccrawl.storage.pages.store import CorpusStore
from topiccrawl.storage.pages.url_twins import UrlTwins
from topiccrawl.storage.records import DropRecord, Record, SettledRecord, VisitRecord, WaitingRecord
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
        self.store = store
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
            write=self.write,
            drop=lambda link, stage, reason, score: self.drops.append((link.url, stage, reason)),
            give_up=self.given_up.append,
            drop_waiting=self.drop_waiting,
            ask=self.ask,
        )
        self.session = SimpleNamespace(
            strategy=self.strategy, ledger=ledger, is_shared=False, twins=UrlTwins(), last_steps=[]
        )
        self.room = WaitingRoom(self.crawler, self.session)  # type: ignore[arg-type]

    def write(self, record: Record) -> None:
        if not isinstance(record, VisitRecord):
            self.store.write([record])

    def drop_waiting(
        self, link: CrawlLink, stage: str, reason: str, score: float, end: SettledRecord
    ) -> bool:
        drop = DropRecord(
            topic="party",
            url=link.url,
            stage=stage,
            reason=reason,
            run_id=1,
            dropped_at=datetime.now(UTC),
            score=score,
        )
        if not self.session.ledger.store.drop_waiting(end, drop):
            return False
        self.drops.append((link.url, stage, reason))
        return True

    async def ask(self, read: Callable[[], Any]) -> Any:
        return read()

    def wait(self) -> None:
        self.strategy.wait()
        page = WaitingRecord(topic="party", url=PAGE, run_id=1, fetched_at=datetime.now(UTC), raw_html=b"<p>")
        self.room.store(page, CrawlLink(PAGE, CONTEXT, Priority(0.25, {"page": 0.25})))
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
    assert asyncio.run(worker.room.stored(request)) is not None
    worker.room.after_visit(PAGE, waits=False)
    left = store.read(read_waiting, "party", 0, 0)
    assert left.pages == left.children == ()


def test_the_stored_page_has_the_link_that_led_to_it(store: CorpusStore) -> None:
    worker = Worker(store)
    worker.wait()
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
    second.room.take_over()
    page = second.strategy.waiting_page(PAGE)
    assert (page.own, page.expected, page.weak_before) == (0.2, 3, 1)
    assert (page.links, page.children) == (dict.fromkeys(CHILDREN, 0.1), {CHILDREN[0]: 0.0})
    second.child(1, 0.0)
    second.child(2, 0.0)
    assert second.drops == [(PAGE, "verdict", "off_topic")]


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
    monkeypatch.setattr("topiccrawl.extensions.waiting_room.BETWEEN_LOOKS", -1.0)  # look after every page
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
    second.room.patience = 0.0
    second.room.spider_idle()
    assert [str(error) for error in second.given_up] == ["mysql://h/d: Lost connection to MySQL server"]
    store.close()


class ReadOnly(CorpusStore):
    """A database that answers, but takes no rows, such as one with a full disk."""

    refuses = False

    def drop_waiting(self, end: SettledRecord, drop: DropRecord) -> bool:
        if self.refuses:
            raise DatabaseAwayError("mysql://h/d: The table is full")
        return super().drop_waiting(end, drop)


def test_a_database_that_can_be_read_but_not_written_ends_the_crawl(tmp_path: Path) -> None:
    store = ReadOnly(f"sqlite:///{tmp_path / 'corpus.db'}")
    store.open()
    worker = Worker(store)
    worker.session.is_shared = True
    worker.wait()
    store.refuses = True
    with pytest.raises(DontCloseSpider):
        worker.room.spider_idle()
    assert worker.given_up == []
    worker.room.patience = 0.0
    worker.room.spider_idle()
    assert [str(error) for error in worker.given_up] == ["mysql://h/d: The table is full"]
    assert len(store.read(read_waiting, "party", 0, 0).pages) == 1, "it is left to the next run"
    store.close()


@pytest.fixture
def workers(store: CorpusStore) -> tuple[Worker, Worker]:
    """Two workers of a shared crawl, with a page of the first that waits for three children."""
    first, second = Worker(store), Worker(store)
    for worker in (first, second):
        worker.session.is_shared = True
    first.wait()
    for worker in (first, second):
        worker.room.take_over()
    return first, second


def look(*workers: Worker) -> None:
    """Let each worker see what the others have stored."""
    for worker in workers:
        worker.room.take_over()
    for worker in workers:
        worker.room.process_settled()


@pytest.mark.parametrize("by", [(0, 0, 0), (1, 1, 1), (0, 1, 1), (1, 0, 1), (0, 1, 0)])
def test_a_page_is_dropped_once_whoever_fetches_its_children(
    workers: tuple[Worker, Worker], store: CorpusStore, by: tuple[int, ...]
) -> None:
    for number, worker in enumerate(by):
        workers[worker].child(number, 0.0)
    look(*workers)
    for worker in workers:
        worker.room.spider_idle()
    assert workers[0].drops + workers[1].drops == [(PAGE, "verdict", "off_topic")]
    assert not workers[0].requests + workers[1].requests
    left = store.read(read_waiting, "party", 0, 0)
    assert left.pages == left.children == ()


@pytest.mark.parametrize("by", [(0, 0, 0), (1, 1, 1), (0, 0, 1), (0, 1, 0)])
def test_a_page_is_kept_whoever_fetches_the_child_that_lifts_it(
    workers: tuple[Worker, Worker], by: tuple[int, ...]
) -> None:
    for number, worker in enumerate(by):
        workers[worker].child(number, 0.9 if number else 0.0)
    look(*workers)
    assert not workers[0].drops + workers[1].drops
    # The frontier makes one of the requests of two workers, and the row of the page answers only the first.
    assert {request.url for worker in workers for request in worker.requests} == {PAGE}


def test_a_verdict_takes_up_children_that_others_have_fetched(workers: tuple[Worker, Worker]) -> None:
    """Without the child of the second worker the page is dropped: another one of three has failed."""
    first, second = workers
    first.strategy.child(0, 0.0)
    first.strategy.child(1, 0.9)
    second.child(2, 0.9)
    failed = first.strategy.pages.child_failed(PAGE)
    assert failed is not None and not failed.kept
    first.strategy.new.append(failed)
    first.room.process_settled()
    assert first.drops == [] and [request.url for request in first.requests] == [PAGE]


def test_a_page_that_another_worker_keeps_is_not_dropped(workers: tuple[Worker, Worker]) -> None:
    first, second = workers
    first.child(0, 0.9)
    assert first.requests
    second.states[url_key(PAGE)] = State.WAITING  # the request of the first worker is in the frontier
    second.strategy.end_waiting()
    second.room.process_settled()
    assert second.drops == []


@pytest.mark.parametrize("late", [0, 1])
def test_children_that_are_written_late_do_not_outlive_their_page(
    workers: tuple[Worker, Worker], store: CorpusStore, late: int
) -> None:
    queued: list[Any] = []
    workers[late].session.ledger.write = queued.append
    for number, worker in enumerate((0, 1, late)):
        workers[worker].child(number, 0.0)
    for worker in workers:
        worker.room.spider_idle()
    store.write(queued)  # as the writer does with its next batch
    assert store.read(read_waiting, "party", 0, 0).children

    async def closed() -> None:
        for worker in workers:
            await worker.room.delete_orphans()

    asyncio.run(closed())
    left = store.read(read_waiting, "party", 0, 0)
    assert left.pages == left.children == ()


def test_a_database_that_is_down_at_the_end_does_not_matter_to_the_children(worker_down: Worker) -> None:
    asyncio.run(worker_down.room.delete_orphans())
    assert worker_down.given_up == []


@pytest.fixture
def worker_down(store: CorpusStore, monkeypatch: pytest.MonkeyPatch) -> Worker:
    """A worker whose database has gone down."""

    def refuse(*_: Any) -> None:
        raise DatabaseAwayError("mysql://h/d: Lost connection to MySQL server")

    monkeypatch.setattr(store, "transact", refuse)
    return Worker(store)
