"""What a restart costs with a large corpus: seconds and memory until the first request, and by page then.

    python -m benchmarks.restart [--pages 0 16000 100000] [--databases sqlite mariadb] [--code DIR] [--older]

For each size a corpus and a frontier are made (`restart_corpus.py`), and a crawl is started on them that
finds a new site of 400 pages: how long until its first request, how much memory it holds then and after 300
pages, and how much processor time a page of these takes. A crawl before it warms the cache. --code measures
another checkout, such as an older version, and writes its figures under "before". --older takes the sketches
out of each corpus again, as an older version leaves it: how long until it has them, during a crawl.
Writes results/restart.json.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.processes import Life, Lives, topic_crawl
from benchmarks.sites.site import write_topic
from benchmarks.sites.server import SiteForm, Web, served
from benchmarks.measuring import PROJECT, RESULTS, replace_results, show_table
from topiccrawl.storage.pages.store import CorpusStore

FORM = SiteForm("star", 400, hosts=4, latency=0.002)
TOPIC = "tea"
KINDS = ("sqlite", "mariadb")
THEN = 300
"""Pages after which a crawl is looked at again and ended."""
SHOWN = ("seconds_to_first_request", "mb_then", "mb_after_300_pages", "cpu_ms_a_page")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--pages", type=int, nargs="+", default=[0, 16_000, 100_000])
    parser.add_argument("--databases", nargs="+", choices=KINDS, default=list(KINDS))
    parser.add_argument("--code", type=Path, default=PROJECT, help="checkout to measure")
    parser.add_argument("--older", action="store_true", help="also bring an older corpus up to date")
    parser.add_argument("--folder", type=Path, help="keeps the SQLite corpora here, and takes them from here")
    args = parser.parse_args()
    found: dict[str, dict[str, Any]] = {}
    with TemporaryDirectory(prefix="restart-") as name, ExitStack() as stack:
        for kind in args.databases:
            server = stack.enter_context(databases(kind, args.folder or Path(name)))
            for pages in args.pages:
                one = measure(server, args.code.resolve(), pages, args.older)
                found.setdefault(kind, {})[str(pages)] = one
                print(f"{kind}, {pages} pages: {one}", flush=True)
    rows = [[kind, pages, *map(one.get, SHOWN)] for kind, by in found.items() for pages, one in by.items()]
    show_table(["database", "pages", *SHOWN], rows)
    save("after" if args.code.resolve() == PROJECT else "before", found)


def save(part: str, found: dict[str, dict[str, Any]]) -> None:
    """Write what was measured; other sizes and databases stay."""
    file = RESULTS / "restart.json"
    old = json.loads(file.read_text(encoding="utf-8")).get(part, {}) if file.exists() else {}
    replace_results("restart", {part: old | {kind: old.get(kind, {}) | by for kind, by in found.items()}})


class Databases:
    """Makes corpora, each with a frontier and a folder for the crawl."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def make(self, code: Path, pages: int) -> tuple[str, Path]:
        """A corpus of so many pages: its URL, and the folder of the crawl."""
        work = self.folder / f"sqlite-{pages}"
        file = work / "corpus.db"
        if not file.exists():
            work.mkdir(parents=True, exist_ok=True)
            fill(code, f"sqlite:///{file}", file, pages)
        return f"sqlite:///{file}", work


class Server(Databases):
    """The same on a MariaDB server of its own."""

    def make(self, code: Path, pages: int) -> tuple[str, Path]:
        """A corpus of so many pages: its URL, and the folder of the crawl, with the frontier's file."""
        work = self.folder / f"mariadb-{pages}"
        (work / "job").mkdir(parents=True, exist_ok=True)
        url = f"{self.url}restart_{pages}"
        fill(code, url, work / "job" / "frontier.db", pages)
        return url, work

    url = ""


