"""Topics of 30 words on labelled documents: the value of similarity for a short list.

    TOPICCRAWL_DATA=FOLDER python -m benchmarks.relevance.cold [--web FOLDER] [--relevant 500]

Builds the large replay web, or reads one that is built. Weights and axis of each topic are fitted anew on
the web's held-out documents, as in `benchmarks.relevance.topics`: the shipped ones were fitted on some of its
other documents. Then 500 documents on the topic and 2,500 others, none of them held out, are judged. The
crawl that belongs to these figures is `python -m benchmarks.live.cold`. Writes
results/relevance-cold.json; lists measured earlier stay in it. Needs jinja2 beside the project's own
requirements.

full              the shipped topic
30 heaviest       the shipped topic with its 30 heaviest words; everything else in its folder stays
30 random         the same with random words, mean of three draws
drafted, ...      `topiccrawl topic new` with these words and no documents
on, off           with similarity, and with `share = 0`, by which words are similar to themselves only

auc               probability that a relevant document has a higher score than another one
f1, recall at .95 best F1; highest recall at a precision of at least .95
kept              verdicts: precision and recall at the topic's own threshold
on - off          95 % interval of the difference in AUC, by 1,000 bootstrap samples of the documents
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from statistics import mean
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from benchmarks.measuring import arguments, read_result, save_result, show_table
from benchmarks.relevance.fit.axis import labelled, write
from benchmarks.relevance.fit.topic import fit, fitted_topic, read_documents
from benchmarks.relevance.ranking import best_threshold, recall_at_precision
from benchmarks.relevance.short_lists import LABELS, cut_topic, draft_topic, word_lists
from benchmarks.relevance.topics import PRECISION, RELEVANT, Judged, add_web, built_web, chosen
from topiccrawl.calibration.axis import AxisFit, fit_axis
from topiccrawl.priority.focus import Focus
from topiccrawl.priority.learning.ranking import area_under_curve
from topiccrawl.relevance import Topic
from topiccrawl.relevance.topic.weight_settings import WeightSettings
from topiccrawl.text.segment import Segmenter
from topiccrawl.vocabulary.topic.weights import FLOOR

Figures = dict[str, dict[str, float]]
Scores = dict[str, list[float]]
OTHERS_PER_RELEVANT = 5
_SAMPLES = 1000
"""Of the bootstrap."""


def main() -> None:
    parser = arguments(__doc__)
    add_web(parser)
    parser.add_argument("--topic", nargs="+", choices=LABELS, default=list(LABELS))
    parser.add_argument(
        "--relevant", type=int, default=RELEVANT, help="relevant documents; five times as many others"
    )
    parser.add_argument("--lists", nargs="+", choices=LISTS, default=list(LISTS))
    parser.add_argument("--drafted", action="store_true", help="also topics as `topic new` makes them")
    parser.add_argument("--dry", action="store_true", help="do not write the result")
    args = parser.parse_args()
    results: dict[str, dict[str, Figures]] = {}
    with built_web(args.web) as web, TemporaryDirectory() as work:
        for name in args.topic:
            documents = unseen(web, LABELS[name], args.relevant)
            topic = refitted(Topic.load(name), web)
            axis = refitted_axis(topic, web)
            results[name] = measured(topic, axis, documents, args.lists, args.drafted, Path(work) / name)
            if not args.dry:
                topics = read_result("relevance-cold").get("topics", {})
                lists = topics.get(name, {}).get("lists", {}) | results[name]
                relevant = sum(document.relevant for document in documents)
                topics[name] = {"documents": len(documents), "relevant": relevant, "lists": lists}
                save_result("relevance-cold", {"topics": topics})
    show_table(
        ["topic", "words", "texts", "auc", "f1", f"recall at {PRECISION}", "kept: precision", "recall"],
        [
            [name, words, texts, *(found.get(column) for column in COLUMNS)]
            for name, rows in results.items()
            for words, kinds in rows.items()
            for texts, found in kinds.items()
            if texts in TEXTS
        ],
    )


LISTS = ("full", "30 heaviest", "30 random")
TEXTS = ("titles", "bodies", "verdicts")
COLUMNS = ("auc", "f1", "recall_at_precision", "precision", "recall")


def unseen(web: Path, label: str, relevant: int) -> list[Judged]:
    """Return documents of a web that are not among its held-out ones: relevant ones, then others."""
    known = {document.title for document in read_documents(web / "heldout.jsonl", label, Segmenter())}
    found = [document for document in chosen(web, label) if document.title not in known]
    right = [document for document in found if document.relevant][:relevant]
    return right + [document for document in found if not document.relevant][: OTHERS_PER_RELEVANT * relevant]


def refitted(topic: Topic, web: Path) -> Topic:
    """Return a topic with weights fitted on the held-out documents of a web alone."""
    known = read_documents(web / "heldout.jsonl", LABELS[topic.name], Segmenter(topic.dictionary()))
    weights = fit(known)
    return fitted_topic(topic, weights, WeightSettings(floor=FLOOR, **weights.means()))  # type: ignore[arg-type]


def refitted_axis(fitted: Topic, web: Path) -> AxisFit:
    """Return an axis learned from the held-out documents of a web alone."""
    focus = Focus(fitted, moved=False)
    return fit_axis(labelled(web / "heldout.jsonl", LABELS[fitted.name], focus), focus)


def measured(
    fitted: Topic, axis: AxisFit, documents: list[Judged], lists: Sequence[str], drafted: bool, work: Path
) -> dict[str, Figures]:
    """Return the figures of lists of a topic; random lists are averaged."""
    found: dict[str, list[Figures]] = {}
    name, relevant = fitted.name, np.array([document.relevant for document in documents])
    for words_name, words in word_lists(fitted):
        group = words_name.split(",")[0]
        if group not in lists:
            continue
        for kind in (group, f"drafted, {group}") if drafted and group != "full" else (group,):
            scores: dict[bool, Scores] = {}
            for similarity in (True, False):
                if kind == group:
                    folder = cut_topic(name, words, work / "cut" / name, similarity)
                    if group == "full":
                        write(folder, axis)
                    made = Topic.load(folder)
                    made = replace(
                        made,
                        words={word: fitted.words[word] for word in made.words},
                        weights=fitted.weights,
                        mean_weight=fitted.mean_weight,
                    )
                else:
                    made = Topic.load(draft_topic(words, work / "drafted" / name, similarity))
                scores[similarity] = scored(Focus(made), documents)
                figures = figures_of(scores[similarity], relevant)
                switch = "on" if similarity else "off"
                print(name, words_name, kind, switch, figures, flush=True)
                found.setdefault(f"{kind}, {switch}", []).append(figures)
            if group != words_name:
                continue
            differences = {
                text: interval(scores[True][text], scores[False][text], relevant) for text in TEXTS
            }
            print(name, words_name, kind, "on - off", differences, flush=True)
            found[f"{kind}, on - off"] = [differences]
    return {key: average(rows) for key, rows in found.items()}


def judge(focus: Focus, documents: list[Judged]) -> Figures:
    """Return how well titles, bodies and verdicts separate relevant documents from others."""
    return figures_of(scored(focus, documents), np.array([document.relevant for document in documents]))


def figures_of(scores: Scores, relevant: Any) -> Figures:
    """Return the figures of scores."""
    figures = {text: ranked(scores[text], relevant) for text in TEXTS}
    figures["verdicts"] |= kept(scores["kept"], relevant)
    return figures


def scored(focus: Focus, documents: list[Judged]) -> Scores:
    """Return the relevance of titles and bodies, the verdicts, and which documents are kept."""
    titles = [focus.description(document.title) for document in documents]
    bodies = [focus.body(document.body) for document in documents]
    verdicts = [focus.judge(title, document.body) for title, document in zip(titles, documents, strict=True)]
    return {
        "titles": titles,
        "bodies": bodies,
        "verdicts": [one.relevance for one in verdicts],
        "kept": [float(one.kept) for one in verdicts],
    }


def kept(verdicts: list[float], relevant: Any) -> dict[str, float]:
    """Return precision and recall of verdicts."""
    chosen_ones = np.array(verdicts) > 0
    right = int((chosen_ones & relevant).sum())
    return {
        "precision": round(right / max(1, int(chosen_ones.sum())), 3),
        "recall": round(right / int(relevant.sum()), 3),
    }


def interval(on: list[float], off: list[float], relevant: Any) -> dict[str, float]:
    """Return the 95 % interval of how much larger the area under the curve is with similarity."""
    rng = np.random.default_rng(0)
    ones, others = (np.array(scores) for scores in (on, off))
    differences = []
    for _ in range(_SAMPLES):
        drawn = rng.integers(0, len(relevant), len(relevant))
        differences.append(
            area_under_curve(ones[drawn], relevant[drawn]) - area_under_curve(others[drawn], relevant[drawn])
        )
    low, high = np.percentile(differences, (2.5, 97.5))
    return {"low": round(float(low), 4), "high": round(float(high), 4)}


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
