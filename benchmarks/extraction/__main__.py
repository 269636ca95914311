"""Quality of extraction: all extractors of the project on the measuring data's real pages.

    TOPICCRAWL_DATA=FOLDER python -m benchmarks.extraction [--extractor article]

Runs the data's own score.py on the bytes of each page. Writes results/extraction.json: mean precision, recall
and F1 of character 4-grams, F1 of snippets that must or must not occur, the shares of bodies that are right,
have surplus text or miss text, the share of pages without an article that are rejected, pages per second.
Forum pages, which the means leave out, have a table of their own. So have bodies under 200 characters
(short), which are in the first table as well. Of extractors that were not run the file keeps the figures.
Clusters are fitted to pages of the same data; the last line gives their figures on pages of sites they were
not fitted to.
"""

from __future__ import annotations

import json
import re
import statistics
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.extraction.labelled import FORUM, labelled_pages
from benchmarks.measuring import (
    PROJECT,
    arguments,
    data_folder,
    read_result,
    save_result,
    show_rows,
    show_table,
)
from topiccrawl.errors import BrowserMissingError
from topiccrawl.extraction import EXTRACTORS
from topiccrawl.extraction.clustering.fit import fit_pages
from topiccrawl.extraction.visual.browser import shared_browser

SHORT = "short"
"""The data's category of bodies under 200 characters."""
RIGHT = 0.9
"""F1 from which score.py counts a body as basically correct."""

COLUMNS = (
    *("pages", "P", "R", "F1", "snippet F1", "right", "surplus", "missing"),
    *("reject", "empty", "errors", "pages/s", "slowest"),
)
BY_SET = ("F1", "snippet F1", "right", "reject")
SetRows = dict[str, dict[str, float]]


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--extractor", action="append", choices=EXTRACTORS, help="only this one (repeatable)")
    names = _available(parser.parse_args().extractor or list(EXTRACTORS))
    figures: dict[str, Any] = {}
    for part in ("extraction", "extraction-encoding"):
        pages = score(data_folder(part), names)
        figures[part] = {name: summary([page for page in rows if page["set"] != FORUM])
                         for name, rows in pages.items()}  # fmt: skip
        _show(part, figures[part])
        if part == "extraction":
            forum = {name: [page for page in rows if page["set"] == FORUM] for name, rows in pages.items()}
            figures["forum"] = {name: summary(rows) for name, rows in forum.items() if rows}
            _show("forum", figures["forum"])
            short = {
                name: [page for page in rows if page["category"] == SHORT] for name, rows in pages.items()
            }
            figures["short"] = {name: summary(rows) for name, rows in short.items() if rows}
            _show("short", figures["short"])
            figures["sets"] = {name: by_set(rows) for name, rows in pages.items()}
            _show_sets(figures["sets"])
    if "clustering" in names:
        fit = fit_pages(labelled_pages())
        figures["clustering on other sites"] = {"F1": round(fit.f1, 4), "right": round(fit.right, 4)}
        print(f"clustering, fitted to other sites only: F1 {fit.f1:.3f}, right {fit.right:.3f}")
    save_result("extraction", merged(read_result("extraction"), figures))


def merged(before: dict[str, Any], figures: dict[str, Any]) -> dict[str, Any]:
    """Return figures by part and extractor, the new ones in place of the earlier ones."""
    return before | {
        part: before.get(part, {}) | rows if part != "clustering on other sites" else rows
        for part, rows in figures.items()
    }


def _available(names: Sequence[str]) -> list[str]:
    """Return the extractors that run on this machine."""
    if "visual-browser" in names:
        try:
            shared_browser()
        except BrowserMissingError as missing:
            print(f"without visual-browser: {missing}")
            return [name for name in names if name != "visual-browser"]
    return list(names)


