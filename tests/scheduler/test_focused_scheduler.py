from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from scrapy import Request, Spider, signals
from scrapy.core.scheduler import Scheduler
from scrapy.http import Response
from scrapy.settings import Settings
from scrapy.utils.defer import maybe_deferred_to_future
from scrapy.utils.test import get_crawler
from scrapy_parts import Downloader, NotedLedger, crawler_of_a_session
from twisted.python.failure import Failure

from topiccrawl.crawl.request_meta import GATE_KEY, LINK_KEY, PRIORITY_KEY, link_of, meta_of, priority_of
from topiccrawl.crawl.session import CrawlSession
from topiccrawl.page.anchors.posted_urls import posted_url
from topiccrawl.page.canonical_url import url_key
from topiccrawl.page.description import Description
from topiccrawl.priority.budgets.credit import TrapBudgets
from topiccrawl.priority.link_context import LinkContext
from topiccrawl.priority.strategies.contract import FetchedPage, Outcome, VisitedPage
from topiccrawl.scheduler.focused_scheduler import FocusedScheduler
from topiccrawl.storage.frontier.contract import State
from topiccrawl.supervision.life import Life
from topiccrawl.supervision.status import WatchedPage
from topiccrawl.supervision.stopwatch import Frozen

STRONG, FAIR, WEAK = "党支部书记给党员讲党课", "党课", "天气预报"


def scheduler_with(**settings: Any) -> tuple[FocusedScheduler, NotedLedger]:
    """An open scheduler, and what notes its drops."""
    crawler, ledger = crawler_of_a_session(**settings)
    scheduler = FocusedScheduler.from_crawler(crawler)
    scheduler.open(crawler.spider)
    return scheduler, ledger


@pytest.fixture
def made() -> tuple[FocusedScheduler, NotedLedger]:
    return scheduler_with(TOPICCRAWL_PATIENCE=0, TOPICCRAWL_SEED_HEAD_START=0)


@pytest.fixture
def scheduler(made: tuple[FocusedScheduler, NotedLedger]) -> FocusedScheduler:
    return made[0]


@pytest.fixture
def ledger(made: tuple[FocusedScheduler, NotedLedger]) -> NotedLedger:
    return made[1]


def link(url: str, anchor: str = STRONG, description: float = 0.5, **meta: Any) -> Request:
    context = LinkContext(anchor=anchor, parent_url="http://portal.test/", description=description, depth=1)
    return Request(url, meta={LINK_KEY: context, **meta})


def seed(url: str) -> Request:
    return Request(url, meta={LINK_KEY: LinkContext(seed=True)})


def redirected(request: Request, url: str) -> Request:
    """As Scrapy's middleware makes it of a request that a slot has served."""
    came_from = [*request.meta.get("redirect_urls", []), request.url]
    slot = request.meta.get("download_slot", request.url.split("/")[2])
    return request.replace(
        url=url, priority=2, meta={**request.meta, "redirect_urls": came_from, "download_slot": slot}
    )


def served(scheduler: FocusedScheduler) -> list[str]:
    found = []
    while (request := scheduler.next_request()) is not None:
        found.append(request.url)
    return found


def counts_at_end(scheduler: FocusedScheduler) -> tuple[int, ...]:
    """Addresses that wait, are done and are dead after a stop in order."""
    scheduler.close("finished")
    return tuple(stat(scheduler, f"topiccrawl/frontier/{name}") for name in ("waiting", "done", "dead"))


def downloader(scheduler: FocusedScheduler) -> Downloader:
    """The downloader of the crawler that the scheduler serves."""
    return scheduler.crawler.engine.downloader  # type: ignore[return-value]


def stat(scheduler: FocusedScheduler, key: str) -> int:
    return int(scheduler.crawler.stats.get_value(key, 0))


def test_best_first_over_all_hosts(scheduler: FocusedScheduler) -> None:
    assert scheduler.enqueue_request(link("http://a.test/1", FAIR, 0.9))
    assert scheduler.enqueue_request(link("http://b.test/1", STRONG, 0.9))
    assert scheduler.enqueue_request(link("http://a.test/2", STRONG, 0.5))
    assert scheduler.enqueue_request(seed("http://c.test/"))
    assert len(scheduler) == 4
    assert served(scheduler) == ["http://c.test/", "http://b.test/1", "http://a.test/2", "http://a.test/1"]
    assert not scheduler.has_pending_requests()


