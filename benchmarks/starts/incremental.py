"""A daily crawl of a site that grows: requests of each day against a full crawl, and new articles missed.

    python -m benchmarks.starts.incremental [--articles 1000] [--days 5] [--share 0.05]

The site has channels of several habits: with ETag, with Last-Modified, with neither, articles without
dates, new articles that stand among the old ones, days without news. Each day the same database is crawled
with `revisit=1`; between two days its times are set back by a day. Writes results/starts-incremental.json.
"""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from benchmarks.live.crawl import NO_DELAYS, crawl_topic
from benchmarks.measuring import arguments, save_result, show_table, work_folder
from benchmarks.starts.changing_site import HOST, ChangingSite


@dataclass(frozen=True)
class Day:
    """The cost of a day.

    Attributes:
        articles: articles of the site.
        new: new ones.
        requests: requests of the crawl, robots.txt included.
        unchanged: answers 304 among them.
        not_due: lists, sitemaps and feeds that were not asked again, as they change seldom.
        missed: new articles that were not requested.
        again: old articles that were requested again.
    """

    articles: int
    new: int
    requests: int
    unchanged: int
    not_due: int
    missed: int
    again: int


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--articles", type=int, default=1000, help="articles on the first day")
    parser.add_argument("--days", type=int, default=5, help="days after the first one")
    parser.add_argument("--share", type=float, default=0.05, help="new articles of a day, of all")
    parser.add_argument("--work", type=Path, help="keep the database in this folder")
    args = parser.parse_args()
    with work_folder(args.work) as work:
        days = crawl_days(work, args.articles, args.days, args.share)
    full = days[0].requests
    rows = [
        (
            *(day, one.articles, one.new, one.requests, one.unchanged, one.not_due),
            *(one.missed, one.again, share_of(one, full)),
        )
        for day, one in enumerate(days)
    ]
    head = ["day", "articles", "new", "requests", "answered 304", "lists not due", "missed"]
    head += ["fetched again", "% of full"]
    show_table(head, rows)
    figures = {f"day {row[0]}": dict(zip(head[1:], row[1:], strict=True)) for row in rows}
    save_result("starts-incremental", {"share": args.share, **figures})


def share_of(day: Day, full: int) -> float:
    """Return the requests of a day in per cent of those of a full crawl."""
    return round(100 * day.requests / full, 1)


def crawl_days(work: Path, articles: int, days: int, share: float) -> list[Day]:
    """Crawl the site whole, then once a day; return what each day cost."""
    database = work / "incremental.db"
    database.unlink(missing_ok=True)
    found: list[Day] = []
    seen: set[str] = set()
    with ChangingSite(articles, share) as site:
        new = site.articles
        for day in range(days + 1):
            if day:
                new = site.next_day()
                set_back(database)
            site.requests.clear()
            crawl_topic(
                [f"{HOST}/"],
                f"sqlite:///{database}",
                0,
                site.proxy_url,
                work / f"day{day}",
                {**NO_DELAYS, "TOPICCRAWL_DRY_PAGES": "0", "CLOSESPIDER_PAGECOUNT": "0"},
                # A strategy that leaves nothing out, so that the first crawl is whole.
                ("-a", "revisit=1", "-a", "strategy=breadth-first"),
            )
            asked = {path for path, _ in site.requests}
            found.append(
                Day(
                    len(site.articles),
                    len(new),
                    len(site.requests),
                    sum(status == 304 for _, status in site.requests),
                    lists_not_due(database),
                    len(new - asked - seen),
                    len(asked & seen & site.articles),
                )
            )
            seen |= asked & site.articles
    return found


def lists_not_due(database: Path) -> int:
    """Return how many lists the last crawl of a database left for later."""
    with closing(sqlite3.connect(database)) as connection:
        (stats,) = connection.execute("SELECT stats FROM runs ORDER BY id DESC LIMIT 1").fetchone()
    return int(json.loads(stats).get("topiccrawl/revisits/not_due", 0))


def set_back(database: Path) -> None:
    """Make the visits of a database a day older."""
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("UPDATE revisits SET visited_at = datetime(visited_at, '-1 day') || '.000000'")


if __name__ == "__main__":
    main()
