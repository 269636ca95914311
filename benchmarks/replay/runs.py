"""Runs of replayed crawls, stored in files, so that a long comparison can be resumed."""

from __future__ import annotations

import pickle
import subprocess
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from benchmarks.measuring import PROJECT
from topiccrawl.experiments.replay.crawl import Crawl, replays
from topiccrawl.experiments.replay.figures import Run


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
            files[crawl].write_bytes(pickle.dumps(KeptRun(crawl, next(replayed)[1], _commit())))
        yield pickle.loads(files[crawl].read_bytes())


def _file_name(crawl: Crawl) -> str:
    # Crawls with another topic of the name, from other seeds or with other settings are other runs.
    rest = zlib.crc32(repr((crawl.topic, crawl.seeds, crawl.settings)).encode())
    name = f"{crawl.capture.stem}-{Path(crawl.topic).name}-{crawl.strategy}-{crawl.pages}-{crawl.seed}"
    return f"{name}-{rest:08x}.pickle"


@cache
def _commit() -> str:
    command = ("git", "rev-parse", "--short", "HEAD")
    return subprocess.run(command, cwd=PROJECT, capture_output=True, text=True).stdout.strip()
