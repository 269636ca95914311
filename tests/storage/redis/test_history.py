from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import redis
from servers.redis import Redis

from topiccrawl.priority.sections import Section, VisitCounts, section_of
from topiccrawl.storage.redis.connection import connect
from topiccrawl.storage.redis.frontier import RedisFrontier
from topiccrawl.storage.redis.history import SharedUrlHistory

Join = Callable[..., SharedUrlHistory]


@pytest.fixture
def join(redis_url: str) -> Iterator[Join]:
    """Makes histories of one crawl; those still there at the end are closed."""
    made: list[SharedUrlHistory] = []

    def make(**options: Any) -> SharedUrlHistory:
        client = connect(redis_url, {"socket_timeout": 0.3})
        made.append(SharedUrlHistory(client, "党建", **{"refresh": 0.05, **options}))
        return made[-1]

    yield make
    for history in made:
        history.close()


def await_urls(history: SharedUrlHistory, urls: set[str]) -> None:
    end = time.monotonic() + 20
    while set(history.sample(10**6)) != urls:
        assert time.monotonic() < end, set(history.sample(10**6)) ^ urls
        time.sleep(0.01)


def url(number: int) -> str:
    return f"http://党建.example.cn/{number}.html"


def test_workers_learn_from_each_other(join: Join) -> None:
    one, other = join(), join()
    one.add(url(1))
    other.add(url(2))
    assert one.sample(5) == [url(1)]  # its own at once
    await_urls(one, {url(1), url(2)})
    await_urls(other, {url(1), url(2)})
    assert len(join().sample(1)) == 1  # who comes later knows them from the start


def test_the_sample_is_bounded_and_uniform_over_all_workers(join: Join, redis_url: str) -> None:
    found: Counter[str] = Counter()
    workers = [join(capacity=20, refresh=60) for _ in range(2)]
    client = redis.Redis.from_url(redis_url)
    for _ in range(100):
        client.delete("党建:history", "党建:counts", "党建:sections", "党建:accepted_of_sections")
        for number in range(100):
            workers[number // 50].add(url(number))
            if number % 10 == 9:
                workers[number // 50].sync()
        workers[0].sync()
        sample = workers[0].sample(100)
        assert len(sample) == len(set(sample)) == 20
        assert workers[0].added == 100
        found.update(sample)
    # Each of 100 URLs is expected 20 times in 100 samples of 20; a group of ten 200 times, deviation 12.6.
    for tens in range(10):
        assert 140 < sum(found[url(number)] for number in range(10 * tens, 10 * tens + 10)) < 260


def test_what_earlier_crawls_accepted_counts_once(join: Join) -> None:
    one = join()
    one.resume(500, [url(1), url(2)])
    await_urls(one, {url(1), url(2)})
    one.sync()
    other = join()
    other.resume(400, [url(4), url(2)])
    other.add(url(3))
    await_urls(one, {url(1), url(2), url(3)})
    one.sync()
    assert one.added == 501


def test_it_goes_on_alone_while_the_server_is_away(join: Join, redis_server: Redis) -> None:
    one, other = join(), join()
    redis_server.pause()
    one.add(url(1))
    assert one.sample(1) == [url(1)]
    time.sleep(0.5)
    start = time.monotonic()
    for number in range(100):
        one.add(url(number))
    assert len(one.sample(100)) == 100
    assert time.monotonic() - start < 5.0  # nobody waits, or 100 times 0.3 s
    redis_server.resume()
    await_urls(other, {url(number) for number in range(100)})


def test_a_fresh_crawl_has_no_history(join: Join, redis_url: str) -> None:
    one = join()
    one.add(url(1))
    one.close()
    RedisFrontier(connect(redis_url), "党建", fresh=True).close()
    history = join()
    assert history.sample(5) == []
    assert history.sections.total == (0, 0)


def section_counts(history: SharedUrlHistory) -> dict[Section, VisitCounts]:
    return dict(history.sections)


def await_counts(history: SharedUrlHistory, counts: dict[Section, tuple[int, int]]) -> None:
    end = time.monotonic() + 20
    while section_counts(history) != counts:
        assert time.monotonic() < end, section_counts(history)
        time.sleep(0.01)


def test_workers_share_the_counts_of_sections(join: Join) -> None:
    one, other = join(), join()
    one.add("http://a.test/gn/1.html")
    one.add("http://a.test/gn/2.html", accepted=False)
    other.add("http://a.test/gn/3.html", accepted=False)
    other.add("http://b.test/4.html")
    assert one.sections.of_section(Section("a.test", "gn")) == (1, 2)  # its own at once
    together = {Section("a.test", "gn"): (1, 3), Section("b.test", ""): (1, 1)}
    for history in (one, other, join()):
        await_counts(history, together)
        assert history.sections.total == (2, 4)


def test_a_page_that_was_not_accepted_counts_and_is_not_in_the_sample(join: Join) -> None:
    accepted, visited = join(), join(holds="visited")
    accepted.add(url(1), accepted=False)
    await_counts(visited, {section_of(url(1)): (0, 1)})
    assert accepted.sample(9) == []
    visited.add(url(2), accepted=False)
    await_urls(accepted, {url(2)})


def test_counts_of_earlier_crawls_count_once(join: Join) -> None:
    one, other = join(), join()
    one.resume(0, [], [(Section("a.test", "gn"), VisitCounts(2, 5))])
    await_counts(other, {Section("a.test", "gn"): (2, 5)})
    other.resume(0, [], [(Section("a.test", "gn"), VisitCounts(9, 9))])
    other.add("http://a.test/gn/1.html")
    await_counts(one, {Section("a.test", "gn"): (3, 6)})


def test_the_server_keeps_a_bounded_number_of_sections(join: Join, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("topiccrawl.storage.redis.history.SECTIONS", 10)
    one = join(refresh=60)
    for _ in range(3):
        one.add("http://often.test/1.html")
    for number in range(30):
        one.add(f"http://h{number}.test/1.html")
    one.close()
    late = join()
    assert len(late.sections) <= 10
    assert late.sections.of_host("often.test") == (3, 3)