def test_what_became_of_a_link_is_noted_with_why_it_was_there(
    scheduler: FocusedScheduler, ledger: NotedLedger
) -> None:
    for number in (1, 2):
        assert scheduler.enqueue_request(link(f"http://a.test/{number}", STRONG, 0.9 / number))
    first = scheduler.next_request()
    second = scheduler.next_request()
    assert first is not None
    scheduler.give_up(second, "download: 超时")
    assert not scheduler.has_pending_requests()
    found = [(record.url, record.host, record.state, record.reason) for record in ledger.links]
    assert found == [
        ("http://a.test/1", "a.test", State.DONE, None),
        ("http://a.test/2", "a.test", State.DEAD, "download: 超时"),
    ]
    best, other = ledger.links
    assert best.score > other.score
    assert (best.key, best.topic) == (url_key("http://a.test/1"), "党建")
    why = json.loads(best.why)
    assert why["anchor"] == STRONG
    assert why["priority"][0] == pytest.approx(best.score, abs=1e-5)


def test_a_trap_gets_no_more_than_its_budget(scheduler: FocusedScheduler, ledger: NotedLedger) -> None:
    CrawlSession.of(scheduler.crawler).budgets = TrapBudgets(start=3)
    for number in range(8):
        assert scheduler.enqueue_request(link(f"http://a.test/s/8f14e45{number}/{number}.html"))
    assert scheduler.enqueue_request(link("http://a.test/dj/1.html", FAIR))
    assert len(served(scheduler)) == 3 + 1
    assert [(stage, reason) for _, stage, reason in ledger.drops] == [("frontier", "trap")] * 5
    assert counts_at_end(scheduler) == (0, 9, 0)


def test_a_host_may_have_a_limit() -> None:
    scheduler, ledger = scheduler_with(TOPICCRAWL_HOST_PAGES=2, TOPICCRAWL_SEED_HEAD_START=0)
    for number in range(4):
        for host in "ab":
            assert scheduler.enqueue_request(link(f"http://{host}.test/{number}"))
    assert sorted(url[7] for url in served(scheduler)) == ["a", "a", "b", "b"]
    assert [(stage, reason) for _, stage, reason in ledger.drops] == [("frontier", "host_pages")] * 4


def test_a_link_that_tells_nothing_new_is_known_without_a_request(scheduler: FocusedScheduler) -> None:
    def is_known(request: Request) -> bool:
        return scheduler.admit(link_of(request), score=False) is None

    waiting, weak = link("http://a.test/1"), link("http://a.test/2", WEAK, 0.1)
    assert not is_known(waiting) and not is_known(weak)
    assert scheduler.enqueue_request(waiting) and not scheduler.enqueue_request(weak)
    assert is_known(waiting) and is_known(weak)
    # Another anchor text, or a better page, may be worth a higher score.
    for better in (link("http://a.test/1", FAIR), link("http://a.test/1", description=0.9)):
        assert not is_known(better)
    assert not is_known(link("http://a.test/2", STRONG)) and not is_known(seed("http://a.test/1"))
    # Nothing that stands on any page changes what was visited.
    assert served(scheduler) == ["http://a.test/1"]
    assert is_known(link("http://a.test/1", FAIR, 0.99)) and not is_known(seed("http://a.test/1"))
    scheduler.close("finished")
    assert stat(scheduler, "dupefilter/filtered") == 3


def test_a_link_is_scored_before_a_request_is_made_of_it(
    scheduler: FocusedScheduler, ledger: NotedLedger
) -> None:
    def look(request: Request) -> Request | None:
        admitted = scheduler.admit(link_of(request))
        return None if admitted is None else Request(admitted.url, meta=meta_of(admitted))

    strong = look(link("http://a.test/1", STRONG))
    assert strong is not None and look(link("http://a.test/1", STRONG)) is None
    weak = link("http://a.test/2", WEAK, 0.1)
    assert look(weak) is None and look(weak) is None
    assert ledger.drops == [("http://a.test/2", "frontier", "priority")]
    assert scheduler.enqueue_request(strong)
    # The request is what one that is scored when it is enqueued would be, and leaves no trace in the frontier.
    usual = link("http://a.test/3", STRONG)
    assert scheduler.enqueue_request(usual)
    assert priority_of(strong) == priority_of(usual)
    assert look(link("http://a.test/1", WEAK, 0.1)) is None  # it waits, and has a better score
    assert served(scheduler) == ["http://a.test/1", "http://a.test/3"]
    assert look(link("http://a.test/1", STRONG, 0.99)) is None
    assert len(ledger.drops) == 1


