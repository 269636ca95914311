"""Fit the figures of a topic on labelled documents: term weights (formula 2), medians, thresholds.

    python benchmarks/relevance/fit_topic.py DOCUMENTS.jsonl --label party --topic resources/topics/partybuild
    [--write]

Each line of DOCUMENTS has `topic`, `title` and `text`. Words of the topic keep their order in `words.tsv`.
With `--write` the tables are written; the medians and thresholds are printed, to be put into `topic.toml` by
hand. Thresholds are those of the best F1 over the documents, five-fold: weights from four fifths, judged on
the last.
"""

from __future__ import annotations

import json
from pathlib import Path
from statistics import median
from typing import NamedTuple

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
    return TopicWeights.of(
        (d.words for d in documents if d.relevant), (d.words for d in documents if not d.relevant)
    )


def judged(topic: Topic, documents: list[Document], folds: int = 5) -> list[Judged]:
    """Rel of title and body of every document, by weights that never saw it."""
    from dataclasses import replace

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
    found = judged(topic, documents)
    title_m = median(j.title for j in found if j.relevant)
    body_m = median(j.body for j in found if j.relevant)
    print(f"[scale] title = {title_m:.6f}  body = {body_m:.6f}")
    titles = [(saturate(j.title, title_m), j.relevant) for j in found]
    bodies = [(saturate(j.body, body_m), j.relevant) for j in found]
    print("title", best_f1(titles), f"auc {auc(titles):.4f}")
    print("body ", best_f1(bodies), f"auc {auc(bodies):.4f}")
    for share in (0.5, 0.6, 0.7, 0.8, 0.9):
        both = [
            (verdict(t[0], b[0], VerdictParameters(0.5, share)).relevance, t[1])
            for t, b in zip(titles, bodies, strict=True)
        ]
        print(f"[verdict] body_share = {share}:", best_f1(both), f"auc {auc(both):.4f}")


def best_f1(scores: list[tuple[float, bool]]) -> str:
    total = sum(relevant for _, relevant in scores)
    right, best = 0, (0.0, 0.0, 0.0, 0.0)
    for rank, (value, relevant) in enumerate(sorted(scores, key=lambda s: (-s[0], s[1])), 1):
        right += relevant
        precision, recall = right / rank, right / total
        f1 = 2 * precision * recall / (precision + recall) if right else 0.0
        best = max(best, (f1, precision, recall, value))
    return "best F1 {:.3f} (precision {:.3f}, recall {:.3f}) at {:.3f}".format(*best)


def auc(scores: list[tuple[float, bool]]) -> float:
    """Chance that a relevant document scores above another one."""
    above = below = 0
    rank_sum = 0.0
    ordered = sorted(scores)
    for rank, (_, relevant) in enumerate(ordered, 1):
        rank_sum += rank * relevant
        above += relevant
        below += not relevant
    return (rank_sum - above * (above + 1) / 2) / (above * below)


if __name__ == "__main__":
    main()
