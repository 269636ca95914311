"""Speed of the default extractor on one core, beside trafilatura and readability-lxml.

    TOPICCRAWL_DATA=FOLDER python -m benchmarks.extraction.speed [--rounds 3]

One process reads each page of the measuring data with all of them in turn, so that a busy machine slows all
alike; seconds are processor time. The project's time includes decoding, body, kind and metadata; trafilatura
(defaults, with metadata) and readability-lxml (summary and title) get decoded text. Peak memory is that of a
process that reads all pages once. Writes results/extraction-speed.json. Needs readability-lxml beside the
project's own requirements.
"""

from __future__ import annotations

import argparse
import logging
import os
import subprocess
import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

from benchmarks.extraction.labelled import page_files
from benchmarks.measuring import PROJECT, arguments, save_result, show_rows
from benchmarks.processes import memory
from topiccrawl.extraction import extract
from topiccrawl.text.encodings.encoding import decode_html

Extractor = Callable[[bytes, str], object]


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--rounds", type=int, default=3, help="rounds over all pages; the median counts")
    parser.add_argument("--memory-of", choices=NAMES, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if find_spec("readability") is None:
        sys.exit("the comparison needs readability-lxml: pip install readability-lxml")
    logging.disable(logging.ERROR)  # both libraries log errors of pages
    paths = page_files()
    if args.memory_of:
        _print_memory(paths, args.memory_of)
        return
    pages = [path.read_bytes() for path in paths]
    seconds = [_round(pages) for _ in range(args.rounds)]
    figures = {name: _figures(name, [spent[name] for spent in seconds], len(pages)) for name in NAMES}
    own = figures["topiccrawl"]["pages_per_second"]
    for row in figures.values():
        row["topiccrawl_times_as_fast"] = round(own / row["pages_per_second"], 2)
    show_rows("", figures)
    save_result("extraction-speed", {"pages": len(pages), "rounds": args.rounds, "extractors": figures})


def _figures(name: str, seconds: list[float], pages: int) -> dict[str, Any]:
    command = [sys.executable, "-m", "benchmarks.extraction.speed", "--memory-of", name]
    done = subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, check=True)
    loaded, peak = map(float, done.stdout.split())
    return {
        "pages_per_second": round(pages / median(seconds), 1),
        "peak_memory_mb": round(peak, 1),
        "of_which_loaded_mb": round(loaded, 1),
    }


def _round(pages: list[bytes]) -> dict[str, float]:
    """Return the processor seconds that each extractor takes for all pages."""
    readers = {name: reader() for name, reader in READERS.items()}
    spent = dict.fromkeys(NAMES, 0.0)
    for page in pages:
        text = decode_html(page).text
        for name, read in readers.items():
            start = process_time()
            read(page, text)
            spent[name] += process_time() - start
    return spent


def _print_memory(paths: list[Path], name: str) -> None:
    """Print the peak memory in MB before and after reading all pages."""
    read = READERS[name]()
    read(b"<p>", "<p></p>")
    before = memory(os.getpid(), "VmHWM")
    for path in paths:
        page = path.read_bytes()
        read(page, decode_html(page).text)
    print(before, memory(os.getpid(), "VmHWM"))


def _topiccrawl() -> Extractor:
    return lambda page, text: extract(page)


def _trafilatura() -> Extractor:
    from trafilatura import bare_extraction

    return lambda page, text: bare_extraction(text, with_metadata=True)


def _readability() -> Extractor:
    from readability import Document

    def read(page: bytes, text: str) -> object:
        try:
            document = Document(text)
            return document.summary(), document.short_title()
        except Exception:  # it raises on pages without a body
            return None

    return read


READERS = {"topiccrawl": _topiccrawl, "trafilatura": _trafilatura, "readability-lxml": _readability}
NAMES = tuple(READERS)

if __name__ == "__main__":
    main()