def wait_for_section(
    scheduler: FocusedScheduler, number: int, anchor: str, host: str = "portal.test", description: float = 0.5
) -> bool:
    """Enqueue a link of a list as a spider does; return whether it waits or is visited."""
    found = link_of(link(f"http://{host}/dj/{number}.html", anchor, description))
    admitted = scheduler.admit(found, listed=True)
    return admitted is not None and scheduler.enqueue_request(Request(admitted.url, meta=meta_of(admitted)))


PLAIN = [f"{one}夜里的那一盏灯又亮了" for one in "雨雪春秋山"]
"""Headlines that say nothing of the topic."""


def judge(scheduler: FocusedScheduler, url: str, outcome: Outcome) -> None:
    """Let the page of a request of the scheduler be read and judged."""
    strategy = CrawlSession.of(scheduler.crawler).strategy
    number = int(url.rpartition("/")[2].removesuffix(".html"))
    context = link(url, PLAIN[number] if number < len(PLAIN) else STRONG).meta[LINK_KEY]
    strategy.gate(FetchedPage(url, url, context, Description("灯"), (), False, lambda: ""))
    strategy.visited(VisitedPage(url, outcome))


def test_a_headline_without_a_topic_word_waits_for_the_pages_of_its_section(
    scheduler: FocusedScheduler, ledger: NotedLedger
) -> None:
    assert wait_for_section(scheduler, 0, PLAIN[0]) and wait_for_section(scheduler, 9, STRONG)
    assert not wait_for_section(scheduler, 1, PLAIN[1], "other.test")  # nothing here tells of another site
    assert not wait_for_section(scheduler, 2, PLAIN[2], description=0.1)
    assert not scheduler.enqueue_request(link("http://portal.test/dj/3.html", PLAIN[3]))  # not on a list
    assert {reason for _, _, reason in ledger.drops} == {"priority"}
    best = scheduler.next_request()
    assert best is not None and best.url.endswith("/9.html")
    in_work = scheduler.crawler.engine._slot.inprogress  # type: ignore[union-attr]
    in_work.add(best)
    assert scheduler.next_request() is None
    judge(scheduler, best.url, Outcome.KEPT)
    in_work.clear()
    request = scheduler.next_request()
    assert request is not None and request.url.endswith("/0.html")
    risen = priority_of(request)
    assert risen is not None and risen.parts.keys() == {"description", "anchor", "structure"}
    assert risen.value > 0.2 and risen.parts["structure"] == 1
    assert not scheduler.has_pending_requests()
    assert [record.url[-7:] for record in ledger.links] == ["/9.html", "/0.html"]


def test_a_headline_of_a_section_off_the_topic_is_dropped_until_a_better_link_is_found(
    scheduler: FocusedScheduler, ledger: NotedLedger
) -> None:
    assert wait_for_section(scheduler, 0, PLAIN[0])
    judge(scheduler, "http://portal.test/dj/8.html", Outcome.REJECTED)
    assert served(scheduler) == []
    assert ledger.drops == [("http://portal.test/dj/0.html", "frontier", "section")]
    assert not wait_for_section(scheduler, 0, PLAIN[0])  # for good
    assert wait_for_section(scheduler, 0, STRONG)
    assert served(scheduler) == ["http://portal.test/dj/0.html"]


def test_a_better_link_is_visited_at_once_and_the_one_that_waits_is_not(
    scheduler: FocusedScheduler, ledger: NotedLedger
) -> None:
    assert wait_for_section(scheduler, 0, PLAIN[0]) and wait_for_section(scheduler, 0, STRONG)
    request = scheduler.next_request()
    assert request is not None and request.url == "http://portal.test/dj/0.html"
    judge(scheduler, request.url, Outcome.REJECTED)
    assert served(scheduler) == []
    assert not scheduler.has_pending_requests() and not ledger.drops


def test_headlines_wait_for_better_links_of_busy_hosts_and_not_for_each_other(
    scheduler: FocusedScheduler,
) -> None:
    for host in ("a.portal.test", "b.portal.test"):
        assert wait_for_section(scheduler, 0, PLAIN[0], host)
    downloader(scheduler).fill("a.portal.test")
    assert wait_for_section(scheduler, 8, STRONG, "a.portal.test")
    assert served(scheduler) == []
    downloader(scheduler).slots.clear()
    assert served(scheduler)[0] == "http://a.portal.test/dj/8.html"


def test_a_busy_host_whose_links_wait_holds_no_other_back(scheduler: FocusedScheduler) -> None:
    for host in ("a.portal.test", "b.portal.test"):
        assert wait_for_section(scheduler, 0, PLAIN[0], host)
    downloader(scheduler).fill("a.portal.test")
    assert served(scheduler) == ["http://b.portal.test/dj/0.html"]


