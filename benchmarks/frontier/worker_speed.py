"""Speed-up by a second worker when the network is the bottleneck, and politeness of both together.

    python -m benchmarks.frontier.worker_speed [--hosts 20] [--pages 1200] [--latency 0.2] [--connections 4]

Workers share a crawl through Redis and MariaDB, each with --connections concurrent requests; the site's
servers take --latency seconds for a response. The crawl runs with one worker, with two, and with one again,
as the load of the machine may change. Time is from the first page requested to the last. `at_once` is the
maximum number of concurrent requests to one host over all workers; it must not exceed
CONCURRENT_REQUESTS_PER_DOMAIN. Writes results/frontier-worker_speed.json.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from pathlib import Path
from statistics import mean
from typing import Any
from urllib.parse import urlsplit

from benchmarks.kills.crew import Crew, crew
from benchmarks.measuring import arguments, save_result, show_table, work_folder
from benchmarks.servers import Servers, running_servers
from benchmarks.sites.server import AccessLog, SiteForm

_SHOWN = ("seconds", "pages_per_second", "cpu", "cpu_share", "at_once", "at_once_overall")


def main() -> None:
    parser = arguments(__doc__)
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
    with work_folder() as folder, running_servers() as servers:
        for workers in (1, 2, 1):
            found[workers].append(measure(servers, folder / "crawl", settings, form, workers))
            print(f"{workers} workers: {found[workers][-1]}", flush=True)
    ratio = mean(one["seconds"] for one in found[1]) / found[2][0]["seconds"]
    rows = [[workers, *map(one.get, _SHOWN)] for workers in found for one in found[workers]]
    show_table(["workers", *_SHOWN], rows)
    print(f"one worker takes {ratio:.2f} times as long as two")
    save_result(
        "frontier-worker_speed", {**vars(args), "one": found[1], "two": found[2], "ratio": round(ratio, 2)}
    )
    if any(one["at_once"] > args.per_host for some in found.values() for one in some):
        sys.exit("FAULT: the limit of concurrent requests to a host was exceeded")


def measure(
    servers: Servers, folder: Path, settings: dict[str, str], form: SiteForm, workers: int
) -> dict[str, Any]:
    """Run one crawl.

    Raises:
        RuntimeError: it failed, or did not keep all pages.
    """
    with crew(servers, folder, settings, form) as some:
        began = time.time()
        some.start_all(workers)
        whole = some.figures(began)
        if not whole["faultless"]:
            raise RuntimeError(f"the crawl is not whole: {whole['faults']}")
        return {**speed(some), "pages_of_workers": whole["pages_of_workers"]}


def speed(crew: Crew) -> dict[str, Any]:
    """Return the figures of a crawl that has ended."""
    pages = crew.web.log.pages
    seconds = pages[-1].at - pages[0].at
    cpu = [round(process.cpu, 1) for process in crew.processes.all]
    return {
        "seconds": round(seconds, 1),
        "pages_per_second": round(len(pages) / seconds, 1),
        "cpu": cpu,
        "cpu_share": round(sum(cpu) / sum(process.seconds for process in crew.processes.all), 2),
        "at_once": at_once(crew.web.log, by_host=True),
        "at_once_overall": at_once(crew.web.log, by_host=False),
    }


def at_once(log: AccessLog, *, by_host: bool) -> int:
    """Return the maximum number of concurrent requests, to one host or to all."""
    running: Counter[str] = Counter()
    most = 0
    for one in log.lines:
        if not one.of_site:
            host = urlsplit(one.url).netloc if by_host else ""
            running[host] += 1 if one.is_request else -1
            most = max(most, running[host])
    return most


if __name__ == "__main__":
    main()
