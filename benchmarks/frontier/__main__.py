"""Speed, file size and memory of the SQLite frontier with up to five million links.

    python -m benchmarks.frontier [--sizes N ...] [--rounds N]

Each size runs in a process of its own with an empty frontier. Links of a thousand hosts, a few large and many
small, are pushed; then the best links are leased and settled, with 16 in flight. The time to make the links
does not count, the last commit does. Seconds depend on the machine and its load; processor time and the
ratios between the sizes of one run depend on it less. Updates results/frontier.json.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import time
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha1
from pathlib import Path
from resource import RUSAGE_SELF, getrusage
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any, Self

from benchmarks.measuring import PROJECT, arguments, show_table, update_result
from topiccrawl.storage.frontier.contract import Entry
from topiccrawl.storage.frontier.sqlite.frontier import SqliteFrontier
from topiccrawl.storage.sqlite.writer import SqliteWriter

SIZES = (10_000, 1_000_000, 5_000_000)
HOSTS = 1_000
MOST_POPPED = 100_000
IN_FLIGHT = 16
CHUNK = 10_000


@dataclass
class Watch:
    """Sums wall-clock and processor seconds of its `with` blocks."""

    clock: float = 0.0
    processor: float = 0.0

    def __enter__(self) -> Self:
        self.clock -= time.perf_counter()
        self.processor -= time.process_time()
        return self

    def __exit__(self, *error: object) -> None:
        self.clock += time.perf_counter()
        self.processor += time.process_time()


def made_links(count: int) -> Iterator[list[Entry[bytes]]]:
    """Yield links as a crawl finds them, in chunks: a URL, a small request and the link's context."""
    rnd = random.Random(count)
    for start in range(0, count, CHUNK):
        links = []
        for number in range(start, min(start + CHUNK, count)):
            host = f"site{int(HOSTS * rnd.random() ** 3)}.example.cn"
            url = f"http://{host}/news/2024/{number % 12:02}/{number:08}/content_{number}.html"
            why = f'{{"anchor":"第{number}条通知","parent":"http://{host}/news/","priority":[0.5,0.25]}}'
            payload = b'{"callback":"parse_page","meta":{"depth":%d}}' % (number % 9)
            key = sha1(url.encode(), usedforsecurity=False).digest()
            links.append(Entry(key, host, rnd.random(), payload, url, why))
        yield links


def measure_sqlite(count: int, folder: Path) -> dict[str, Any]:
    """Return the figures of one size."""
    pushing, popping, remembered, looked_up, opening = (Watch() for _ in range(5))
    with SqliteWriter(folder / "frontier.db") as writer:
        frontier = SqliteFrontier(writer, "bench")
        for links in made_links(count):
            with pushing:
                for link in links:
                    frontier.push(link)
        with pushing:
            frontier.flush()
        with remembered:
            for link in links:
                frontier.push(link)
        popped = min(count, MOST_POPPED)
        with popping:
            pop(frontier, popped)
        assert frontier.counts().done == popped
        frontier.close()
        with opening:
            frontier = SqliteFrontier(writer, "bench")
        with looked_up:
            for link in links:
                frontier.push(link)
        frontier.close()
    return {
        "links": count,
        "push_per_s": round(count / pushing.clock),
        "pop_done_per_s": round(popped / popping.clock),
        "push_cpu_us": round(1e6 * pushing.processor / count, 1),
        "pop_done_cpu_us": round(1e6 * popping.processor / popped, 1),
        "known_push_us": round(1e6 * remembered.clock / len(links), 2),
        "looked_up_push_us": round(1e6 * looked_up.clock / len(links), 2),
        "open_s": round(opening.clock, 2),
        "file_mb": round((folder / "frontier.db").stat().st_size / 1e6, 1),
        "resident_mb": round(getrusage(RUSAGE_SELF).ru_maxrss / 1024, 1),
    }


def pop(frontier: SqliteFrontier, count: int) -> None:
    """Lease and settle links, with some in flight."""
    held: deque[bytes] = deque()
    for _ in range(count):
        entry = frontier.lease(lambda host, score: True)
        assert entry is not None
        held.append(entry.key)
        if len(held) >= IN_FLIGHT:
            frontier.done(held.popleft())
    while held:
        frontier.done(held.popleft())
    frontier.flush()


def in_own_process(count: int) -> dict[str, Any]:
    """Run `measure_sqlite` in a new process, so that its memory is the frontier's."""
    with TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "benchmarks.frontier", "--one", str(count), folder]
        run = subprocess.run(command, cwd=PROJECT, stdout=subprocess.PIPE, text=True, check=True)
        found: dict[str, Any] = json.loads(run.stdout)
        return found


def typical(rounds: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the median of each figure."""
    return {name: median(one[name] for one in rounds) for name in rounds[0]}


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES, help="numbers of links")
    parser.add_argument("--rounds", type=int, default=3, help="measurements of each size; the median counts")
    parser.add_argument("--one", nargs=2, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.one:
        print(json.dumps(measure_sqlite(int(args.one[0]), Path(args.one[1]))))
        return
    # Sizes take turns, so that a busy machine slows all of them.
    rounds = [[in_own_process(size) for size in args.sizes] for _ in range(args.rounds)]
    sizes = [typical(list(one)) for one in zip(*rounds, strict=True)]
    rates = ("push_per_s", "pop_done_per_s", "push_cpu_us", "pop_done_cpu_us")
    first, last = sizes[0], sizes[-1]
    ratios = {f"{name}_last_to_first": round(last[name] / first[name], 2) for name in rates}
    show_table(list(first), [list(size.values()) for size in sizes])
    print(ratios)
    update_result("frontier", {"sqlite": {"rounds": args.rounds, "sizes": sizes, **ratios}})


if __name__ == "__main__":
    main()
