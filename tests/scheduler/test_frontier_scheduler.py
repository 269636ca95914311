"""The scheduler of any spider, without an engine; a crash is a scheduler that is simply left behind."""

from __future__ import annotations

import gc
import weakref
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from scrapy import Request, Spider, signals
from scrapy.crawler import Crawler
from scrapy.exceptions import NotSupported
from scrapy.utils.test import get_crawler

from topiccrawl.errors import StorageError
from topiccrawl.scheduler.frontier_scheduler import FrontierScheduler
from topiccrawl.scheduler.policy import RequestPolicy
from topiccrawl.storage.frontier.location import FRONTIER_FILE
from topiccrawl.supervision.life import Life


class Other(Spider):
    name = "other"

    def failed(self, failure: Any) -> None: ...


class Engine:
    """As much of an engine as the scheduler looks at."""

    def __init__(self) -> None:
        self._slot = SimpleNamespace(inprogress=set())
        self.downloader = SimpleNamespace(slots={}, get_slot_key=lambda request: request.url.split("/")[2])


class Run:
    """A scheduler at work in a process of its own, or so it thinks."""

    def __init__(self, folder: Path | None, **settings: Any) -> None:
        self.crawler: Crawler = get_crawler(Other, {"JOBDIR": str(folder) if folder else None, **settings})
        self.crawler._request_fingerprinter = _fingerprinter(self.crawler)
        self.crawler.spider = Other.from_crawler(self.crawler)
        self.engine = Engine()
        self.crawler._engine = self.engine  # type: ignore[assignment]
        self.scheduler = FrontierScheduler.from_crawler(self.crawler)
        self.scheduler.open(self.crawler.spider)

    def ask(self) -> Request | None:
        request = self.scheduler.next_request()
        if request is not None:
            self.engine._slot.inprogress.add(request)
        return request

    def settle(self, request: Request) -> None:
        self.engine._slot.inprogress.remove(request)

    def drain(self) -> list[str]:
        found = []
        while (request := self.ask()) is not None:
            self.settle(request)
            found.append(request.url)
        return found

    def crash(self) -> None:
        """Let go of the file as the system does for a process that died."""
        self.scheduler.writer.close()

    def stat(self, key: str) -> int:
        return int(self.crawler.stats.get_value(key, 0))


def _fingerprinter(crawler: Crawler) -> Any:
    from scrapy.utils.request import RequestFingerprinter

    return RequestFingerprinter(crawler)


def url(number: int, host: str = "党建.test") -> str:
    return Request(f"http://{host}/{number}").url


@pytest.fixture(params=["memory", "file"])
def run(request: pytest.FixtureRequest, tmp_path: Path) -> Run:
    return Run(tmp_path if request.param == "file" else None)


def test_requests_come_by_priority_over_all_hosts(run: Run) -> None:
    for number, priority in enumerate((1, 3, 2, -1)):
        assert run.scheduler.enqueue_request(Request(url(number, f"h{number}.test"), priority=priority))
    assert len(run.scheduler) == 4
    assert run.drain() == [url(number, f"h{number}.test") for number in (1, 2, 0, 3)]
    assert not run.scheduler.has_pending_requests()


