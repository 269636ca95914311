"""Real crawls and exports on copies of a corpus file that are damaged.

    python -m benchmarks.attacks.database [--copies 40] [--seed 1] [--code FOLDER] [--name after]

A crawl of the demo web is stopped half-way. In each copy of its file some random bytes or a database page are
changed, or the end is cut off. The same crawl is started again on the copy, then the corpus is exported. The
outcomes are counted:

refused          one line says that the file is damaged, exit code not 0
stopped          the crawl started, found the damage and ended because of it
finished         the crawl ran to its end; `finished_broken`: on a file that fails SQLite's own check
traceback        a traceback on the terminal
text_shown       a line of a page's text on the terminal

An export may also be `same` or `different`: SQLite keeps no checksums, so a changed letter cannot be
detected. `--code` runs another checkout of the project for comparison; the figures of each --name are kept
side by side in results/attacks-database.json.
"""

from __future__ import annotations

import os
import random
import re
import shutil
import sqlite3
import subprocess
import sys
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.measuring import PROJECT, arguments, show_table, update_result
from benchmarks.processes import TIMEOUT
from topiccrawl.demo.articles import load_articles
from topiccrawl.demo.run import crawl_command, crawl_environment
from topiccrawl.demo.server import DemoServer
from topiccrawl.demo.web import DemoWeb, build_web

_PAGES = 60
"""CLOSESPIDER_PAGECOUNT of each crawl."""


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--copies", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--code", type=Path, default=PROJECT, help="folder of the checkout to run")
    parser.add_argument("--name", default="after", help="key of the figures in the result file")
    args = parser.parse_args()
    articles = load_articles()
    paragraphs = [paragraph for article in articles for paragraph in article.paragraphs]
    web = build_web(articles)
    with TemporaryDirectory() as work, DemoServer(web) as server:
        attack = Attack(Path(work), web, server.proxy_url, args.code.resolve(), paragraphs)
        attack.prepare()
        rng = random.Random(args.seed)
        kinds = ("byte", "bytes", "page", "cut")
        outcomes = [attack.one(rng, kinds[number % len(kinds)]) for number in range(args.copies)]
    figures: dict[str, Any] = {"copies": args.copies, "seed": args.seed}
    for what in ("crawl", "export"):
        figures[what] = dict(Counter(outcome[what] for outcome in outcomes).most_common())
    for what in ("traceback", "text_shown", "broken", "finished_broken", "exported_broken"):
        figures[what] = sum(outcome[what] for outcome in outcomes)
    show_table(list(figures), [list(figures.values())])
    update_result("attacks-database", {args.name: figures})


