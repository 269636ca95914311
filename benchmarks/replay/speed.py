"""How fast a focused crawl is, against plain Scrapy that fetches the same pages and extracts their links.

    TOPICCRAWL_DATA=FOLDER python -m benchmarks.replay.speed [--repeat 3] [--profile OUT]

Per repetition: `scrapy crawl partybuild` on the replay web without delays, then plain Scrapy with
LinkExtractor over the addresses that the server's log shows. Start-up (a crawl of one page) is measured
apart and taken out of the processor time per page; pages per second are read from the server's log, from
its first request to its last. Ratios are ours to plain Scrapy's in pages per second, of the clock or of the
processor: 1 is as fast, 0.6 is the aim at least. With --profile, one focused crawl runs under cProfile and
the costly functions are shown instead; nothing is saved.
"""

from __future__ import annotations

import pstats
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.measuring import arguments, data_folder, save_result, show_table
from benchmarks.replay.crawl import NO_DELAYS, Usage, scrapy, topic_crawl
from benchmarks.replay.web import Asked, ReplayWeb, build, read_log, serve

PLAIN = str(Path(__file__).with_name("plain_spider.py"))


@dataclass(frozen=True)
class Speed:
    """Figures of one crawl; of the start-up alone when it fetched one page."""

    pages: int
    requests: int
    pages_per_second: float
    cpu: float
    seconds_to_first_request: float


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--seed", type=int, default=2018, help="web to build, by number")
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--page-count", type=int, default=800, help="CLOSESPIDER_PAGECOUNT of the crawl")
    parser.add_argument("--profile", type=Path, metavar="OUT", help="profile a focused crawl into this file")
    args = parser.parse_args()
    data_folder("web")
    with TemporaryDirectory(prefix="speed-") as name:
        work = Path(name)
        web = build(args.seed, work)
        if args.profile:
            focused(
                web,
                work,
                args.page_count,
                "-s",
                "LOG_LEVEL=WARNING",
                "--profile",
                str(args.profile.resolve()),
            )
            show_profile(args.profile)
            return
        compare(web, work, args.repeat, args.page_count)


def compare(web: ReplayWeb, work: Path, repeat: int, page_count: int) -> None:
    """Run both sides in turn and save the medians."""
    focused(web, work, 2)  # compiles what the first crawl on a machine compiles
    ours_start, _ = focused(web, work, 2)
    plain_start = plain(web, work, web.seeds("portals")[:1])
    rows = []
    for number in range(repeat):
        ours, asked = focused(web, work, page_count)
        theirs = plain(web, work, list(dict.fromkeys(one.url for one in asked)))
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
    save_result("crawl_speed", figures)


def focused(web: ReplayWeb, work: Path, page_count: int, *extra: str) -> tuple[Speed, list[Asked]]:
    """A crawl of ours into an empty corpus; with a page count of 2, of a robots.txt and one page."""
    for old in work.glob("corpus.db*"):
        old.unlink()
    seeds = web.seeds("portals")[:1] if page_count == 2 else web.seeds("portals", "party")
    log = work / "access.tsv"
    with serve(web, log) as proxy:
        database = f"sqlite:///{work / 'corpus.db'}"
        usage = topic_crawl(seeds, database, page_count, proxy, work / "crawl.log", (*NO_DELAYS, *extra))
    asked = read_log(log)
    return speed(usage, asked), [one for one in asked if not one.url.endswith("/robots.txt")]


def plain(web: ReplayWeb, work: Path, urls: list[str]) -> Speed:
    """A crawl of plain Scrapy over a list; it runs outside the project, without settings of ours."""
    (work / "urls.txt").write_text("\n".join(urls), encoding="utf-8")
    log = work / "access.tsv"
    with serve(web, log) as proxy:
        usage = scrapy(
            ["runspider", PLAIN, "-a", f"urls={work / 'urls.txt'}"], proxy, work / "plain.log", cwd=work
        )
    return speed(usage, read_log(log))


def speed(usage: Usage, asked: list[Asked]) -> Speed:
    """What a crawl took, by its process and the server's log."""
    pages = sum(one.page for one in asked)
    return Speed(
        pages,
        len(asked),
        pages / max(0.001, asked[-1].time - asked[0].time),
        round(usage.cpu, 3),
        round(asked[0].time - usage.started, 3),
    )


def row(ours: Speed, theirs: Speed, ours_start: Speed, plain_start: Speed) -> dict[str, Any]:
    """Figures of one repetition."""
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
    """The functions that cost most, by their own time and with what they call."""
    stats = pstats.Stats(str(path))
    stats.sort_stats("tottime").print_stats(35)
    stats.sort_stats("cumtime").print_stats("topiccrawl", 50)


if __name__ == "__main__":
    main()
