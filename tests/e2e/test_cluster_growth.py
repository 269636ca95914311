"""Crawls whose clusters of bodies grow: the clusters and their buffer outlive killed workers."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from e2e.crawling import FAST, PATIENCE, ROOT, Crawl, command, hub, start, stories, story_page
from e2e.fault_server import Answer, FaultServer
from servers.mariadb import MariaDB
from servers.redis import Redis
from servers.scrapyd import until

sys.path.insert(0, str(ROOT))

from benchmarks.kills.crew import crew
from benchmarks.processes import children
from benchmarks.servers import Servers
from benchmarks.sites.server import SiteForm

PORTAL = "http://portal.test/"
PAGES = {f"http://a.test/{number}.html": story for number, story in enumerate(stories())}
GROWING = {
    "TOPICCRAWL_EXTRACTOR": "clustering",
    "TOPICCRAWL_CLUSTER_BUFFER": "3",
    "CLOSESPIDER_PAGECOUNT": "1000",
    "DOWNLOAD_TIMEOUT": "60",
}
SAMPLES = "SELECT url_hash, generation FROM body_samples"


@pytest.fixture
def web() -> Iterator[FaultServer]:
    """A list page and fifteen stories, the last two of which take a minute."""
    with FaultServer({PORTAL: hub("党建频道", {url: PAGES[url].title for url in PAGES})}) as server:
        for number, (url, story) in enumerate(PAGES.items()):
            server.answers[url] = Answer(
                story_page(story).body, delay=0.0 if number < len(PAGES) - 2 else 60.0
            )
        yield server


def test_no_sample_is_lost_or_counted_twice_when_the_worker_is_killed(
    web: FaultServer, tmp_path: Path
) -> None:
    database = f"sqlite:///{tmp_path / 'corpus.db'}"
    settings = FAST | GROWING | {"TOPICCRAWL_DATABASE_URL": database}
    words = command("partybuild", {"seeds": PORTAL}, settings)
    crawl = start(words, web.proxy_url)
    until(lambda: sum(url in PAGES for url in web.pages_asked()) > 6)
    stored = Crawl(0, "", database)
    until(lambda: len(stored.rows(SAMPLES)) >= 5)
    (worker,) = children(crawl.pid)
    web.answers |= {url: story_page(story) for url, story in PAGES.items()}
    os.kill(worker, signal.SIGKILL)
    done = Crawl(*crawl.end(PATIENCE), database)
    assert done.code == 0
    assert done.kept == set(PAGES)
    assert all(row["extractor"] == "clustering" for row in done.pages.values())
    # Every link that is done has a sample, and each has one: the lease of a page ends after its commit.
    assert {row["url_hash"] for row in done.rows(SAMPLES)} == {row["url_hash"] for row in done.pages.values()}
    generations = [row["generation"] for row in done.rows("SELECT generation FROM body_clusters")]
    assert generations == list(range(len(generations)))


def test_workers_share_links_buffer_and_clusters_and_outlive_each_other(
    tmp_path: Path, redis_server: Redis, mariadb_server: MariaDB, redis_url: str
) -> None:
    servers = Servers(redis_server, mariadb_server)
    settings = GROWING | {"TOPICCRAWL_LEASE_SECONDS": "3"}
    with crew(servers, tmp_path / "crawl", settings, SiteForm("hubs", 60, latency=0.01)) as workers:
        began = time.time()
        workers.start_all(2)
        workers.reach(30)
        workers.kill("worker-1")
        found = workers.figures(began)
        done = Crawl(0, "", workers.database)
        samples = done.rows(SAMPLES)
        generations = [row["generation"] for row in done.rows("SELECT generation FROM body_clusters")]
    # What the dead worker held was done by the other one.
    assert found.get("faults") is None
    assert (found["kills"], found["stored"], found["frontier"]["done"]) == (1, 60, 60)
    assert len(samples) == len({row["url_hash"] for row in samples}) == 60
    assert generations == list(range(len(generations)))
    assert {row["generation"] for row in samples} - {None} <= set(generations)
