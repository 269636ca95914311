"""Pages that freeze or kill the process that reads them: the crawl continues by itself and ends."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from e2e.crawling import ROOT, Crawl, crawl, hub, said, stories, story_page, sums
from e2e.fault_server import Answer, FaultServer
from servers.mariadb import MariaDB
from servers.redis import Redis

sys.path.insert(0, str(ROOT))

from benchmarks.kills.crew import crew
from benchmarks.kills.fatal_pages import freezing_settings
from benchmarks.servers import Servers
from benchmarks.sites.server import SiteForm

PARTY = stories()
FREEZING = "/2.html"
DEAD = "SELECT url, reason FROM links WHERE state = 3"


@pytest.fixture
def web() -> Iterator[FaultServer]:
    """A list page and twelve stories."""
    with FaultServer() as server:
        links = {f"http://a.test/{number}.html": PARTY[number].title for number in range(12)}
        server.answers |= {url: story_page(PARTY[number]) for number, url in enumerate(links)}
        server.answers["http://portal.test/"] = hub("党建频道", links)
        yield server


def _url(ending: str) -> str:
    return f"http://a.test{ending}"


def test_a_page_that_freezes_is_a_dead_letter_and_every_other_page_is_stored(
    web: FaultServer, tmp_path: Path
) -> None:
    frozen = _url(FREEZING)
    done = crawl(
        tmp_path, ["http://portal.test/"], proxy=web.proxy_url, settings=freezing_settings([FREEZING], 1)
    )
    assert done.code == 0, done.log
    assert done.kept == {_url(f"/{number}.html") for number in range(12)} - {frozen}
    (row,) = done.rows(DEAD)
    assert row["url"] == frozen and "took more than 1 s" in row["reason"]
    assert done.drops[frozen] == {("watch", "frozen")}
    assert len(web.times(frozen)) == 1
    assert f"the page {frozen} took more than 1 s to read" in done.log
    assert done.rows("SELECT count(*) AS number FROM links WHERE state < 2") == [{"number": 0}]
    assert all(fetched == total for fetched, total in sums(done.log))
    assert "gave no page: frozen 1\n" in said(done.log)
    restarts = done.stats["topiccrawl/worker/restarts"]
    assert restarts in (1, 2)  # on a slow machine so short a limit may hit a worker that is still loading
    assert [run["finish_reason"] for run in done.runs] == [None] * restarts + ["finished"]


def test_in_a_shared_crawl_the_worker_that_goes_on_gives_back_at_once_what_it_held(
    tmp_path: Path, redis_server: Redis, mariadb_server: MariaDB, redis_url: str
) -> None:
    site = SiteForm("hubs", 60, latency=0.02)
    # Were the leases of the frozen worker to run out by themselves, it would take ten minutes.
    settings = {"TOPICCRAWL_LEASE_SECONDS": "600", "TOPICCRAWL_LESSON_INTERVAL": "0.3"}
    settings |= freezing_settings(["/a5/12.html"], 1)
    with crew(Servers(redis_server, mariadb_server), tmp_path / "crawl", settings, site) as workers:
        workers.start_all(2)
        codes = [life.wait() for life in workers.present]
        left = workers.servers.frontier_counts()
        frozen = frozenset(url for url in workers.web.site.urls if url.endswith("/a5/12.html"))
        assert len(frozen) == 1
        found = workers.figures(0.0, without=frozen)
        rows = Crawl(0, "", workers.database).rows("SELECT stats FROM runs WHERE stats IS NOT NULL")
    assert codes == [0, 0]
    assert (left["done"], left["dead"], left["waiting"], left["leased"]) == (59, 1, 0, 0)
    assert found["stored"] == 59
    stats = [json.loads(row["stats"]) for row in rows]
    kept = sorted(own.get("topiccrawl/pages/kept", 0) for own in stats)
    if kept[-2] > 10:  # on a slow machine one of them may do nearly all
        assert sum(own.get("topiccrawl/lessons/shared", 0) for own in stats) > 0


def test_a_robots_txt_beyond_every_limit_is_obeyed_as_far_as_it_is_read(
    web: FaultServer, tmp_path: Path
) -> None:
    rules = b"User-agent: *\nDisallow: /3.html\n" + b"Disallow: /filler\n" * 700_000 + b"Disallow: /4.html\n"
    web.answers["http://a.test/robots.txt"] = Answer(rules, content_type="text/plain")
    done = crawl(tmp_path, ["http://portal.test/"], proxy=web.proxy_url, settings={"DOWNLOAD_TIMEOUT": "30"})
    assert (done.code, done.kept) == (0, {_url(f"/{number}.html") for number in range(12) if number != 3})
    assert done.drops[_url("/3.html")] == {("download", "robots")}