def score(pages: Path, names: Sequence[str]) -> dict[str, list[dict[str, Any]]]:
    """Run score.py on a folder of page sets; return its figures of each page by extractor."""
    scorer = data_folder("extraction") / "score.py"
    with TemporaryDirectory() as folder:
        out = Path(folder) / "figures.json"
        command = [sys.executable, str(scorer), str(pages), "--raw", "--split", "all", "--json", str(out)]
        for name in names:
            command += ["--extractor", function_of(name)]
        done = subprocess.run(command, cwd=PROJECT, capture_output=True, text=True)
        if done.returncode:
            sys.exit(f"score.py failed:\n{done.stderr[-2000:]}")
        found = json.loads(out.read_text(encoding="utf-8"))
    return {name: found[function_of(name)]["pages"] for name in names}


def function_of(name: str) -> str:
    """Return how score.py calls an extractor: MODULE:FUNCTION."""
    return f"benchmarks.extraction.extractors:{re.sub('[-:]', '_', name)}"


def summary(pages: Sequence[dict[str, Any]]) -> dict[str, float]:
    """Return one row of figures: shares and means, pages per second, the slowest page in seconds.

    Right are the bodies that score.py calls basically correct. Of the others, those with a precision below
    their recall have surplus text, the rest miss text. Paper C counts right bodies and bodies with surplus.
    """
    bodies = [page["prf"] for page in pages if "prf" in page]
    articles = [page for page in pages if page["category"] != "noarticle"]
    rejects = [page["correct"] for page in pages if page["category"] == "noarticle"]
    precision, recall, f1 = ([body[part] for body in bodies] for part in range(3))
    found, lacking, unwanted = (sum(page["snippets"][part] for page in articles) for part in range(3))
    row = {
        "pages": len(pages),
        "P": statistics.mean(precision),
        "R": statistics.mean(recall),
        "F1": statistics.mean(f1),
        "snippet F1": 2 * found / max(1, 2 * found + lacking + unwanted),
        "right": statistics.mean(page["correct"] for page in articles),
        "surplus": statistics.mean(value < RIGHT and p < r for p, r, value in bodies),
        "missing": statistics.mean(value < RIGHT and p >= r for p, r, value in bodies),
        "empty": sum(page["chars"] == 0 for page in articles),
        "errors": sum(bool(page["error"]) for page in pages),
        "pages/s": len(pages) / sum(page["seconds"] for page in pages),
        "slowest": max(page["seconds"] for page in pages),
    }
    if rejects:
        row["reject"] = statistics.mean(rejects)
    return {name: round(value, 4) for name, value in row.items()}


def by_set(pages: Sequence[dict[str, Any]]) -> SetRows:
    """Return the figures of each page set; of a set without bodies only the share of rejected pages."""
    sets: dict[str, list[dict[str, Any]]] = {}
    for page in pages:
        sets.setdefault(page["set"], []).append(page)
    rows: SetRows = {}
    for name, members in sorted(sets.items()):
        if any("prf" in page for page in members):
            found = summary(members)
            rows[name] = {"bodies": sum("prf" in page for page in members)} | {
                column: found[column] for column in BY_SET if column in found
            }
        else:
            rejected = statistics.mean(page["correct"] for page in members)
            rows[name] = {"bodies": 0, "reject": round(rejected, 4)}
    return rows


def _show(part: str, rows: dict[str, dict[str, float]]) -> None:
    show_rows(part, rows, COLUMNS)
    print()


def _show_sets(rows: dict[str, SetRows]) -> None:
    """Print a row for each set: F1, snippet F1, shares of right bodies and of rejected pages."""
    cells = [
        [
            name,
            row["bodies"],
            *("/".join(_short(found[name], column) for column in BY_SET) for found in rows.values()),
        ]
        for name, row in next(iter(rows.values())).items()
    ]
    show_table(["set", "bodies", *rows], cells)
    print()


def _short(row: dict[str, float], column: str) -> str:
    return f"{row[column]:.2f}" if column in row else "-"


if __name__ == "__main__":
    main()
