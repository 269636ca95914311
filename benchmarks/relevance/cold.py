"""Topics of 30 words on labelled documents: the value of similarity for a short list.

    TOPICCRAWL_DATA=FOLDER python -m benchmarks.relevance.cold [--web FOLDER] [--relevant 500]

Builds the large replay web, or reads one that is built. Judges 500 of its documents that are on the topic
and 2,500 that are not, without those among its held-out documents, which the shipped weights were fitted on.
The crawl that belongs to these figures is `python -m benchmarks.live.cold`. Writes
results/relevance-cold.json; topics measured earlier stay in it. Needs jinja2 beside the project's own
requirements.

full              the shipped topic
30 heaviest       the shipped topic with its 30 heaviest words; everything else in its folder stays
30 random         the same with random words, mean of three draws
drafted, ...      `topiccrawl topic new` with these words and no documents
on, off           with similarity, and with `share = 0`, by which words are similar to themselves only

auc               probability that a relevant document has a higher score than another one
f1, recall at .95 best F1; highest recall at a precision of at least .95
kept              verdicts: precision and recall at the topic's own threshold
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from statistics import mean
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from benchmarks.measuring import arguments, read_result, save_result, show_table
from benchmarks.relevance.fit_topic import read_documents
from benchmarks.relevance.ranking import best_threshold, recall_at_precision
from benchmarks.relevance.short_lists import LABELS, cut_topic, draft_topic, word_lists
from benchmarks.relevance.topics import PRECISION, RELEVANT, Judged, add_web, built_web, chosen
from topiccrawl.calibration.ranking import area_under_curve
from topiccrawl.priority.focus import Focus
from topiccrawl.relevance import Topic
from topiccrawl.text.segment import Segmenter

Figures = dict[str, dict[str, float]]
OTHERS_PER_RELEVANT = 5


def main() -> None:
    parser = arguments(__doc__)
    add_web(parser)
    parser.add_argument("--topic", nargs="+", choices=LABELS, default=list(LABELS))
    parser.add_argument(
        "--relevant", type=int, default=RELEVANT, help="relevant documents; five times as many others"
    )
    parser.add_argument("--dry", action="store_true", help="do not write the result")
    args = parser.parse_args()
    results: dict[str, dict[str, Figures]] = {}
    with built_web(args.web) as web, TemporaryDirectory() as work:
        for name in args.topic:
            documents = unseen(web, LABELS[name], args.relevant)
            results[name] = measured(name, documents, Path(work) / name)
            if not args.dry:
                topics = read_result("relevance-cold").get("topics", {})
                topics[name] = {"documents": len(documents), "lists": results[name]}
                save_result("relevance-cold", {"topics": topics})
    show_table(
        ["topic", "words", "texts", "auc", "f1", f"recall at {PRECISION}", "kept: precision", "recall"],
        [
            [name, words, texts, *(found.get(column) for column in COLUMNS)]
            for name, rows in results.items()
            for words, kinds in rows.items()
            for texts, found in kinds.items()
        ],
    )


COLUMNS = ("auc", "f1", "recall_at_precision", "precision", "recall")


def unseen(web: Path, label: str, relevant: int) -> list[Judged]:
    """Return documents of a web that are not among its held-out ones: relevant ones, then others."""
    known = {document.title for document in read_documents(web / "heldout.jsonl", label, Segmenter())}
    found = [document for document in chosen(web, label) if document.title not in known]
    right = [document for document in found if document.relevant][:relevant]
    return right + [document for document in found if not document.relevant][: OTHERS_PER_RELEVANT * relevant]


def measured(name: str, documents: list[Judged], work: Path) -> dict[str, Figures]:
    """Return the figures of every list of a topic; random lists are averaged."""
    found: dict[str, list[Figures]] = {}
    for words_name, words in word_lists(Topic.load(name)):
        group = words_name.split(",")[0]
        for similarity in (True, False):
            switch = "on" if similarity else "off"
            made = {group: cut_topic(name, words, work / "cut" / name, similarity)}
            if group != "full":
                made[f"drafted, {group}"] = draft_topic(words, work / "drafted" / name, similarity)
            for kind, folder in made.items():
                figures = judge(Focus(Topic.load(folder)), documents)
                print(name, words_name, kind, switch, figures, flush=True)
                found.setdefault(f"{kind}, {switch}", []).append(figures)
    return {key: average(rows) for key, rows in found.items()}


def judge(focus: Focus, documents: list[Judged]) -> Figures:
    """Return how well titles, bodies and verdicts separate relevant documents from others."""
    relevant = np.array([document.relevant for document in documents])
    titles = [focus.description(document.title) for document in documents]
    bodies = [focus.body(document.body) for document in documents]
    verdicts = [focus.judge(title, document.body) for title, document in zip(titles, documents, strict=True)]
    kept = np.array([one.kept for one in verdicts])
    right = int((kept & relevant).sum())
    figures = {
        "titles": ranked(titles, relevant),
        "bodies": ranked(bodies, relevant),
        "verdicts": ranked([one.relevance for one in verdicts], relevant),
    }
    figures["verdicts"] |= {
        "precision": round(right / max(1, int(kept.sum())), 3),
        "recall": round(right / int(relevant.sum()), 3),
    }
    return figures


def ranked(scores: list[float], relevant: Any) -> dict[str, float]:
    """Return the figures of an order."""
    return {
        "auc": round(area_under_curve(scores, relevant), 4),
        "f1": round(best_threshold(scores, relevant).f1, 3),
        "recall_at_precision": round(recall_at_precision(scores, relevant, PRECISION), 3),
    }


def average(rows: Iterable[Figures]) -> Figures:
    """Return the mean of each figure."""
    rows = list(rows)
    return {
        kind: {name: round(mean(row[kind][name] for row in rows), 4) for name in figures}
        for kind, figures in rows[0].items()
    }


if __name__ == "__main__":
    main()
