"""The labelled pages of the measuring data, and its score of a text."""

from __future__ import annotations

import importlib.util
import json
from collections.abc import Callable
from pathlib import Path

from benchmarks.measuring import data_folder
from topiccrawl.extraction.clustering.fit import LabelledPage
from topiccrawl.page.page import Page

FORUM = "magic_forum"
"""The set of forum pages, which are out of the extractors' scope."""
Score = Callable[[str, str], float]


def page_files() -> list[Path]:
    """Return the files of all pages."""
    return sorted(data_folder("extraction").glob("*/pages/*.html"))


def labelled_pages() -> list[LabelledPage]:
    """Return the pages with a body, without those of forums."""
    pages: list[LabelledPage] = []
    for gold in sorted(data_folder("extraction").glob("*/gold.jsonl")):
        for record in map(json.loads, gold.read_text(encoding="utf-8").splitlines()):
            if record["text"] and record["set"] != FORUM:
                body = (gold.parent / "pages" / f"{record['id']}.html").read_bytes()
                pages.append(LabelledPage(Page.of(body), record["site"], record["text"]))
    return pages


def scorer() -> Score:
    """Return the function of the data's score.py: F1 of character 4-grams."""
    specification = importlib.util.spec_from_file_location("score", data_folder("extraction") / "score.py")
    assert specification is not None
    assert specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return lambda gold, text: float(module.shingle_scores(module.squeeze(gold), module.squeeze(text))[2])
