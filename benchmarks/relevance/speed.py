"""Starts: processor time and memory of a process that loads the topic and scores a title.

    python -m benchmarks.relevance.speed [--repeat N] [--against FOLDER]

With an empty cache and with a filled one, against a process that only imports Scrapy. With --against another
checkout is measured in turn. Writes results/relevance-speed.json.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.measuring import PROJECT, arguments, save_result

RUNS = 3
# The peak is that of the program: ru_maxrss of a new process begins with that of the one that started it.
START = """
import resource
from topiccrawl.relevance import Relevance, Topic
relevance = Relevance(Topic.load("partybuild"))
relevance.score("党员学习党章")
relevance.score("鹿鸣山隧道党员突击队砼")  # words outside the vocabulary
used = resource.getrusage(resource.RUSAGE_SELF)
peak = next(int(line.split()[1]) for line in open("/proc/self/status") if line.startswith("VmHWM"))
print(used.ru_utime + used.ru_stime, peak)
"""
REFERENCE = """
import resource
import scrapy.crawler
used = resource.getrusage(resource.RUSAGE_SELF)
peak = next(int(line.split()[1]) for line in open("/proc/self/status") if line.startswith("VmHWM"))
print(used.ru_utime + used.ru_stime, peak)
"""


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--against", type=Path, metavar="FOLDER", help="another checkout")
    parser.add_argument("--repeat", type=int, default=RUNS, help="times that starts are measured")
    args = parser.parse_args()
    save_result("relevance-speed", {"starts": starts(args.repeat, args.against)})


def starts(repeat: int, against: Path | None) -> dict[str, Any]:
    """Return medians of processor seconds and peak MB, and the same divided by the reference."""
    trees = {"this": PROJECT, **({"against": against.resolve()} if against else {})}
    measured: dict[str, list[list[float]]] = {}
    for _ in range(repeat):
        measured.setdefault("reference", []).append(process(REFERENCE, PROJECT))
        for name, tree in trees.items():
            with TemporaryDirectory(prefix="cache-") as cache:
                for state in ("cold", "warm"):
                    measured.setdefault(f"{name}, {state}", []).append(process(START, tree, cache))
    found = {
        name: {
            "seconds": round(median(row[0] for row in rows), 2),
            "megabytes": round(median(row[1] for row in rows) / 1024),
        }
        for name, rows in measured.items()
    }
    own = found["reference"]
    return {
        name: {**row, **{f"{key} against the reference": round(row[key] / own[key], 2) for key in row}}
        for name, row in found.items()
    }


def process(code: str, tree: Path, cache: str = "") -> list[float]:
    """Run code on a checkout in a new process, and return the numbers it prints."""
    environment = {**os.environ, "PYTHONPATH": str(tree), "OPENBLAS_NUM_THREADS": "1"}
    if cache:
        environment["TOPICCRAWL_CACHE_DIR"] = cache
    ran = subprocess.run(
        [sys.executable, "-c", code], env=environment, cwd=tree, capture_output=True, text=True, check=True
    )
    return [float(value) for value in ran.stdout.split()]


if __name__ == "__main__":
    main()
