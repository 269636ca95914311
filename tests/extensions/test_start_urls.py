from __future__ import annotations

import asyncio
import contextlib
import json
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
import redis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from scrapy import FormRequest, Request, Spider
from scrapy.crawler import Crawler
from scrapy.exceptions import DontCloseSpider, NotConfigured
from scrapy.utils.test import get_crawler
from scrapy_parts import Downloader
from servers.redis import Redis

from topiccrawl.crawl.request_meta import context_of
from topiccrawl.errors import FrontierLostError
from topiccrawl.extensions.start_urls import StartUrls
from topiccrawl.page.canonical_url import url_key
from topiccrawl.scheduler.frontier_scheduler import FrontierScheduler
from topiccrawl.scheduler.request_codec import decode_request
from topiccrawl.storage.frontier.contract import Entry
from topiccrawl.storage.redis.connection import connect
from topiccrawl.storage.redis.frontier import RedisFrontier

KEY = "党建:start_urls"
ANY_TEXT = st.text(max_size=8)
ANY_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | ANY_TEXT | st.just("half a pair \ud800\x00"),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(ANY_TEXT, inner, max_size=3),
    max_leaves=8,
)
SCRAPYS_META_KEYS = "download_slot download_timeout proxy redirect_urls retry_times max_retry_times cookiejar depth handle_httpstatus_list dont_redirect bindaddress topiccrawl_link topiccrawl_priority topiccrawl_visit".split()


class WithErrback(Spider):
    name = "党建"

    def failed(self, failure: object) -> None:
        pass


class OpenScheduler(FrontierScheduler):
    """A scheduler whose frontier is given."""

    def __init__(self, crawler: Crawler, frontier: RedisFrontier) -> None:
        super().__init__(crawler)
        self._frontier = frontier

    def open_frontier(self, spider: Spider) -> RedisFrontier:
        return self._frontier


@dataclass
class Engine:
    """What the extension sees of Scrapy's engine: requests go to a frontier at once."""

    frontier: RedisFrontier
    spider: Spider
    scheduler: FrontierScheduler
    crawled: list[Request] = field(default_factory=list)
    through_scheduler: bool = False
    downloader: Downloader = field(default_factory=Downloader)

    def crawl(self, request: Request) -> None:
        self.crawled.append(request)
        if self.through_scheduler:
            self.scheduler.enqueue_request(request)
            return
        self.frontier.push(Entry(url_key(request.url), "example.cn", 1.0, b"", request.url))


Start = Callable[..., tuple[StartUrls, Engine]]


@pytest.fixture
def client(redis_url: str) -> redis.Redis:
    return redis.Redis.from_url(redis_url)


@pytest.fixture
def start(redis_url: str) -> Iterator[Start]:
    """Makes the extension of a crawl that is about to be idle."""
    made: list[tuple[StartUrls, RedisFrontier]] = []

    def run(**settings: Any) -> tuple[StartUrls, Engine]:
        params = {"socket_timeout": 0.3}
        crawler = get_crawler(
            WithErrback, {"TOPICCRAWL_REDIS_URL": redis_url, "REDIS_PARAMS": params, **settings}
        )
        crawler.spider = WithErrback.from_crawler(crawler)
        frontier = RedisFrontier(connect(redis_url, params), "党建")
        scheduler = OpenScheduler(crawler, frontier)
        scheduler.open(crawler.spider)
        engine = Engine(frontier, crawler.spider, scheduler)
        crawler.engine = engine  # type: ignore[assignment]
        extension = StartUrls.from_crawler(crawler)
        extension.key = KEY
        made.append((extension, frontier))
        return extension, engine

    yield run
    for extension, frontier in made:
        extension.spider_closed()
        with contextlib.suppress(FrontierLostError):  # a test may have emptied the server
            frontier.close()


def taken(extension: StartUrls) -> int:
    """How many were taken since the last look, at an idle moment."""
    stats: Any = extension.crawler.stats
    before = stats.get_value("topiccrawl/start_urls/taken", 0)
    with contextlib.suppress(DontCloseSpider):
        extension.spider_idle()
    return int(stats.get_value("topiccrawl/start_urls/taken", 0)) - int(before)


def test_an_address_becomes_a_seed(start: Start, client: redis.Redis) -> None:
    extension, engine = start()
    client.lpush(KEY, "http://党建.example.cn/")
    with pytest.raises(DontCloseSpider):
        extension.spider_idle()
    (request,) = engine.crawled
    assert request.url == Request("http://党建.example.cn/").url
    assert context_of(request).seed
    assert request.errback is not None
    assert not request.dont_filter
    assert engine.frontier.counts().waiting == 1
    assert not client.exists(KEY)


