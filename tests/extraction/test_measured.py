"""The default extractor on labelled pages, when they are at hand: how good it is must not fall unseen."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

from topiccrawl.extraction import extract_text


def f1(gold: str, found: str) -> float:
    """F1 of character 4-grams, white space aside."""
    want, got = (Counter(text[i : i + 4] for i in range(len(text) - 3)) for text in (gold, found))
    common = sum((want & got).values())
    return 2 * common / (sum(want.values()) + sum(got.values())) if common else 0.0


def test_mean_f1_on_labelled_pages(measuring_data: Path) -> None:
    scores: list[float] = []
    for gold in sorted(measuring_data.glob("extraction/*/gold.jsonl")):
        for row in map(json.loads, gold.read_text("utf-8").splitlines()):
            if row["text"]:
                page = (gold.parent / "pages" / f"{row['id']}.html").read_bytes()
                scores.append(f1("".join(row["text"].split()), "".join(extract_text(page).split())))
    assert len(scores) > 100
    assert sum(scores) / len(scores) > 0.93
