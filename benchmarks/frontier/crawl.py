"""Cost of a persistent frontier: whole crawls of one site with different schedulers.

    python -m benchmarks.frontier.crawl [--pages 5000] [--cross 40] [--repeat 3] [--sides NAME ...]

memory           plain Scrapy with LinkExtractor, its queue in memory
jobdir           the same with Scrapy's JOBDIR
frontier         the same spider with topiccrawl's generic scheduler and a JOBDIR
topiccrawl       the whole focused crawl into SQLite, with extraction, verdict, deduplication and storage
scrapy_redis     the plain spider with scrapy-redis
frontier_redis   the plain spider with topiccrawl's frontier in Redis

Every repetition runs all sides, in a different order. Time is from the first request to the last in the
server's log; processor time is without the start-up before the first request. Ratios compare pages per
second, in wall-clock and in processor time: above 1 is faster than the other side. Every side must request
every page exactly once. Writes results/frontier-crawl.json.
"""

from __future__ import annotations

import shutil
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.measuring import PROJECT, arguments, save_result, show_rows, work_folder
from benchmarks.processes import Process, Processes, setting_options, topic_crawl
from benchmarks.servers import Redis, running
from benchmarks.sites.server import SiteForm, Web, serve
from benchmarks.sites.site import write_topic

SPIDER = str(PROJECT / "benchmarks" / "sites" / "spider.py")
SCRAPY_REDIS = {
    "SCHEDULER": "scrapy_redis.scheduler.Scheduler",
    "DUPEFILTER_CLASS": "scrapy_redis.dupefilter.RFPDupeFilter",
}
SIDES = ("memory", "jobdir", "frontier", "topiccrawl", "scrapy_redis", "frontier_redis")
COMPARED = (
    ("topiccrawl", "memory"),
    ("topiccrawl", "jobdir"),
    ("frontier", "jobdir"),
    ("frontier", "memory"),
    ("frontier_redis", "scrapy_redis"),
)


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--pages", type=int, default=5000)
    parser.add_argument("--cross", type=int, default=40, help="links on each page")
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--sides", nargs="+", choices=SIDES, default=list(SIDES))
    parser.add_argument("--work", type=Path, help="keep logs in this folder")
    args = parser.parse_args()
    form = SiteForm("hubs", args.pages, hosts=4, latency=0.002, cross=args.cross)
    found: dict[str, list[dict[str, float]]] = {side: [] for side in args.sides}
    needs_redis = any(side.endswith("redis") for side in args.sides)
    with work_folder(args.work) as work, ExitStack() as stack:
        server = stack.enter_context(running(Redis(durable=True))) if needs_redis else None
        for number in range(args.repeat):
            turn = number % len(args.sides)
            for side in (*args.sides[turn:], *args.sides[:turn]):
                found[side].append(measure(side, form, work / f"{side}-{number}", server))
                print(f"{number + 1} of {args.repeat}: {side}: {found[side][-1]}", flush=True)
    show_and_save(form, found)


def measure(side: str, form: SiteForm, folder: Path, server: Redis | None) -> dict[str, float]:
    """Run one crawl.

    Raises:
        RuntimeError: it failed, or did not request every page exactly once.
    """
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    if server is not None:
        server.clear()
    environment = {} if side == "topiccrawl" else {"SCRAPY_SETTINGS_MODULE": ""}
    with serve(form, folder) as web, Processes(folder / "processes", environment) as processes:
        process = processes.start(side_arguments(side, web, folder, server), side)
        process.until(lambda: bool(web.log.update().lines))
        start_up = process.cpu_so_far()
        code = process.wait()
        log = web.log.update()
        if code or len(log.fetches) != form.pages or set(log.fetches.values()) != {1}:
            again = sum(count > 1 for count in log.fetches.values())
            raise RuntimeError(
                f"{side} ended with {code} after {len(log.fetches)} of {form.pages} pages, {again} of them "
                f"requested again:\n{process.output()[-2000:]}"
            )
        return figures(process, start_up, web)


def figures(process: Process, start_up: float, web: Web) -> dict[str, float]:
    """Return the speed, processor time and memory of a crawl."""
    lines, pages = web.log.lines, len(web.site)
    return {
        "pages_per_second": round(pages / (lines[-1].at - lines[0].at), 1),
        "cpu_ms_per_page": round(1000 * (process.cpu - start_up) / pages, 3),
        "start_up_cpu": round(start_up, 2),
        "peak_mb": round(process.peak),
    }


def side_arguments(side: str, web: Web, folder: Path, server: Redis | None) -> list[str]:
    """Return the arguments of `python -m` for a side."""
    start = web.site.url(0)
    if side == "topiccrawl":
        topic = write_topic(folder / "tea", start)
        return topic_crawl(topic, {"TOPICCRAWL_DATABASE_URL": f"sqlite:///{folder / 'corpus.db'}"})
    job = {"JOBDIR": str(folder / "job")}
    settings = {
        "memory": {},
        "jobdir": job,
        "frontier": {**job, "SCHEDULER": "topiccrawl.scheduler.frontier_scheduler.FrontierScheduler"},
        "scrapy_redis": SCRAPY_REDIS,
        "frontier_redis": {"SCHEDULER": "benchmarks.frontier.scheduler.RedisScheduler"},
    }[side]
    if server is not None and side.endswith("redis"):
        settings = {**settings, "REDIS_URL": server.url}
    return ["scrapy", "runspider", SPIDER, "-a", f"start={start}", *setting_options(settings)]


def show_and_save(form: SiteForm, found: dict[str, list[dict[str, float]]]) -> None:
    """Show and save the medians of the sides, and of the ratios in each repetition."""
    medians = {
        side: {key: median(row[key] for row in rows) for key in rows[0]} for side, rows in found.items()
    }
    ratios: dict[str, dict[str, Any]] = {}
    for ours, theirs in COMPARED:
        if ours not in found or theirs not in found:
            continue
        pairs = list(zip(found[ours], found[theirs], strict=True))
        clock = [round(one["pages_per_second"] / other["pages_per_second"], 2) for one, other in pairs]
        cpu = [round(other["cpu_ms_per_page"] / one["cpu_ms_per_page"], 2) for one, other in pairs]
        ratios[f"{ours} to {theirs}"] = {
            "by_clock": median(clock),
            "by_processor": median(cpu),
            "repetitions_by_clock": clock,
            "repetitions_by_processor": cpu,
        }
    show_rows("", medians)
    show_rows("", ratios, ("by_clock", "by_processor"))
    setting = {"pages": form.pages, "links_per_page": form.cross, "latency": form.latency}
    save_result("frontier-crawl", {**setting, "repetitions": found, "median": medians, "ratios": ratios})


if __name__ == "__main__":
    main()
