"""The administration pages over many stored pages, while a crawl writes.

    python -m benchmarks.admin [pages] [writing] [--rows 100000] [--databases sqlite mariadb] [--whole]
    python -m benchmarks.admin pages --work FOLDER --again    # with the databases of an earlier run

pages    seconds of each page and search when it is asked for the first time, beside threads that store pages
         as a crawl does, and when it is asked for again. Seconds of the processor are those of this process
         without these threads, and those of the MariaDB server. The check of a SQLite file that each start
         makes has ended before, and a MariaDB has read its index of pages once.
writing  what the search index adds to storing a page: wall and processor time, with and without it

The rows are synthetic: characters follow the frequencies of the demo's stories. With --whole the index holds
whole texts, otherwise titles and the first 300 characters. Every fifth page is a copy, two of five are of an
event, for each page a link was left out; there are five tags and three rules of warnings.
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from sqlalchemy import func, select
from starlette.testclient import TestClient

from benchmarks.admin.databases import Database, opened, warm_up
from benchmarks.admin.filling import TOPIC, Row, Texts, fill, record_of
from benchmarks.measuring import add_sets, arguments, show_table, update_result, work_folder
from topiccrawl.admin.accounts.roles import Role
from topiccrawl.admin.application import make_application
from topiccrawl.admin.configuration import Configuration
from topiccrawl.admin.services import Services
from topiccrawl.admin.web.visit import SESSION
from topiccrawl.storage import schema
from topiccrawl.storage.pages.store import CorpusStore
from topiccrawl.storage.rows.admin.page_index import CHARACTERS, EVERYTHING

_ROUNDS = 3
_CHECK = "check of "
"""Prefix of the names of threads that check a SQLite file."""


def main() -> None:
    parser = arguments(__doc__)
    add_sets(parser, SETS)
    parser.add_argument("--rows", type=int, default=100_000, help="stored pages")
    parser.add_argument(
        "--databases", nargs="+", default=["sqlite", "mariadb"], choices=["sqlite", "mariadb"]
    )
    parser.add_argument("--whole", action="store_true", help="index whole texts")
    parser.add_argument("--work", type=Path, help="folder for the databases")
    parser.add_argument("--again", action="store_true", help="measure the databases that are in --work")
    parser.add_argument("--only", nargs="+", choices=list(PATHS), help="measure only these pages")
    args = parser.parse_args()
    whole = " whole" if args.whole else ""
    some = ", some pages" if args.only else ""
    for name in args.sets:
        for kind in args.databases:
            with (
                work_folder(args.work) as work,
                opened(kind, work, again=args.again and name == "pages") as database,
            ):
                rows = SETS[name](database, work, args)
            show_table(tuple(rows[0]), [tuple(row.values()) for row in rows])
            update_result(
                "admin", {f"{name} {kind}" + (f" {args.rows}{whole}{some}" if name == "pages" else ""): rows}
            )


def pages(database: Database, work: Path, args: Any) -> list[Row]:
    """Measure each page."""
    if not args.again:
        seconds = fill(database.url, args.rows, EVERYTHING if args.whole else CHARACTERS)
        print(f"{database.kind}: {args.rows} pages stored in {seconds:.0f} s", flush=True)
    services = Services.start(Configuration(database.url, work / "admin", work / "topics"))
    _require(services, args.rows, work)
    warm_up(database.url)
    services.accounts.set_user("benchmark", "benchmark password", Role.OPERATOR)
    began, stop, written = threading.Event(), threading.Event(), [0]
    crawl = threading.Thread(target=_write_until, args=(database.url, began, stop, written))
    before = set(threading.enumerate())
    crawl.start()
    try:
        began.wait()
        writers = [one for one in threading.enumerate() if one not in before]
        _wait_for_checks()
        writers = [one for one in writers if one.is_alive()]
        with TestClient(
            make_application(services), base_url="http://localhost", follow_redirects=False
        ) as browser:
            browser.cookies.set(SESSION, services.accounts.begin_session("benchmark"))
            chosen = {name: path for name, path in PATHS.items() if name in (args.only or PATHS)}
            rows = [_timed(database, args.rows, browser, writers, *one) for one in chosen.items()]
    finally:
        stop.set()
        crawl.join()
    print(f"{database.kind}: {written[0]} pages were stored meanwhile")
    return rows


def _require(services: Services, rows: int, work: Path) -> None:
    """Exit unless the database holds the pages; starting the application creates a missing one."""
    index = schema.page_index.c
    query = select(func.count()).where(index.topic == TOPIC)
    stored = services.read(lambda connection: connection.scalar(query)) or 0
    if stored < rows:
        sys.exit(f"{work}: its database holds {stored} pages, not {rows}; without --again they are made")


def _wait_for_checks() -> None:
    began = time.perf_counter()
    for thread in threading.enumerate():
        if thread.name.startswith(_CHECK):
            thread.join()
            print(f"{thread.name}: took {time.perf_counter() - began:.0f} s more", flush=True)


PATHS = {
    "crawls": "/crawls",
    "crawl": f"/crawls/{TOPIC}",
    "list": "/pages",
    "list of a site": "/pages?host=www.site7.test",
    "list by date and relevance": "/pages?since=2024-03&until=2024-03&least=.95",
    "list without any": "/pages?least=.5&most=.5",
    "an old part of the list": "/pages?before=500",
    "search 党建": "/pages?q=党建",
    "search 党": "/pages?q=党",
    "search 支部 学习": "/pages?q=支部 学习",
    "search of a site": "/pages?q=党员&host=www.site7.test",
    "search by relevance": "/pages?q=党员&least=.99",
    "search without any": "/pages?q=量子纠缠",
    "search of a common pair": "/pages?q=工作",
    "a page": "/pages/77",
    "drops": "/drops",
    "stages": f"/crawls/{TOPIC}/stages",
    "dead links": f"/crawls/{TOPIC}/dead",
    "regular crawls": "/schedules",
    "watched pages": "/watch/pages",
    "watch": "/watch",
    "watch of a site and word": "/watch?host=www.site7.test&q=党员",
    "topics": "/topics",
    "exports": "/exports",
    "analysis": "/analysis",
    "analysis of a year": "/analysis?since=2025&until=2025",
    "analysis of a site": "/analysis?since=2025&until=2025&host=www.site7.test",
    "new words": "/analysis/new",
    "warnings": "/analysis/warnings",
    "new words of a year": "/analysis/new?since=2025&until=2025",
    "events": "/analysis/events",
    "events of a year": "/analysis/events?since=2025&until=2025",
    "events of a person": "/analysis/events?person=人物7",
    "an event": f"/analysis/events/{TOPIC}/1",
    "tags": "/analysis/tags",
    "list behind a tag": "/pages?tag=1",
    "briefing": "/analysis/briefing",
    "briefing of a month": "/analysis/briefing?since=2025-05&until=2025-05",
    "briefing of a subject": "/analysis/briefing?since=2025-05&until=2025-05&subject=党员",
}


def _timed(
    database: Database, rows: int, browser: TestClient, writers: list[threading.Thread], name: str, path: str
) -> Row:
    services = browser.app.state.services  # type: ignore[attr-defined]
    took, processor, again = [], [], []
    for _ in range(_ROUNDS):
        services.forget()
        began, busy, stored = time.perf_counter(), database.processor(), _processor_of(writers)
        answer = browser.get(path)
        took.append(time.perf_counter() - began)
        processor.append(database.processor() - busy - (_processor_of(writers) - stored))
        assert answer.status_code == 200, (path, answer.status_code)
        services.counts.wait()  # else it would run beside the next page
        began = time.perf_counter()
        browser.get(path)
        again.append(time.perf_counter() - began)
        services.counts.wait()
    took.sort()
    found = {
        "database": database.kind,
        "rows": rows,
        "page": name,
        "median": round(took[_ROUNDS // 2], 3),
        "slowest": round(took[-1], 3),
        "processor": round(sorted(processor)[_ROUNDS // 2], 3),
        "again": round(sorted(again)[_ROUNDS // 2], 3),
    }
    print(*found.values(), flush=True)
    return found


def _processor_of(threads: list[threading.Thread]) -> float:
    """Return the processor seconds of threads so far."""
    clocks = (time.pthread_getcpuclockid(one.ident) for one in threads if one.ident is not None)
    return sum(time.clock_gettime(clock) for clock in clocks)


def _write_until(database: str, began: threading.Event, stop: threading.Event, written: list[int]) -> None:
    """Store pages as a crawl does, some twenty a second, until `stop`."""
    texts = Texts(2)
    store = CorpusStore(database)
    try:
        store.open()
        with store.reading() as connection:
            first = 1 + (connection.scalar(select(func.max(schema.pages.c.id))) or 0)
    finally:
        began.set()
    while not stop.wait(0.2):
        some = [record_of(texts.page(first + written[0] + one)) for one in range(4)]
        store.write(some)
        written[0] += len(some)
    store.close()


def writing(database: Database, work: Path, args: Any) -> list[Row]:
    """Measure what the index adds to storing a page, in batches of ten as a crawl's."""
    rows: list[Row] = []
    texts = Texts(3)
    for characters in (-1, CHARACTERS, -1, CHARACTERS, -1, CHARACTERS):
        store = CorpusStore(database.url, searchable=characters)
        store.open()
        records = [record_of(texts.page(1_000_000 * len(rows) + number)) for number in range(2_000)]
        store.write(records[:10])
        wall, cpu = time.perf_counter(), time.process_time()
        for first in range(10, len(records), 10):
            store.write(records[first : first + 10])
        count = len(records) - 10
        rows.append(
            {
                "database": database.kind,
                "index": characters >= 0,
                "wall_ms": round(1000 * (time.perf_counter() - wall) / count, 3),
                "cpu_ms": round(1000 * (time.process_time() - cpu) / count, 3),
            }
        )
        store.close()
    return rows


SETS: dict[str, Callable[[Database, Path, Any], list[Row]]] = {"pages": pages, "writing": writing}

if __name__ == "__main__":
    main()
