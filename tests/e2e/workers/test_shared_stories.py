"""Workers that share a crawl keep no story twice, on one machine and on many.

How many stories both workers meet is a matter of chance here; workers that store the same story at the same
time are tested in `storage/sketches/test_decisions.py`.
"""

from __future__ import annotations

import sys
from pathlib import Path

from e2e.crawling import ROOT, Crawl
from servers.mariadb import MariaDB
from servers.redis import Redis
from servers.scrapyd import until

sys.path.insert(0, str(ROOT))

from benchmarks.kills.crew import crew
from benchmarks.kills.stories import kept_stories
from benchmarks.servers import Servers
from benchmarks.sites.server import SiteForm

STORIES, COPIES = 40, 4
RUNS = "SELECT run_id FROM pages GROUP BY run_id"


def test_two_workers_one_of_them_killed_on_a_web_full_of_reposts(
    tmp_path: Path, redis_server: Redis, mariadb_server: MariaDB, redis_url: str
) -> None:
    servers = Servers(redis_server, mariadb_server)
    # More hosts than one worker asks at once, so that the other one finds hosts too.
    form = SiteForm("star", STORIES * COPIES + 1, hosts=40, copies=COPIES, latency=0.3)
    # A killed worker's links are tried one by one, so each worker holds few.
    settings = {"TOPICCRAWL_LEASE_SECONDS": "3", "CONCURRENT_REQUESTS": "6"}
    with crew(servers, tmp_path / "crawl", settings, form) as workers:
        workers.start_all(2)
        workers.reach(1)  # the tables are there, and only the seed is leased
        first = workers.workers[workers.web.log.update().pages[0].agent][0]
        first.stop()  # it waits for the other one, which would find nothing left on a busy machine
        until(lambda: all("strategy: adaptive" in one.log.read_text("utf-8") for one in workers.present))
        first.resume()
        stored = Crawl(0, "", workers.database)
        until(lambda: len(stored.rows(f"{RUNS} HAVING COUNT(*) >= 10")) == 2)
        workers.kill("worker-1")
        assert [process.wait() for process in workers.present] == [0]
        found = kept_stories(workers.database, workers.web.site)
    assert (found["pages"], found["stories"], found["missing"]) == (STORIES * COPIES + 1, STORIES + 1, 0)
    assert (found["kept_twice"], found["kept_never"], found["wrong"]) == (0, 0, 0)
