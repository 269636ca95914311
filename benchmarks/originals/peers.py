"""MinHash indexes of other packages, and ours, on the same bodies; each in a process of its own.

    python -m benchmarks.originals.peers NAME PAGES

prints the figures of one index as JSON. Times are of the processor, without the making of pages.
"""

from __future__ import annotations

import importlib
import importlib.util
import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from benchmarks.measuring import PROJECT
from benchmarks.originals.pages import pages
from topiccrawl.dedup.fingerprint import fingerprint
from topiccrawl.dedup.memory import MemoryOriginals
from topiccrawl.dedup.repeats import find_or_keep

_THRESHOLD = 0.8
_SAMPLES = 128

Add = Callable[[int, str, str], bool]
"""Adds a page by number, title and text; returns whether it repeats an earlier one."""


def peers(sizes: Sequence[int]) -> Iterator[dict[str, Any]]:
    """Yield the figures of each index that is installed, at each size."""
    for size in sizes:
        for name in INDEXES:
            command = [sys.executable, "-m", "benchmarks.originals.peers", name, str(size)]
            run = subprocess.run(command, stdout=subprocess.PIPE, check=True, cwd=PROJECT)
            if run.stdout:
                yield {"index": name, "pages": size, **json.loads(run.stdout)}


def main(name: str, size: str) -> None:
    """Print the figures of one index; nothing when its package is not installed."""
    if name != "topiccrawl" and importlib.util.find_spec(name) is None:
        return
    add, found, spent = INDEXES[name](), 0, 0.0
    before = _resident()
    for number, (title, text) in enumerate(pages(int(size))):
        start = time.process_time()
        found += add(number, title, text)
        spent += time.process_time() - start
    figures = {
        "found": found,
        "adds_a_processor_second": round(int(size) / spent),
        "resident_mb": round(_resident() - before),
    }
    print(json.dumps(figures))


def _ours() -> Add:
    index = MemoryOriginals()

    def add(number: int, title: str, text: str) -> bool:
        return find_or_keep(fingerprint(title, text), str(number), index, _THRESHOLD) is not None

    return add


def _datasketch() -> Add:
    module = importlib.import_module("datasketch")
    index = module.MinHashLSH(threshold=_THRESHOLD, num_perm=_SAMPLES)

    def add(number: int, title: str, text: str) -> bool:
        own = module.MinHash(num_perm=_SAMPLES)
        own.update_batch([one.encode() for one in _shingles(text)])
        if index.query(own):
            return True
        index.insert(number, own)
        return False

    return add


def _rensa() -> Add:
    module = importlib.import_module("rensa")
    index = module.RMinHashLSH(threshold=_THRESHOLD, num_perm=_SAMPLES, num_bands=16)

    def add(number: int, title: str, text: str) -> bool:
        own = module.RMinHash(num_perm=_SAMPLES, seed=1)
        own.update(list(_shingles(text)))
        if index.query(own):
            return True
        index.insert(number, own)
        return False

    return add


def _shingles(text: str) -> set[str]:
    return {text[at : at + 4] for at in range(max(1, len(text) - 3))}


def _resident() -> int:
    """Return the resident memory of this process in MB."""
    return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * 4096 // 2**20


INDEXES: dict[str, Callable[[], Add]] = {
    "topiccrawl": _ours,
    "datasketch": _datasketch,
    "rensa": _rensa,
}


if __name__ == "__main__":
    main(*sys.argv[1:])
