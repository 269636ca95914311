"""Speed of a focused crawl against plain Scrapy, which fetches the same pages and extracts their links.

    TOPICCRAWL_DATA=FOLDER python -m benchmarks.live.speed [--repeat 3] [--profile OUT]

Per repetition: `scrapy crawl partybuild` on the replay web without delays, also of its robots.txt files, then
plain Scrapy with LinkExtractor on the URLs in the server's log. The start-up (a crawl of one page) is
measured separately and subtracted from the processor time per page; pages per second are read from the
server's log, from its first request to its last. Ratios compare topiccrawl's pages per second with plain
Scrapy's, in wall-clock or processor time: 1 is equally fast, the aim is at least 0.6. With --profile, one
focused
crawl runs under cProfile and the expensive functions are shown instead; nothing is saved. Writes
results/live-speed.json.
"""

from __future__ import annotations

import pstats
import re
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.live.altered_web import WebPage, altered
from benchmarks.live.crawl import crawl_topic, run_scrapy
from benchmarks.live.quality import empty_sqlite
from benchmarks.live.web import LoggedRequest, ReplayWeb, build, read_log, serve
from benchmarks.measuring import arguments, data_folder, save_result, show_table, work_folder
from benchmarks.processes import Process

PLAIN = str(Path(__file__).with_name("plain_spider.py"))


@dataclass(frozen=True)
class Speed:
    """Figures of one crawl, or of the start-up if it fetched one page."""

    pages: int
    requests: int
    pages_per_second: float
    cpu: float
    seconds_to_first_request: float


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--seed", type=int, default=2018, help="seed of the web")
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--page-count", type=int, default=800, help="CLOSESPIDER_PAGECOUNT of the crawl")
    parser.add_argument("--profile", type=Path, metavar="OUT", help="profile a focused crawl into this file")
    args = parser.parse_args()
    data_folder("web")
    with work_folder() as work:
        web = altered(build(args.seed, work), work / "without-delays", without_delay)
        if args.profile:
            focused(web, work, args.page_count, "-L", "WARNING", "--profile", str(args.profile.resolve()))
            show_profile(args.profile)
            return
        compare(web, work, args.repeat, args.page_count)


def without_delay(page: WebPage) -> None:
    """Remove Crawl-delay from a robots.txt."""
    if page.path == "/robots.txt":
        page.body = re.sub(rb"(?im)^crawl-delay:.*$\n?", b"", page.body)


def compare(web: ReplayWeb, work: Path, repeat: int, page_count: int) -> None:
    """Run both sides alternately and save the medians."""
    focused(web, work, 2)  # the first crawl on a machine compiles the topic
    ours_start, _ = focused(web, work, 2)
    plain_start = plain(web, work, web.seeds("portals")[:1])
    rows = []
    for number in range(repeat):
        ours, requests = focused(web, work, page_count)
        theirs = plain(web, work, list(dict.fromkeys(one.url for one in requests)))
        rows.append(row(ours, theirs, ours_start, plain_start))
        print(f"{number + 1} of {repeat}: {rows[-1]}", flush=True)
    medians = {key: round(median(found[key] for found in rows), 3) for key in rows[0]}
    figures = {
        "repetitions": rows,
        "median": medians,
        "start_up": {
            "topiccrawl": asdict(ours_start),
            "plain": asdict(plain_start),
        },
    }
    first = ours_start.seconds_to_first_request, plain_start.seconds_to_first_request
    lines = [
        ["CPU ms per page", *(medians[key] for key in ("cpu_ms", "plain_cpu_ms", "cpu_ratio"))],
        ["pages/s", *(medians[key] for key in ("pages_per_second", "plain_pages_per_second", "speed_ratio"))],
        ["start-up, CPU s", ours_start.cpu, plain_start.cpu, None],
        ["start-up, s to the first request", *first, None],
    ]
    show_table(["", "topiccrawl", "plain", "ratio"], lines)
    save_result("live-speed", figures)


def focused(web: ReplayWeb, work: Path, page_count: int, *options: str) -> tuple[Speed, list[LoggedRequest]]:
    """Run a focused crawl into an empty corpus; a page count of 2 is a robots.txt and one page."""
    seeds = web.seeds("portals")[:1] if page_count == 2 else web.seeds("portals", "party")
    log = work / "access.tsv"
    with serve(web, log) as proxy:
        database = empty_sqlite(work / "corpus.db")
        crawl = crawl_topic(seeds, database, page_count, proxy, work, options=options)
    requests = read_log(log)
    return speed(crawl, requests), [one for one in requests if not one.url.endswith("/robots.txt")]


def plain(web: ReplayWeb, work: Path, urls: list[str]) -> Speed:
    """Run plain Scrapy on a list of URLs, without topiccrawl's settings."""
    (work / "urls.txt").write_text("\n".join(urls), encoding="utf-8")
    log = work / "access.tsv"
    with serve(web, log) as proxy:
        crawl = run_scrapy(["runspider", PLAIN, "-a", f"urls={work / 'urls.txt'}"], proxy, work, module="")
    return speed(crawl, read_log(log))


def speed(crawl: Process, requests: list[LoggedRequest]) -> Speed:
    """Return the figures of a crawl, by its process and the server's log."""
    pages = sum(one.is_page for one in requests)
    return Speed(
        pages,
        len(requests),
        pages / max(0.001, requests[-1].time - requests[0].time),
        round(crawl.cpu, 3),
        round(requests[0].time - crawl.started, 3),
    )


def row(ours: Speed, theirs: Speed, ours_start: Speed, plain_start: Speed) -> dict[str, Any]:
    """Return the figures of one repetition."""
    cpu = 1000 * (ours.cpu - ours_start.cpu) / (ours.pages - ours_start.pages)
    plain_cpu = 1000 * (theirs.cpu - plain_start.cpu) / (theirs.pages - plain_start.pages)
    return {
        "pages": ours.pages,
        "plain_pages": theirs.pages,
        "requests": ours.requests,
        "plain_requests": theirs.requests,
        "cpu_ms": round(cpu, 2),
        "plain_cpu_ms": round(plain_cpu, 2),
        "cpu_ratio": round(plain_cpu / cpu, 3),
        "pages_per_second": round(ours.pages_per_second, 1),
        "plain_pages_per_second": round(theirs.pages_per_second, 1),
        "speed_ratio": round(ours.pages_per_second / theirs.pages_per_second, 3),
    }


def show_profile(path: Path) -> None:
    """Print the most expensive functions, by their own time and with the functions they call."""
    stats = pstats.Stats(str(path))
    stats.sort_stats("tottime").print_stats(35)
    stats.sort_stats("cumtime").print_stats("topiccrawl", 50)


if __name__ == "__main__":
    main()
