"""One crawl of the contest, from the proxy to its figures."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchmarks.live.crawl import NO_DELAYS, crawl_topic
from benchmarks.live.quality import empty_sqlite, export, judge
from benchmarks.live.web import ReplayWeb, read_log, serve
from benchmarks.peers.contestants import OTHERS, Contestant
from benchmarks.peers.environments import environment
from benchmarks.peers.judging import figures
from benchmarks.peers.task import PAGES, Task
from benchmarks.processes import Process, Processes
from benchmarks.replay.captures import LABELS
from topiccrawl.relevance.topic.topic import Topic
from topiccrawl.text.resources import cache_dir

_SECONDS = 1800.0
_OTHER_REQUESTS = 1.045
"""CLOSESPIDER_PAGECOUNT also counts redirects and errors."""
_ENOUGH = 1.3
"""Share of the budget at which crawlers that undercount their pages are stopped."""
_LOOK_SECONDS = 0.5


def crawled(web: ReplayWeb, topic: str, pages: int, name: str, folder: Path) -> dict[str, Any]:
    """Run one crawler and return its figures.

    Raises:
        NotInstallableError: its packages cannot be installed.
        HangingError: it did not end in time.
        RuntimeError: it ended with an error.
    """
    log = folder / "access.tsv"
    python = environment(OTHERS[name].package, cache_dir() / "peers") if name in OTHERS else None
    with serve(web, log) as proxy:
        if python:
            words = Topic.load(topic).words
            task = Task(web.seeds("portals"), sorted(words, key=lambda word: -words[word]), pages, proxy)
            crawl = run(OTHERS[name], task, str(python), folder, log)
        else:
            database = empty_sqlite(folder / "corpus.db")
            count = int(pages * _OTHER_REQUESTS)
            crawl = crawl_topic(
                web.seeds("portals"), database, count, proxy, folder / "run", NO_DELAYS,
                ("-a", "strategy=adaptive"), topic,
            )  # fmt: skip
            export(database, folder / PAGES, topic)
    requests = read_log(log)
    judged = judge(web, requests, folder / PAGES, folder, LABELS[topic])
    return figures(judged, requests, crawl.cpu)


def run(one: Contestant, task: Task, python: str, folder: Path, log: Path) -> Process:
    """Run another crawler to its end, or until it has fetched far more pages than it should.

    Raises:
        HangingError: it did not end in time.
        RuntimeError: it ended with an error.
    """
    task.write(folder / "task.json")
    variables = {
        "http_proxy": task.proxy,
        "https_proxy": task.proxy,
        "SCRAPY_SETTINGS_MODULE": "",
        "CRAWL4_AI_BASE_DIRECTORY": str(folder),
    }
    with Processes(folder, variables, python) as processes:
        command = [f"benchmarks.peers.crawlers.{one.module}", "task.json", *one.options]
        process = processes.start(command)
        if process.until(has_pages(log, round(_ENOUGH * task.pages)), _SECONDS):
            process.kill()
        elif process.code:
            raise RuntimeError(f"ended with {process.code}: {last_line(process.output())}")
    return process


def has_pages(log: Path, enough: int, every: float = _LOOK_SECONDS) -> Callable[[], bool]:
    """Return a function that checks whether the server's log has this many HTML pages.

    Args:
        log: the server's log.
        enough: this many pages.
        every: polling interval for the log in seconds.
    """
    looked = time.monotonic()

    def reached() -> bool:
        nonlocal looked
        if time.monotonic() - looked < every:
            return False
        looked = time.monotonic()
        return sum(one.is_page for one in read_log(log)) >= enough

    return reached


def last_line(output: str) -> str:
    """Return the last line of a crawler's output that is not blank."""
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    return lines[-1] if lines else "no output"