@contextmanager
def databases(kind: str, folder: Path) -> Iterator[Databases]:
    """Where corpora of a kind are made; a server is ended with its data."""
    if kind == "sqlite":
        yield Databases(folder)
        return
    sys.path.insert(0, str(PROJECT / "tests"))
    from servers.mariadb import MariaDB  # the tests' server, loaded only where it is used

    server, made = MariaDB(), Server(folder)
    try:
        server.start()
        made.url = f"mysql+pymysql://root@127.0.0.1:{server.port}/"
        yield made
    finally:
        server.stop()


def fill(code: Path, database: str, frontier: Path, pages: int) -> None:
    """Have the code make a corpus."""
    script = Path(__file__).with_name("restart_corpus.py")
    command = [sys.executable, str(script), f"--database={database}", f"--frontier={frontier}"]
    start = time.monotonic()
    subprocess.run(
        [*command, f"--topic={TOPIC}", f"--pages={pages}"],
        check=True,
        env=os.environ | {"PYTHONPATH": str(code)},
    )
    print(f"made {pages} pages in {time.monotonic() - start:.0f} s", flush=True)


def measure(made: Databases, code: Path, pages: int, older: bool) -> dict[str, Any]:
    """Figures of a crawl on a corpus of so many pages."""
    database, work = made.make(code, pages)
    with served(FORM, work) as web, Lives(work / "lives", {"PYTHONPATH": str(code)}) as lives:
        topic = work / TOPIC
        shutil.rmtree(topic, ignore_errors=True)
        write_topic(topic, web.site.url(0))
        settings = {"TOPICCRAWL_DATABASE_URL": database, "TOPICCRAWL_PATIENCE": "1000"}
        settings |= {"JOBDIR": str(work / "job")} if database.startswith("mysql") else {}
        command = topic_crawl(topic, settings)
        caught_up = catch_up(lives, command, database) if older else {}
        warm = lives.start([*command, "-s", "CLOSESPIDER_PAGECOUNT=1"], "warm")
        warm.wait()
        return first_pages(lives.start(command), web) | caught_up


def first_pages(life: Life, web: Web) -> dict[str, Any]:
    """What the first pages of a crawl took; it is killed then."""
    before = len(web.log.update().asked)
    life.until(lambda: len(web.log.update().asked) > before)
    seconds, mb, cpu = web.log.asked[before].at - life.started, round(life.resident()), life.cpu_so_far()
    seen = len(web.log.pages)
    if not life.until(lambda: len(web.log.update().pages) >= seen + THEN):
        sys.exit(f"the crawl ended early:\n{life.said()[-2000:]}")
    asked = [one for one in web.log.pages if one.at >= web.log.asked[before].at]
    figures = {
        "seconds_to_first_request": round(seconds, 2),
        "mb_then": mb,
        "mb_after_300_pages": round(life.resident()),
        "cpu_ms_a_page": round(1000 * (life.cpu_so_far() - cpu) / len(asked), 1),
        "pages_per_second": round(len(asked) / (asked[-1].at - asked[0].at), 1),
    }
    life.kill()
    return figures


def catch_up(lives: Lives, command: list[str], database: str) -> dict[str, Any]:
    """Take the sketches out of a corpus, and have a crawl make them again."""
    store = CorpusStore(database)
    store.open()
    for table in ("sketches", "sketch_hashes", "sketch_progress"):
        empty(store, table)
    store.close()
    life = lives.start(command, "older")
    start = time.monotonic()
    life.until(lambda: "older pages are done, after" in life.said())
    figures = {
        "older_corpus_seconds": round(time.monotonic() - start, 1),
        "older_corpus_mb": round(life.resident()),
    }
    life.kill()
    return figures


def empty(store: CorpusStore, table: str) -> None:
    """Delete the rows of a table."""
    store.transact(lambda connection: connection.exec_driver_sql(f"DELETE FROM {table}").rowcount)


if __name__ == "__main__":
    main()
