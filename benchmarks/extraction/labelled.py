"""The labelled pages of the measuring data, and its score of a text."""

from __future__ import annotations

import importlib.util
import json
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from benchmarks.measuring import data_folder
from topiccrawl.extraction.clustering.fit import LabelledPage
from topiccrawl.page.page import Page

FORUM = "magic_forum"
"""The set of forum pages: their gold text is all posts, which only the default extractor returns."""
NO_ARTICLE = "noarticle"
"""The data's category of pages without an article."""
Score = Callable[[str, str], float]


class Likeness(NamedTuple):
    """How alike a text and the gold text are, by character 4-grams."""

    precision: float
    recall: float
    f1: float


def page_files() -> list[Path]:
    """Return the files of all pages."""
    return sorted(data_folder("extraction").glob("*/pages/*.html"))


def records_with_bodies() -> Iterator[tuple[dict[str, Any], Page]]:
    """Yield the pages with a body, without those of forums, each with its record."""
    for gold in sorted(data_folder("extraction").glob("*/gold.jsonl")):
        for record in map(json.loads, gold.read_text(encoding="utf-8").splitlines()):
            if record["text"] and record["set"] != FORUM:
                body = (gold.parent / "pages" / f"{record['id']}.html").read_bytes()
                yield record, Page.of(body)


def records_without_article() -> Iterator[tuple[dict[str, Any], bytes]]:
    """Yield the records of pages without an article, each with the page's bytes."""
    for gold in sorted(data_folder("extraction").glob("*/gold.jsonl")):
        for record in map(json.loads, gold.read_text(encoding="utf-8").splitlines()):
            if record["category"] == NO_ARTICLE:
                yield record, (gold.parent / "pages" / f"{record['id']}.html").read_bytes()


def labelled_pages() -> list[LabelledPage]:
    """Return the pages with a body, without those of forums."""
    return [LabelledPage(page, record["site"], record["text"]) for record, page in records_with_bodies()]


def scorer() -> Score:
    """Return the function of the data's score.py: F1 of character 4-grams."""
    return lambda gold, text: likeness(gold, text).f1


def likeness(gold: str, text: str, title: str = "") -> Likeness:
    """Compare a text to the gold text as score.py does; a headline in front of it does not count."""
    score = _score_module()
    gold, text = score.squeeze(gold), score.squeeze(text)
    return Likeness(*score.shingle_scores(gold, score.drop_headline(text, gold, title)))


@cache
def _score_module() -> ModuleType:
    specification = importlib.util.spec_from_file_location("score", data_folder("extraction") / "score.py")
    assert specification is not None
    assert specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module
