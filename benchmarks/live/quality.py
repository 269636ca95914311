"""Quality of one crawl of a replay web, by the measuring data's own judge."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from benchmarks.live.crawl import NO_DELAYS, crawl_topic
from benchmarks.live.web import LoggedRequest, ReplayWeb, read_log, serve, up_to
from benchmarks.measuring import PROJECT, data_folder
from benchmarks.servers import MariaDB, running

POINTS = (50, 100, 200, 300, 500)
_OTHER_REQUESTS = 1.12
"""CLOSESPIDER_PAGECOUNT counts robots.txt, redirects and errors as well."""


def measure(
    web: ReplayWeb, database: str, page_count: int, budget: int, settings: Mapping[str, str]
) -> dict[str, Any]:
    """Crawl a web and return its figures."""
    folder = web.folder.with_name(f"{web.folder.name}-crawl")
    run = folder / "run"
    shutil.rmtree(run, ignore_errors=True)  # it may hold the frontier of an earlier crawl
    folder.mkdir(exist_ok=True)
    log, corpus = folder / "access.tsv", folder / "corpus.jsonl"
    seeds = web.seeds("portals", "party")
    with serve(web, log) as proxy:
        crawl = crawl_topic(seeds, database, page_count, proxy, run, settings)
    export(database, corpus)
    requests = up_to(read_log(log), budget)
    judged = judge(web, requests, corpus, folder)
    fetched, kept = judged["fetched"], judged["collected"]
    curve = {point["pages"]: point["harvest"] for point in fetched["curve"]}
    return {
        **{f"harvest@{point}": curve.get(point) for point in POINTS},
        "pages": fetched["pages"],
        "harvest": fetched["harvest"],
        "recall_fetched": fetched["recall"],
        "relevant_in_web": judged["relevant_in_web"],
        **{name: kept[name] for name in ("kept", "right", "wrong", "marginal", "precision")},
        "story_recall": kept["story_recall"],
        "story_recall_of_fetched": kept["story_recall_of_fetched"],
        "duplicates_kept": kept["duplicates_kept"],
        "duplicates_kept_share": kept["duplicates_kept"] / max(1, kept["right"]),
        "text_f1": kept["text_f1"],
        "pages_per_second": round(fetched["pages"] / max(0.001, requests[-1].time - requests[0].time), 1),
        "seconds": round(crawl.seconds, 1),
        "cpu_seconds": round(crawl.cpu, 1),
    }


def judged_crawl(
    web: ReplayWeb,
    topic: str,
    label: str,
    pages: int,
    folder: Path,
    settings: Mapping[str, str] = NO_DELAYS,
    options: Sequence[str] = (),
) -> tuple[dict[str, Any], float]:
    """Crawl a web from the portals and judge the crawl.

    Args:
        web: the web.
        topic: name or folder of the topic.
        label: the topic's name in the labels.
        pages: HTML pages after which figures are read.
        folder: folder for log, corpus and run.
        settings: more settings.
        options: more options of the crawl.

    Returns:
        What the judge says, and processor seconds for each HTML page.
    """
    log, corpus = folder / "access.tsv", folder / "corpus.jsonl"
    database = empty_sqlite(folder / "corpus.db")
    count = int(pages * _OTHER_REQUESTS) + 60
    with serve(web, log) as proxy:
        crawl = crawl_topic(
            web.seeds("portals"), database, count, proxy, folder / "run", settings, options, topic
        )
    export(database, corpus, Path(topic).name)
    requests = read_log(log)
    judged = judge(web, up_to(requests, pages), corpus, folder, label, ("--by-host",))
    return judged, crawl.cpu / max(1, sum(one.is_page for one in requests))


def export(database: str, corpus: Path, topic: str = "partybuild") -> None:
    """Export the corpus with the project's own command."""
    command = [sys.executable, "-m", "topiccrawl", "export", "--topic", topic]
    command += ["--database", database, "--out", str(corpus)]
    subprocess.run(command, cwd=PROJECT, check=True, capture_output=True)


def judge(
    web: ReplayWeb,
    requests: list[LoggedRequest],
    corpus: Path,
    folder: Path,
    label: str = "party",
    options: Sequence[str] = (),
) -> dict[str, Any]:
    """Run the data's judge on the log up to the budget and on the pages kept from it."""
    log, kept = folder / "budget.tsv", folder / "budget.jsonl"
    log.write_text("".join(f"{one.line}\n" for one in requests), encoding="utf-8")
    sent = {one.url for one in requests if one.is_page}
    with corpus.open(encoding="utf-8") as rows:
        inside = [row for row in rows if as_logged(json.loads(row)["url"]) in sent]
    kept.write_text("".join(inside), encoding="utf-8")
    judge_script = data_folder("web") / "measure_crawl.py"
    files = ("--labels", web.labels, "--log", log, "--collected", kept)
    command = [sys.executable, *map(str, (judge_script, "--topic", label, *files, *options))]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    (folder / "judged.json").write_text(done.stdout, encoding="utf-8")
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def as_logged(url: str) -> str:
    """Return a URL in the form of the server's log."""
    parts = urlsplit(url)
    return f"http://{parts.netloc}{parts.path or '/'}" + (f"?{parts.query}" if parts.query else "")


@contextmanager
def databases(kind: str, work: Path) -> Iterator[Callable[[int], str]]:
    """Yield a function that returns the URL of an empty database for the seed of a web.

    Args:
        kind: `sqlite`, `mariadb` (a server is started), or a URL, in which `{seed}` is replaced.
        work: folder for SQLite files.
    """
    if kind == "sqlite":
        yield lambda seed: empty_sqlite(work / f"corpus-{seed}.db")
    elif kind == "mariadb":
        with running(MariaDB()) as server:
            yield lambda seed: server.url(f"replay_{seed}")
    else:
        yield lambda seed: kind.replace("{seed}", str(seed))


def empty_sqlite(path: Path) -> str:
    """Delete an SQLite file with its write-ahead log and return its URL."""
    for old in path.parent.glob(f"{path.name}*"):
        old.unlink()
    return f"sqlite:///{path}"
