from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from experiments.replay.made_web import AnchorScores, captured, page, redirect, robots, tree
from hypothesis import given, settings
from hypothesis import strategies as st

from topiccrawl.experiments.replay.capture import Capture
from topiccrawl.experiments.replay.crawl import ReplayedCrawl
from topiccrawl.experiments.replay.model import CrawlModel
from topiccrawl.experiments.replay.responses import Response
from topiccrawl.experiments.replay.trace import Trace
from topiccrawl.priority.strategies.contract import Outcome

ONE_BY_ONE = CrawlModel(
    concurrency=1,
    per_host=1,
    delay=0,
    throttle=False,
    latency=0.1,
    spread=0,
    receive_time=0,
    store_time=0,
    commit_time=0,
)
"""One request after the other: each is sent when the page before has passed the gate."""
ONE_A_SECOND = CrawlModel(
    concurrency=2,
    per_host=1,
    delay=1,
    jitter=0,
    throttle=False,
    latency=0.01,
    spread=0,
    patience=1,
    store_time=0,
    commit_time=0,
)
"""One request a second to each host."""


def crawl(
    path: Path,
    responses: list[Response],
    model: CrawlModel = ONE_BY_ONE,
    seeds: tuple[str, ...] = ("http://a.cn/",),
    budget: int = 100,
    strategy: AnchorScores | None = None,
    seed: int = 0,
) -> Trace:
    with Capture(captured(path / "web.capture", responses)) as capture:
        return ReplayedCrawl(capture, strategy or AnchorScores(), model, seed).run(seeds, budget)


def order(trace: Trace) -> list[str]:
    """The URLs in the order of the crawl, without scheme."""
    return [one.url.removeprefix("http://") for one in trace.pages]


def test_best_first_and_new_links_compete_when_their_page_is_parsed(tmp_path: Path) -> None:
    web = [
        page("http://a.cn/", {"/low": 0.3, "/middle": 0.5, "/high": 0.7}),
        page("http://a.cn/low", {}),
        page("http://a.cn/middle", {}),
        page("http://a.cn/high", {"/below-high": 0.6, "/below-all": 0.1}),
        page("http://a.cn/below-high", {}),
        page("http://a.cn/below-all", {}),
    ]
    trace = crawl(tmp_path, web)
    # The host is free when the gate has decided, and is sent its next request before the links are scored.
    assert order(trace) == [
        "a.cn/",
        "a.cn/high",
        "a.cn/middle",
        "a.cn/below-high",
        "a.cn/low",
        "a.cn/below-all",
    ]
    assert [one.score for one in trace.pages] == [1.0, 0.7, 0.5, 0.6, 0.3, 0.1]
    assert trace.left == 0 and trace.missing == 0


def test_links_compete_only_when_their_page_has_arrived(tmp_path: Path) -> None:
    web = [
        page("http://a.cn/", {"/high": 0.7, "/middle": 0.5, "http://b.cn/low": 0.2}),
        page("http://a.cn/high", {"http://b.cn/best": 0.9}),
        page("http://a.cn/middle", {}),
        page("http://b.cn/low", {}),
        page("http://b.cn/best", {}),
    ]
    assert order(crawl(tmp_path, web))[1:] == ["a.cn/high", "a.cn/middle", "b.cn/best", "b.cn/low"]
    together = replace(ONE_BY_ONE, concurrency=2, patience=0)
    # Without patience the idle host gets its link while the better page is on its way.
    found = order(crawl(tmp_path, web, together))
    assert found[1:] == ["a.cn/high", "b.cn/low", "a.cn/middle", "b.cn/best"]


def test_pages_take_turns_in_one_thread(tmp_path: Path) -> None:
    """The second page is not held up by the whole work on the first one, but by a step of it."""
    web = [page("http://a.cn/", {}), page("http://b.cn/", {})]
    model = replace(ONE_BY_ONE, concurrency=2, page_time=2.0, store_time=5.0)
    trace = crawl(tmp_path, web, model, ("http://a.cn/", "http://b.cn/"))
    # Gates of both, links of both, then five steps of each by turns: 14 seconds of work. Two answers come first.
    assert [one.time for one in trace.pages] == pytest.approx([1.2, 2.2])
    assert trace.seconds == pytest.approx(14.2)


