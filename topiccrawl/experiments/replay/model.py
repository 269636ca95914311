"""The parameters of a replay: the crawl's settings, and durations."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, Self

from topiccrawl.messages import message
from topiccrawl.parameter_checks import check_interval

TIMES = ("receive_time", "page_time", "store_time")
"""Attributes of `CrawlModel` that depend on the speed of the machine."""
STORE_STEPS = 5
"""Turns of the event loop that a candidate takes: extraction, cleaning, verdict, comparison, storage."""
_IN_FLIGHT = 4
"""Pages in flight for each of CONCURRENT_REQUESTS, as in the scheduler."""


@dataclass(frozen=True)
class CrawlModel:
    """How a replayed crawl behaves in simulated time; all times are in seconds.

    Attributes:
        concurrency: requests that are downloaded at once (CONCURRENT_REQUESTS).
        per_host: the same for each host (CONCURRENT_REQUESTS_PER_DOMAIN).
        delay: time between two requests to a host (DOWNLOAD_DELAY).
        jitter: share of the delay by which it varies at random (DOWNLOAD_DELAY_JITTER).
        throttle: whether delays follow latencies (AUTOTHROTTLE_ENABLED).
        start_delay: first delay of a host with `throttle`.
        max_delay: longest delay with `throttle`.
        max_crawl_delay: longest Crawl-delay that is obeyed.
        patience: as TOPICCRAWL_PATIENCE.
        head_start: as TOPICCRAWL_SEED_HEAD_START.
        items: results of a page that are processed at once (CONCURRENT_ITEMS). Twice as many links enter the
            queue before other pages have their turn.
        latency: median time from a request until its response begins to arrive.
        spread: standard deviation of the logarithm of the latency, and of the time to receive a response.
        receive_time: median time to receive a response, while no other is received.
        page_time: work until a page that has arrived is parsed and its links compete: half of it for the
            gate, half for the links. All pages take turns, as one thread does all work.
        store_time: work until a candidate is judged, compared and stored, in `STORE_STEPS` turns; only then
            it counts for the scores of links and for `in_flight`.
        commit_time: time that the row of a page waits for others, to be committed with them.
        host_pages: maximum number of pages of one host; 0: no limit.
        title_threshold: as TOPICCRAWL_TITLE_THRESHOLD.
        user_agent: user agent whose rules in robots.txt are obeyed.
    """

    concurrency: int = 16
    per_host: int = 2
    delay: float = 0.5
    jitter: float = 0.5
    throttle: bool = True
    start_delay: float = 1.0
    max_delay: float = 30.0
    max_crawl_delay: float = 30.0
    patience: float = 30.0
    head_start: float = 10.0
    items: int = 8
    latency: float = 0.2
    spread: float = 0.5
    receive_time: float = 0.004
    page_time: float = 0.005
    store_time: float = 0.013
    commit_time: float = 0.1
    host_pages: int = 0
    title_threshold: float = 0.8
    user_agent: str = "topiccrawl"

    def __post_init__(self) -> None:
        check_interval(self, "[1, inf)", "concurrency", "per_host", "items", shown=_shown)
        durations = (
            "delay",
            "max_crawl_delay",
            "patience",
            "head_start",
            "latency",
            "spread",
            "commit_time",
            *TIMES,
        )
        check_interval(self, "[0, inf)", *durations, "host_pages", shown=_shown)
        check_interval(self, "[0, 1]", "jitter", shown=_shown)

    def slowed(self, factor: float) -> CrawlModel:
        """Return the model of a crawl on a machine that is slower by a factor."""
        return replace(self, **{name: factor * getattr(self, name) for name in TIMES})

    @property
    def in_flight(self) -> int:
        """Return how many pages may be in flight, from their request until they are stored."""
        return _IN_FLIGHT * self.concurrency

    @property
    def links_at_once(self) -> int:
        """Return how many links of a page enter the queue in one turn."""
        return 2 * self.items

    @property
    def first_delay(self) -> float:
        """Return the delay of a host before its first response."""
        return max(self.delay, self.start_delay) if self.throttle else self.delay

    def next_delay(self, delay: float, latency: float, ok: bool) -> float:
        """Return the delay of a host after a response, by the rule of Scrapy's AutoThrottle.

        Args:
            delay: its delay so far.
            latency: time from the request to the response.
            ok: whether the status was 200; other responses do not shorten the delay.
        """
        if not self.throttle:
            return delay
        found = min(max(self.delay, latency, (delay + latency) / 2), self.max_delay)
        return delay if not ok and found <= delay else found

    @classmethod
    def of_settings(cls, get: Callable[[str], Any], changes: Mapping[str, Any]) -> Self:
        """Return the model of a crawl with given settings.

        Args:
            get: returns a setting by its name; None when it is not set.
            changes: values that replace those of the settings, by attribute; None: no change.

        Raises:
            ValueError: a value has the wrong type or is out of range.
        """
        found = {name: get(setting) for name, setting in SETTINGS.items()}
        found |= {name: value for name, value in changes.items() if value is not None}
        return cls(
            **{
                one.name: _converted(one.name, found[one.name], type(one.default))
                for one in fields(cls)
                if found.get(one.name) is not None
            }
        )


def _converted(name: str, value: Any, kind: type) -> Any:
    """Return a value of a setting as its type; values from a command line are texts."""
    if kind is bool:
        truth = {"1": True, "true": True, "0": False, "false": False}
        if str(value).lower() not in truth:
            raise ValueError(
                message("{name} = {value!r} is not true or false", name=_shown(name), value=value)
            )
        return truth[str(value).lower()]
    try:
        return kind(value)
    except (TypeError, ValueError):
        raise ValueError(
            message("{name} = {value!r} is not a number", name=_shown(name), value=value)
        ) from None


def _shown(name: str) -> str:
    """Return the setting of an attribute, which is what users name."""
    return SETTINGS.get(name, name)


SETTINGS = {
    "concurrency": "CONCURRENT_REQUESTS",
    "per_host": "CONCURRENT_REQUESTS_PER_DOMAIN",
    "delay": "DOWNLOAD_DELAY",
    "throttle": "AUTOTHROTTLE_ENABLED",
    "start_delay": "AUTOTHROTTLE_START_DELAY",
    "max_delay": "AUTOTHROTTLE_MAX_DELAY",
    "patience": "TOPICCRAWL_PATIENCE",
    "head_start": "TOPICCRAWL_SEED_HEAD_START",
    "items": "CONCURRENT_ITEMS",
    "title_threshold": "TOPICCRAWL_TITLE_THRESHOLD",
    "user_agent": "USER_AGENT",
}
"""Settings by attribute."""
