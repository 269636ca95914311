"""How well replays agree with live crawls of the same web.

    TOPICCRAWL_DATA=FOLDER python -m benchmarks.replay.agreement [STRATEGY ...] [--web 2018] [--topics ...]

Builds the large web and crawls it live from the portals with each topic and strategy, several times,
without delays. The replay gets the crawl's settings and one number measured on the live crawls: how slow
the machine was, from the time that the server's log shows between two of the first pages. It does not get the
pages that the live crawls fetched. Harvest of both is read at the same numbers of pages, by labels;
`spread` is the range of the live crawls, `load` the processes that wanted a processor at the end of
each. With `--work` live crawls are kept, and only the replays are repeated. Measure on an idle machine:
with other work on it, hosts stop waiting at different pages in every crawl, and the spread is large.
Writes results/replay-agreement.json; rows measured earlier stay in it.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from pathlib import Path
from statistics import mean
from typing import Any

from benchmarks.live.crawl import crawl_topic
from benchmarks.live.quality import empty_sqlite
from benchmarks.live.web import LoggedRequest, ReplayWeb, build, read_log, serve
from benchmarks.measuring import arguments, data_folder, read_result, save_result, show_table, work_folder
from benchmarks.replay.captures import LABELS, capture_web, label_table
from topiccrawl.experiments.replay.comparison import Crawl, replay
from topiccrawl.experiments.replay.model import CrawlModel
from topiccrawl.topics.calibration.graded_pages import RELEVANT, PageGrades, read_page_grades

STRATEGIES = ("adaptive", "formula-5", "semantic")
POINTS = (50, 100, 200, 300, 500, 700, 1000)
_OTHER_REQUESTS = 1.15
"""CLOSESPIDER_PAGECOUNT counts robots.txt, redirects and errors as well."""

CALIBRATED = (50, 200)
"""Pages between which the time says how slow the machine is. Before, a live crawl loads what it works with;
later it may wait for a host with a Crawl-delay, which takes the same time on every machine."""
_WELL_KNOWN = "/.well-known/"
_ROUNDS = 2
"""Replays until the time of a crawl is that of the live one; a slower machine also crawls other pages."""
NO_DELAYS_MODEL = CrawlModel(delay=0.0, throttle=False, latency=0.0)
"""A crawl with the settings `NO_DELAYS` of a web on this machine: its server takes .2 ms for a request, and
Scrapy 3.7 ms to receive a page without reading it."""

Curve = dict[str, float]


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("strategies", nargs="*", default=list(STRATEGIES), metavar="STRATEGY")
    parser.add_argument("--web", type=int, default=2018, help="web to build, by number")
    parser.add_argument("--topics", nargs="+", choices=sorted(LABELS), default=list(LABELS))
    parser.add_argument("--repeat", type=int, default=3, help="live crawls and replays of each topic")
    parser.add_argument("--pages", type=int, default=1000, help="HTML pages to fetch")
    parser.add_argument("--work", type=Path, help="keep webs, logs and corpora in this folder")
    args = parser.parse_args()
    data_folder("web")

    found = read_result("replay-agreement").get("rows", {})
    with work_folder(args.work) as work:
        web = build(args.web, work, preset="large")
        capture = capture_web(web, work)
        for topic, strategy in product(args.topics, args.strategies):
            labels = label_table(web, topic, work)
            first = Crawl(
                capture,
                topic,
                tuple(web.seeds("portals")),
                strategy,
                args.pages,
                0,
                NO_DELAYS_MODEL,
                labels,
            )
            row = f"{topic}, {strategy}, web {args.web}"
            found[row] = agreement(web, first, args.repeat, work / "live")
            print(row, found[row], flush=True)
            save_result("replay-agreement", {"rows": found})
    rows = [
        [row, name, *(found[row][name].get(str(at)) for at in POINTS)]
        for row in found
        for name in ("live", "replay", "difference", "spread")
    ]
    show_table(["", "", *map(str, POINTS)], rows)


def agreement(web: ReplayWeb, first: Crawl, repeat: int, folder: Path) -> dict[str, Any]:
    """Crawl live and replay, each several times; return the figures of both."""
    assert first.labels is not None  # the caller has made them
    graded = read_page_grades(first.labels)
    lives = [kept_crawl(web, first, number, folder) for number in range(repeat)]
    lived = [curve(one["urls"], graded) for one in lives]
    slowness = calibrated(first, mean(between(one["times"]) for one in lives))
    model = NO_DELAYS_MODEL.slowed(slowness)
    crawls = [replace(first, model=model, seed=seed) for seed in range(repeat)]
    replayed = [curve([page.url for page in replay(one).pages], graded) for one in crawls]
    about = {
        "crawls": repeat,
        "seconds": [one["times"][-1] for one in lives],
        "load": [one["load"] for one in lives],
    }
    return {**about, "slowness": round(slowness, 2), **compared(lived, replayed)}


def kept_crawl(web: ReplayWeb, crawl: Crawl, number: int, folder: Path) -> dict[str, Any]:
    """Return the pages of a live crawl in the order of the server's log; they are kept in a file."""
    file = folder / f"{web.seed}-{crawl.topic}-{crawl.strategy}-{crawl.pages}-{number}.json"
    if not file.exists():
        log = live_crawl(web, crawl.topic, crawl.strategy, crawl.pages, folder / "crawl")
        found = {
            "urls": [one.url for one in log],
            "times": [round(one.time - log[0].time, 3) for one in log],
            "load": round(os.getloadavg()[0], 1),
        }
        file.write_text(json.dumps(found, indent=0) + "\n", encoding="utf-8")
    whole: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return whole