def test_mixed_lists_are_not_swallowed_whole(scheduler: FocusedScheduler, ledger: NotedLedger) -> None:
    assert all(wait_for_section(scheduler, number, PLAIN[number]) for number in range(5))
    for number in range(6, 9):  # those that have topic words
        judge(scheduler, f"http://portal.test/dj/{number}.html", Outcome.KEPT)
    visited = []
    while (request := scheduler.next_request()) is not None:
        judge(scheduler, request.url, Outcome.REJECTED)
        visited.append(request.url)
    assert len(visited) == 2
    assert [reason for _, _, reason in ledger.drops] == ["section"] * 3


def test_the_first_headline_of_a_list_is_tried_where_nothing_was_judged(scheduler: FocusedScheduler) -> None:
    assert all(wait_for_section(scheduler, number, PLAIN[number]) for number in range(3))
    first = scheduler.next_request()
    assert first is not None
    judge(scheduler, first.url, Outcome.REJECTED)
    assert served(scheduler) == []


def test_a_link_that_its_page_forbids_is_dropped_unless_it_is_known(
    scheduler: FocusedScheduler, ledger: NotedLedger
) -> None:
    forbidden, known = link_of(link("http://a.test/1")), link("http://a.test/2")
    assert scheduler.admit(forbidden, forbidden=True) is None
    assert scheduler.enqueue_request(known)
    assert scheduler.admit(link_of(known), forbidden=True) is None
    assert scheduler.admit(link_of(seed("http://a.test/3")), forbidden=True) is None
    assert ledger.drops == [
        ("http://a.test/1", "links", "nofollow"),
        ("http://a.test/3", "links", "nofollow"),
    ]
    assert scheduler.admit(forbidden) is not None  # another page does not forbid it


def test_a_weak_link_is_dropped_once_and_taken_when_a_better_one_leads_to_it(
    scheduler: FocusedScheduler, ledger: NotedLedger
) -> None:
    for _ in range(2):
        assert not scheduler.enqueue_request(link("http://a.test/1", WEAK, 0.1))
    assert ledger.drops == [("http://a.test/1", "frontier", "priority")]
    assert scheduler.enqueue_request(link("http://a.test/1", STRONG))
    assert served(scheduler) == ["http://a.test/1"]


def test_a_weak_link_to_a_known_page_is_a_duplicate_and_no_drop(
    scheduler: FocusedScheduler, ledger: NotedLedger
) -> None:
    scheduler.enqueue_request(link("http://a.test/1"))
    assert not scheduler.enqueue_request(link("http://a.test/1", WEAK, 0.1))
    assert ledger.drops == []
    assert stat(scheduler, "dupefilter/filtered") == 1


def test_forms_of_one_address_are_asked_for_once(scheduler: FocusedScheduler) -> None:
    for url in ("http://a.test/1", "https://a.test/1", "http://a.test/1?sid=5", "http://A.test:80/1#top"):
        scheduler.enqueue_request(link(url))
    assert served(scheduler) == ["http://a.test/1"]
    assert (stat(scheduler, "scheduler/enqueued"), stat(scheduler, "dupefilter/filtered")) == (1, 3)


def test_a_redirect_to_a_new_page_is_taken_with_the_priority_of_its_link(scheduler: FocusedScheduler) -> None:
    scheduler.enqueue_request(link("http://a.test/1"))
    first = scheduler.next_request()
    assert scheduler.enqueue_request(redirected(first, "http://b.test/2"))
    second = scheduler.next_request()
    assert second.meta[PRIORITY_KEY] == first.meta[PRIORITY_KEY]


def test_a_link_that_is_scored_again_is_sent_with_its_new_priority(scheduler: FocusedScheduler) -> None:
    for number in (1, 2):
        scheduler.enqueue_request(link(f"http://{number}.test/", STRONG if number == 1 else FAIR, 0.9))
    scheduler.rescore({url_key("http://2.test/"): 0.99, url_key("http://unknown.test/"): 0.5})
    first, second = scheduler.next_request(), scheduler.next_request()
    assert (first.url, first.meta[PRIORITY_KEY].value) == ("http://2.test/", 0.99)
    assert first.meta[PRIORITY_KEY].parts["description"] == 0.9
    assert second.url == "http://1.test/"


