"""What style sheets change for visual-browser: text F1 on made-up pages, with and without their sheets.

    [TOPICCRAWL_DATA=FOLDER] python -m benchmarks.extraction.sheets

The pages (see styled_pages.py) have their look in linked sheets. Shows the mean F1 of character 4-grams for
each design, and pages per second. With the measuring data, it also counts the pages there that link to sheets
and the sheets in the data. Writes results/extraction-sheets.json. Needs the browser of the extra `browser`; a
page has more time than in a crawl, so that a busy machine changes no text.
"""

from __future__ import annotations

import os
from collections import Counter, defaultdict
from collections.abc import Callable
from statistics import mean
from time import perf_counter
from typing import Any

from benchmarks.extraction.labelled import page_files
from benchmarks.extraction.styled_pages import BASE, styled_pages
from benchmarks.measuring import arguments, data_folder, save_result, show_rows
from topiccrawl.extraction.visual.browser import Browser
from topiccrawl.extraction.visual.sheets import NO_SHEETS, Sheets, SheetSearch
from topiccrawl.extraction.visual.visual import extract_visual
from topiccrawl.page.page import Page

PATIENCE = 60.0
"""Seconds that a page may take in the browser."""

WAYS: dict[str, Callable[[Page, Browser, Sheets], str]] = {
    "visual": lambda page, browser, sheets: extract_visual(page),
    "visual-browser without sheets": lambda page, browser, sheets: extract_visual(page, browser, NO_SHEETS),
    "visual-browser": extract_visual,
}


def main() -> None:
    arguments(__doc__).parse_args()
    with Browser(timeout=PATIENCE) as browser:
        figures = measure(browser)
    if os.environ.get("TOPICCRAWL_DATA"):
        figures["measuring data"] = linked_sheets()
        print(figures["measuring data"])
    save_result("extraction-sheets", figures)


def measure(browser: Browser) -> dict[str, Any]:
    """Return the figures of the made-up pages."""
    scores: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    seconds: dict[str, float] = defaultdict(float)
    for styled in styled_pages():
        sheets = Sheets(texts=styled.sheets)
        for name, read in WAYS.items():
            start = perf_counter()
            text = read(Page.of(styled.html, f"{BASE}1.html"), browser, sheets)
            seconds[name] += perf_counter() - start
            scores[styled.name][name].append(f1(styled.text, text))
    rows = {
        design: {"pages": len(found["visual"])} | {name: round(mean(found[name]), 4) for name in WAYS}
        for design, found in scores.items()
    }
    pages = sum(row["pages"] for row in rows.values())
    figures: dict[str, Any] = {
        "designs": rows,
        "mean": {name: round(mean(mean(found[name]) for found in scores.values()), 4) for name in WAYS},
        "pages/s": {name: round(pages / spent, 1) for name, spent in seconds.items()},
    }
    show_rows("look in", rows)
    print(figures["mean"], figures["pages/s"])
    return figures


def f1(gold: str, text: str) -> float:
    """Return the F1 of character 4-grams without white space."""
    want, got = (
        Counter(text[at : at + 4] for at in range(len(text) - 3))
        for text in ("".join(gold.split()), "".join(text.split()))
    )
    common = sum((want & got).values())
    return 2 * common / (sum(want.values()) + sum(got.values())) if common else 0.0


def linked_sheets() -> dict[str, int]:
    """Return how many pages of the measuring data link to sheets, and how many sheets it holds."""
    wanted = [len(SheetSearch(Page.of(file.read_bytes(), BASE)).wanted()) for file in page_files()]
    held = sum(1 for _ in data_folder("extraction").rglob("*.css"))
    return {"pages": len(wanted), "with linked sheets": sum(map(bool, wanted)), "sheets in the data": held}


if __name__ == "__main__":
    main()