def test_a_page_that_froze_a_worker_is_never_asked_for_again_though_its_link_was_lost(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = RequestPolicy(run.crawler).key_of(Request(url(1)))
    life = Life(number=3, blamed={key: "took more than 20 s to read"})
    monkeypatch.setattr("topiccrawl.scheduler.frontier_scheduler.this_life", lambda: life)
    for number in range(3):
        assert run.scheduler.enqueue_request(Request(url(number)))
    assert run.drain() == [url(0), url(2)]
    assert run.scheduler.counts().dead == 1
    assert not run.scheduler.enqueue_request(Request(url(1)))


def test_a_host_whose_pages_froze_three_workers_is_left(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    life = Life(number=4, freezing={"bad.test": 3, "odd.test": 2})
    monkeypatch.setattr("topiccrawl.scheduler.frontier_scheduler.this_life", lambda: life)
    for host in ("bad.test", "odd.test", "good.test"):
        assert run.scheduler.enqueue_request(Request(url(1, host)))
    assert sorted(run.drain()) == [url(1, "good.test"), url(1, "odd.test")]
    assert run.scheduler.counts().dead == 1  # it can be put back


def test_what_is_loaded_at_the_start_is_not_looked_through_for_garbage(run: Run) -> None:
    before = gc.get_freeze_count()
    try:
        run.crawler.signals.send_catch_log(signals.engine_started)
        assert gc.get_freeze_count() > before
    finally:
        gc.unfreeze()


def test_what_a_process_has_frozen_before_it_forks_crawls_is_not_looked_through(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("topiccrawl.scheduler.frontier_scheduler._has_frozen", False)
    shared = Other()
    shared.itself = shared  # type: ignore[attr-defined]
    known = weakref.ref(shared)
    gc.freeze()
    try:
        del shared
        run.crawler.signals.send_catch_log(signals.engine_started)
        assert known() is not None
    finally:
        gc.unfreeze()


def test_what_one_crawl_leaves_is_collected_when_the_next_one_of_the_process_starts(run: Run) -> None:
    try:
        left = Other()
        left.itself = left  # type: ignore[attr-defined]
        known = weakref.ref(left)
        run.crawler.signals.send_catch_log(signals.engine_started)
        del left
        run.crawler.signals.send_catch_log(signals.engine_started)
        assert known() is None
    finally:
        gc.unfreeze()


def test_an_address_is_asked_for_once_unless_it_must_not_be_filtered(run: Run) -> None:
    assert run.scheduler.enqueue_request(Request(url(1)))
    assert not run.scheduler.enqueue_request(Request(url(1)))
    assert run.drain() == [url(1)]
    assert not run.scheduler.enqueue_request(Request(url(1)))
    for _ in range(2):
        assert run.scheduler.enqueue_request(Request(url(1), dont_filter=True))
    assert run.drain() == [url(1)] * 2
    assert run.stat("dupefilter/filtered") == 2
    assert run.stat("scheduler/enqueued") == run.stat("scheduler/dequeued") == 3


def test_what_is_in_flight_is_bounded(tmp_path: Path) -> None:
    run = Run(tmp_path, CONCURRENT_REQUESTS=2)
    for number in range(20):
        run.scheduler.enqueue_request(Request(f"http://a.example.cn/{number}"))
    asked = [request for _ in range(20) if (request := run.ask()) is not None]
    assert len(asked) == 8
    assert run.scheduler.has_pending_requests()
    run.settle(asked[0])
    assert run.ask() is not None
    assert run.ask() is None
    run.scheduler.close("finished")


def test_a_busy_host_is_passed_over(run: Run) -> None:
    run.scheduler.enqueue_request(Request(url(1, "busy.test"), priority=9))
    run.scheduler.enqueue_request(Request(url(2, "free.test")))
    run.engine.downloader.slots["busy.test"] = SimpleNamespace(queue=[], active={1}, concurrency=1)
    assert run.drain() == [url(2, "free.test")]
    assert run.scheduler.has_pending_requests()


def test_what_is_in_flight_at_a_crash_is_asked_again(tmp_path: Path) -> None:
    first = Run(tmp_path)
    for number in range(5):
        first.scheduler.enqueue_request(
            Request(url(number), priority=-number, errback=first.crawler.spider.failed)
        )
    asked = [first.ask() for _ in range(3)]
    assert asked[0] is not None
    first.settle(asked[0])
    first.scheduler.has_pending_requests()  # the engine asks all the time
    first.crash()
    again = Run(tmp_path)
    assert len(again.scheduler) == 4
    assert again.stat("topiccrawl/frontier/resumed") == 4
    assert not again.scheduler.enqueue_request(Request(url(0)))
    request = again.ask()
    assert (request.url, request.errback) == (url(1), again.crawler.spider.failed)
    again.settle(request)
    assert sorted(again.drain()) == [url(2), url(3), url(4)]


def test_a_stop_in_order_gives_back_what_is_in_flight(tmp_path: Path) -> None:
    for _ in range(7):  # more often than an address may be in flight at a crash
        run = Run(tmp_path)
        run.scheduler.enqueue_request(Request(url(1)))
        assert run.ask() is not None
        run.scheduler.close("shutdown")
        assert run.stat("topiccrawl/frontier/waiting") == 1
    assert Run(tmp_path).drain() == [url(1)]


def test_links_enqueued_before_their_page_is_settled_survive_it(tmp_path: Path) -> None:
    first = Run(tmp_path)
    first.scheduler.enqueue_request(Request(url(1)))
    page = first.ask()
    first.scheduler.enqueue_request(Request(url(2)))
    first.settle(page)
    first.scheduler.has_pending_requests()
    first.crash()
    assert Run(tmp_path).drain() == [url(2)]


def test_a_retry_is_no_second_address_and_survives_a_crash(tmp_path: Path) -> None:
    first = Run(tmp_path)
    first.scheduler.enqueue_request(Request(url(1)))
    request = first.ask()
    assert first.scheduler.enqueue_request(request.replace(dont_filter=True, meta={"retry_times": 1}))
    first.crash()  # before the engine is through with the earlier one

    second = Run(tmp_path)
    request = second.ask()
    assert request.meta == {}  # as it was
    assert second.scheduler.enqueue_request(request.replace(dont_filter=True, meta={"retry_times": 1}))
    second.settle(request)
    assert second.scheduler.has_pending_requests()
    again = second.ask()
    assert again.meta["retry_times"] == 1
    assert second.scheduler.enqueue_request(again.replace(meta={"retry_times": 2}))
    second.settle(again)
    assert second.scheduler.has_pending_requests()
    second.crash()  # while it waits

    third = Run(tmp_path)
    assert third.drain() == [url(1)]
    third.scheduler.close("finished")
    assert [third.stat(f"topiccrawl/frontier/{name}") for name in ("waiting", "done", "dead")] == [0, 1, 0]


def test_a_retry_that_cannot_be_stored_is_kept_in_memory(tmp_path: Path) -> None:
    run = Run(tmp_path)
    run.scheduler.enqueue_request(Request(url(1)))
    request = run.ask()
    assert run.scheduler.enqueue_request(request.replace(dont_filter=True, meta={"lock": object()}))
    run.settle(request)
    assert run.drain() == [url(1)]
    assert run.stat("scheduler/unserializable") == 1
    run.scheduler.close("finished")


def test_requests_that_cannot_be_stored_are_kept_in_memory(tmp_path: Path) -> None:
    run = Run(tmp_path)
    assert run.scheduler.enqueue_request(Request(url(1), callback=lambda response: None))
    assert run.scheduler.enqueue_request(Request(url(2)))
    assert not run.scheduler.enqueue_request(Request(url(1)))
    assert run.stat("scheduler/unserializable") == run.stat("scheduler/enqueued/memory") == 1
    assert sorted(run.drain()) == [url(1), url(2)]
    assert not run.scheduler.has_pending_requests()


def test_a_request_that_is_given_up_is_a_dead_letter(tmp_path: Path) -> None:
    run = Run(tmp_path)
    run.scheduler.enqueue_request(Request(url(1)))
    request = run.ask()
    run.scheduler.give_up(request, "download: TimeoutError")
    run.settle(request)
    assert not run.scheduler.has_pending_requests()
    run.scheduler.close("finished")
    assert run.stat("topiccrawl/frontier/dead") == 1
    assert run.stat("topiccrawl/frontier/done") == 0


def test_a_stored_request_whose_callback_is_gone_does_not_stop_the_others(tmp_path: Path) -> None:
    first = Run(tmp_path)
    first.crawler.spider.gone = first.crawler.spider.failed  # type: ignore[union-attr]
    first.scheduler.enqueue_request(Request(url(1), errback=first.crawler.spider.failed, priority=1))
    first.scheduler.enqueue_request(Request(url(2)))
    first.scheduler.close("shutdown")
    again = Run(tmp_path)
    again.crawler.spider.failed = None  # type: ignore[union-attr]
    assert again.drain() == [url(2)]
    again.scheduler.close("finished")
    assert again.stat("topiccrawl/frontier/dead") == 1


def test_a_frontier_that_takes_nothing_any_more_ends_in_one_line(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    run = Run(tmp_path)
    run.scheduler.enqueue_request(Request(url(1)))
    request = run.ask()
    run.crash()
    run.settle(request)
    run.scheduler.close("database_unavailable")
    errors = [record.getMessage() for record in caplog.records if record.levelname == "ERROR"]
    assert len(errors) == 1
    assert "could not be closed in order" in errors[0]
    assert Run(tmp_path).drain() == [url(1)]


def test_another_scrapy_is_told_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(Engine, "__init__", lambda self: None)
    with pytest.raises(NotSupported):
        Run(tmp_path)
    (line,) = [record.getMessage() for record in caplog.records if record.levelname == "CRITICAL"]
    assert "has no engine._slot.inprogress, a set" in line


def test_a_second_crawl_on_one_file_is_refused(tmp_path: Path) -> None:
    run = Run(tmp_path)
    with pytest.raises(StorageError, match=FRONTIER_FILE):
        Run(tmp_path)
    run.scheduler.close("finished")
    Run(tmp_path).scheduler.close("finished")
