"""The steps of docs/vocabulary.md, timed: from two whole sites to a topic that can be crawled.

    TOPICCRAWL_DATA=FOLDER python -m benchmarks.vocabulary [--seed 2018] [--web FOLDER] [--work FOLDER]

Crawls the two sites of the field `overseas` on a large replay web with the strategy `whole-site`, exports the
texts, and takes the steps that the page describes, each with the command that a user types. The decisions are
typed into the real picker in a pseudo-terminal. The expert who decides is the list of the shipped topic: of
the first rows of each table, and of those that searches show, its words are taken and all others left out.
Then `topiccrawl topic check` reads the new topic, which judges documents of another web.

seconds      wall-clock time, by command; no person was timed
keys         keys typed in all pickers, and the minutes they take at 1.5 seconds each
content      different words without function words and stop words, of all different words
documents    how well the topic, as `build` writes it, separates documents of another web

Writes results/vocabulary.json.
"""

from __future__ import annotations

import os
import pty
import select
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks.live.crawl import crawl_topic
from benchmarks.live.web import ReplayWeb, build, serve
from benchmarks.measuring import arguments, data_folder, save_result, show_table, work_folder
from benchmarks.relevance.cold import judge, unseen
from topiccrawl.priority.focus import Focus
from topiccrawl.relevance import Topic
from topiccrawl.text.segment import default_segmenter
from topiccrawl.text.sources import TextSource
from topiccrawl.vocabulary.candidates import CandidateTable

FIRST_ROWS = {"words.tsv": 200, "new-words.tsv": 100, "suggestions.tsv": 120}
"""Rows of each table that are decided from the top."""
SEARCHES = {
    "words.tsv": ("侨", "华", "领", "籍"),
    "new-words.tsv": ("侨", "华"),
    "suggestions.tsv": ("侨", "华"),
}
"""Searches made afterwards."""
SECONDS_A_KEY = 1.5
JUDGED_WEB = 7
_WHERE_IS_THE_CURSOR = b"\x1b[6n"
_ESCAPE = "\x1b"
_AFTER_ESCAPE = 0.7
"""Seconds after which a terminal takes Escape for a key and not for the beginning of another key."""


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--seed", type=int, default=2018, help="web whose sites are crawled")
    parser.add_argument("--web", type=Path, help="use this built web")
    parser.add_argument("--judged", type=Path, help=f"built web {JUDGED_WEB}, whose documents are judged")
    parser.add_argument("--work", type=Path, help="keep the texts, the tables and the topic here")
    args = parser.parse_args()
    data_folder("web")
    with work_folder(args.work) as work:
        web = ReplayWeb(args.web, args.seed) if args.web else build(args.seed, work, preset="large")
        judged = args.judged or build(JUDGED_WEB, work, preset="large").folder
        figures = Journey(work / "path", web).made()
        found = judge(Focus(Topic.load(work / "path" / "field")), unseen(judged, "qiao", 120))
    figures["documents"] = found["verdicts"]
    save_result("vocabulary", figures)
    show_table(("step", "seconds"), list(figures["seconds"].items()))
    print({name: value for name, value in figures.items() if name != "seconds"})


