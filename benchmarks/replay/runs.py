"""Runs of replayed crawls, stored in files, so that a long comparison can be resumed."""

from __future__ import annotations

import json
import subprocess
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from benchmarks.measuring import PROJECT
from topiccrawl.experiments.replay.crawl import Crawl, replays
from topiccrawl.experiments.replay.figures import Array, Run


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
    files = {crawl: folder / _file_name(crawl) for crawl in crawls}
    missing = [crawl for crawl in crawls if not files[crawl].exists()]
    replayed = replays(missing, jobs)
    for crawl in crawls:
        if not files[crawl].exists():
            files[crawl].write_text(_to_json(next(replayed)[1]), encoding="utf-8")
        yield _of_json(crawl, files[crawl].read_text(encoding="utf-8"))


def _file_name(crawl: Crawl) -> str:
    # Crawls with another topic of the name, from other seeds or with other settings are other runs.
    rest = zlib.crc32(repr((crawl.topic, crawl.seeds, crawl.settings)).encode())
    name = f"{crawl.capture.stem}-{Path(crawl.topic).name}-{crawl.strategy}-{crawl.pages}-{crawl.seed}"
    return f"{name}-{rest:08x}.json"


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
