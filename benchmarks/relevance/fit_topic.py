"""Fit the numbers of a topic on labelled documents: term weights (formula 2), medians, thresholds.

    python -m benchmarks.relevance.fit_topic DOCUMENTS.jsonl --label party --topic FOLDER [--write]

Each line of DOCUMENTS has `topic`, `title` and `text`. Words of the topic keep their order in `words.tsv`.
With `--write` the tables are written; medians and thresholds are only printed, for `topic.toml`. Thresholds
are those with the best F1 in five-fold cross-validation: weights from four fifths of the documents, judged on
the last fifth.
"""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from statistics import median
from typing import NamedTuple

from benchmarks.measuring import arguments
from benchmarks.relevance.ranking import area_under_curve, best_threshold
from topiccrawl.priority.link_priority import saturate
from topiccrawl.relevance import Relevance, Topic
from topiccrawl.relevance.judgement import VerdictParameters, verdict
from topiccrawl.text.segment import Segmenter
from topiccrawl.vocabulary.topic.weights import SEEN_OFTEN, TopicWeights, others_table, words_table


class Document(NamedTuple):
    relevant: bool
    title: str
    text: str
    words: list[str]


class Judged(NamedTuple):
    relevant: bool
    title: float
    body: float


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("documents", type=Path)
    parser.add_argument("--label", required=True)
    parser.add_argument("--topic", type=Path, required=True)
    parser.add_argument("--write", action="store_true")
    args = parser.parse_args()

    topic = Topic.load(args.topic)
    documents = read_documents(args.documents, args.label, Segmenter(topic.dictionary()))
    weights = fit(documents)
    often = sum(map(weights.seen, topic.words))
    print(f"{len(documents)} documents, {sum(d.relevant for d in documents)} of them on {args.label}")
    print(
        f"topic words {len(topic.words)}, seen at least {SEEN_OFTEN} times: {often} "
        f"({often / len(topic.words):.1%})"
    )
    print(f"[weights] mean = {weights.mean:.6f}")
    if args.write:
        others = weights.of_others(topic.words, topic.overrides)
        (args.topic / "words.tsv").write_text(words_table(topic.words, weights), encoding="utf-8")
        (args.topic / "weights.tsv").write_text(others_table(others), encoding="utf-8")
        print(f"wrote words.tsv and {len(others)} rows of weights.tsv")
    report(topic, documents)


def read_documents(path: Path, label: str, segmenter: Segmenter) -> list[Document]:
    rows = (json.loads(line) for line in path.read_text(encoding="utf-8").splitlines())
    return [
        Document(
            row["topic"] == label,
            row["title"],
            row["text"],
            segmenter.content_words(f"{row['title']}\n{row['text']}"),
        )
        for row in rows
    ]


def fit(documents: list[Document]) -> TopicWeights:
    """Fit term weights."""
    return TopicWeights.of(
        (d.words for d in documents if d.relevant), (d.words for d in documents if not d.relevant)
    )


def judged(topic: Topic, documents: list[Document], folds: int = 5) -> list[Judged]:
    """Return the relevance of every document's title and body, with weights fitted without it."""
    found = []
    for fold in range(folds):
        seen = [d for n, d in enumerate(documents) if n % folds != fold]
        weights = fit(seen)
        fitted = replace(
            topic,
            words=weights.trusted(topic.words),
            weights=weights.of_others(topic.words, topic.overrides),
            mean_weight=weights.mean,
        )
        relevance = Relevance(fitted)
        found += [
            Judged(d.relevant, relevance.score(d.title), relevance.score(d.text))
            for n, d in enumerate(documents)
            if n % folds == fold
        ]
    return found


def report(topic: Topic, documents: list[Document]) -> None:
    """Print medians, thresholds and areas under the curve."""
    found = judged(topic, documents)
    title_m = median(j.title for j in found if j.relevant)
    body_m = median(j.body for j in found if j.relevant)
    print(f"[scale] title = {title_m:.6f}  body = {body_m:.6f}")
    labels = [j.relevant for j in found]
    titles = [saturate(j.title, title_m) for j in found]
    bodies = [saturate(j.body, body_m) for j in found]

    def show(name: str, scores: list[float]) -> None:
        print(name, best_threshold(scores, labels), f"auc {area_under_curve(scores, labels):.4f}")

    show("title", titles)
    show("body ", bodies)
    for share in (0.5, 0.6, 0.7, 0.8, 0.9):
        parameters = VerdictParameters(0.5, share)
        both = [verdict(t, b, parameters).relevance for t, b in zip(titles, bodies, strict=True)]
        show(f"[verdict] body_share = {share}:", both)


if __name__ == "__main__":
    main()
