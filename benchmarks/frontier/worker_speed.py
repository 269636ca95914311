"""What a second worker brings where the network is the limit, and whether both together stay polite.

    python -m benchmarks.frontier.worker_speed [--hosts 20] [--pages 1200] [--latency 0.2] [--connections 4]

Workers on Redis and MariaDB, each with --connections at once, and servers that take --latency seconds for an
answer: one worker, two, and one again, as the machine may change meanwhile. Time is from the first page asked
for to the last. `at_once` is the highest number of pages of one host that were asked for at the same time,
over all workers, against CONCURRENT_REQUESTS_PER_DOMAIN. Writes results/frontier-worker_speed.json.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from pathlib import Path
from statistics import mean
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import urlsplit

from benchmarks.kills.crew import Crew, crew
from benchmarks.servers import Servers, servers
from benchmarks.sites.server import AccessLog, SiteForm
from benchmarks.measuring import save_result, show_table

_SHOWN = ("seconds", "pages_per_second", "cpu", "cpu_share", "at_once", "at_once_overall")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--hosts", type=int, default=20)
    parser.add_argument("--pages", type=int, default=1200, help="besides the seed")
    parser.add_argument("--latency", type=float, default=0.2)
    parser.add_argument("--connections", type=int, default=4, help="CONCURRENT_REQUESTS")
    parser.add_argument("--per-host", type=int, default=1, help="CONCURRENT_REQUESTS_PER_DOMAIN")
    args = parser.parse_args()
    form = SiteForm("star", args.pages + 1, hosts=args.hosts, latency=args.latency)
    settings = {
        "CONCURRENT_REQUESTS": str(args.connections),
        "CONCURRENT_REQUESTS_PER_DOMAIN": str(args.per_host),
    }
    found: dict[int, list[dict[str, Any]]] = {1: [], 2: []}
    with TemporaryDirectory(prefix="speed-") as name, servers() as both:
        for workers in (1, 2, 1):
            found[workers].append(measure(both, Path(name) / "crawl", settings, form, workers))
            print(f"{workers} workers: {found[workers][-1]}", flush=True)
    ratio = mean(one["seconds"] for one in found[1]) / found[2][0]["seconds"]
    rows = [[workers, *map(one.get, _SHOWN)] for workers in found for one in found[workers]]
    show_table(["workers", *_SHOWN], rows)
    print(f"one worker takes {ratio:.2f} times as long as two")
    save_result("frontier-worker_speed", {**vars(args), "one": found[1], "two": found[2], "ratio": round(ratio, 2)})
    if any(one["at_once"] > args.per_host for some in found.values() for one in some):
        sys.exit("FAULT: the limit of a host was passed")


def measure(
    both: Servers, folder: Path, settings: dict[str, str], form: SiteForm, workers: int
) -> dict[str, Any]:
    """One crawl of so many workers.

    Raises:
        RuntimeError: it failed, or did not keep all pages.
    """
    with crew(both, folder, settings, form) as some:
        began = time.time()
        some.start_all(workers)
        whole = some.figures(began)
        if not whole["faultless"]:
            raise RuntimeError(f"the crawl is not whole: {whole['faults']}")
        return {**speed(some), "pages_of_workers": whole["pages_of_workers"]}


def speed(crew: Crew) -> dict[str, Any]:
    """What a crawl that has ended took."""
    pages = crew.web.log.pages
    seconds = pages[-1].at - pages[0].at
    cpu = [round(life.cpu, 1) for life in crew.lives.all]
    return {
        "seconds": round(seconds, 1),
        "pages_per_second": round(len(pages) / seconds, 1),
        "cpu": cpu,
        "cpu_share": round(sum(cpu) / sum(life.seconds for life in crew.lives.all), 2),
        "at_once": at_once(crew.web.log, by_host=True),
        "at_once_overall": at_once(crew.web.log, by_host=False),
    }


def at_once(log: AccessLog, *, by_host: bool) -> int:
    """The most pages that were asked for at the same time, of one host or of all."""
    running: Counter[str] = Counter()
    most = 0
    for one in log.asked:
        if not one.robots:
            host = urlsplit(one.url).netloc if by_host else ""
            running[host] += 1 if one.come else -1
            most = max(most, running[host])
    return most


if __name__ == "__main__":
    main()
