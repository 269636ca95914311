"""Quality of the shipped topics on documents that their weights were not fitted on.

    TOPICCRAWL_DATA=FOLDER python -m benchmarks.relevance.topics [--web FOLDER] [--topic overseas=qiao ...]

Builds the large replay web, or reads one that is built. The weights of each topic are fitted again, on the
web's held-out documents. Then 500 documents of the web that are on the topic, and 2,500 that are not, are
judged by title, by body, and by the verdict of a crawl. Marginal documents are left out. A --topic is a name
or folder, `=` and its label. Writes results/relevance-topics.json. Needs jinja2 beside the project's own
requirements.

full           all topic words
30 heaviest    the 30 topic words with the highest weights
raw            paper A's own weights: formula 2, no floor, the mean over all words, no weights set by hand
similarity     formula 3 with the similarity of the topic; equality: words count as similar to themselves only
algorithm1     `admit = "algorithm1"`, the letter of the paper, with thresholds of .95, not graded similarity
literal        the same with `vectors = "words:literal"`: words without a vector are not composed

auc            probability that a relevant document has a higher score than another one
f1, recall     best F1; highest recall at a precision of at least .95
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from benchmarks.measuring import arguments, data_folder, save_result, show_table, work_folder
from benchmarks.relevance.fit.topic import fit, fitted_topic, read_documents
from benchmarks.relevance.ranking import best_threshold, recall_at_precision
from topiccrawl.priority.link_priority import saturate
from topiccrawl.relevance import Relevance, Topic
from topiccrawl.relevance.judgement import VerdictParameters, verdict
from topiccrawl.relevance.learner.ranking import area_under_curve
from topiccrawl.relevance.topic.weight_settings import WeightSettings
from topiccrawl.text.segment import Segmenter
from topiccrawl.topics.making.scale import SCALE_SHARES, typical
from topiccrawl.topics.making.weights import FLOOR

WEB = ("--preset", "large", "--seed", "2018")
RELEVANT, OTHERS = 500, 2500
HEAVIEST = 30
PRECISION = 0.95
KERNELS = ("equality", "similarity", "algorithm1", "literal")
_ALGORITHM_1: dict[str, Any] = {"admit": "algorithm1", "th1": 0.95, "th2": 0.95}
LABELS = {"partybuild": "party", "overseas": "qiao", "football": "cnfootball"}


Score = Callable[[str], float]


class Judged(NamedTuple):
    relevant: bool
    title: str
    body: str


def main() -> None:
    parser = arguments(__doc__)
    add_web(parser)
    add_topics(parser)
    parser.add_argument("--kernels", nargs="+", choices=KERNELS, default=list(KERNELS))
    parser.add_argument("--dry", action="store_true", help="do not write the result")
    args = parser.parse_args()
    results: dict[str, Any] = {}
    with built_web(args.web) as web:
        for name, label in args.topic:
            results[Path(name).name] = measured(Topic.load(name), label, web, args.kernels)
    show_table(
        ["topic", "words", "what", "auc", "f1", f"recall at {PRECISION}"],
        [
            [name, words, what, *figures.values()]
            for name, rows in results.items()
            for words, kinds in rows.items()
            for what, figures in kinds.items()
        ],
    )
    if not args.dry:
        save_result("relevance-topics", {"relevant": RELEVANT, "others": OTHERS, "topics": results})


def add_web(parser: ArgumentParser) -> None:
    """Add the option that names a built web."""
    parser.add_argument("--web", type=Path, help="a built web; default: build one")


def add_topics(parser: ArgumentParser) -> None:
    """Add the option that chooses topics, each with its label in the data."""
    parser.add_argument(
        "--topic", nargs="+", type=_topic_and_label, default=[*LABELS.items()], metavar="NAME=LABEL"
    )


def _topic_and_label(entry: str) -> tuple[str, str]:
    name, _, label = entry.rpartition("=")
    return name, label


@contextmanager
def built_web(given: Path | None, keep: Path | None = None) -> Iterator[Path]:
    """Yield the web that an option names, or build one in a permanent or temporary folder."""
    if given is not None:
        yield given
        return
    tools = data_folder("web")
    with work_folder(keep) as web:
        command = [sys.executable, tools / "build_web.py", *WEB, "--raw", tools / "raw", "--out", web]
        subprocess.run(list(map(str, command)), check=True, capture_output=True)
        yield web


def measured(topic: Topic, label: str, web: Path, kernels: Sequence[str]) -> dict[str, Any]:
    """Fit the weights of a topic on the web's held-out documents and judge its other documents."""
    known = read_documents(web / "heldout.jsonl", label, Segmenter(topic.dictionary()))
    weights = fit(known)
    titles = {document.title for document in known}
    judged = [document for document in chosen(web, label) if document.title not in titles]
    smoothed = WeightSettings(floor=FLOOR, **weights.means())  # type: ignore[arg-type]
    raw = WeightSettings("raw", "all", 0.0, **weights.means())  # type: ignore[arg-type]
    full = fitted_topic(topic, weights, smoothed)
    heaviest = sorted(full.words, key=lambda word: (-full.weight(word), word))[:HEAVIEST]
    cut = {word: full.words[word] for word in heaviest}
    found = {}
    for name, variant in {
        "full": full,
        f"{HEAVIEST} heaviest": replace(full, words=cut),
        "raw": replace(fitted_topic(topic, weights, raw), overrides={}),
    }.items():
        for kernel in kernels:
            score = scorer(variant, kernel)
            found[f"{name}, {kernel}"] = quality(score, judged)
            print(topic.name, name, kernel, found[f"{name}, {kernel}"], flush=True)
    return found


