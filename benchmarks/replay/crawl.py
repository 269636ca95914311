"""Running crawls as a user does: a process of its own, whose time and processor time are measured."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.measuring import PROJECT

NO_DELAYS = ("-s", "DOWNLOAD_DELAY=0", "-s", "AUTOTHROTTLE_ENABLED=0")


@dataclass(frozen=True)
class Usage:
    """What a process took.

    Attributes:
        seconds: from start to end.
        cpu: processor seconds, of user and system.
        started: clock time of its start, as the server's log has it.
    """

    seconds: float
    cpu: float
    started: float


def scrapy(arguments: Sequence[str], proxy: str, log: Path, cwd: Path = PROJECT) -> Usage:
    """Run `scrapy ARGUMENTS` through a proxy; ends the program when it fails."""
    environment = {
        **{key: value for key, value in os.environ.items() if key.lower() != "no_proxy"},
        "http_proxy": proxy,
        "https_proxy": proxy,
        "PYTHONPATH": os.pathsep.join(filter(None, (str(PROJECT), os.environ.get("PYTHONPATH")))),
    }
    before, started = resource.getrusage(resource.RUSAGE_CHILDREN), time.time()
    with log.open("wb") as output:
        command = [sys.executable, "-m", "scrapy", *arguments]
        done = subprocess.run(command, cwd=cwd, env=environment, stdout=output, stderr=output)
    after, ended = resource.getrusage(resource.RUSAGE_CHILDREN), time.time()
    if done.returncode:
        sys.exit(f"scrapy ended with {done.returncode}:\n{log.read_text(errors='replace')[-2000:]}")
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Usage(ended - started, cpu, started)


def topic_crawl(
    seeds: Sequence[str],
    database: str,
    page_count: int,
    proxy: str,
    log: Path,
    extra: Sequence[str] = NO_DELAYS,
) -> Usage:
    """Run `scrapy crawl partybuild` from seeds of a replay web.

    Args:
        seeds: addresses to start from.
        database: URL of the corpus.
        page_count: responses after which it ends; robots.txt, redirects and errors count, too.
        proxy: the server of the web.
        log: file for what the crawl says.
        extra: more arguments of scrapy.
    """
    arguments = ["crawl", "partybuild", "-a", f"seeds={','.join(seeds)}"]
    arguments += ["-s", f"TOPICCRAWL_DATABASE_URL={database}", "-s", f"CLOSESPIDER_PAGECOUNT={page_count}"]
    return scrapy([*arguments, *extra], proxy, log)
