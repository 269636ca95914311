"""Crawls that are killed at random moments: nothing is lost, nothing is stored twice."""

from __future__ import annotations

import random
import sys
import time
from pathlib import Path

import pytest
from e2e.crawling import ROOT
from servers.mariadb import MariaDB
from servers.redis import Redis

sys.path.insert(0, str(ROOT))  # the trials are those of the benchmarks, which last longer

from benchmarks.kills.crew import crew
from benchmarks.kills.trial import killed_often, killer_page
from benchmarks.servers import Servers
from benchmarks.sites.server import SiteForm

SITE = SiteForm("hubs", 100, latency=0.01)


@pytest.fixture
def chance() -> random.Random:
    """The same moments in every run, as far as processes allow."""
    return random.Random(3)


def test_every_page_is_stored_once_whenever_the_crawl_is_killed(
    tmp_path: Path, chance: random.Random
) -> None:
    found = killed_often(SITE, tmp_path / "crawl", kills=2, rng=chance)
    assert found.get("faults") is None
    assert 1 <= found["kills"] <= 2  # on a quick machine the crawl may end before the last one
    assert found["stored"] == SITE.pages
    # What was in flight is asked for again, more of it on a busy machine; what was stored is not.
    assert found["requests_too_many"] <= 3 * SITE.pages / 2


def test_a_page_that_kills_its_process_is_given_up(tmp_path: Path, chance: random.Random) -> None:
    found = killer_page(SiteForm("hubs", 24, latency=0.02), tmp_path / "crawl", chance)
    assert found.get("faults") is None
    assert (found["code"], found["stored"]) == (0, 23)
    assert 5 <= found["tried"] <= 6  # the first lease may not have been written down when the process died
    (letter,) = found["dead_letters"]
    assert letter["attempts"] == 5
    assert letter["reason"]


def test_what_a_dead_worker_held_is_done_by_the_others(
    tmp_path: Path, redis_server: Redis, mariadb_server: MariaDB, redis_url: str
) -> None:
    servers, settings = Servers(redis_server, mariadb_server), {"TOPICCRAWL_LEASE_SECONDS": "3"}
    with crew(servers, tmp_path / "crawl", settings, SITE) as workers:
        began = time.time()
        workers.start_all(2)
        workers.reach(40)
        workers.kill("worker-1")
        found = workers.figures(began)
    assert found.get("faults") is None
    assert (found["kills"], found["stored"], found["frontier"]["done"]) == (1, SITE.pages, SITE.pages)
