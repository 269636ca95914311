"""Exports and cleaning of a large corpus: rows a second, peak memory, and what kills leave.

    python -m benchmarks.exports [--pages 100000] [--databases sqlite mariadb] [--kills 2] [--clean]
        [--web FOLDER]

Makes a corpus (`benchmarks/restart/corpus.py`; one page in twenty is a duplicate), or with --web one of the
articles of a built web, repeated under other URLs. It is exported in each format in a process of its own, and
the rows of what was written are counted. With --kills each export is ended with
SIGKILL so many times, at moments spread over its first run, and started again. --clean reads all pages again
with `topiccrawl clean --dry-run`. Writes results/exports.json.
"""

from __future__ import annotations

import importlib
import json
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import Any

from backports import zstd

from benchmarks.extraction.web_pages import Labelled, read_pages
from benchmarks.live.web import ReplayWeb
from benchmarks.measuring import arguments, save_result, show_table, work_folder
from benchmarks.restart.corpus import write_pages
from benchmarks.servers import MariaDB, running
from benchmarks.sites.site import write_topic
from topiccrawl.corpus.quality import measure_quality
from topiccrawl.corpus.warc_responses import warc_responses
from topiccrawl.storage.pages.sketch_catch_up import SketchCatchUp
from topiccrawl.storage.pages.store import CorpusStore
from topiccrawl.storage.records import PageRecord

TOPIC = "tea"
BATCH = 200
MOST_ARTICLES = 5000
"""Maximum number of different articles that are kept in memory."""
SHOWN = ("rows", "rows_a_second", "mb_peak", "mb_written", "kills", "doubled")


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--pages", type=int, default=100_000)
    parser.add_argument("--databases", nargs="+", choices=("sqlite", "mariadb"), default=["sqlite"])
    parser.add_argument("--kills", type=int, default=0)
    parser.add_argument("--clean", action="store_true")
    parser.add_argument("--web", type=Path, help="a built web whose articles are the bodies of the pages")
    parser.add_argument("--folder", type=Path, help="keep the corpus here, or reuse it")
    args = parser.parse_args()
    figures: dict[str, Any] = {"pages": args.pages}
    with work_folder(args.folder) as folder, ExitStack() as stack:
        for kind in args.databases:
            url = f"sqlite:///{folder / 'corpus.db'}"
            if kind == "mariadb":
                url = stack.enter_context(stack.enter_context(running(MariaDB())).fresh_database())
            if kind == "mariadb" or not (folder / "corpus.db").exists():
                if args.web is None:
                    write_pages(url, TOPIC, args.pages)
                else:
                    write_web_pages(url, args.web, args.pages)
            found: dict[str, dict[str, Any]] = {}
            for name, count in COUNT.items():
                found[name] = measure(url, folder / f"out.{name}", count, args.kills)
                print(kind, name, found[name], flush=True)
            if args.clean:
                found["clean"] = clean(url, folder, args.pages)
            show_table([kind, *SHOWN], [[name, *map(one.get, SHOWN)] for name, one in found.items()])
            figures[kind] = found
            if kind == "sqlite":
                figures["quality_ms_a_page"] = quality_cost(url)
    save_result("exports", figures)


def write_web_pages(database: str, web: Path, count: int) -> None:
    """Store the articles of a built web, repeated until there are enough pages."""
    found = (page for page in read_pages(ReplayWeb(web, 0)) if page.kind == "article" and page.text)
    articles = list(islice(found, MOST_ARTICLES))
    store = CorpusStore(database)
    store.open()
    SketchCatchUp(store, TOPIC).step()  # as the first crawl does: there are no older pages
    run_id = store.start_run(TOPIC, {})
    for start in range(0, count, BATCH):
        numbers = range(start, min(start + BATCH, count))
        store.write([web_record(articles, number, run_id) for number in numbers], [])
    store.close()


def web_record(articles: Sequence[Labelled], number: int, run_id: int) -> PageRecord:
    """Return a page of the corpus; its number in title and text keeps copies of an article apart."""
    page = articles[number % len(articles)]
    url = f"{page.url}?n={number}"
    title = f"{page.text[:20]}{number}"
    text = f"{page.text}\n第{number}篇。"
    copy_of = f"{articles[(number - 1) % len(articles)].url}?n={number - 1}" if number % 20 == 19 else None
    return PageRecord(
        topic=TOPIC,
        url=url,
        run_id=run_id,
        fetched_at=datetime.now(UTC),
        canonical_url=url,
        kind="article",
        title=title,
        raw_title=title,
        text=text,
        raw_text=text,
        raw_html=page.body,
        quality=measure_quality(text),
        duplicate_of=copy_of,
        duplicate_kind=copy_of and "body",
    )


