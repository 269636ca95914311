"""The default extractor beside trafilatura, magic-html, readability-lxml, newspaper4k and GNE.

    TOPICCRAWL_DATA=FOLDER python -m benchmarks.extraction.peers [--python INTERPRETER] [TOOL ...]

Each tool runs in a child process of an interpreter that has it, so that no pin of theirs matters here. Each
page goes to all of them in turn, so that a busy machine slows all alike; seconds are processor time. The
tools get text that is decoded as declared, the project gets bytes and decodes them in its own time. All run
with their defaults. To install them:

    python3.12 -m venv PEERS
    PEERS/bin/pip install trafilatura magic-html readability-lxml lxml_html_clean newspaper4k[zh] gne

A tool that is missing is named with the reason. Writes results/extraction-peers.json.

F1            of character 4-grams, mean over the pages
right         real pages: F1 >= .9, or all snippets; cases: every paragraph in order, F1 >= .95, nothing
              unwanted
rejected      of the pages without an article, those with fewer than 60 characters
title         equal to the label, punctuation and white space aside (cases: white space aside)
date          the day; on a case without a date, none
author        the same names
source        what the page says after 来源 or the like; trafilatura and newspaper4k have the site's name
              instead
failed        share of pages on which the tool raises an error or takes more than 30 s
pages/s       real pages a second of the processor, with all that the tool returns
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from typing import Any

from benchmarks.extraction.peers.child import Child, MissingToolError
from benchmarks.extraction.peers.judging import (
    LabelledPage,
    Tally,
    case_pages,
    judge_case,
    judge_real,
    real_pages,
)
from benchmarks.extraction.peers.tools import FACTS, TOOLS
from benchmarks.measuring import arguments, save_result, show_rows

OURS = "topiccrawl"
REAL = ("F1", "right", "rejected", "title", "date", "author", "failed")
CASES = ("F1", "right", "title", "date", "author", "source", "failed")
Judge = Callable[[Tally, dict[str, Any], dict[str, Any]], None]


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("tools", nargs="*", metavar="TOOL", help=f"of {', '.join(TOOLS)}")
    parser.add_argument("--python", default=sys.executable, help="the interpreter that has the other tools")
    args = parser.parse_args()
    if unknown := set(args.tools) - set(TOOLS):
        parser.error(f"no tool {', '.join(sorted(unknown))}; choose from {', '.join(TOOLS)}")
    children, missing = start(args.tools or list(TOOLS), args.python)
    real, cases = list(real_pages()), list(case_pages())
    try:
        on_real, speed = compare(children, real, judge_real)
        on_cases, _ = compare(children, cases, judge_case)
    finally:
        for child in children.values():
            child.close()
    figures: dict[str, Any] = {
        "versions": {name: child.version for name, child in children.items()},
        "missing": missing,
        "real pages": {name: _row(name, on_real[name], REAL) | {"pages/s": speed[name]} for name in children},
        "cases": {name: _row(name, on_cases[name], CASES) for name in children},
        "pages behind a figure": {
            "real pages": on_real[OURS].counts() if OURS in on_real else {},
            "cases": on_cases[OURS].counts() if OURS in on_cases else {},
        },
    }
    show_rows("real pages", figures["real pages"])
    show_rows("cases", figures["cases"])
    for name, reason in missing.items():
        print(f"{name}: {reason}")
    if not args.tools:
        save_result("extraction-peers", figures)


def start(names: Iterable[str], python: str) -> tuple[dict[str, Child], dict[str, str]]:
    """Start a child for each tool; also return the tools that are missing, with the reason."""
    children: dict[str, Child] = {}
    missing: dict[str, str] = {}
    for name in names:
        try:
            children[name] = Child(sys.executable if name == OURS else python, name)
        except MissingToolError as error:
            missing[name] = str(error)
    return children, missing


def compare(
    children: dict[str, Child], pages: list[LabelledPage], judge: Judge
) -> tuple[dict[str, Tally], dict[str, float]]:
    """Return the marks of each tool, and its pages a second of the processor."""
    tallies = {name: Tally() for name in children}
    seconds = dict.fromkeys(children, 0.0)
    for page in pages:
        for name, child in children.items():
            found = child.read(page.html, page.body, page.record["url"])
            seconds[name] += found["seconds"]
            tallies[name].add("failed", bool(found["error"]))
            judge(tallies[name], page.record, found)
    return tallies, {name: round(len(pages) / spent, 1) for name, spent in seconds.items()}


def _row(name: str, tally: Tally, columns: Iterable[str]) -> dict[str, float | None]:
    """Return the figures of a tool; None where it does not return that fact."""
    figures = tally.figures()
    absent = {"title", "date", "author", "source"} - set(FACTS[name])
    return {column: None if column in absent else figures.get(column) for column in columns}


if __name__ == "__main__":
    main()
