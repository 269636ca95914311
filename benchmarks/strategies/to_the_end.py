"""A crawl to its end: football on the large web in model time, with the delays that are shipped.

    TOPICCRAWL_DATA=FOLDER python -m benchmarks.strategies.to_the_end [--topic football] [--kept 5000]

Replays `adaptive` from the portals until it has kept so many pages or has no link left. For each thousand
pages kept: hours in model time, pages fetched, harvest and precision of the last 1,000 pages fetched, the
share of the largest site among the pages kept, and what the status line would have forecast at half of it, in
hours. Writes results/strategies-to_the_end.json.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from benchmarks.live.web import build
from benchmarks.measuring import arguments, data_folder, save_result, show_rows, work_folder
from benchmarks.replay.captures import LABELS, capture_web, label_table
from topiccrawl.experiments.replay.comparison import Crawl, replay
from topiccrawl.experiments.replay.model import CrawlModel
from topiccrawl.experiments.replay.trace import Fetched
from topiccrawl.page.hidden_links.urls import site_of
from topiccrawl.priority.strategies.contract import Outcome
from topiccrawl.topics.calibration.graded_pages import NEAR, RELEVANT, PageGrades, read_page_grades

_COLUMNS = ("hours", "fetched", "harvest", "precision", "largest site", "forecast")
_WINDOW = 1000
_MOST_PAGES = 1_000_000


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--web", type=int, default=2018, help="web to build, by number")
    parser.add_argument("--topic", choices=sorted(LABELS), default="football")
    parser.add_argument("--kept", type=int, default=5000, help="pages to keep")
    parser.add_argument("--work", type=Path, help="keep web and capture in this folder")
    args = parser.parse_args()
    data_folder("web")
    with work_folder(args.work) as work:
        web = build(args.web, work, preset="large")
        capture, labels = capture_web(web, work), label_table(web, args.topic, work)
        seeds = tuple(web.seeds("portals"))
        crawl = Crawl(capture, args.topic, seeds, "adaptive", _MOST_PAGES, 0, CrawlModel(), labels)
        trace, grades = replay(crawl), read_page_grades(labels)
    rows = _rows(trace.pages, grades, args.kept)
    relevant = sum(grades.grade(page.url) == RELEVANT for page in trace.pages)
    summary = {
        "web": args.web,
        "topic": args.topic,
        "fetched": len(trace.pages),
        "requests": trace.requests,
        "kept": sum(page.outcome is Outcome.KEPT for page in trace.pages),
        "hours": round(trace.seconds / 3600, 2),
        "recall": round(relevant / grades.relevant, 4),
        "left": trace.left,
    }
    show_rows("", rows, _COLUMNS)
    print(summary)
    save_result("strategies-to_the_end", {"crawl": summary, "rows": rows})


def _rows(pages: list[Fetched], grades: PageGrades, most: int) -> dict[str, Any]:
    """Return the figures at each thousand pages kept, and where the crawl ends."""
    rows: dict[str, Any] = {}
    kept, times, sites = 0, [0.0], Counter[str]()
    for number, page in enumerate(pages, 1):
        if page.outcome is not Outcome.KEPT:
            continue
        kept += 1
        times.append(page.time)
        sites[site_of(urlsplit(page.url).hostname or "")] += 1
        if kept % _WINDOW == 0 or kept == most:
            rows[f"{kept:,} kept"] = _row(pages[max(0, number - _WINDOW) : number], grades) | {
                "hours": round(page.time / 3600, 2),
                "fetched": number,
                "largest site": round(max(sites.values()) / kept, 3),
                "forecast": round(2 * times[kept // 2] / 3600, 2),
            }
        if kept == most:
            return rows
    rows["end"] = _row(pages[-_WINDOW:], grades) | {
        "hours": round(pages[-1].time / 3600, 2),
        "fetched": len(pages),
        "largest site": round(max(sites.values(), default=0) / max(1, kept), 3),
        "forecast": round(2 * times[kept // 2] / 3600, 2),
    }
    return rows


def _row(pages: list[Fetched], grades: PageGrades) -> dict[str, float]:
    """Return harvest and precision of some pages; near ones count neither as right nor as wrong."""
    found = [(grades.grade(page.url), page.outcome is Outcome.KEPT) for page in pages]
    kept = [grade for grade, is_kept in found if is_kept and grade != NEAR]
    return {
        "harvest": round(sum(grade == RELEVANT for grade, _ in found) / max(1, len(found)), 3),
        "precision": round(sum(grade == RELEVANT for grade in kept) / max(1, len(kept)), 3),
    }


if __name__ == "__main__":
    main()
