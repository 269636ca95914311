"""What all benchmarks share: where the measuring data is, and where results go."""

from __future__ import annotations

import json
import os
import platform
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

PROJECT = Path(__file__).resolve().parent.parent
RESULTS = Path(__file__).resolve().parent / "results"


def data_folder(part: str) -> Path:
    """A folder of the measuring data that TOPICCRAWL_DATA names; without it, the program ends with a hint."""
    root = os.environ.get("TOPICCRAWL_DATA")
    if not root:
        sys.exit("no measuring data: set TOPICCRAWL_DATA to its folder (the data is not part of the project)")
    folder = Path(root).resolve() / part
    if not folder.is_dir():
        sys.exit(f"TOPICCRAWL_DATA={root}: there is no folder {part!r} in it")
    return folder


def save_result(name: str, figures: Mapping[str, Any]) -> None:
    """Write `results/NAME.json`, with the machine it was measured on."""
    RESULTS.mkdir(exist_ok=True)
    target = RESULTS / f"{name}.json"
    whole = {"machine": machine(), **figures}
    target.write_text(json.dumps(whole, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    print(f"wrote {target.relative_to(PROJECT)}")


def replace_results(name: str, parts: Mapping[str, Any]) -> None:
    """Write parts of `results/NAME.json`; those that were measured another time stay."""
    target = RESULTS / f"{name}.json"
    stored = json.loads(target.read_text(encoding="utf-8")) if target.exists() else {}
    stored.pop("machine", None)
    save_result(name, {**stored, **parts})


def machine() -> dict[str, Any]:
    """What figures depend on."""
    return {
        "python": platform.python_version(),
        "system": platform.system(),
        "architecture": platform.machine(),
        "cores": os.cpu_count(),
    }


def show_table(columns: list[str], rows: list[list[Any]]) -> None:
    """Print rows in columns; None is a dash, fractions have three places."""
    cells = [columns, *([_cell(value) for value in row] for row in rows)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    for row in cells:
        print("  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)))


def _cell(value: Any) -> str:
    if value is None:
        return "-"
    return f"{value:.3f}" if isinstance(value, float) else str(value)
