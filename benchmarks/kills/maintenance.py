"""`topiccrawl clean`, `import` and `stories`, killed at random moments and started again, against whole runs.

    python -m benchmarks.kills.maintenance [--pages 5000] [--kills 10] [--seed 1]

Makes a corpus (`benchmarks/kills/corpus.py`; one page in twenty is a duplicate) and cleans two copies of
it: one at once, and one with --kills SIGKILLs at moments spread over the whole run. The same with imports of
an export of the cleaned corpus, and with the stories of the cleaned corpus. The rows of all tables of pages,
or of stories, must then be equal, ids included. Writes results/kills-maintenance.json.
"""

from __future__ import annotations

import hashlib
import random
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from benchmarks.kills.corpus import write_pages
from benchmarks.measuring import arguments, save_result, show_table, work_folder
from benchmarks.sites.site import write_topic

TOPIC = "tea"
TABLES = ("pages", "sources", "duplicates", "sketches", "sketch_hashes", "title_terms")
STORIES = ("events", "event_pages", "event_people", "event_relations", "reposts", "propagation")
LOCAL = {"pages": {"run_id"}}
"""Columns that may differ: an import of several runs has their ids."""


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--pages", type=int, default=5000)
    parser.add_argument("--kills", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--work", type=Path, help="keep the databases in this folder")
    args = parser.parse_args()
    rng = random.Random(args.seed)
    with work_folder(args.work) as folder:
        topic = folder / "topics" / TOPIC
        write_topic(topic, "http://h0.invalid/")
        base = folder / "base.db"
        write_pages(f"sqlite:///{base}", TOPIC, args.pages)
        whole, killed = (Path(shutil.copy(base, folder / name)) for name in ("whole.db", "killed.db"))
        words = ["clean", "-t", str(topic), "--database"]
        figures = {"clean": compare(words, whole, killed, args.kills, rng)}
        pages = folder / "pages.jsonl"
        run_whole(["export", "-t", TOPIC, "--database", f"sqlite:///{whole}", "-o", str(pages)])
        words = ["import", str(pages), "-t", str(topic), "--keep-all", "--database"]
        names = (folder / "imported.db", folder / "imported-killed.db")
        figures["import"] = compare(words, *names, args.kills, rng)
        one, other = (Path(shutil.copy(whole, folder / name)) for name in ("stories.db", "stories-killed.db"))
        words = ["stories", TOPIC, "--database"]
        figures["stories"] = compare(words, one, other, args.kills, rng, (*TABLES, *STORIES))
    show_table(["command", *figures["clean"]], [[name, *found.values()] for name, found in figures.items()])
    save_result("kills-maintenance", {"pages": args.pages, **figures})
    if any(found["different"] for found in figures.values()):
        sys.exit("FAULTS")


def run_whole(words: Sequence[str]) -> float:
    """Run a command of topiccrawl to its end; return its seconds."""
    started = time.monotonic()
    subprocess.run([sys.executable, "-m", "topiccrawl", *words], check=True, stdout=subprocess.DEVNULL)
    return time.monotonic() - started


def compare(
    words: Sequence[str],
    whole: Path,
    killed: Path,
    kills: int,
    rng: random.Random,
    tables: Sequence[str] = TABLES,
) -> dict[str, Any]:
    """Run a command on two databases, one of them with kills; return what differs."""
    seconds = run_whole([*words, f"sqlite:///{whole}"])
    command = [*words, f"sqlite:///{killed}"]
    reached = sum(kill(command, rng.uniform(0.5, seconds)) for _ in range(kills))
    run_whole(command)
    found = {table: (digest(whole, table), digest(killed, table)) for table in tables}
    return {
        "rows": found["pages"][0][0],
        "rows_a_second": round(found["pages"][0][0] / seconds),
        "kills": reached,
        "duplicates": found["duplicates"][0][0],
        "different": [table for table, (one, other) in found.items() if one != other],
    }


def kill(command: Sequence[str], after: float) -> bool:
    """Start a command and kill it; return whether it still ran."""
    words = [sys.executable, "-m", "topiccrawl", *command]
    with subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        time.sleep(after)
        alive = process.poll() is None
        process.kill()
    return alive


def digest(database: Path, table: str) -> tuple[int, str]:
    """Return the number of rows of a table, and a digest of their values in any order."""
    with closing(sqlite3.connect(database)) as connection:
        names = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
        chosen = ", ".join(sorted(set(names) - LOCAL.get(table, set())))
        rows = connection.execute(f"SELECT {chosen} FROM {table}")
        digests = [hashlib.blake2b(repr(_rounded(row)).encode(), digest_size=16).digest() for row in rows]
    return len(digests), hashlib.blake2b(b"".join(sorted(digests)), digest_size=8).hexdigest()


def _rounded(row: Sequence[object]) -> list[object]:
    """Return a row with rounded numbers: sums of floats differ in the last digit from process to process."""
    return [round(value, 9) if isinstance(value, float) else value for value in row]


if __name__ == "__main__":
    main()
