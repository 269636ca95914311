"""What survives when workers share a crawl: real workers on Redis and MariaDB, and everything that may fail.

    python -m benchmarks.kills.workers [killed] [sigterm] [redis] [redis-stop] [mariadb-stop] [locked] [killer]
        [--workers 2 4] [--kills 10] [--seed 1] [--lease 8]

killed        a worker at random is killed (SIGKILL) --kills times and started again up to 2 s later
sigterm       one worker is asked to end in the middle; the others do its share
redis         Redis is killed in the middle and started again on its append-only file
redis-stop    Redis answers nothing for 10 s
mariadb-stop  MariaDB answers nothing for 10 s
locked        the table of pages is locked for 10 s
killer        a page that kills its worker whenever it arrives; the worker is started again each time

The site has 1,111 pages. In the end every page must be in the corpus exactly once, byte by byte as served,
nothing may wait in Redis, and all workers must have ended by themselves with exit code 0. `first_taken_up` is
the time from a kill until the first page that the dead worker had asked for was asked for again, by anyone
(median and most over the kills); `last_taken_up_most` is that of the last one, which waits longer: a worker
tries pages that were held at a crash one at a time. `lease` are the seconds after which a worker that shows
no life counts as dead. The sets that ran replace theirs in results/kills-workers.json.
"""

from __future__ import annotations

import argparse
import random
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.kills.audit import COUNTED
from benchmarks.kills.crew import Crew, crew
from benchmarks.servers import Servers, hang, servers
from benchmarks.sites.server import SiteForm
from benchmarks.kills.fatal_pages import killer_settings
from benchmarks.measuring import replace_results, show_table

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


def killed(crew: Crew, workers: int, args: argparse.Namespace, chance: random.Random) -> dict[str, Any]:
    """Workers killed at random."""
    began = time.time()
    crew.start_all(workers)
    for pages in sorted(chance.randrange(1, len(crew.web.site)) for _ in range(args.kills)):
        crew.reach(max(pages, len(crew.web.log.update().fetches) + 1))
        time.sleep(chance.uniform(0, 0.2))
        name = chance.choice(sorted(crew.workers))
        crew.kill(name)
        time.sleep(chance.uniform(0, 2))
        if not crew.workers[name][-1].runs:
            crew.start(name)
    return crew.figures(began)


def _start_and_wait(crew: Crew, workers: int, chance: random.Random) -> float:
    """Start the workers and wait until they are in the middle; returns when they were started."""
    began = time.time()
    crew.start_all(workers)
    crew.reach(chance.randrange(300, 700))
    return began


def sigterm(crew: Crew, workers: int, args: argparse.Namespace, chance: random.Random) -> dict[str, Any]:
    """One worker is asked to end."""
    began = _start_and_wait(crew, workers, chance)
    leaving, asked = crew.workers["worker-1"][-1], time.time()
    leaving.signal(signal.SIGTERM)
    leaving.wait(120)
    ended = time.time()
    figures = crew.figures(began)
    after = [one for one in crew.web.log.pages if one.at > ended and one.agent == "worker-1"]
    return {**figures, "seconds_to_leave": round(ended - asked, 1), "pages_after_leaving": len(after)}


def redis_restarted(crew: Crew) -> None:
    """Redis is killed and comes back after 2 s."""
    crew.servers.redis.kill()
    time.sleep(2)
    crew.servers.redis.start()


def redis_stopped(crew: Crew) -> None:
    """Redis hangs."""
    hang(crew.servers.redis, _OUTAGE)


def mariadb_stopped(crew: Crew) -> None:
    """MariaDB hangs."""
    hang(crew.servers.mariadb, _OUTAGE)


def table_locked(crew: Crew) -> None:
    """Somebody holds the table of pages."""
    crew.servers.lock_pages(crew.database, _OUTAGE).join()


def _in_the_middle(trouble: Callable[[Crew], None]) -> _Set:
    """A crawl in the middle of which the servers have trouble."""

    def crawl(crew: Crew, workers: int, args: argparse.Namespace, chance: random.Random) -> dict[str, Any]:
        began = _start_and_wait(crew, workers, chance)
        trouble(crew)
        return crew.figures(began)

    return crawl


def killer(crew: Crew, workers: int, args: argparse.Namespace, chance: random.Random) -> dict[str, Any]:
    """A page that kills whoever fetches it."""
    number = chance.randrange(112, len(crew.web.site))
    url = crew.web.site.url(number)
    crew.settings = {**crew.settings, **killer_settings(f"/{number}.html")}
    began = time.time()
    crew.start_all(workers)
    while any(life.runs for life in crew.present) and len(crew.lives.all) < 30:
        for name, lives in list(crew.workers.items()):
            if not lives[-1].runs and (lives[-1].code or 0) < 0:
                crew.killed.append((name, lives[-1].started + lives[-1].seconds))
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
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("sets", nargs="*", metavar="SET", help=f"of {', '.join(SETS)}; none: all")
    parser.add_argument("--workers", type=int, nargs="+", default=[2, 4])
    parser.add_argument("--kills", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1, help="of the random moments")
    parser.add_argument("--lease", type=float, default=8.0, help="TOPICCRAWL_LEASE_SECONDS")
    parser.add_argument("--work", type=Path, help="keep logs in this folder")
    args = parser.parse_args()
    if unknown := [name for name in args.sets if name not in SETS]:
        parser.error(f"no set {unknown[0]!r}; there are {', '.join(SETS)}")
    with TemporaryDirectory(prefix="workers-") as name, servers() as both:
        run(args, args.work.resolve() if args.work else Path(name), both)


def run(args: argparse.Namespace, work: Path, both: Servers) -> None:
    """Run the chosen sets, show and save what came of them; ends the program with 1 when one has a fault."""
    faults, rows = [], []
    for name in args.sets or SETS:
        for workers in args.workers:
            chance = random.Random(f"{args.seed} {name} {workers}")
            settings = {"TOPICCRAWL_LEASE_SECONDS": str(args.lease)}
            with crew(both, work / f"{name}-{workers}", settings, SITE) as some:
                found = SETS[name](some, workers, args, chance)
            trial = f"{name}, {workers} workers"
            rows.append([name, *map(found.get, _SHOWN)])
            print(f"{trial}: {found}", flush=True)
            replace_results("kills-workers", {trial: {"seed": args.seed, "lease": args.lease, **found}})
            if not found["faultless"]:
                faults.append(f"{trial}: {found.get('faults')}")
    show_table(["", *_SHOWN], rows)
    if faults:
        sys.exit("FAULTS:\n" + "\n".join(faults))


if __name__ == "__main__":
    main()