def test_json_as_scrapy_redis_takes_it(start: Start, client: redis.Redis) -> None:
    extension, engine = start()
    client.lpush(KEY, json.dumps({"url": "http://a.example.cn/", "meta": {"job": "甲"}}))
    client.lpush(KEY, json.dumps({"url": "http://b.example.cn/", "method": "post", "词": "党建", "n": 1}))
    assert taken(extension) == 2
    form, plain = engine.crawled
    assert (plain.method, plain.meta["job"], type(plain)) == ("GET", "甲", Request)
    assert isinstance(form, FormRequest)
    assert (form.method, form.body) == ("POST", b"%E8%AF%8D=%E5%85%9A%E5%BB%BA&n=1")
    assert context_of(form).seed


@pytest.mark.parametrize(
    "line",
    [
        "党建",
        "ftp://example.cn/",
        "",
        "[1]",
        '{"url": 5}',
        '{"url": "http://a.cn/", "meta": 1}',
        b"\xff\xfe",
        "[" * 100_000,
        '{"url": "http://a.cn/", "meta": {"a": ' + "[" * 50_000 + "]" * 50_000 + "}}",
        '{"url": "http://a.cn/", "n": ' + "9" * 5000 + "}",
        '{"url": "http://a.cn/\\ud800"}',
        '{"url": "http://a.cn/", "method": "GET / HTTP/1.1\\r\\nX: y"}',
        '{"url": "http://a.cn/", "method": ["GET"]}',
        '{"url": "http://a.cn/", "meta": {"download_slot": []}}',
        '{"url": "http://a.cn/", "meta": {"download_timeout": "soon"}}',
        b"http://a.cn/" + b"a" * 1_000_000,
    ],
)
def test_a_bad_line_is_counted_and_harms_nobody(
    start: Start, client: redis.Redis, line: str | bytes, caplog: pytest.LogCaptureFixture
) -> None:
    extension, engine = start()
    client.rpush(KEY, line, "http://a.example.cn/")
    assert taken(extension) == 1
    stats: Any = extension.crawler.stats
    assert stats.get_value("topiccrawl/start_urls/bad") == 1
    assert len(engine.crawled) == 1
    assert "is not a seed" in caplog.text
    assert not client.exists(KEY)


LINES_OF_ALL_KINDS = st.one_of(
    st.binary(max_size=60),
    st.text(max_size=60).map(lambda text: text.encode("utf-8", "surrogatepass")),
    st.text(alphabet='[]{}",:1eE-\\u', max_size=200).map(str.encode),
    st.sampled_from(["[", "{", '{"url":', '{"a":[']).flatmap(
        lambda part: st.integers(1, 3000).map(lambda times: part.encode() * times)
    ),
    st.fixed_dictionaries(
        {},
        optional={
            "url": ANY_JSON | st.text(max_size=40).map(lambda path: f"http://a.example.cn/{path}"),
            "method": ANY_JSON | st.sampled_from(["GET", "post", "GET\r\nX: y", "党"]),
            "meta": st.dictionaries(ANY_TEXT | st.sampled_from(SCRAPYS_META_KEYS), ANY_JSON, max_size=4)
            | ANY_JSON,
            "headers": ANY_JSON,
            "cookies": ANY_JSON,
            "词\ud800": ANY_JSON,
            "dont_filter": ANY_JSON,
        },
    ).map(lambda given: json.dumps(given).encode()),
)
"""What anybody may push, from random bytes to JSON with fields of the wrong types."""


@given(lines=st.lists(LINES_OF_ALL_KINDS, min_size=1, max_size=20))
@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_nothing_that_a_line_holds_ends_the_feeding(
    start: Start, client: redis.Redis, lines: list[bytes]
) -> None:
    client.flushall()
    extension, engine = start(REDIS_START_URLS_BATCH_SIZE=50)
    engine.through_scheduler = True
    client.rpush(KEY, *lines, "http://last.example.cn/")
    stats: Any = extension.crawler.stats
    fed = taken(extension) + stats.get_value("topiccrawl/start_urls/bad", 0)
    assert fed == len(lines) + 1
    assert not client.exists(KEY)
    # What was taken can be asked for again, by this worker or another.
    asked = []
    while (entry := engine.frontier.lease(lambda host, score: True)) is not None:
        asked.append(decode_request(entry.url, entry.payload, entry.why, engine.spider).url)
    assert "http://last.example.cn/" in asked


