"""What is lost when the database stays away for longer than a crawl waits for it.

    python -m benchmarks.attacks.database_away [alone] [workers] [--pages 1555] [--at 300] [--patience 3]

alone     one crawl with its frontier in a file of its own
workers   two workers that share their frontier through Redis

MariaDB is killed when so many pages have been asked for. The crawl gives up after its patience, MariaDB is
started again, and so is the same command. In the end every page must be in the corpus exactly once, and the
last crawls must have ended with exit code 0. The sets that ran replace theirs in results/attacks-database_away.json.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.kills.audit import COUNTED
from benchmarks.kills.crew import Crew, crew
from benchmarks.servers import Servers, servers
from benchmarks.sites.server import SiteForm
from benchmarks.measuring import replace_results, show_table

_WORKERS = {"alone": 1, "workers": 2}
_SHOWN = ("set", "gave_up_after", "first_codes", *COUNTED, "seconds", "faultless")


def away(crew: Crew, workers: int, pages: int) -> dict[str, Any]:
    """Let the crawl give up, bring the database back, and go on."""
    began = time.time()
    crew.start_all(workers)
    crew.reach(pages)
    crew.servers.mariadb.kill()
    killed = time.time()
    first = [life.wait() for life in crew.present]
    gave_up_after = time.time() - killed
    crew.servers.mariadb.start()
    crew.start_all(workers)
    figures = crew.figures(began)
    return {"gave_up_after": round(gave_up_after, 1), "first_codes": first, **figures}


def measure(name: str, both: Servers, args: argparse.Namespace, folder: Path) -> dict[str, Any]:
    """One set."""
    settings = {"TOPICCRAWL_DATABASE_PATIENCE": str(args.patience)}
    if name == "alone":
        settings |= {"TOPICCRAWL_REDIS_URL": "", "JOBDIR": str(folder / "job")}
    with crew(both, folder / name, settings, SiteForm("hubs", args.pages, hosts=8)) as workers:
        return away(workers, _WORKERS[name], args.at)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("sets", nargs="*", help="which; all without")
    parser.add_argument("--pages", type=int, default=1555)
    parser.add_argument("--at", type=int, default=300, help="pages asked for when the database goes away")
    parser.add_argument("--patience", type=float, default=3.0, help="seconds")
    args = parser.parse_args()
    found: dict[str, Any] = {}
    with TemporaryDirectory() as folder, servers() as both:
        for name in args.sets or _WORKERS:
            found[name] = {"pages": args.pages, **measure(name, both, args, Path(folder))}
            show_table(list(_SHOWN), [[name, *(found[name][column] for column in _SHOWN[1:])]])
    replace_results("attacks-database_away", found)


if __name__ == "__main__":
    main()
