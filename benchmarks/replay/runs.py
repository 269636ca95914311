"""Runs of replayed crawls: one at a time, or stored in files, so that a long comparison can be resumed."""

from __future__ import annotations

import json
import subprocess
import zlib
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache, partial
from multiprocessing import get_context
from pathlib import Path

import numpy as np

from benchmarks.measuring import PROJECT
from benchmarks.replay.captures import Entrance
from topiccrawl.experiments.replay.capture import Capture
from topiccrawl.experiments.replay.comparison import Compared, Crawl, figures, judged_replay
from topiccrawl.experiments.replay.crawl import ReplayedCrawl
from topiccrawl.experiments.replay.figures import Array, Run
from topiccrawl.experiments.replay.model import CrawlModel
from topiccrawl.priority.strategies.contract import Strategy
from topiccrawl.topics.calibration.graded_pages import read_page_grades

Row = dict[str, float | None]

NO_DELAYS_MODEL = CrawlModel(delay=0.0, throttle=False, latency=0.0)
"""A crawl without delays of a web on this machine: its server takes .2 ms for a request, and Scrapy 3.7 ms to
receive a page without reading it."""


def replayed(start: Entrance, strategy: Strategy, pages: int) -> Run:
    """Replay a crawl without delays from the portals of a built web, and judge it by the web's labels."""
    with Capture(start.capture) as opened:
        trace = ReplayedCrawl(opened, strategy, NO_DELAYS_MODEL).run(start.seeds, pages)
        return Run.of(trace, read_page_grades(start.labels))


def row_of(topic: str, name: str, runs: Sequence[Run], pages: int) -> Row:
    """Return the figures of one or several crawls, to four digits; None where there is none.

    Args:
        topic: name of the topic.
        name: of the row.
        runs: the crawls, each of another web.
        pages: number of pages that each should fetch.
    """
    values = figures(Compared("all", topic, name, tuple(runs)), pages)
    return {key: None if one.value is None else round(one.value, 4) for key, one in values.items()}


@dataclass(frozen=True)
class KeptRun:
    """A replayed crawl, its run, and the commit whose code crawled."""

    crawl: Crawl
    run: Run
    commit: str


def kept_runs(crawls: Sequence[Crawl], folder: Path, jobs: int) -> Iterator[KeptRun]:
    """Yield the runs of crawls in their order; those that have a file are not replayed again.

    Args:
        crawls: the crawls.
        folder: folder of the files. Delete a file to replay its crawl again.
        jobs: number of processes.
    """
    folder.mkdir(parents=True, exist_ok=True)
    one = partial(_kept_run, folder)
    if jobs <= 1:
        yield from map(one, crawls)
        return
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        yield from pool.map(one, crawls)


def _kept_run(folder: Path, crawl: Crawl) -> KeptRun:
    # Crawls with another topic of the name, from other seeds or with other durations are other runs.
    rest = zlib.crc32(repr((crawl.topic, crawl.seeds, crawl.model)).encode())
    name = f"{crawl.capture.stem}-{Path(crawl.topic).name}-{crawl.strategy}-{crawl.pages}-{crawl.seed}"
    file = folder / f"{name}-{rest:08x}.json"
    if not file.exists():
        file.write_text(_to_json(judged_replay(crawl)), encoding="utf-8")
    return _of_json(crawl, file.read_text(encoding="utf-8"))


def _to_json(run: Run) -> str:
    # A digit a page: files of 2,500 pages stay small and can be read.
    values = {**vars(run), "relevant": _digits(run.relevant), "kept": _digits(run.kept), "commit": _commit()}
    return json.dumps(values, indent=1) + "\n"


def _of_json(crawl: Crawl, text: str) -> KeptRun:
    values = json.loads(text)
    commit = values.pop("commit")
    values |= {name: _array(values[name]) for name in ("relevant", "kept")}
    return KeptRun(crawl, Run(**values), commit)


def _digits(values: Array) -> str:
    return "".join("1" if value else "0" for value in values)


def _array(digits: str) -> Array:
    return np.array([float(digit) for digit in digits])


@cache
def _commit() -> str:
    command = ("git", "rev-parse", "--short", "HEAD")
    return subprocess.run(command, cwd=PROJECT, capture_output=True, text=True).stdout.strip()