def measure(
    url: str, out: Path, count: Callable[[Path], list[str]], kills: int, expected: float | None = None
) -> dict[str, Any]:
    """Export to a file or folder, and count what is in it.

    Args:
        url: database.
        out: the file or folder.
        count: reads the URLs in it.
        kills: number of kills.
        expected: seconds that the export takes by and large; without it a whole run tells.
    """
    command = ["export", "-t", TOPIC, "--database", url, "-o", str(out)]
    command += ["--format", "dataset"] if out.suffix == ".dataset" else []
    seconds = 0.0
    if expected is None or not kills:
        seconds, peak = run(command)
    moments = [(expected or seconds) * (number + 1) / (kills + 1) for number in range(kills)]
    for moment in moments:
        run(command, kill_after=moment)
    if kills:
        rest, highest = run(command)
        # One run in pieces, each of which goes on with the parts of the one before, or a run that was whole.
        seconds, peak = (seconds, peak) if seconds else (rest + sum(moments), highest)
    urls = count(out)
    files = out.rglob("*") if out.is_dir() else [out]
    return {
        "rows": len(urls),
        "rows_a_second": round(len(urls) / seconds),
        "mb_peak": round(peak),
        "mb_written": round(sum(file.stat().st_size for file in files if file.is_file()) / 1e6),
        "kills": kills,
        "doubled": len(urls) - len(set(urls)),
    }


def clean(url: str, folder: Path, pages: int) -> dict[str, Any]:
    """Read all pages again, without writing."""
    topic = folder / "topics" / TOPIC
    if not topic.exists():
        write_topic(topic, "http://h0.invalid/")
    command = ["clean", "-t", str(topic), "--database", url, "--dry-run"]
    seconds, peak = run(command)
    return {"rows": pages, "rows_a_second": round(pages / seconds), "mb_peak": round(peak)}


WITH_PEAK = """
import sys
from pathlib import Path
from topiccrawl.cli import main
code = main(sys.argv[1:])
peak = next(line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmHWM"))
print(peak.split()[1])
sys.exit(code)
"""
"""Runs a command and prints its peak memory; that of `wait4` counts the parent's memory as well."""


def run(command: Sequence[str], kill_after: float | None = None) -> tuple[float, float]:
    """Run a command of topiccrawl; return its seconds and its peak memory in MB."""
    started = time.monotonic()
    words = [sys.executable, "-c", WITH_PEAK, *command]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        if kill_after is not None:
            time.sleep(kill_after)
            process.kill()
        told, _ = process.communicate()
    if kill_after is not None:
        return 0.0, 0.0
    if process.returncode:
        sys.exit(f"exit status {process.returncode}: topiccrawl {' '.join(command)}")
    return time.monotonic() - started, int(told.split()[-1]) / 1000


def quality_cost(url: str, pages: int = 500) -> float:
    """Return the processor time of the quality attributes of a page, in milliseconds."""
    store = CorpusStore(url)
    store.open(create=False)
    texts = [row["text"] for row, _ in zip(store.read_pages(TOPIC, ("text",)), range(pages), strict=False)]
    store.close()
    measure_quality(texts[0])  # loads the dictionary
    started = time.process_time()
    for text in texts:
        measure_quality(text)
    return round(1000 * (time.process_time() - started) / len(texts), 2)


def _parquet_urls(path: Path) -> list[str]:
    parquet = importlib.import_module("pyarrow.parquet")

    files = sorted(path.glob("data/*.parquet")) if path.is_dir() else [path]
    return [url for file in files for url in parquet.read_table(file, columns=["url"])["url"].to_pylist()]


def _json_urls(path: Path) -> list[str]:
    opener: Any = zstd.open if path.suffix == ".zst" else open
    with opener(path, "rt", encoding="utf-8") as lines:
        return [json.loads(line)["url"] for line in lines]


def _csv_urls(path: Path) -> list[str]:
    import csv

    with path.open(encoding="utf-8-sig", newline="") as file:
        return [row["url"] for row in csv.DictReader(file)]


def _excel_urls(path: Path) -> list[str]:
    from python_calamine import CalamineWorkbook

    return [str(row[0]) for row in CalamineWorkbook.from_path(str(path)).get_sheet_by_index(0).iter_rows()][
        1:
    ]


COUNT: dict[str, Callable[[Path], list[str]]] = {
    "jsonl": _json_urls,
    "jsonl.zst": _json_urls,
    "csv": _csv_urls,
    "parquet": _parquet_urls,
    "dataset": _parquet_urls,
    "xlsx": _excel_urls,
    "warc.gz": lambda path: [found.url for found in warc_responses(path)],
}
"""Reads the URLs of an export, by ending."""


if __name__ == "__main__":
    main()
