"""Run all benchmarks that need the measuring data, one after the other.

    TOPICCRAWL_DATA=FOLDER python -m benchmarks.run_all [--polite]

Takes about six minutes on two cores; --polite adds a crawl with the shipped delays, which takes two more.
"""

from __future__ import annotations

import subprocess
import sys
from time import monotonic

from benchmarks.measuring import PROJECT, arguments, data_folder

RUNS = (
    ("extraction",),
    ("extraction.speed",),
    ("hidden_links",),
    ("relevance.similarity",),
    ("relevance.topics",),
    ("dedup",),
    ("live",),
    ("live", "--renamed"),
    ("live.speed",),
)
POLITE = ("live", "--polite", "--seeds", "2018")


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--polite", action="store_true", help="also the crawl with the shipped delays")
    args = parser.parse_args()
    data_folder("web")
    failed = []
    for run in (*RUNS, POLITE) if args.polite else RUNS:
        name, *options = run
        print(f"== {' '.join(run)}", flush=True)
        start = monotonic()
        if subprocess.run([sys.executable, "-m", f"benchmarks.{name}", *options], cwd=PROJECT).returncode:
            failed.append(" ".join(run))
        print(f"-- {monotonic() - start:.0f} s", flush=True)
    if failed:
        sys.exit(f"failed: {', '.join(failed)}")


if __name__ == "__main__":
    main()
