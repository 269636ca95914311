"""Run the demo: serve the demo web, crawl it with the real spider, print the results."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from sqlalchemy import select

from topiccrawl.demo.articles import load_articles
from topiccrawl.demo.report import DemoReport, format_report, measure
from topiccrawl.demo.server import DemoServer
from topiccrawl.demo.web import build_web
from topiccrawl.messages import message
from topiccrawl.reporting.figures import Figures
from topiccrawl.reporting.terminal import is_terminal
from topiccrawl.storage.pages.existing import existing_corpus
from topiccrawl.storage.schema import runs
from topiccrawl.text.language import say

DATABASE = "corpus.db"
"""SQLite file with the corpus and the frontier."""

CORPUS = "corpus.jsonl"
"""File of the exported corpus, one JSON object per line."""

LOG = "crawl.log"
"""Log file of the crawl and the export."""

_CHECKOUT = Path(__file__).parents[2]
_LAST_LINES = 20


def run_demo(directory: Path) -> DemoReport:
    """Crawl the demo web into `directory`, print the report and the paths of the files.

    The files of an earlier demo (`corpus.db`, `corpus.jsonl`, `crawl.log`) are replaced.

    Args:
        directory: folder of the files; created when missing.

    Raises:
        RuntimeError: the crawl or the export failed; the message has the end of the log.
        ValueError: the directory has the corpus of another crawl.
    """
    directory = directory.resolve()
    directory.mkdir(parents=True, exist_ok=True)
    # Other crawls use the same name for their corpus, but have no log beside it.
    if (directory / DATABASE).exists() and not (directory / LOG).exists():
        raise ValueError(
            message(
                "{file}: not from a demo, as there is no {log}; use another folder",
                file=directory / DATABASE,
                log=LOG,
            )
        )
    for name in (DATABASE, f"{DATABASE}-wal", f"{DATABASE}-shm", CORPUS, LOG):
        (directory / name).unlink(missing_ok=True)
    web = build_web(load_articles())
    log = directory / LOG
    with DemoServer(web) as server:
        _crawl(crawl_command(web.homes, directory), log, crawl_environment(server.proxy_url))
    _run(export_command(directory), log, dict(os.environ))
    report = measure(web, server.requests, _read(directory / CORPUS))
    print(format_report(report, _figures(directory)))
    for words, name in ((say("database"), DATABASE), (say("corpus"), CORPUS), (say("log"), LOG)):
        print(f"{words}: {directory / name}")
    return report


def crawl_command(seeds: Sequence[str], directory: Path) -> list[str]:
    """Return the command of the crawl: that of a user, without delays between requests."""
    settings = {
        "TOPICCRAWL_DATABASE_URL": _database_url(directory),
        "DOWNLOAD_DELAY": "0",
        "AUTOTHROTTLE_ENABLED": "False",
        "CLOSESPIDER_PAGECOUNT": "600",
        "TOPICCRAWL_ALLOW_PRIVATE": "True",
    }
    command = [sys.executable, "-m", "scrapy", "crawl", "partybuild", "-a", f"seeds={','.join(seeds)}"]
    for name, value in settings.items():
        command += ["-s", f"{name}={value}"]
    return command


def export_command(directory: Path) -> list[str]:
    """Return the command of the export."""
    return [
        *(sys.executable, "-m", "topiccrawl", "export"),
        *("--database", _database_url(directory)),
        *("--topic", "partybuild"),
        *("--format", "jsonl"),
        *("--out", str(directory / CORPUS)),
    ]


def crawl_environment(proxy_url: str) -> dict[str, str]:
    """Return the environment of this process with all HTTP requests going to the proxy."""
    kept = {name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy")}
    # An installed package has no scrapy.cfg beside it.
    kept |= {"SCRAPY_SETTINGS_MODULE": "topiccrawl.settings"}
    return {**kept, "http_proxy": proxy_url, "https_proxy": proxy_url}


def _crawl(command: Sequence[str], log: Path, environment: dict[str, str]) -> None:
    """Crawl; on a terminal, show the live line and the summary there and write the log only to its file."""
    if is_terminal():
        _run([*command, "--logfile", str(log)], log, environment, shown=True)
    else:
        _run(command, log, environment)


def _figures(directory: Path) -> Figures:
    """Return the figures of the crawl from the table of runs."""
    with existing_corpus(_database_url(directory)) as store:
        (run,) = store.fetch(select(runs.c.stats))
    return Figures.of(json.loads(run["stats"]))


def _run(command: Sequence[str], log: Path, environment: dict[str, str], shown: bool = False) -> None:
    with log.open("ab") as output:
        errors = None if shown else subprocess.STDOUT
        ended = subprocess.run(  # noqa: S603 - a fixed command, without a shell
            command, cwd=_CHECKOUT, env=environment, stdout=output, stderr=errors, check=False
        )
    if ended.returncode != 0:
        end = "\n".join(log.read_text(encoding="utf-8", errors="replace").splitlines()[-_LAST_LINES:])
        raise RuntimeError(f"{' '.join(command[1:4])} ended with {ended.returncode}; end of {log}:\n{end}")


def _database_url(directory: Path) -> str:
    return f"sqlite:///{directory / DATABASE}"


def _read(corpus: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in corpus.read_text(encoding="utf-8").splitlines() if line.strip()]
