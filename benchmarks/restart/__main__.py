"""Start of a crawl on a large corpus: seconds and memory until the first request, and cost per page after it.

    python -m benchmarks.restart [--pages 0 16000 100000] [--databases sqlite mariadb] [--code DIR] [--older]

For each size a corpus and a frontier are made (`corpus.py`), and a crawl on them starts with a new site of
400 pages. Measured are the seconds until its first request, its memory then and after 300 pages, and the
processor time per page. A shorter crawl before it warms the cache. --code measures another checkout, such as
an older version, and writes its figures under "before". --older deletes the sketches of each corpus, so that
it is like that of an older version, and measures how long a crawl takes to make them again. Updates
results/restart.json.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from benchmarks.measuring import PROJECT, arguments, read_result, show_table, update_result, work_folder
from benchmarks.processes import Process, Processes, topic_crawl
from benchmarks.servers import MariaDB, running
from benchmarks.sites.server import SiteForm, Web, serve
from benchmarks.sites.site import write_topic
from topiccrawl.storage.pages.store import CorpusStore

FORM = SiteForm("star", 400, hosts=4, latency=0.002)
TOPIC = "tea"
KINDS = ("sqlite", "mariadb")
THEN = 300
"""Pages after which a crawl is measured again and ended."""
SHOWN = ("seconds_to_first_request", "mb_then", "mb_after_300_pages", "cpu_ms_a_page")


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--pages", type=int, nargs="+", default=[0, 16_000, 100_000])
    parser.add_argument("--databases", nargs="+", choices=KINDS, default=list(KINDS))
    parser.add_argument("--code", type=Path, default=PROJECT, help="checkout to measure")
    parser.add_argument("--older", action="store_true", help="also bring an older corpus up to date")
    parser.add_argument("--folder", type=Path, help="keep the SQLite corpora here, or reuse them")
    args = parser.parse_args()
    found: dict[str, dict[str, Any]] = {}
    with work_folder(args.folder) as folder, ExitStack() as stack:
        for kind in args.databases:
            server = stack.enter_context(running(MariaDB())) if kind == "mariadb" else None
            for pages in args.pages:
                database, work = prepare(server, folder, args.code.resolve(), pages)
                one = measure(database, work, args.code.resolve(), args.older)
                found.setdefault(kind, {})[str(pages)] = one
                print(f"{kind}, {pages} pages: {one}", flush=True)
    rows = [[kind, pages, *map(one.get, SHOWN)] for kind, by in found.items() for pages, one in by.items()]
    show_table(["database", "pages", *SHOWN], rows)
    save("after" if args.code.resolve() == PROJECT else "before", found)


def save(part: str, found: dict[str, dict[str, Any]]) -> None:
    """Write the figures; keep those of other sizes and databases."""
    old = read_result("restart").get(part, {})
    update_result("restart", {part: old | {kind: old.get(kind, {}) | by for kind, by in found.items()}})


def prepare(server: MariaDB | None, folder: Path, code: Path, pages: int) -> tuple[str, Path]:
    """Make a corpus and a frontier; return the URL of the database and the folder of the crawl.

    Without a server both are in one SQLite file. The file is kept as it was made, and the crawl gets a copy:
    if a corpus already has the pages of the new site, they are duplicates, whose links are not followed.
    """
    if server is not None:
        work, database = folder / f"mariadb-{pages}", server.url(f"restart_{pages}")
        (work / "job").mkdir(parents=True, exist_ok=True)
        fill(code, database, work / "job" / "frontier.db", pages)
        return database, work
    work = folder / f"sqlite-{pages}"
    made, file = work / "made.db", work / "corpus.db"
    if not made.exists():
        work.mkdir(parents=True, exist_ok=True)
        fill(code, f"sqlite:///{made}", made, pages)
    for rest in work.glob(f"{file.name}*"):
        rest.unlink()
    shutil.copyfile(made, file)
    return f"sqlite:///{file}", work


def fill(code: Path, database: str, frontier: Path, pages: int) -> None:
    """Make a corpus with the code of a checkout."""
    script = Path(__file__).with_name("corpus.py")
    command = [sys.executable, str(script), f"--database={database}", f"--frontier={frontier}"]
    start = time.monotonic()
    subprocess.run(
        [*command, f"--topic={TOPIC}", f"--pages={pages}"],
        check=True,
        env=os.environ | {"PYTHONPATH": str(code)},
    )
    print(f"made {pages} pages in {time.monotonic() - start:.0f} s", flush=True)


def measure(database: str, work: Path, code: Path, older: bool) -> dict[str, Any]:
    """Return the figures of a crawl on a corpus."""
    with serve(FORM, work) as web, Processes(work / "processes", {"PYTHONPATH": str(code)}) as processes:
        topic = work / TOPIC
        shutil.rmtree(topic, ignore_errors=True)
        write_topic(topic, web.site.url(0))
        settings = {"TOPICCRAWL_DATABASE_URL": database, "TOPICCRAWL_PATIENCE": "1000"}
        settings |= {"JOBDIR": str(work / "job")} if database.startswith("mysql") else {}
        command = topic_crawl(topic, settings)
        caught_up = catch_up(processes, command, database) if older else {}
        warm = processes.start([*command, "-s", "CLOSESPIDER_PAGECOUNT=1"], "warm")
        warm.wait()
        return first_pages(processes.start(command), web) | caught_up


def first_pages(process: Process, web: Web) -> dict[str, Any]:
    """Measure a crawl until it has fetched some pages, then kill it."""
    before = len(web.log.update().lines)
    process.until(lambda: len(web.log.update().lines) > before)
    first = web.log.lines[before].at
    mb, cpu = round(process.resident()), process.cpu_so_far()
    seen = len(web.log.pages)
    if not process.until(lambda: len(web.log.update().pages) >= seen + THEN):
        sys.exit(f"the crawl ended early:\n{process.output()[-2000:]}")
    pages = [one for one in web.log.pages if one.at >= first]
    figures = {
        "seconds_to_first_request": round(first - process.started, 2),
        "mb_then": mb,
        "mb_after_300_pages": round(process.resident()),
        "cpu_ms_a_page": round(1000 * (process.cpu_so_far() - cpu) / len(pages), 1),
        "pages_per_second": round(len(pages) / (pages[-1].at - pages[0].at), 1),
    }
    process.kill()
    return figures


def catch_up(processes: Processes, command: list[str], database: str) -> dict[str, Any]:
    """Delete the sketches of a corpus and measure how long a crawl takes to make them again."""
    store = CorpusStore(database)
    store.open()
    for table in ("sketches", "sketch_hashes", "sketch_progress"):
        empty(store, table)
    store.close()
    process = processes.start(command, "older")
    start = time.monotonic()
    process.until(lambda: "stored pages are done, after" in process.output())
    figures = {
        "older_corpus_seconds": round(time.monotonic() - start, 1),
        "older_corpus_mb": round(process.resident()),
    }
    process.kill()
    return figures


def empty(store: CorpusStore, table: str) -> None:
    """Delete the rows of a table."""
    store.transact(lambda connection: connection.exec_driver_sql(f"DELETE FROM {table}").rowcount)


if __name__ == "__main__":
    main()
