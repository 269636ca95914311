"""How well main texts are extracted: the extractors of the project on the measuring data's real pages.

    TOPICCRAWL_DATA=FOLDER python -m benchmarks.extraction [--extractor article]

Runs the data's own score.py over the bytes of each page. Writes results/extraction.json: mean precision,
recall and F1 of character 4-grams, the share that is basically correct, the share of pages without an
article that are rejected, pages per second.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.measuring import PROJECT, data_folder, save_result, show_table
from topiccrawl.extraction import extract

EXTRACTORS = ("article", "density", "trafilatura")
COLUMNS = ("pages", "P", "R", "F1", "good", "reject", "empty", "errors", "pages/s")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--extractor", action="append", choices=EXTRACTORS, help="only this one (repeatable)")
    args = parser.parse_args()
    names = args.extractor or EXTRACTORS
    figures = {part: score(data_folder(part), names) for part in ("extraction", "extraction-encoding")}
    for part, found in figures.items():
        show_table([part, *COLUMNS], [[name, *(row.get(c) for c in COLUMNS)] for name, row in found.items()])
    save_result("extraction", figures)


def score(pages: Path, names: tuple[str, ...]) -> dict[str, Any]:
    """Figures of each extractor over a folder of page sets."""
    scorer = data_folder("extraction") / "score.py"
    with TemporaryDirectory() as folder:
        out = Path(folder) / "figures.json"
        command = [sys.executable, str(scorer), str(pages), "--raw", "--split", "all", "--json", str(out)]
        for name in names:
            command += ["--extractor", f"benchmarks.extraction:{name}"]
        done = subprocess.run(command, cwd=PROJECT, capture_output=True, text=True)
        if done.returncode:
            sys.exit(f"score.py failed:\n{done.stderr[-2000:]}")
        found = json.loads(out.read_text(encoding="utf-8"))
    rows = {name: found[f"benchmarks.extraction:{name}"]["summary"] for name in names}
    return {
        name: {key: round(value, 4) for key, value in row.items() if value is not None}
        for name, row in rows.items()
    }


def article(page: bytes, url: str | None) -> str:
    """The default extractor, as score.py calls it; metadata is read, too, as in a crawl."""
    return extract(page, url, "article").text


def density(page: bytes, url: str | None) -> str:
    """Text density of lines."""
    return extract(page, url, "density").text


def trafilatura(page: bytes, url: str | None) -> str:
    """The library of that name."""
    return extract(page, url, "trafilatura").text


if __name__ == "__main__":
    main()