def test_responses_are_received_one_after_the_other(tmp_path: Path) -> None:
    hosts = "abc"
    web = [page(f"http://{host}.cn/", {}) for host in hosts]
    model = replace(ONE_BY_ONE, concurrency=3, latency=1.0, receive_time=2.0, page_time=0.0)
    trace = crawl(tmp_path, web, model, [f"http://{host}.cn/" for host in hosts])
    # Of each host, robots.txt and then the page.
    assert [round(one.time, 6) for one in trace.pages] == [9.0, 11.0, 13.0]


def test_a_page_is_done_when_all_its_links_wait(tmp_path: Path) -> None:
    """Until then its seed holds back the links of other seeds, so the best of all links is first."""
    hosts = ("a", "b")
    links = {host: {f"http://{host}{number}.cn/": number / 40 for number in range(1, 31)} for host in hosts}
    web = [page(f"http://{host}.cn/", links[host]) for host in hosts]
    web += [page(url, {}) for host in hosts for url in links[host]]
    model = replace(ONE_BY_ONE, concurrency=20, items=1)
    found = order(crawl(tmp_path, web, model, ("http://a.cn/", "http://b.cn/")))
    assert found[2:6] == ["a30.cn/", "b30.cn/", "a29.cn/", "b29.cn/"]


def test_links_of_pages_that_arrive_together_enter_by_turns(tmp_path: Path) -> None:
    """Scrapy takes the results of a page from a queue with twice as many places as CONCURRENT_ITEMS."""
    hosts = ("a", "b")
    links = {host: {f"http://{host}{number}.cn/": 0.5 for number in range(6)} for host in hosts}
    web = [page(f"http://{host}.cn/", links[host]) for host in hosts]
    web += [page(url, {}) for host in hosts for url in links[host]]
    model = replace(ONE_BY_ONE, concurrency=20, items=2)
    found = order(crawl(tmp_path, web, model, ("http://a.cn/", "http://b.cn/")))
    assert "".join(url[0] for url in found[2:]) == "aaaabbbbaabb"
    whole = replace(model, items=8)
    found = order(crawl(tmp_path, web, whole, ("http://a.cn/", "http://b.cn/")))
    assert "".join(url[0] for url in found[2:]) == "aaaaaabbbbbb"


def test_patience_keeps_an_idle_host_waiting_for_better_links(tmp_path: Path) -> None:
    web = [
        page("http://a.cn/", {"/1": 0.9, "/2": 0.8, "http://b.cn/low": 0.2}),
        *(page(f"http://a.cn/{number}", {}) for number in (1, 2)),
        page("http://b.cn/low", {}),
    ]
    # (0.8 - 0.2) * 10 delays of 1 s: longer than the two requests of the better host take.
    assert order(crawl(tmp_path, web, ONE_A_SECOND)) == ["a.cn/", "a.cn/1", "a.cn/2", "b.cn/low"]


def test_idle_hosts_wait_by_chances_not_by_scores(tmp_path: Path) -> None:
    class Sharp(AnchorScores):
        def chance(self, score: float) -> float:
            return 1.0 if score > 0.75 else 0.1

    web = [
        page("http://a.cn/", {**{f"/{number}": 0.8 for number in range(1, 5)}, "http://b.cn/low": 0.7}),
        *(page(f"http://a.cn/{number}", {}) for number in range(1, 5)),
        page("http://b.cn/low", {}),
    ]
    # (0.8 - 0.7) * 10 delays of 1 s, or (1 - 0.1) * 10 times the most that rareness counts.
    assert order(crawl(tmp_path, web, ONE_A_SECOND))[-1] == "a.cn/4"
    assert order(crawl(tmp_path, web, ONE_A_SECOND, strategy=Sharp()))[-1] == "b.cn/low"


def test_seeds_come_first(tmp_path: Path) -> None:
    web = [
        page("http://a.cn/", {"/1": 0.9}),
        page("http://a.cn/1", {}),
        page("http://b.cn/", {"/1": 0.95}),
        page("http://b.cn/1", {}),
    ]
    model = CrawlModel(concurrency=2, delay=0, throttle=False, latency=0.1, spread=1.0, store_time=0)
    for seed in range(10):
        found = order(crawl(tmp_path, web, model, ("http://a.cn/", "http://b.cn/"), seed=seed))
        assert set(found[:2]) == {"a.cn/", "b.cn/"} and len(found) == 4


