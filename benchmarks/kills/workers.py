"""Durability of a crawl shared by workers through Redis and MariaDB when something fails.

    python -m benchmarks.kills.workers [killed] [sigterm] [redis] [redis-stop] [mariadb-stop] [locked]
        [killer] [--workers 2 4] [--kills 10] [--seed 1] [--lease 8]

killed        a random worker is killed (SIGKILL) --kills times and started again up to 2 s later
sigterm       one worker gets SIGTERM in the middle; the others do its share
redis         Redis is killed in the middle and started again on its append-only file
redis-stop    Redis does not answer for 10 s
mariadb-stop  MariaDB does not answer for 10 s
locked        the table of pages is locked for 10 s
killer        a page that kills its worker whenever it arrives; the worker is started again each time

The site has 1,111 pages. At the end every page must be in the corpus exactly once, byte by byte as served, no
link may wait in Redis, and all workers must have ended by themselves with exit code 0. `first_taken_up` is
the time from a kill until the first page that the dead worker had requested is requested again by any worker
(median and maximum over the kills). `last_taken_up_most` is the time of the last one, which is longer: a
worker retries pages that were held at a crash one at a time. A worker whose lease is not renewed for --lease
seconds counts as dead. Only the figures of the sets that ran are replaced in results/kills-workers.json.
"""

from __future__ import annotations

import argparse
import random
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchmarks.kills.audit import COUNTED
from benchmarks.kills.crew import Crew, crew
from benchmarks.kills.fatal_pages import killer_settings
from benchmarks.measuring import add_sets, arguments, show_table, update_result, work_folder
from benchmarks.servers import Servers, pause, running_servers
from benchmarks.sites.server import SiteForm

SITE = SiteForm("tree", 1111, hosts=8)
_OUTAGE = 10.0
_Set = Callable[[Crew, int, argparse.Namespace, random.Random], dict[str, Any]]
_SHOWN = (
    "workers",
    "kills",
    *COUNTED,
    "first_taken_up",
    "first_taken_up_most",
    "last_taken_up_most",
    "seconds",
    "faultless",
)


def killed(crew: Crew, workers: int, args: argparse.Namespace, rng: random.Random) -> dict[str, Any]:
    """Kill random workers."""
    began = time.time()
    crew.start_all(workers)
    for pages in sorted(rng.randrange(1, len(crew.web.site)) for _ in range(args.kills)):
        crew.reach(max(pages, len(crew.web.log.update().fetches) + 1))
        time.sleep(rng.uniform(0, 0.2))
        name = rng.choice(sorted(crew.workers))
        crew.kill(name)
        time.sleep(rng.uniform(0, 2))
        if not crew.workers[name][-1].running:
            crew.start(name)
    return crew.figures(began)


def _start_and_wait(crew: Crew, workers: int, rng: random.Random) -> float:
    """Start the workers and wait until the middle of the crawl; return the time of the start."""
    began = time.time()
    crew.start_all(workers)
    crew.reach(rng.randrange(300, 700))
    return began


def sigterm(crew: Crew, workers: int, args: argparse.Namespace, rng: random.Random) -> dict[str, Any]:
    """Send SIGTERM to one worker."""
    began = _start_and_wait(crew, workers, rng)
    leaving, requested = crew.workers["worker-1"][-1], time.time()
    leaving.signal(signal.SIGTERM)
    leaving.wait(120)
    ended = time.time()
    figures = crew.figures(began)
    after = [one for one in crew.web.log.pages if one.at > ended and one.agent == "worker-1"]
    return {**figures, "seconds_to_leave": round(ended - requested, 1), "pages_after_leaving": len(after)}


def redis_restarted(crew: Crew) -> None:
    """Kill Redis and start it again after 2 s."""
    crew.servers.redis.kill()
    time.sleep(2)
    crew.servers.redis.start()


def redis_stopped(crew: Crew) -> None:
    """Pause Redis."""
    pause(crew.servers.redis, _OUTAGE)


def mariadb_stopped(crew: Crew) -> None:
    """Pause MariaDB."""
    pause(crew.servers.mariadb, _OUTAGE)


def table_locked(crew: Crew) -> None:
    """Lock the table of pages."""
    crew.servers.lock_pages(crew.database, _OUTAGE).join()


def _in_the_middle(trouble: Callable[[Crew], None]) -> _Set:
    """Return a set in which something happens to the servers in the middle of the crawl."""

    def crawl(crew: Crew, workers: int, args: argparse.Namespace, rng: random.Random) -> dict[str, Any]:
        began = _start_and_wait(crew, workers, rng)
        trouble(crew)
        return crew.figures(began)

    return crawl


def killer(crew: Crew, workers: int, args: argparse.Namespace, rng: random.Random) -> dict[str, Any]:
    """Crawl a site with a page that kills every worker that fetches it."""
    number = rng.randrange(112, len(crew.web.site))
    url = crew.web.site.url(number)
    crew.settings = {**crew.settings, **killer_settings(f"/{number}.html")}
    began = time.time()
    crew.start_all(workers)
    while any(process.running for process in crew.present) and len(crew.processes.all) < 30:
        for name, (*_, last) in list(crew.workers.items()):
            if not last.running and (last.code or 0) < 0:
                crew.killed.append((name, last.started + last.seconds))
                crew.start(name)
        time.sleep(0.05)
    figures = crew.figures(began, without=frozenset({url}))
    letters = crew.servers.dead_letters()
    tried = crew.web.log.fetches.get(url, 0)
    print(f"the page was fetched {tried} times; dead letters: {letters}")
    figures["faultless"] = figures["faultless"] and len(letters) == 1
    return {**figures, "tried": tried, "dead_letters": letters}


SETS: dict[str, _Set] = {
    "killed": killed,
    "sigterm": sigterm,
    "redis": _in_the_middle(redis_restarted),
    "redis-stop": _in_the_middle(redis_stopped),
    "mariadb-stop": _in_the_middle(mariadb_stopped),
    "locked": _in_the_middle(table_locked),
    "killer": killer,
}


def main() -> None:
    parser = arguments(__doc__)
    add_sets(parser, SETS)
    parser.add_argument("--workers", type=int, nargs="+", default=[2, 4])
    parser.add_argument("--kills", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1, help="seed of the random moments")
    parser.add_argument("--lease", type=float, default=8.0, help="TOPICCRAWL_LEASE_SECONDS")
    parser.add_argument("--work", type=Path, help="keep logs in this folder")
    args = parser.parse_args()
    with work_folder(args.work) as work, running_servers() as servers:
        run(args, work, servers)


def run(args: argparse.Namespace, work: Path, servers: Servers) -> None:
    """Run the chosen sets, show and save their figures; exit with 1 if one has a fault."""
    faults, rows = [], []
    for name in args.sets:
        for workers in args.workers:
            rng = random.Random(f"{args.seed} {name} {workers}")
            settings = {"TOPICCRAWL_LEASE_SECONDS": str(args.lease)}
            with crew(servers, work / f"{name}-{workers}", settings, SITE) as some:
                found = SETS[name](some, workers, args, rng)
            trial = f"{name}, {workers} workers"
            rows.append([name, *map(found.get, _SHOWN)])
            print(f"{trial}: {found}", flush=True)
            update_result("kills-workers", {trial: {"seed": args.seed, "lease": args.lease, **found}})
            if not found["faultless"]:
                faults.append(f"{trial}: {found.get('faults')}")
    show_table(["", *_SHOWN], rows)
    if faults:
        sys.exit("FAULTS:\n" + "\n".join(faults))


if __name__ == "__main__":
    main()