@pytest.mark.parametrize("setting", ["REDIS_ENCODING", "MAX_IDLE_TIME_BEFORE_CLOSE"])
def test_a_value_that_cannot_be_used_is_told_with_its_setting(setting: str) -> None:
    crawler = get_crawler(WithErrback, {"TOPICCRAWL_REDIS_URL": "redis://127.0.0.1:1/0", setting: "乱码"})
    with pytest.raises(ValueError, match=f"{setting} = '乱码'"):
        StartUrls.from_crawler(crawler)


def test_a_set(start: Start, client: redis.Redis) -> None:
    extension, engine = start(REDIS_START_URLS_AS_SET=True)
    client.sadd(KEY, *(f"http://a.example.cn/{number}" for number in range(5)))
    assert taken(extension) == 5
    assert engine.frontier.counts().waiting == 5
    assert not client.exists(KEY)


def test_a_sorted_set_gives_the_highest_first(start: Start, client: redis.Redis) -> None:
    extension, engine = start(REDIS_START_URLS_AS_ZSET=True, REDIS_START_URLS_BATCH_SIZE=2)
    client.zadd(KEY, {f"http://a.example.cn/{number}": number for number in range(5)})
    assert taken(extension) == 2
    assert [request.url[-1] for request in engine.crawled] == ["4", "3"]
    assert client.zcard(KEY) == 3


def test_a_key_of_the_users(start: Start, client: redis.Redis) -> None:
    async def opened() -> str:
        extension, _ = start(REDIS_START_URLS_KEY="%(name)s:seeds")
        extension.spider_opened(extension.crawler.spider)
        return extension.key

    assert asyncio.run(opened()) == "党建:seeds"


def test_what_two_workers_take_is_fetched_once_and_nothing_else_is_removed(
    start: Start, client: redis.Redis
) -> None:
    (one, _), (other, engine) = start(), start()
    client.rpush(KEY, "http://a.example.cn/", "http://b.example.cn/")
    lines, same = one.read(), other.read()
    client.rpush(KEY, "http://c.example.cn/")
    one.feed(lines)
    other.feed(same)
    assert engine.frontier.counts().waiting == 2
    assert client.lrange(KEY, 0, -1) == [b"http://c.example.cn/"]


def test_an_address_stays_in_the_key_until_the_frontier_has_it(
    start: Start, client: redis.Redis, redis_server: Redis
) -> None:
    extension, engine = start()
    client.lpush(KEY, "http://a.example.cn/")
    lines = extension.read()
    redis_server.pause()
    assert extension.feed(lines) == 0
    with pytest.raises(DontCloseSpider):  # nobody knows what there is
        extension.spider_idle()
    redis_server.resume()
    assert client.llen(KEY) == 1
    end = time.monotonic() + 20
    while client.llen(KEY):
        assert time.monotonic() < end
        taken(extension)
        time.sleep(0.02)
    assert engine.frontier.counts().waiting == 1


def test_the_key_is_looked_at_while_the_crawl_runs(start: Start, client: redis.Redis) -> None:
    async def crawl() -> None:
        extension, engine = start(REDIS_START_URLS_BATCH_SIZE=10)
        extension.spider_opened(extension.crawler.spider)
        client.lpush(KEY, *(f"http://a.example.cn/{number}" for number in range(25)))
        for _ in range(2000):
            if len(engine.crawled) == 25:
                return
            await asyncio.sleep(0.01)
        raise AssertionError(len(engine.crawled))

    asyncio.run(crawl())


def test_without_a_setting_the_crawl_may_end_at_once(start: Start) -> None:
    start()[0].spider_idle()


def test_it_waits_as_long_as_scrapy_redis_would(start: Start, client: redis.Redis) -> None:
    extension, _ = start(MAX_IDLE_TIME_BEFORE_CLOSE=1)
    began = time.monotonic()
    with pytest.raises(DontCloseSpider):
        extension.spider_idle()
    time.sleep(0.6)
    client.lpush(KEY, "http://a.example.cn/")
    assert taken(extension) == 1
    while time.monotonic() - began < 1.1:
        time.sleep(0.02)
    with pytest.raises(DontCloseSpider):  # counted anew from here
        extension.spider_idle()
    time.sleep(1.0)
    extension.spider_idle()


def test_it_waits_for_ever_when_told_so(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    extension, _ = start(MAX_IDLE_TIME_BEFORE_CLOSE=0)
    with pytest.raises(DontCloseSpider):
        extension.spider_idle()
    later = time.monotonic() + 10**6
    monkeypatch.setattr("topiccrawl.extensions.start_urls.time.monotonic", lambda: later)
    with pytest.raises(DontCloseSpider):
        extension.spider_idle()


def test_without_redis_it_is_not_there() -> None:
    with pytest.raises(NotConfigured):
        StartUrls.from_crawler(get_crawler(WithErrback))
