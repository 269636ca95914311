"""Extractors on labelled pages, when they are at hand: how good they are must not fall unseen."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from statistics import mean

import pytest

from topiccrawl.extraction import extract

FORUM = "magic_forum"
DOCUMENTED = 329
"""Number of pages with a body, forums apart, that the figures of docs/extraction.md were measured on."""


def f1(gold: str, found: str) -> float:
    """F1 of character 4-grams, white space aside."""
    want, got = (Counter(text[i : i + 4] for i in range(len(text) - 3)) for text in (gold, found))
    common = sum((want & got).values())
    return 2 * common / (sum(want.values()) + sum(got.values())) if common else 0.0


def scores(folder: Path, extractor: str) -> list[float]:
    """The F1 of each page with a body."""
    found: list[float] = []
    for gold in sorted(folder.glob("extraction/*/gold.jsonl")):
        for row in map(json.loads, gold.read_text("utf-8").splitlines()):
            if row["text"] and row["set"] != FORUM:
                page = (gold.parent / "pages" / f"{row['id']}.html").read_bytes()
                text = extract(page, None, extractor).text
                found.append(f1("".join(row["text"].split()), "".join(text.split())))
    return found


@pytest.mark.parametrize(
    ("extractor", "documented", "right"),
    [("article", 0.984, 0.960), ("clustering", 0.924, 0.838)],
)
def test_mean_f1_and_share_of_right_pages_are_those_of_the_docs(
    extractor: str, documented: float, right: float, measuring_data: Path
) -> None:
    found = scores(measuring_data, extractor)
    if len(found) != DOCUMENTED:
        pytest.skip(f"{len(found)} pages, the figures are of {DOCUMENTED} others")
    assert mean(found) >= documented - 0.0005
    assert mean(score >= 0.9 for score in found) >= right
