"""Scores of pages, and their means."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from statistics import mean
from typing import Any

from benchmarks.extraction.labelled import records_with_bodies
from benchmarks.extraction.webmainbench.copies import Row
from benchmarks.extraction.webmainbench.markdown import as_markdown
from benchmarks.extraction.webmainbench.metrics import FINE, edit_similarity, fine_scores, rouge_n
from topiccrawl.extraction import clean, extract_page
from topiccrawl.page.page import Page

Scores = dict[str, float]
"""Scores of a page by metric; those that do not apply are absent."""


def scores_of_row(row: Row, extractor: str) -> Scores:
    """Return the scores of a row of a copy by metric; those that do not apply are absent."""
    page = Page.of(row.html, row.url or None)
    found = as_markdown(page, extract_page(page, extractor))
    scores = {}
    if row.converted is not None:
        scores["rouge_n"] = rouge_n(row.converted, found)
    if row.calibrated is not None:
        scores["human_rouge_n"] = rouge_n(row.calibrated, found)
        scores |= fine_scores(row.calibrated, found)
    return scores


def scores_of_data(extractor: str) -> Iterator[tuple[dict[str, Any], Scores]]:
    """Yield the scores of the real pages of the measuring data."""
    for record, page in records_with_bodies():
        found = _lines(clean(extract_page(page, extractor).text))
        wanted = _lines(record["text"])
        yield {}, {"rouge_n": rouge_n(wanted, found), "text_edit": edit_similarity(wanted, found)}


def _lines(text: str) -> str:
    return "\n".join(filter(None, map(str.strip, text.splitlines())))


def figures_of(scored: list[tuple[dict[str, Any], Scores]]) -> dict[str, dict[str, Any]]:
    """Return means by metric over all pages, and over those of each level and style."""
    groups: defaultdict[str, list[Scores]] = defaultdict(list)
    for meta, scores in scored:
        groups["all"].append(scores)
        for key in ("level", "style"):
            if isinstance(value := meta.get(key), str):
                groups[value].append(scores)
    return {name: _means(rows) for name, rows in groups.items()}


def _means(rows: list[Scores]) -> dict[str, Any]:
    names = sorted({name for row in rows for name in row})
    figures: dict[str, Any] = {"pages": len(rows)}
    figures |= {name: round(mean(row[name] for row in rows if name in row), 4) for name in names}
    fine = [figures[name] for name in FINE if name in figures]
    if len(fine) > 1:
        figures["overall"] = round(mean(fine), 4)
    return figures
