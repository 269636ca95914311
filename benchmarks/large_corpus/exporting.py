"""Export a corpus in each format with kills, and count the rows of what was written."""

from __future__ import annotations

import csv
import importlib
import json
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from backports import zstd

from benchmarks.large_corpus.storing import TOPIC
from topiccrawl.corpus.sources.warc import warc_responses


def measure(url: str, out: Path, count: Callable[[Path], list[str]], kills: int) -> dict[str, Any]:
    """Export to a file or folder at once, then with kills spread over that time; count what is in it.

    Args:
        url: database.
        out: the file or folder.
        count: reads the URLs in it.
        kills: number of kills.
    """
    command = ["export", "-t", TOPIC, "--database", url, "-o", str(out)]
    command += ["--format", "dataset"] if out.suffix == ".dataset" else []
    seconds, peak = run(command)
    for number in range(kills):
        run(command, kill_after=seconds * (number + 1) / (kills + 1))
    if kills:
        run(command)
    urls = count(out)
    files = out.rglob("*") if out.is_dir() else [out]
    return {
        "rows": len(urls),
        "rows_a_second": round(len(urls) / seconds),
        "mb_peak": round(peak),
        "mb_written": round(sum(file.stat().st_size for file in files if file.is_file()) / 1e6),
        "kills": kills,
        "doubled": len(urls) - len(set(urls)),
    }


_WITH_PEAK = """
import sys
from pathlib import Path
from topiccrawl.cli import main
code = main(sys.argv[1:])
peak = next(line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmHWM"))
print(peak.split()[1])
sys.exit(code)
"""
"""Runs a command and prints its peak memory; that of `wait4` counts the parent's memory as well."""


def run(command: Sequence[str], kill_after: float | None = None) -> tuple[float, float]:
    """Run a command of topiccrawl; return its seconds and its peak memory in MB."""
    started = time.monotonic()
    words = [sys.executable, "-c", _WITH_PEAK, *command]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        if kill_after is not None:
            time.sleep(kill_after)
            process.kill()
        told, _ = process.communicate()
    if kill_after is not None:
        return 0.0, 0.0
    if process.returncode:
        sys.exit(f"exit status {process.returncode}: topiccrawl {' '.join(command)}")
    return time.monotonic() - started, int(told.split()[-1]) / 1000


def _parquet_urls(path: Path) -> list[str]:
    parquet = importlib.import_module("pyarrow.parquet")

    files = sorted(path.glob("data/*.parquet")) if path.is_dir() else [path]
    return [url for file in files for url in parquet.read_table(file, columns=["url"])["url"].to_pylist()]


def _json_urls(path: Path) -> list[str]:
    opener: Any = zstd.open if path.suffix == ".zst" else open
    with opener(path, "rt", encoding="utf-8") as lines:
        return [json.loads(line)["url"] for line in lines]


def _csv_urls(path: Path) -> list[str]:
    with path.open(encoding="utf-8-sig", newline="") as file:
        return [row["url"] for row in csv.DictReader(file)]


def _excel_urls(path: Path) -> list[str]:
    from python_calamine import CalamineWorkbook

    return [str(row[0]) for row in CalamineWorkbook.from_path(str(path)).get_sheet_by_index(0).iter_rows()][
        1:
    ]


COUNT: dict[str, Callable[[Path], list[str]]] = {
    "jsonl": _json_urls,
    "jsonl.zst": _json_urls,
    "csv": _csv_urls,
    "parquet": _parquet_urls,
    "dataset": _parquet_urls,
    "xlsx": _excel_urls,
    "warc.gz": lambda path: [found.url for found in warc_responses(path)],
}
"""Reads the URLs of an export, by ending."""
