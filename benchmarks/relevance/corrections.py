"""Value of grading some pages of a crawl for the verdict on the others.

    TOPICCRAWL_DATA=FOLDER python -m benchmarks.relevance.corrections [--web FOLDER] [--topic NAME=LABEL ...]

Builds the large replay web, or reads one that is built. Up to 600 of its documents that are relevant, 300
near and 600 others, of these two kinds those that look most relevant, are a crawl, in a random order of their
sites. Of the first half, the kept pages are in the corpus, and some of them are graded, by the labels of the
web: those with the lowest verdicts (as `topic label` shows them), or any. `calibrate corrections` learns from
them, and what it does not refuse is measured on the sites of the second half. Writes
results/relevance-corrections.json.

auc                 probability that a relevant document has a higher relevance than another one, without near
strict auc          the same with near documents as wrong ones
precision, recall   of the verdict at the threshold of the topic, without near ones
strict precision    with near ones as wrong ones
used                share of the random orders in which the corrections were not refused
"""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import numpy as np

from benchmarks.measuring import arguments, save_result, show_table
from benchmarks.relevance.topics import add_topics, add_web, built_web
from topiccrawl.calibration.corrections import LEAST_PAGES, JudgedText, fit_corrections
from topiccrawl.priority.focus import Focus
from topiccrawl.priority.learning.ranking import area_under_curve
from topiccrawl.relevance import Topic
from topiccrawl.relevance.corrections import NO_CORRECTIONS, Corrections

COUNTS = {2: 600, 1: 300, 0: 600}
GRADES = (50, 100, 200)
SEEDS = 3


def main() -> None:
    parser = arguments(__doc__)
    add_web(parser)
    add_topics(parser)
    parser.add_argument("--dry", action="store_true", help="do not write the result")
    args = parser.parse_args()
    results: dict[str, Any] = {}
    with built_web(args.web) as web:
        for name, label in args.topic:
            results[Path(name).name] = measured(Focus(Topic.load(name), corrected=False), label, web)
    rows = [
        [topic, what, *figures.values()]
        for topic, found in results.items()
        for what, figures in found.items()
    ]
    show_table(["topic", "grades", *next(iter(next(iter(results.values())).values()))], rows)
    if not args.dry:
        save_result("relevance-corrections", {"counts": COUNTS, "topics": results})


def measured(focus: Focus, label: str, web: Path) -> dict[str, Any]:
    """Return figures without grades, and with some numbers of them; means over random orders of the sites."""
    texts, threshold = judged(focus, label, web), focus.verdict.threshold
    found: dict[str, list[dict[str, float]]] = {}
    for seed in range(SEEDS):
        first, second = halves(texts, seed)
        kept = sorted(
            (text for text in first if text.relevance >= threshold), key=lambda text: text.relevance
        )
        found.setdefault("none", []).append(quality(NO_CORRECTIONS, second, threshold) | {"used": 0.0})
        for count in GRADES:
            for way, order in {
                "least sure": kept,
                "any": random.Random(seed).sample(kept, len(kept)),
            }.items():
                graded = {id(text) for text in order[:count]}
                pages = [text if id(text) in graded else replace(text, grade=None) for text in kept]
                found.setdefault(f"{count} {way}", []).append(with_grades(pages, second, threshold, seed))
    return {
        what: {name: round(float(np.mean([row[name] for row in rows])), 4) for name in rows[0]}
        for what, rows in found.items()
    }


def by_relevance(text: JudgedText) -> float:
    return text.relevance


def with_grades(
    pages: Sequence[JudgedText], others: Sequence[JudgedText], threshold: float, seed: int
) -> dict[str, float]:
    """Return figures of other pages with what is learned from some, as the command would write it."""
    relevant = [text.grade == 2 for text in pages if text.grade is not None]
    corrections, used = NO_CORRECTIONS, False
    if min(sum(relevant), len(relevant) - sum(relevant)) >= LEAST_PAGES:
        fit = fit_corrections(pages, threshold, seed)
        if fit.helps:
            corrections, used = fit.corrections, True
    return quality(corrections, others, threshold) | {"used": float(used)}


def judged(focus: Focus, label: str, web: Path) -> list[JudgedText]:
    by_grade: dict[int, list[JudgedText]] = {grade: [] for grade in COUNTS}
    with (web / "labels.jsonl").open(encoding="utf-8") as lines:
        rows = [row for row in map(json.loads, lines) if row["kind"] == "article" and row.get("gold_text")]
    random.Random(0).shuffle(rows)
    seen: set[str] = set()
    for row in rows:
        grade, text = row["grade"][label], row["gold_text"]
        if text[:300] in seen or (grade == 2 and len(by_grade[grade]) == COUNTS[grade]):
            continue
        seen.add(text[:300])
        words = focus.words(text)
        relevance = focus.judge_words(focus.description(row.get("gold_title") or ""), words).relevance
        by_grade[grade].append(JudgedText(urlsplit(row["url"]).hostname or "", grade, relevance, words))
    return [
        text
        for grade, found in by_grade.items()
        for text in sorted(found, key=by_relevance, reverse=True)[: COUNTS[grade]]
    ]


def halves(texts: Sequence[JudgedText], seed: int) -> tuple[list[JudgedText], list[JudgedText]]:
    """Return the texts of some sites and those of the others, about as many."""
    sites = sorted({text.site for text in texts})
    random.Random(seed).shuffle(sites)
    first: list[JudgedText] = []
    chosen: set[str] = set()
    for site in sites:
        if len(first) < len(texts) / 2:
            chosen.add(site)
            first += [text for text in texts if text.site == site]
    return first, [text for text in texts if text.site not in chosen]


def quality(corrections: Corrections, texts: Sequence[JudgedText], threshold: float) -> dict[str, float]:
    values = np.array(
        [
            corrections.corrected(text.relevance, text.words) if corrections.words else text.relevance
            for text in texts
        ]
    )
    grades, kept = np.array([text.grade for text in texts]), values >= threshold
    relevant, wrong = grades == 2, grades == 0
    right = int((kept & relevant).sum())
    return {
        "auc": area_under_curve(values[relevant | wrong], relevant[relevant | wrong]),
        "strict auc": area_under_curve(values, relevant),
        "precision": right / max(1, right + int((kept & wrong).sum())),
        "recall": right / max(1, int(relevant.sum())),
        "strict precision": right / max(1, int(kept.sum())),
    }


if __name__ == "__main__":
    main()