class Attack:
    """Damages copies of one corpus, crawls and exports them."""

    def __init__(self, work: Path, web: DemoWeb, proxy: str, code: Path, paragraphs: list[str]) -> None:
        self._work = work
        self._web = web
        self._environment = crawl_environment(proxy) | {"PYTHONPATH": str(code)}
        self._code = code
        self._pieces = [paragraph[10:40] for paragraph in paragraphs if len(paragraph) > 60]
        self._whole = work / "whole"
        self._whole_export = b""

    def prepare(self) -> None:
        """Crawl half of the web and export the corpus."""
        self._whole.mkdir()
        ended = self._crawl(self._whole)
        if ended.returncode:
            sys.exit(ended.stdout[-2000:])
        _fold_log(self._whole / "corpus.db")
        self._export(self._whole)
        self._whole_export = (self._whole / "out.jsonl").read_bytes()

    def one(self, rng: random.Random, kind: str) -> dict[str, Any]:
        """Damage a copy, crawl and export it."""
        crawled, exported = self._copy("crawled"), self._copy("exported")
        _damage(crawled / "corpus.db", rng, kind)
        shutil.copyfile(crawled / "corpus.db", exported / "corpus.db")
        broken = not _is_whole(exported / "corpus.db")
        crawl, export = self._crawl(crawled), self._export(exported)
        shown = crawl.stdout + export.stdout
        outcome = {
            "crawl": _outcome_of_crawl(crawl),
            "export": self._outcome_of_export(export, exported),
            "traceback": "Traceback (most recent call last)" in shown,
            "text_shown": any(piece in shown for piece in self._pieces),
            "broken": broken,
        }
        outcome["finished_broken"] = broken and outcome["crawl"] == "finished"
        outcome["exported_broken"] = broken and outcome["export"] in ("same", "different")
        print(kind, outcome, flush=True)
        if outcome["traceback"] or outcome["finished_broken"] or outcome["crawl"] == "other":
            print(shown[-1500:], flush=True)
        return outcome

    def _copy(self, name: str) -> Path:
        folder = self._work / name
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        shutil.copyfile(self._whole / "corpus.db", folder / "corpus.db")
        return folder

    def _crawl(self, folder: Path) -> subprocess.CompletedProcess[str]:
        command = crawl_command(self._web.homes, folder)
        return self._run([*command, "-s", f"CLOSESPIDER_PAGECOUNT={_PAGES}"])

    def _export(self, folder: Path) -> subprocess.CompletedProcess[str]:
        return self._run(
            [
                *(sys.executable, "-m", "topiccrawl", "export", "--topic", "partybuild"),
                *("--database", f"sqlite:///{folder / 'corpus.db'}", "--out", str(folder / "out.jsonl")),
            ]
        )

    def _run(self, command: list[str]) -> subprocess.CompletedProcess[str]:
        try:
            return subprocess.run(
                command,
                cwd=self._code,
                env=self._environment,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                errors="replace",
                timeout=TIMEOUT,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return subprocess.CompletedProcess(command, -1, "hangs", "")

    def _outcome_of_export(self, ended: subprocess.CompletedProcess[str], folder: Path) -> str:
        out = folder / "out.jsonl"
        if ended.returncode == 0:
            return "same" if out.exists() and out.read_bytes() == self._whole_export else "different"
        lines = ended.stdout.strip().splitlines()
        if out.exists():
            return "half"
        return "refused" if len(lines) == 1 and lines[0].startswith("topiccrawl: ") else "other"


def _outcome_of_crawl(ended: subprocess.CompletedProcess[str]) -> str:
    if ended.stdout == "hangs":
        return "hangs"
    reasons = re.findall(r"Spider closed \((\w+)\)", ended.stdout)
    if "database_unavailable" in reasons:
        return "stopped"
    if {"finished", "closespider_pagecount"} & set(reasons):
        return "finished"
    return "refused" if ended.returncode and "corpus.db" in ended.stdout else "other"


def _damage(file: Path, rng: random.Random, kind: str) -> None:
    data = bytearray(file.read_bytes())
    if kind == "cut":
        del data[rng.randrange(len(data)) :]
    elif kind == "page":
        at = 4096 * rng.randrange(len(data) // 4096)
        data[at : at + 4096] = rng.randbytes(4096)
    else:
        for _ in range(1 if kind == "byte" else rng.randint(10, 200)):
            data[rng.randrange(len(data))] ^= rng.randint(1, 255)
    file.write_bytes(data)


def _fold_log(file: Path) -> None:
    connection = sqlite3.connect(file)
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    for beside in ("-wal", "-shm"):
        Path(f"{file}{beside}").unlink(missing_ok=True)


def _is_whole(file: Path) -> bool:
    """Return whether a copy passes SQLite's check; the check may create files beside it."""
    copy = file.with_name("checked.db")
    shutil.copyfile(file, copy)
    try:
        connection = sqlite3.connect(copy)
        connection.text_factory = bytes  # damaged names are not UTF-8
        try:
            return bool(connection.execute("PRAGMA quick_check(1)").fetchone() == (b"ok",))
        finally:
            connection.close()
    except (sqlite3.Error, UnicodeDecodeError):  # an error may quote a damaged name
        return False
    finally:
        for name in (copy, *(Path(f"{copy}{end}") for end in ("-wal", "-shm"))):
            name.unlink(missing_ok=True)


if __name__ == "__main__":
    os.environ.setdefault("PYTHONHASHSEED", "0")
    main()
