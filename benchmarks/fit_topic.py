"""Fit the figures of a topic on labelled documents: term weights (formula 2), medians, thresholds.

    python benchmarks/fit_topic.py DOCUMENTS.jsonl --label party --topic resources/topics/partybuild [--write]

Each line of DOCUMENTS has `topic`, `title` and `text`. Words of the topic keep their order in `words.tsv`.
With `--write` the tables are written; the medians and thresholds are printed, to be put into `topic.toml` by
hand. Thresholds are those of the best F1 over the documents, five-fold: weights from four fifths, judged on
the last.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable
from importlib import resources
from pathlib import Path
from statistics import mean, median
from typing import NamedTuple

from topiccrawl.priority.link_priority import saturate
from topiccrawl.relevance import Relevance, Topic
from topiccrawl.relevance.judgement import VerdictParameters, verdict
from topiccrawl.relevance.weights import TermWeight, term_weights
from topiccrawl.text.segment import Segmenter

SEEN_OFTEN = 5
"""Occurrences from which a topic word's own weight is trusted; under it the word gets the mean."""
LEAST_DOCUMENTS = 3
"""Documents that must hold another word before it stands in the general table."""


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
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("documents", type=Path)
    parser.add_argument("--label", required=True)
    parser.add_argument("--topic", type=Path, required=True)
    parser.add_argument("--write", action="store_true")
    args = parser.parse_args()

    topic = Topic.load(args.topic)
    documents = read_documents(args.documents, args.label, Segmenter(topic.dictionary()))
    weights = fit(documents)
    average = mean(entry.weight for entry in weights.values())
    often = sum(word in weights and weights[word].count >= SEEN_OFTEN for word in topic.words)
    print(f"{len(documents)} documents, {sum(d.relevant for d in documents)} of them on {args.label}")
    print(
        f"topic words {len(topic.words)}, seen at least {SEEN_OFTEN} times: {often} "
        f"({often / len(topic.words):.1%})"
    )
    print(f"[weights] mean = {average:.6f}")
    if args.write:
        write_words(args.topic / "words.tsv", topic, weights, average)
        rows = write_general(args.topic / "weights.tsv", topic, weights)
        print(f"wrote words.tsv and {rows} rows of weights.tsv")
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


def fit(documents: list[Document]) -> dict[str, TermWeight]:
    return term_weights(
        (d.words for d in documents if d.relevant), (d.words for d in documents if not d.relevant)
    )


def trusted(words: Iterable[str], weights: dict[str, TermWeight], average: float) -> dict[str, float]:
    """Weights of topic words: their own where they were seen often enough, else the mean."""
    return {
        word: weights[word].weight if word in weights and weights[word].count >= SEEN_OFTEN else average
        for word in words
    }


def general(topic: Topic, weights: dict[str, TermWeight]) -> dict[str, float]:
    """Weights of other words: those of the dictionary, no names, seen in several documents."""
    dictionary = {}
    with (resources.files("jieba") / "dict.txt").open(encoding="utf-8") as lines:
        for line in lines:
            word, _, tag = line.split()
            dictionary[word] = tag
    return {
        word: entry.weight
        for word, entry in sorted(weights.items())
        if entry.documents >= LEAST_DOCUMENTS
        and word not in topic.words
        and (word in topic.overrides or dictionary.get(word, "nr")[:2] not in ("nr", "ns", "nt", "nz"))
    }


def write_words(path: Path, topic: Topic, weights: dict[str, TermWeight], average: float) -> None:
    values = trusted(topic.words, weights, average)
    lines = ["# topic word, weight by formula 2 (empty: the mean), occurrences in the domain documents"]
    for word in topic.words:
        entry = weights.get(word)
        count = entry.count if entry else 0
        lines.append(f"{word}\t{values[word]:.6g}\t{count}" if count >= SEEN_OFTEN else f"{word}\t\t{count}")
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def write_general(path: Path, topic: Topic, weights: dict[str, TermWeight]) -> int:
    rows = general(topic, weights)
    lines = [
        "# other words, weight by formula 2; words that stand here with 0 were seen in other fields only"
    ]
    lines += [f"{word}\t{weight:.4g}" for word, weight in rows.items()]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return len(rows)


def judged(topic: Topic, documents: list[Document], folds: int = 5) -> list[Judged]:
    """Rel of title and body of every document, by weights that never saw it."""
    from dataclasses import replace

    found = []
    for fold in range(folds):
        seen = [d for n, d in enumerate(documents) if n % folds != fold]
        weights = fit(seen)
        average = mean(entry.weight for entry in weights.values())
        fitted = replace(
            topic,
            words=trusted(topic.words, weights, average),
            weights=general(topic, weights),
            mean_weight=average,
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