def test_a_redirect_waits_in_the_queue_of_its_own_host(scheduler: FocusedScheduler) -> None:
    moved = redirected(link("http://a.test/1"), "http://b.test/2")
    assert moved.meta["download_slot"] == "a.test"
    scheduler.enqueue_request(moved)
    downloader(scheduler).fill("b.test")
    assert served(scheduler) == []


def test_a_slot_that_a_user_chose_is_left_alone(scheduler: FocusedScheduler) -> None:
    moved = redirected(link("http://a.test/1", download_slot="mine"), "http://b.test/2")
    scheduler.enqueue_request(moved)
    assert moved.meta["download_slot"] == "mine"


def test_a_redirect_loop_ends_with_a_row(scheduler: FocusedScheduler, ledger: NotedLedger) -> None:
    first = link("http://a.test/1")
    scheduler.enqueue_request(first)
    served(scheduler)
    secure = redirected(first, "https://a.test/1")
    assert scheduler.enqueue_request(secure)
    assert not scheduler.enqueue_request(redirected(secure, "http://a.test/1"))
    assert ledger.drops == [("http://a.test/1", "download", "redirect_loop")]


@pytest.mark.parametrize("cookies", [True, False])
def test_a_redirect_to_the_same_url_sets_a_cookie_once(
    scheduler: FocusedScheduler, ledger: NotedLedger, monkeypatch: pytest.MonkeyPatch, cookies: bool
) -> None:
    """Scrapy keeps the cookie, or it is sent back to a host that wants it."""
    first = link("http://a.test/1")
    scheduler.enqueue_request(first)
    served(scheduler)
    assert not scheduler.enqueue_request(redirected(first, "http://a.test/1"))
    monkeypatch.setattr(scheduler.crawler, "settings", Settings({"COOKIES_ENABLED": cookies}))
    first.meta.update({} if cookies else {GATE_KEY: True})
    again = redirected(first, "http://a.test/1")
    assert scheduler.enqueue_request(again)
    assert served(scheduler) == ["http://a.test/1"]
    assert not scheduler.enqueue_request(redirected(again, "http://a.test/1"))
    assert [reason for _, _, reason in ledger.drops] == ["redirect_loop"] * 2


def tried_again(request: Request) -> Request:
    """As Scrapy's middleware makes it of a request that failed."""
    meta = {**request.meta, "retry_times": request.meta.get("retry_times", 0) + 1}
    return request.replace(dont_filter=True, priority=request.priority - 1, meta=meta)


def test_a_redirect_loop_is_seen_after_a_retry(scheduler: FocusedScheduler, ledger: NotedLedger) -> None:
    scheduler.enqueue_request(link("http://a.test/1"))
    first = scheduler.next_request()
    assert scheduler.enqueue_request(tried_again(first))
    second = scheduler.next_request()
    assert scheduler.enqueue_request(redirected(second, "http://a.test/2"))
    third = scheduler.next_request()
    assert scheduler.enqueue_request(tried_again(third))
    fourth = scheduler.next_request()
    assert fourth.url == "http://a.test/2"
    assert not scheduler.enqueue_request(redirected(fourth, "http://a.test/1"))
    assert not scheduler.enqueue_request(redirected(fourth, "http://a.test/2"))  # to itself
    assert ledger.drops == [
        ("http://a.test/1", "download", "redirect_loop"),
        ("http://a.test/2", "download", "redirect_loop"),
    ]


def test_what_a_retried_request_is_redirected_to_is_filtered_and_judged(
    scheduler: FocusedScheduler, ledger: NotedLedger
) -> None:
    scheduler.enqueue_request(link("http://a.test/known"))
    assert served(scheduler) == ["http://a.test/known"]
    scheduler.enqueue_request(link("http://a.test/1"))
    first = scheduler.next_request()
    assert scheduler.enqueue_request(tried_again(first))
    second = scheduler.next_request()
    assert not scheduler.enqueue_request(redirected(second, "http://a.test/known"))
    assert ledger.drops == []


def test_an_article_that_leads_to_the_page_of_others_leaves_a_row(
    scheduler: FocusedScheduler, ledger: NotedLedger
) -> None:
    def sent(number: int, anchor: str, target: str) -> None:
        request = link(f"http://a.test/{number}", anchor)
        scheduler.enqueue_request(request)
        assert served(scheduler) == [request.url]
        scheduler.enqueue_request(redirected(request, target))
        served(scheduler)

    scheduler.enqueue_request(seed("http://a.test/"))
    served(scheduler)
    sent(1, "机关党支部开展主题党日活动", "http://a.test/dj/t1.html")
    sent(2, "机关党支部开展主题党日…", "http://a.test/dj/t1.html")  # the same article
    assert ledger.drops == []
    sent(3, "社区党支部召开组织生活会", "http://a.test/")
    sent(4, "村党支部组织党员学习党章", "http://a.test/404.html")
    sent(5, "老党员重温入党誓词讲党课", "http://a.test/404.html")
    assert ledger.drops == [(f"http://a.test/{number}", "download", "soft_404") for number in (3, 5)]