class Journey:
    """The steps from sites to a topic.

    Args:
        folder: for all files.
        web: the web with the sites.
    """

    def __init__(self, folder: Path, web: ReplayWeb) -> None:
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        self._folder = folder
        self._web = web
        self._expert = frozenset(Topic.load("overseas").words)
        self._seconds: dict[str, float] = {}
        self._keys = 0
        self._taken = 0

    def made(self) -> dict[str, Any]:
        """Take all steps; return the figures."""
        self._crawl()
        self._run(
            "export", "export", "--topic", "overseas", "--database", self._database, "--out", "sites.jsonl"
        )
        documents, content, different = self._words()
        self._run("count", "vocabulary", "count", "sites.jsonl")
        self._pick("words.tsv")
        self._run("discover", "vocabulary", "discover", "sites.jsonl")
        self._pick("new-words.tsv")
        tables = ["words.tsv", "new-words.tsv"]
        self._run("expand", "vocabulary", "expand", *tables, "--texts", "sites.jsonl")
        self._pick("suggestions.tsv")
        seeds = self._folder / "seeds.txt"
        seeds.write_text("\n".join(self._web.seeds("qiao")) + "\n", encoding="utf-8")
        options = ("--out", "field", "--title", "侨情", "--seeds", "seeds.txt", "--texts", "sites.jsonl")
        self._run("build", "vocabulary", "build", *tables, "suggestions.tsv", *options)
        self._run("check", "topic", "check", "field")
        commands = sum(self._seconds.values())
        return {
            "texts": documents,
            "content": content,
            "different": different,
            "taken": self._taken,
            "words": len(Topic.load(self._folder / "field").words),
            "keys": self._keys,
            "minutes": round((commands + SECONDS_A_KEY * self._keys) / 60, 1),
            "seconds": {name: round(seconds, 1) for name, seconds in self._seconds.items()},
        }

    @property
    def _database(self) -> str:
        return f"sqlite:///{self._folder / 'corpus.db'}"

    def _crawl(self) -> None:
        """Crawl the sites whole."""
        began = time.perf_counter()
        with serve(self._web, self._folder / "access.tsv") as proxy:
            seeds, folder = self._web.seeds("qiao"), self._folder / "run"
            whole = ("-a", "strategy=whole-site")
            crawl_topic(seeds, self._database, 10_000, proxy, folder, options=whole, topic="overseas")
        self._seconds["crawl without delays"] = time.perf_counter() - began

    def _run(self, name: str, *words: str) -> None:
        began = time.perf_counter()
        subprocess.run([sys.executable, "-m", "topiccrawl", *words], cwd=self._folder, check=True)
        self._seconds[name] = time.perf_counter() - began

    def _words(self) -> tuple[int, int, int]:
        """Return the number of texts, and of different words: without function words, and in all."""
        segmenter = default_segmenter()
        content: set[str] = set()
        different: set[str] = set()
        documents = list(TextSource(self._folder / "sites.jsonl"))
        for document in documents:
            content.update(segmenter.content_words(document.text))
            different.update(word for word in segmenter.words(document.text) if word[0].isalnum())
        return len(documents), len(content), len(different)

    def _pick(self, table: str) -> None:
        """Decide about the rows of a table in the picker."""
        file = self._folder / table
        rows = [row["word"] for row in CandidateTable.read(file).rows]
        first = rows[: FIRST_ROWS[table]]
        keys = [*map(self._decision, first), "o"]
        open_rows = rows[len(first) :]
        for text in SEARCHES[table]:
            shown = [word for word in open_rows if text in word]
            open_rows = [word for word in open_rows if text not in word]
            keys += ["/", text, "\r", *map(self._decision, shown), _ESCAPE]
        began = time.perf_counter()
        _typed([sys.executable, "-m", "topiccrawl", "vocabulary", "pick", str(file)], [*keys, "q"])
        self._seconds[f"picker, {table}"] = time.perf_counter() - began
        self._keys += len(keys) + 1
        picks = [row["pick"] for row in CandidateTable.read(file).rows]
        decided = len(rows) - len(open_rows)
        if sum(map(bool, picks)) != decided:
            raise RuntimeError(f"{table}: {sum(map(bool, picks))} of {decided} decisions arrived")
        self._taken += picks.count("y")

    def _decision(self, word: str) -> str:
        return "y" if word in self._expert else "n"


def _typed(command: Sequence[str], keys: Sequence[str]) -> None:
    """Type keys into a program in a pseudo-terminal, and wait for its end."""
    process, terminal = pty.fork()
    if not process:  # the child
        os.execve(command[0], list(command), {**os.environ, "TERM": "xterm-256color", "LANG": "C.UTF-8"})
    waiting = list(keys)
    seen, drawn, quiet = b"", False, 0.05
    while True:
        ready, _, _ = select.select([terminal], [], [], quiet)
        if ready:
            try:
                read = os.read(terminal, 65536)
            except OSError:  # the program has ended
                break
            seen = b"" if drawn else seen + read
            drawn = drawn or b"y take" in seen
            if _WHERE_IS_THE_CURSOR in read:
                os.write(terminal, b"\x1b[1;1R")
        elif waiting and drawn:  # it waits for keys
            quiet = _AFTER_ESCAPE if waiting[0] == _ESCAPE else 0.05
            os.write(terminal, waiting.pop(0).encode())
            while waiting and waiting[0] in "yn":
                os.write(terminal, waiting.pop(0).encode())
    _, status = os.waitpid(process, 0)
    os.close(terminal)
    if code := os.waitstatus_to_exitcode(status):
        raise RuntimeError(f"exit status {code}: {' '.join(command)}")


if __name__ == "__main__":
    main()