def test_a_seed_that_never_answers_ends_the_head_start(tmp_path: Path) -> None:
    web = [page("http://a.cn/", {"/1": 0.9}), page("http://a.cn/1", {})]
    trace = crawl(tmp_path, web, seeds=("http://a.cn/", "http://gone.cn/"))
    assert order(trace) == ["a.cn/", "a.cn/1"]
    assert trace.missing == 1


def test_redirects_keep_the_score_and_are_no_pages(tmp_path: Path) -> None:
    web = [
        page("http://a.cn/", {"/old": 0.9, "/other": 0.5}),
        redirect("http://a.cn/old", "http://b.cn/new"),
        page("http://b.cn/new", {}),
        page("http://a.cn/other", {}),
    ]
    trace = crawl(tmp_path, web)
    assert order(trace) == ["a.cn/", "b.cn/new", "a.cn/other"]
    assert trace.pages[1].score == 0.9
    assert trace.requests == 4


def test_redirects_in_a_circle_end(tmp_path: Path) -> None:
    web = [
        page("http://a.cn/", {"/1": 0.9}),
        redirect("http://a.cn/1", "http://a.cn/2"),
        redirect("http://a.cn/2", "http://a.cn/1"),
    ]
    assert order(crawl(tmp_path, web)) == ["a.cn/"]


def test_the_form_of_a_url_with_https_is_the_same_page(tmp_path: Path) -> None:
    web = [
        page("http://a.cn/", {"http://b.cn/1": 0.9}),
        redirect("http://b.cn/1", "https://b.cn/1"),
        page("https://b.cn/1", {}),
    ]
    assert order(crawl(tmp_path, web)) == ["a.cn/", "https://b.cn/1"]


def test_robots_and_scope_are_obeyed(tmp_path: Path) -> None:
    web = [
        robots("a.cn", "User-agent: *\nDisallow: /secret/\n"),
        page("http://a.cn/", {"/secret/1": 0.9, "/open": 0.5, "http://outside.cn/": 0.8, "/worthless": 0}),
        page("http://a.cn/secret/1", {}),
        page("http://a.cn/open", {}),
        page("http://outside.cn/", {}),
        page("http://a.cn/worthless", {}),
    ]
    trace = crawl(tmp_path, web)
    assert order(trace) == ["a.cn/", "a.cn/open"]
    assert trace.robots == 1


def test_new_scores_change_the_order_of_links_that_wait(tmp_path: Path) -> None:
    web = [
        page("http://a.cn/", {"/1": 0.9, "/2": 0.5, "/3": 0.4, "/4": 0.3}),
        *(page(f"http://a.cn/{number}", {}) for number in (1, 2, 3, 4)),
    ]
    strategy = AnchorScores({"http://a.cn/1": {"http://a.cn/4": 0.6, "http://a.cn/unknown": 0.9}})
    trace = crawl(tmp_path, web, strategy=strategy)
    # The next request is sent when a page was read, before the strategy learns of it.
    assert order(trace) == ["a.cn/", "a.cn/1", "a.cn/2", "a.cn/4", "a.cn/3"]
    assert trace.pages[3].score == 0.6


def test_the_strategy_learns_of_every_page_once(tmp_path: Path) -> None:
    web = [
        page("http://a.cn/", {"/1": 0.9, "/gone": 0.5, "/copy": 0.4}),
        page("http://a.cn/1", {}, "同一条消息"),
        page("http://a.cn/copy", {}, "同一条消息"),
    ]
    strategy = AnchorScores()
    crawl(tmp_path, web, strategy=strategy)
    assert [(one.url, one.outcome) for one in strategy.seen] == [
        ("http://a.cn/", Outcome.KEPT),
        ("http://a.cn/1", Outcome.KEPT),
        ("http://a.cn/gone", Outcome.FAILED),
        ("http://a.cn/copy", Outcome.COPY),
    ]