@pytest.mark.parametrize(
    ("page", "why"), [("user/login.html?back={}", "login"), ("login", "login"), ("verify.html", "challenge")]
)
def test_a_page_in_whose_place_a_log_in_or_challenge_came_leaves_a_row(
    scheduler: FocusedScheduler, ledger: NotedLedger, page: str, why: str
) -> None:
    """The first ones of a host are fetched, and then the rest are known, or left out as a trap."""
    CrawlSession.of(scheduler.crawler).budgets = TrapBudgets(start=3)
    for number in range(8):
        request = link(f"http://a.test/dj/{number}.html")
        scheduler.enqueue_request(request)
        served(scheduler)
        scheduler.enqueue_request(redirected(request, "http://a.test/" + page.format(number)))
        served(scheduler)
    noted = [url for url, stage, reason in ledger.drops if (stage, reason) == ("unread", why)]
    assert noted and noted == [f"http://a.test/dj/{number}.html" for number in range(8 - len(noted), 8)]


def test_a_spider_may_ask_for_an_address_that_redirects_to_itself(scheduler: FocusedScheduler) -> None:
    request = link("http://a.test/login").replace(dont_filter=True)
    assert scheduler.enqueue_request(request)
    first = scheduler.next_request()
    assert scheduler.enqueue_request(redirected(first, "http://a.test/login"))


def test_a_redirect_to_nowhere_ends_with_a_row(scheduler: FocusedScheduler, ledger: NotedLedger) -> None:
    moved = redirected(link("http://a.test/1"), "https:///党建.html")
    assert not scheduler.enqueue_request(moved)
    assert ledger.drops == [(moved.url, "download", "no_host")]


def test_a_retry_passes_the_duplicate_filter_and_goes_last(scheduler: FocusedScheduler) -> None:
    scheduler.enqueue_request(link("http://a.test/1", STRONG))
    scheduler.enqueue_request(link("http://b.test/1", FAIR, 0.9))
    first = scheduler.next_request()
    assert scheduler.enqueue_request(first.replace(dont_filter=True, priority=first.priority - 1))
    assert served(scheduler) == ["http://b.test/1", "http://a.test/1"]


@pytest.mark.parametrize("form", ["https://a.test/1", "http://a.test/1?sid=77"])
def test_a_redirect_to_another_form_of_its_address_is_no_second_address(
    scheduler: FocusedScheduler, form: str
) -> None:
    scheduler.enqueue_request(link("http://a.test/1"))
    first = scheduler.next_request()
    assert scheduler.enqueue_request(redirected(first, form))
    assert served(scheduler) == [form]
    assert counts_at_end(scheduler) == (0, 1, 0)


def test_pages_of_a_host_that_leads_all_to_https_are_asked_for_there(scheduler: FocusedScheduler) -> None:
    for number in range(3):
        assert scheduler.enqueue_request(link(f"http://a.test/{number}"))
        assert (request := scheduler.next_request()) is not None and request.url.startswith("http:")
        assert scheduler.enqueue_request(redirected(request, f"https://a.test/{number}"))
        assert served(scheduler) == [f"https://a.test/{number}"]
    assert scheduler.enqueue_request(link("http://b.test/4"))
    assert served(scheduler) == ["http://b.test/4"]
    assert scheduler.enqueue_request(link("http://a.test/4"))
    assert (request := scheduler.next_request()) is not None and request.url == "https://a.test/4"
    assert not scheduler.enqueue_request(link("http://a.test/4"))
    assert scheduler.enqueue_request(redirected(request, "http://a.test/4"))  # served by http alone
    assert scheduler.enqueue_request(link("http://a.test/5"))
    assert sorted(served(scheduler)) == ["http://a.test/4", "http://a.test/5"]