def scorer(topic: Topic, kernel: str) -> Score:
    """Return formula 3 with a kernel."""
    if kernel == "equality":
        return equality(topic)
    if kernel != "similarity":
        changed: dict[str, Mapping[str, Any]] = {"similarity": _ALGORITHM_1}
        if kernel == "literal":
            changed["resources"] = {"vectors": "words:literal"}
        tables = {name: {**topic.tables.get(name, {}), **values} for name, values in changed.items()}
        topic = replace(topic, tables={**topic.tables, **tables})
    return Relevance(topic).score


def equality(topic: Topic) -> Score:
    """Return formula 3 where the similarity of two different words is 0."""
    cut = Segmenter(topic.dictionary()).content_words

    def score(text: str) -> float:
        words = set(cut(text))
        return sum(topic.weight(word) ** 2 for word in words & topic.words.keys()) / max(1, len(words))

    return score


def chosen(web: Path, label: str) -> Iterator[Judged]:
    """Yield the same documents for each run: relevant ones, then others."""
    seen: set[str] = set()
    by_grade: dict[int, list[Judged]] = {0: [], 2: []}
    with (web / "labels.jsonl").open(encoding="utf-8") as lines:
        for row in map(json.loads, lines):
            text = row.get("gold_text")
            if row["kind"] != "article" or not text or text[:300] in seen:
                continue
            seen.add(text[:300])
            grade = row["grade"][label]
            if grade in by_grade:
                by_grade[grade].append(Judged(grade == 2, row["gold_title"], text))
    for grade, most in ((2, RELEVANT), (0, OTHERS)):
        random.Random(7).shuffle(by_grade[grade])
        yield from by_grade[grade][:most]


def quality(score: Score, judged: list[Judged]) -> dict[str, Any]:
    """Return how well titles, bodies and verdicts separate relevant documents from others."""
    titles = [score(document.title) for document in judged]
    bodies = [score(document.body) for document in judged]
    relevant = [document.relevant for document in judged]
    scale = {
        "description": typical([score for score, yes in zip(titles, relevant, strict=True) if yes]),
        "body": typical([score for score, yes in zip(bodies, relevant, strict=True) if yes]),
    }
    scale = {name: SCALE_SHARES[name] * value for name, value in scale.items()}
    verdicts = [
        verdict(
            saturate(title, scale["description"]), saturate(body, scale["body"]), VerdictParameters()
        ).relevance
        for title, body in zip(titles, bodies, strict=True)
    ]
    return {
        name: {
            "auc": round(area_under_curve(scores, relevant), 4),
            "f1": round(best_threshold(scores, relevant).f1, 3),
            "recall": round(recall_at_precision(np.array(scores), relevant, PRECISION), 3),
        }
        for name, scores in {"titles": titles, "bodies": bodies, "verdicts": verdicts}.items()
    }


if __name__ == "__main__":
    main()
