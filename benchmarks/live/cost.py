"""Processor time of a page on a large web by strategy, against plain Scrapy on the same pages.

    TOPICCRAWL_DATA=FOLDER python -m benchmarks.live.cost [STRATEGY ...] [--repeat 2] [--pages 1000]

Crawls the large web from the portals without delays, also of its robots.txt files, one strategy after the
other, and each time plain Scrapy with LinkExtractor on the URLs in the server's log. The processor time of a
crawl of one page is subtracted. Writes results/live-cost.json.

CPU ms      of a page, without the start-up
plain       of plain Scrapy for the same pages; it extracts links, but no texts, and stores nothing
"""

from __future__ import annotations

import shutil
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.live.altered_web import altered
from benchmarks.live.crawl import NO_DELAYS, crawl_topic
from benchmarks.live.quality import empty_sqlite
from benchmarks.live.speed import Speed, plain, speed, without_delay
from benchmarks.live.web import ReplayWeb, build, read_log, serve
from benchmarks.measuring import arguments, data_folder, save_result, show_table, work_folder

STRATEGIES = ("adaptive", "breadth-first")
_COLUMNS = ("CPU ms", "plain", "over plain")


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("strategies", nargs="*", default=list(STRATEGIES), metavar="STRATEGY")
    parser.add_argument("--topic", default="partybuild")
    parser.add_argument("--seed", type=int, default=2018, help="web to build, by number")
    parser.add_argument("--repeat", type=int, default=2)
    parser.add_argument("--pages", type=int, default=1000, help="CLOSESPIDER_PAGECOUNT of each crawl")
    parser.add_argument("--work", type=Path, help="keep the web in this folder")
    args = parser.parse_args()
    data_folder("web")
    rows: dict[str, list[dict[str, float]]] = {name: [] for name in args.strategies}
    with work_folder(args.work) as work:
        large = build(args.seed, work, preset="large")
        # A crawl that waits commits pages one by one and looks for links in vain, as plain Scrapy never does.
        web = altered(large, work / "large-without-delays", without_delay)
        for name in args.strategies:  # the first crawl on a machine compiles the topic
            crawled(web, args.topic, name, 2, work)
        starts = {name: crawled(web, args.topic, name, 2, work)[0] for name in args.strategies}
        plain_start = plain(web, work, web.seeds("portals")[:1])
        for number in range(args.repeat):
            for name in args.strategies:
                ours, urls = crawled(web, args.topic, name, args.pages, work)
                theirs = plain(web, work, urls)
                per_page = 1000 * (ours.cpu - starts[name].cpu) / ours.pages
                plain_page = 1000 * (theirs.cpu - plain_start.cpu) / theirs.pages
                values = (per_page, plain_page, per_page / plain_page)
                rows[name].append(
                    dict(zip(_COLUMNS, (round(value, 2) for value in values), strict=True))
                    | {"pages": ours.pages}
                )
                print(f"{number + 1} of {args.repeat}: {name} {rows[name][-1]}", flush=True)
    medians: dict[str, dict[str, Any]] = {
        name: {column: median(one[column] for one in found) for column in _COLUMNS}
        for name, found in rows.items()
    }
    show_table(
        ["", *_COLUMNS], [[name, *(found[column] for column in _COLUMNS)] for name, found in medians.items()]
    )
    save_result("live-cost", {"topic": args.topic, "web": args.seed, "median": medians, "repetitions": rows})


def crawled(web: ReplayWeb, topic: str, strategy: str, pages: int, work: Path) -> tuple[Speed, list[str]]:
    """Crawl from the portals; return the speed, and the URLs without those of robots.txt."""
    folder = work / "cost"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    log = folder / "access.tsv"
    seeds = web.seeds("portals")[: 1 if pages == 2 else None]
    with serve(web, log) as proxy:
        options = ("-a", f"strategy={strategy}")
        database = empty_sqlite(folder / "corpus.db")
        crawl = crawl_topic(seeds, database, pages, proxy, folder / "run", NO_DELAYS, options, topic)
    requests = read_log(log)
    urls = [one.url for one in requests if not one.url.endswith("/robots.txt")]
    return speed(crawl, requests), list(dict.fromkeys(urls))


if __name__ == "__main__":
    main()