@pytest.mark.parametrize(("longest", "fetched"), [(30.0, 3), (4.0, 0)])
def test_a_crawl_delay_is_the_delay_of_its_host(tmp_path: Path, longest: float, fetched: int) -> None:
    web = [
        robots("a.cn", "User-agent: *\nCrawl-delay: 5\n"),
        page("http://a.cn/", {"/1": 0.9, "/2": 0.8}),
        page("http://a.cn/1", {}),
        page("http://a.cn/2", {}),
    ]
    model = replace(ONE_BY_ONE, concurrency=4, throttle=True, start_delay=0.1, max_crawl_delay=longest)
    trace = crawl(tmp_path, web, model)
    times = [one.time for one in trace.pages]
    assert len(times) == fetched
    # AutoThrottle, which the fast answers would lead to shorter delays, leaves it alone.
    assert all(later - earlier == pytest.approx(5.0) for earlier, later in pairwise(times))
    assert trace.robots == (not fetched)


def test_links_of_a_copy_within_its_host_are_not_followed(tmp_path: Path) -> None:
    web = [
        page("http://a.cn/", {"/1": 0.9, "/copy": 0.5}),
        page("http://a.cn/1", {}, "同一条消息"),
        page("http://a.cn/copy", {"/trap": 0.9}, "同一条消息"),
        page("http://a.cn/trap", {}),
    ]
    assert order(crawl(tmp_path, web)) == ["a.cn/", "a.cn/1", "a.cn/copy"]


def test_the_answer_of_a_host_to_unknown_urls(tmp_path: Path) -> None:
    web = [page("http://a.cn/", {"/unknown": 0.9}), page("http://a.cn/*", {})]
    trace = crawl(tmp_path, web)
    assert len(trace.pages) == 2 and trace.missing == 0


def test_a_host_has_no_more_than_its_pages(tmp_path: Path) -> None:
    model = CrawlModel(delay=0, throttle=False, latency=0.01, host_pages=4)
    web = [*tree("a.cn", 20), *tree("b.cn", 3)]
    found = order(crawl(tmp_path, web, model, ("http://a.cn/", "http://b.cn/")))
    assert sum(url.startswith("a.cn") for url in found) <= 4 + model.per_host
    assert sum(url.startswith("b.cn") for url in found) == 3


MODELS = st.builds(
    CrawlModel,
    concurrency=st.integers(1, 8),
    per_host=st.integers(1, 3),
    delay=st.sampled_from([0.0, 0.5, 2.0]),
    throttle=st.booleans(),
    patience=st.sampled_from([0.0, 30.0]),
    latency=st.sampled_from([0.01, 0.4]),
    page_time=st.sampled_from([0.0, 0.05]),
    store_time=st.sampled_from([0.0, 0.3]),
)


@pytest.fixture(scope="module")
def two_sites(tmp_path_factory: pytest.TempPathFactory) -> Path:
    web = [*tree("a.cn", 40), *tree("b.cn", 25), page("http://c.cn/", {"http://b.cn/": 0.4})]
    return captured(tmp_path_factory.mktemp("web") / "web.capture", web)


@settings(max_examples=25, deadline=None)
@given(model=MODELS, seed=st.integers(0, 99), budget=st.integers(1, 80))
def test_properties_of_every_crawl(two_sites: Path, model: CrawlModel, seed: int, budget: int) -> None:
    seeds = ("http://a.cn/", "http://c.cn/")
    with Capture(two_sites) as capture:
        replay = ReplayedCrawl(capture, AnchorScores(), model, seed)
        trace = replay.run(seeds, budget)
        again = ReplayedCrawl(capture, AnchorScores(), model, seed).run(seeds, budget)
    urls = order(trace)
    assert len(urls) == min(budget, 66), "the budget is used up, or nothing is left"
    assert len(set(urls)) == len(urls), "no URL twice"
    assert [(one.url, one.time, one.score) for one in trace.pages] == [
        (one.url, one.time, one.score) for one in again.pages
    ], "the same seed gives the same course"
    times = [one.time for one in trace.pages]
    assert times == sorted(times)
    for host in ("a.cn", "b.cn", "c.cn"):
        sent = [when for name, when in replay.sent if name == host]
        least = model.delay * (1 - model.jitter)
        assert all(after - before >= least - 1e-9 for before, after in pairwise(sent))


def test_other_random_numbers_give_another_course() -> None:
    with TemporaryDirectory() as folder:
        web = [*tree("a.cn", 40), *tree("b.cn", 40)]
        model = CrawlModel(delay=0, throttle=False, latency=0.2, spread=1, patience=0)
        seeds = ("http://a.cn/", "http://b.cn/")
        courses = {tuple(order(crawl(Path(folder), web, model, seeds, 60, seed=seed))) for seed in range(4)}
        assert len(courses) > 1
