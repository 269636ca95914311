"""Data loss when the database is down for longer than a crawl waits for it.

    python -m benchmarks.attacks.database_away [alone] [workers] [--pages 1555] [--at 300] [--patience 3]

alone     one crawl, with its frontier in a file
workers   two workers that share the frontier in Redis

MariaDB is killed when --at pages have been requested. The crawl gives up after --patience seconds. Then
MariaDB and the same crawl are started again. At the end every page must be in the corpus exactly once, and
the crawl must end with exit code 0. Only the figures of the sets that ran are replaced in
results/attacks-database_away.json.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any

from benchmarks.kills.audit import COUNTED
from benchmarks.kills.crew import Crew, crew
from benchmarks.measuring import add_sets, arguments, show_rows, update_result, work_folder
from benchmarks.servers import Servers, running_servers
from benchmarks.sites.server import SiteForm

_WORKERS = {"alone": 1, "workers": 2}
_SHOWN = ("gave_up_after", "first_codes", *COUNTED, "seconds", "faultless")


def away(crew: Crew, workers: int, pages: int) -> dict[str, Any]:
    """Wait until the crawl gives up, restart the database, and continue the crawl."""
    began = time.time()
    crew.start_all(workers)
    crew.reach(pages)
    crew.servers.mariadb.kill()
    killed = time.time()
    first = [process.wait() for process in crew.present]
    gave_up_after = time.time() - killed
    crew.servers.mariadb.start()
    crew.start_all(workers)
    figures = crew.figures(began)
    return {"gave_up_after": round(gave_up_after, 1), "first_codes": first, **figures}


def measure(name: str, servers: Servers, args: argparse.Namespace, folder: Path) -> dict[str, Any]:
    """Run one set."""
    settings = {"TOPICCRAWL_DATABASE_PATIENCE": str(args.patience)}
    if name == "alone":
        settings |= {"TOPICCRAWL_REDIS_URL": "", "JOBDIR": str(folder / "job")}
    with crew(servers, folder / name, settings, SiteForm("hubs", args.pages, hosts=8)) as workers:
        return away(workers, _WORKERS[name], args.at)


def main() -> None:
    parser = arguments(__doc__)
    add_sets(parser, _WORKERS)
    parser.add_argument("--pages", type=int, default=1555)
    parser.add_argument("--at", type=int, default=300, help="requested pages at which the database is killed")
    parser.add_argument("--patience", type=float, default=3.0, help="TOPICCRAWL_DATABASE_PATIENCE")
    args = parser.parse_args()
    found: dict[str, Any] = {}
    with work_folder() as folder, running_servers() as servers:
        for name in args.sets:
            found[name] = {"pages": args.pages, **measure(name, servers, args, folder)}
    show_rows("set", found, _SHOWN)
    update_result("attacks-database_away", found)


if __name__ == "__main__":
    main()
