"""What a crawl that forgets nothing costs: whole crawls of one site with different schedulers.

    python -m benchmarks.frontier.crawl [--pages 5000] [--cross 40] [--repeat 3] [--sides NAME ...]

memory           plain Scrapy with LinkExtractor, its queue in memory
jobdir           the same with Scrapy's JOBDIR
frontier         the same spider with topiccrawl's generic scheduler and a JOBDIR: like with like
topiccrawl       the whole focused crawl into SQLite, with extraction, verdict, deduplication and storage
scrapy_redis     the plain spider with scrapy-redis
frontier_redis   the plain spider with topiccrawl's frontier in Redis: like with like

Every repetition runs all sides, in another order. Time is from the first request to the last in the server's
log, processor time without the start-up before the first request. Ratios are of pages per second, by the
clock and by the processor: above 1 is faster than the side it is compared with. All sides must have asked for
every page exactly once. Writes results/frontier-crawl.json.
"""

from __future__ import annotations

import argparse
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.processes import Life, Lives, topic_crawl
from benchmarks.servers import DurableRedis
from benchmarks.sites.site import write_topic
from benchmarks.sites.server import SiteForm, Web, served
from benchmarks.measuring import save_result, show_table

SPIDER = str(Path(__file__).with_name("site_spider.py"))
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
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--pages", type=int, default=5000)
    parser.add_argument("--cross", type=int, default=40, help="links on each page")
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--sides", nargs="+", choices=SIDES, default=list(SIDES))
    parser.add_argument("--work", type=Path, help="keep logs in this folder")
    args = parser.parse_args()
    form = SiteForm("hubs", args.pages, hosts=4, latency=0.002, cross=args.cross)
    found: dict[str, list[dict[str, float]]] = {side: [] for side in args.sides}
    with TemporaryDirectory(prefix="frontier-") as name, redis_server(args.sides) as server:
        work = args.work.resolve() if args.work else Path(name)
        for number in range(args.repeat):
            turn = number % len(args.sides)
            for side in (*args.sides[turn:], *args.sides[:turn]):
                found[side].append(measure(side, form, work / f"{side}-{number}", server))
                print(f"{number + 1} of {args.repeat}: {side}: {found[side][-1]}", flush=True)
    show_and_save(form, found)


def measure(side: str, form: SiteForm, folder: Path, server: DurableRedis | None) -> dict[str, float]:
    """One whole crawl.

    Raises:
        RuntimeError: it failed, or did not ask for every page exactly once.
    """
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    if server is not None:
        server.clear()
    environment = {} if side == "topiccrawl" else {"SCRAPY_SETTINGS_MODULE": ""}
    with served(form, folder) as web, Lives(folder / "lives", environment) as lives:
        life = lives.start(arguments(side, web, folder, server), side)
        life.until(lambda: bool(web.log.update().asked))
        start_up = life.cpu_so_far()
        code = life.wait()
        log = web.log.update()
        if code or len(log.fetches) != form.pages or set(log.fetches.values()) != {1}:
            again = sum(count > 1 for count in log.fetches.values())
            raise RuntimeError(
                f"{side} ended with {code} after {len(log.fetches)} of {form.pages} pages, {again} of them "
                f"asked for again:\n{life.said()[-2000:]}"
            )
        return figures(life, start_up, web)


def figures(life: Life, start_up: float, web: Web) -> dict[str, float]:
    """What a crawl took."""
    asked, pages = web.log.asked, len(web.site)
    return {
        "pages_per_second": round(pages / (asked[-1].at - asked[0].at), 1),
        "cpu_ms_per_page": round(1000 * (life.cpu - start_up) / pages, 3),
        "start_up_cpu": round(start_up, 2),
        "peak_mb": round(life.peak),
    }


def arguments(side: str, web: Web, folder: Path, server: DurableRedis | None) -> list[str]:
    """The command of a side, for `python -m`."""
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
    options = [part for name, value in settings.items() for part in ("-s", f"{name}={value}")]
    return ["scrapy", "runspider", SPIDER, "-a", f"start={start}", *options]


def show_and_save(form: SiteForm, found: dict[str, list[dict[str, float]]]) -> None:
    """Medians of the sides, and medians of the ratios of each repetition."""
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
    keys = list(next(iter(medians.values())))
    show_table(["", *keys], [[side, *map(row.get, keys)] for side, row in medians.items()])
    show_table(
        ["", "by clock", "by processor"],
        [[name, row["by_clock"], row["by_processor"]] for name, row in ratios.items()],
    )
    setting = {"pages": form.pages, "links_per_page": form.cross, "latency": form.latency}
    save_result("frontier-crawl", {**setting, "repetitions": found, "median": medians, "ratios": ratios})


@contextmanager
def redis_server(sides: list[str]) -> Iterator[DurableRedis | None]:
    """A Redis server, if a side needs one."""
    if not any(side.endswith("redis") for side in sides):
        yield None
        return
    server = DurableRedis()
    try:
        server.start()
        yield server
    finally:
        server.stop()


if __name__ == "__main__":
    main()
