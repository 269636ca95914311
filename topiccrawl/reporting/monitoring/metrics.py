"""The state of a crawl as Prometheus metrics."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from topiccrawl.page.unread.counts import read_unread
from topiccrawl.reporting.figures import Figures
from topiccrawl.reporting.monitoring.snapshot import Snapshot

PREFIX = "topiccrawl_"

_COUNTERS = (
    ("requests", "downloader/request_count", "Requests sent, robots.txt and redirects included."),
    ("request_bytes", "downloader/request_bytes", "Bytes of requests sent."),
    ("response_bytes", "downloader/response_bytes", "Bytes of responses received."),
    ("retries", "retry/count", "Requests that were sent again."),
    ("host_pauses", "topiccrawl/hosts/pauses", "Pauses of hosts that answered 429 or 503."),
    ("proxy_failures", "topiccrawl/proxies/failed", "Rests of proxies that failed."),
    ("logins", "topiccrawl/login/logins", "Log-ins that succeeded."),
    ("login_failures", "topiccrawl/login/failed", "Log-ins that failed."),
    ("browser_pages", "topiccrawl/browser/pages", "Pages rendered in the browser."),
    ("storage_errors", "topiccrawl/storage/errors", "Writes and queries that failed for good."),
    ("alerts", "topiccrawl/alerts/sent", "Alerts that a webhook has accepted."),
)
"""Name, Scrapy's counter, help."""


class CrawlCollector(Collector):
    """Provides the metrics of the last snapshot to the registry of `prometheus_client`.

    Metrics are created on request, in the thread of the server; the thread of the crawl replaces the snapshot
    as a whole.

    Args:
        latest: returns the last snapshot.
    """

    def __init__(self, latest: Callable[[], Snapshot]) -> None:
        self._latest = latest

    def describe(self) -> list[Metric]:
        """Return no description, so that registering asks for no metrics."""
        return []

    def collect(self) -> Iterator[Metric]:
        """Yield all metrics, each with the label `topic`."""
        now = self._latest()
        figures = Figures.of(now.stats)
        for name, counter, text in _COUNTERS:
            yield _counter(now, name, text, {(): now.count(counter)})
        outcomes = {
            ("kept",): figures.kept,
            ("duplicate",): figures.duplicates,
            ("list",): figures.lists,
            ("dropped",): sum(figures.dropped.values()),
        }
        yield _counter(now, "pages", "HTML pages by outcome.", outcomes, "outcome")
        statuses = now.counts("downloader/response_status_count/")
        yield _counter(
            now, "responses", "Responses by status.", {(s,): n for s, n in statuses.items()}, "status"
        )
        drops = {
            (stage, reason): number
            for name, number in now.counts("topiccrawl/drops/").items()
            for stage, _, reason in [name.partition("/")]
        }
        yield _counter(now, "drops", "URLs that gave no page, by stage and reason.", drops, "stage", "reason")
        unread = {(str(one.reason),): one.count for one in read_unread(now.stats)}
        yield _counter(now, "unread", "URLs that could not be read, by reason.", unread, "reason")
        links = {(state,): getattr(now.links, state) for state in ("waiting", "leased", "done", "dead")}
        yield _gauge(now, "links", "Links of the frontier by state.", links, "state")
        yield _gauge(now, "harvest_ratio", "Share of fetched pages on the topic.", {(): figures.harvest})
        given_up = "Hosts that refuse every request."
        yield _gauge(now, "hosts_given_up", given_up, {(): len(now.hosts_given_up)})
        yield _gauge(now, "traps_parked", "Groups of URLs without budget.", {(): len(now.traps)})
        if "topiccrawl/proxies/healthy" in now.stats:
            healthy = {(): now.count("topiccrawl/proxies/healthy")}
            yield _gauge(now, "proxies_healthy", "Proxies that do not rest.", healthy)
        if now.disk_free is not None:
            free = "Bytes that are free where the crawl writes."
            yield _gauge(now, "disk_free_bytes", free, {(): now.disk_free})
        yield _gauge(now, "uptime_seconds", "Seconds since the start of the process.", {(): now.seconds})


def _family(
    kind: Any, now: Snapshot, name: str, text: str, values: Mapping[Any, float], *labels: str
) -> Metric:
    """Return a metric with its values."""
    family: Metric = kind(PREFIX + name, text, labels=["topic", *labels])
    for key, value in values.items():
        family.add_metric([now.topic, *key], value)  # type: ignore[attr-defined]
    return family


_counter, _gauge = partial(_family, CounterMetricFamily), partial(_family, GaugeMetricFamily)
