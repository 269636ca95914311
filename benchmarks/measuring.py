"""Shared by all benchmarks: arguments, the measuring data, work folders, tables and result files."""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from topiccrawl.supervision.blas import use_one_thread

PROJECT = Path(__file__).resolve().parent.parent
RESULTS = Path(__file__).resolve().parent / "results"
WEBS = (2018, 1, 2)
"""Seeds of the replay webs that figures are measured on."""


def arguments(description: str | None) -> argparse.ArgumentParser:
    """Return a parser whose help is the docstring of a benchmark."""
    use_one_thread()  # as commands and crawls
    return argparse.ArgumentParser(
        description=description, formatter_class=argparse.RawDescriptionHelpFormatter
    )


def add_sets(parser: argparse.ArgumentParser, names: Collection[str]) -> None:
    """Add positional arguments that choose sets of a benchmark by name; the default is all of them."""

    def known(name: str) -> str:
        if name not in names:
            raise argparse.ArgumentTypeError(f"no set {name!r}; choose from {', '.join(names)}")
        return name

    parser.add_argument(
        "sets", nargs="*", type=known, default=list(names), metavar="SET", help=f"of {', '.join(names)}"
    )


def add_webs(parser: argparse.ArgumentParser) -> None:
    """Add the option that chooses replay webs."""
    parser.add_argument("--seeds", type=int, nargs="+", default=list(WEBS), help="webs to build, by number")


def data_folder(part: str) -> Path:
    """Return a folder of the measuring data in TOPICCRAWL_DATA; exit with a hint without it."""
    root = os.environ.get("TOPICCRAWL_DATA")
    if not root:
        sys.exit("no measuring data: set TOPICCRAWL_DATA to its folder (the data is not part of the project)")
    folder = Path(root).resolve() / part
    if not folder.is_dir():
        sys.exit(f"TOPICCRAWL_DATA={root}: there is no folder {part!r} in it")
    return folder


@contextmanager
def work_folder(keep: Path | None = None) -> Iterator[Path]:
    """Create the folder to keep, or a temporary one."""
    if keep is not None:
        keep.mkdir(parents=True, exist_ok=True)
        yield keep.resolve()
        return
    with TemporaryDirectory(prefix="benchmark-") as folder:
        yield Path(folder)


def save_result(name: str, figures: Mapping[str, Any]) -> None:
    """Write `results/NAME.json`, with the machine it was measured on."""
    target = RESULTS / f"{name}.json"
    whole = {"machine": machine(), **figures}
    target.write_text(json.dumps(whole, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    print(f"wrote {target.relative_to(PROJECT)}")


def read_result(name: str) -> dict[str, Any]:
    """Return the figures in `results/NAME.json` without the machine; an empty dict without the file."""
    target = RESULTS / f"{name}.json"
    stored: dict[str, Any] = json.loads(target.read_text(encoding="utf-8")) if target.exists() else {}
    stored.pop("machine", None)
    return stored


def update_result(name: str, parts: Mapping[str, Any]) -> None:
    """Write parts of `results/NAME.json` and keep the others, which were measured at another time."""
    save_result(name, {**read_result(name), **parts})


def machine() -> dict[str, Any]:
    """Return the properties of the machine that figures depend on."""
    return {
        "python": platform.python_version(),
        "system": platform.system(),
        "architecture": platform.machine(),
        "cores": os.cpu_count(),
    }


def show_table(columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
    """Print rows in columns; None is a dash, fractions have three places."""
    cells = [list(columns), *([_cell(value) for value in row] for row in rows)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    for row in cells:
        print("  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)))


def show_rows(name: str, rows: Mapping[Any, Mapping[str, Any]], columns: Sequence[str] = ()) -> None:
    """Print a table with a row for each entry; the columns are those of the first one unless given."""
    columns = columns or list(next(iter(rows.values()), {}))
    show_table([name, *columns], [[key, *map(row.get, columns)] for key, row in rows.items()])


def _cell(value: Any) -> str:
    if value is None:
        return "-"
    return f"{value:.3f}" if isinstance(value, float) else str(value)