def test_a_page_that_failed_for_the_last_time_has_its_row_before_it_is_a_dead_letter() -> None:
    scheduler, ledger = scheduler_with(TOPICCRAWL_SEED_HEAD_START=0, TOPICCRAWL_MAX_ATTEMPTS=2)
    scheduler.enqueue_request(link("http://a.test/1"))
    for attempt in (1, 2):
        request = scheduler.next_request()
        scheduler.crawler.signals.send_catch_log(
            signals.spider_error,
            failure=Failure(ZeroDivisionError()),
            response=Response(request.url, request=request),
        )
        ledger.submitted = attempt  # rows that are not committed yet
    scheduler.has_pending_requests()
    assert ledger.drops == [("http://a.test/1", "failed", "ZeroDivisionError")]
    # Were the process killed now, the page would be fetched again.
    assert (scheduler.counts().leased, scheduler.counts().dead) == (1, 0)
    ledger.written = ledger.submitted
    scheduler.has_pending_requests()
    assert (scheduler.counts().leased, scheduler.counts().dead) == (0, 1)


def test_pages_that_froze_a_worker_have_their_rows_before_the_frontier_is_opened(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    page = WatchedPage("http://a.test/frozen", b"key")
    life = Life(number=2, frozen=(Frozen(page, "took more than 20 s to read"),))
    monkeypatch.setattr("topiccrawl.scheduler.focused_scheduler.this_life", lambda: life)
    crawler, ledger = crawler_of_a_session()
    flushed = asyncio.Event()
    ledger.flush = flushed.wait  # type: ignore[method-assign,assignment]
    session = CrawlSession.of(crawler)
    opened: list[Any] = []
    session.open_frontier = lambda: opened.append(True)  # type: ignore[method-assign,assignment]
    scheduler = FocusedScheduler(crawler, session)

    async def start() -> None:
        waiting = scheduler.open(crawler.spider)  # type: ignore[arg-type]
        await asyncio.sleep(0.01)
        assert ledger.drops == [("http://a.test/frozen", "watch", "frozen")]
        assert not opened
        flushed.set()
        await maybe_deferred_to_future(waiting)
        assert opened

    asyncio.run(start())


def test_a_redirect_that_leads_back_over_another_host_is_no_second_address(
    scheduler: FocusedScheduler,
) -> None:
    scheduler.enqueue_request(link("http://a.test/1"))
    first = scheduler.next_request()
    login = redirected(first, "http://login.test/")
    assert scheduler.enqueue_request(login)
    assert served(scheduler) == ["http://login.test/"]
    assert scheduler.enqueue_request(redirected(login, "http://a.test/1?sid=77"))
    assert served(scheduler) == ["http://a.test/1?sid=77"]
    assert counts_at_end(scheduler) == (0, 2, 0)


def test_a_seed_that_is_tried_again_is_waited_for_as_before() -> None:
    crawler, _ = crawler_of_a_session(TOPICCRAWL_SEED_HEAD_START=1000)
    scheduler = FocusedScheduler.from_crawler(crawler)
    scheduler.enqueue_request(seed("http://b.test/"))
    scheduler.enqueue_request(link("http://a.test/1"))
    first = scheduler.next_request()
    scheduler.enqueue_request(first.replace(dont_filter=True))
    downloader(scheduler).fill("b.test")
    assert served(scheduler) == []
    downloader(scheduler).slots.clear()
    assert served(scheduler) == ["http://b.test/", "http://a.test/1"]


def test_other_requests_for_an_address_in_flight_are_not_lost(scheduler: FocusedScheduler) -> None:
    scheduler.enqueue_request(link("http://a.test/search"))
    first = scheduler.next_request()
    for number in (b"1", b"2"):
        form = Request("http://a.test/search", method="POST", body=number, dont_filter=True)
        assert scheduler.enqueue_request(form)
    for _ in range(2):
        assert scheduler.enqueue_request(first.replace(dont_filter=True))
    assert len(served(scheduler)) == 4


def test_what_nobody_described_is_a_seed_and_dont_filter_is_kept(scheduler: FocusedScheduler) -> None:
    assert scheduler.enqueue_request(Request("http://a.test/1"))
    assert not scheduler.enqueue_request(Request("http://a.test/1"))
    assert scheduler.enqueue_request(Request("http://a.test/1", dont_filter=True))
    assert len(served(scheduler)) == 2


def test_links_out_of_the_topics_domains_are_dropped_but_seeds_are_not() -> None:
    crawler, ledger = crawler_of_a_session(seeds="")
    scheduler = FocusedScheduler.from_crawler(crawler)
    assert scheduler.enqueue_request(seed("http://elsewhere.test/"))
    assert not scheduler.enqueue_request(link("http://elsewhere.test/1"))
    assert ledger.drops == [("http://elsewhere.test/1", "frontier", "domain")]


def test_links_wait_for_seeds_that_are_being_read(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr("topiccrawl.scheduler.link_policy.time.monotonic", lambda: now)
    scheduler, _ = scheduler_with(TOPICCRAWL_SEED_HEAD_START=10)
    hanging = seed("http://hang.test/")
    scheduler.enqueue_request(hanging)
    scheduler.enqueue_request(link("http://a.test/1"))
    scheduler.enqueue_request(seed("http://b.test/"))
    scheduler.crawler.engine._slot.inprogress.add(hanging)  # type: ignore[union-attr]
    assert served(scheduler) == ["http://hang.test/", "http://b.test/"]
    now = 111.0
    assert served(scheduler) == ["http://a.test/1"]


def test_links_go_on_as_soon_as_the_seeds_are_read() -> None:
    crawler, _ = crawler_of_a_session(TOPICCRAWL_SEED_HEAD_START=1000)
    scheduler = FocusedScheduler.from_crawler(crawler)
    reading = seed("http://b.test/")
    scheduler.enqueue_request(reading)
    scheduler.enqueue_request(link("http://a.test/1"))
    scheduler.crawler.engine._slot.inprogress.add(reading)  # type: ignore[union-attr]
    assert served(scheduler) == ["http://b.test/"]
    scheduler.crawler.engine._slot.inprogress.clear()  # type: ignore[union-attr]
    assert served(scheduler) == ["http://a.test/1"]


def test_other_spiders_get_scrapys_own_scheduler() -> None:
    class Other(Spider):
        name = "other"

    crawler = get_crawler(Other)
    crawler.spider = Other.from_crawler(crawler)
    assert type(FocusedScheduler.from_crawler(crawler)) is Scheduler


def test_an_idle_host_holds_back_while_a_better_link_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr("topiccrawl.scheduler.link_policy.time.monotonic", lambda: now)
    scheduler, _ = scheduler_with(TOPICCRAWL_PATIENCE=30, TOPICCRAWL_SEED_HEAD_START=0, DOWNLOAD_DELAY=1)
    downloader(scheduler).fill("busy.test")
    scheduler.enqueue_request(link("http://busy.test/1", anchor="党支部召开党员大会学习党章"))
    scheduler.enqueue_request(link("http://idle.test/1", anchor="党员徒步"))
    assert served(scheduler) == []
    now += 1000
    assert served(scheduler) == ["http://idle.test/1"]


def test_an_idle_host_with_as_good_a_link_does_not_wait() -> None:
    crawler, _ = crawler_of_a_session(TOPICCRAWL_PATIENCE=30, TOPICCRAWL_SEED_HEAD_START=0, DOWNLOAD_DELAY=1)
    scheduler = FocusedScheduler.from_crawler(crawler)
    downloader(scheduler).fill("busy.test")
    for host in ("busy", "idle"):
        scheduler.enqueue_request(link(f"http://{host}.test/1", anchor="党支部召开党员大会学习党章"))
    assert served(scheduler) == ["http://idle.test/1"]


def test_a_post_request_stays_on_its_host(scheduler: FocusedScheduler, ledger: NotedLedger) -> None:
    first = link("http://a.test/list.do#POST:page=2").replace(method="POST", body="page=2")
    assert scheduler.enqueue_request(first)
    assert scheduler.next_request() is not None
    assert not scheduler.enqueue_request(redirected(first, "http://b.test/list.do"))
    assert ledger.drops == [("http://b.test/list.do", "download", "post_redirect")]
    assert scheduler.enqueue_request(redirected(first, "http://a.test/lists.do"))
    assert scheduler.enqueue_request(redirected(link("http://a.test/9"), "http://b.test/9"))  # by GET


def test_parts_of_a_list_that_is_asked_for_by_post_are_pages_of_their_own(
    scheduler: FocusedScheduler,
) -> None:
    bodies = ["page=2&cid=7", "page=3&cid=7", "cid=7&page=2"]
    enqueued = [
        scheduler.enqueue_request(
            link(posted_url("http://a.test/list.do", body)).replace(method="POST", body=body)
        )
        for body in bodies
    ]
    assert enqueued == [True, True, False]
    request = scheduler.next_request()
    assert request is not None and (request.method, request.body) == ("POST", b"page=2&cid=7")


def test_whether_a_url_was_ever_found(scheduler: FocusedScheduler) -> None:
    assert scheduler.is_new("http://a.test/1")
    scheduler.enqueue_request(link("http://a.test/1"))
    assert not scheduler.is_new("http://a.test/1")
    served(scheduler)
    assert not scheduler.is_new("http://a.test/1#top")