def live_crawl(web: ReplayWeb, topic: str, strategy: str, pages: int, folder: Path) -> list[LoggedRequest]:
    """Crawl a web live; return the HTML pages in the order of the server's log."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    log = folder / "access.tsv"
    count = int(pages * _OTHER_REQUESTS) + 60
    with serve(web, log) as proxy:
        database = empty_sqlite(folder / "corpus.db")
        options = ("-a", f"strategy={strategy}")
        crawl_topic(
            web.seeds("portals"), database, count, proxy, folder / "run", options=options, topic=topic
        )
    # Some hosts answer with a page when they are asked for what they reserve (tdmrep.json).
    return [one for one in read_log(log) if one.is_page and _WELL_KNOWN not in one.url][:pages]


def calibrated(crawl: Crawl, seconds: float) -> float:
    """Return how slow a machine is on which a crawl takes some time between two pages."""
    slowness = 1.0
    for _ in range(_ROUNDS):
        model = NO_DELAYS_MODEL.slowed(slowness)
        pages = replay(replace(crawl, pages=CALIBRATED[1] + 1, model=model)).pages
        slowness *= seconds / between([page.time for page in pages])
    return slowness


def between(times: Sequence[float]) -> float:
    """Return the time from the first page that says how slow a machine is to the last one."""
    first, last = CALIBRATED
    return times[last] - times[first]


def curve(urls: Sequence[str], grades: PageGrades) -> Curve:
    """Return the harvest by number of pages."""
    relevant = [grades.grade(url) == RELEVANT for url in urls]
    return {str(at): sum(relevant[:at]) / at for at in POINTS if at <= len(urls)}


def compared(lived: Sequence[Curve], replayed: Sequence[Curve]) -> dict[str, Curve]:
    """Return mean harvest live and replayed, their difference, and the range of the live crawls."""
    points = [at for at in map(str, POINTS) if all(at in one for one in (*lived, *replayed))]
    live = {at: round(mean(one[at] for one in lived), 4) for at in points}
    again = {at: round(mean(one[at] for one in replayed), 4) for at in points}
    return {
        "live": live,
        "replay": again,
        "difference": {at: round(again[at] - live[at], 4) for at in points},
        "spread": {at: round(max(c[at] for c in lived) - min(c[at] for c in lived), 4) for at in points},
    }


if __name__ == "__main__":
    main()
