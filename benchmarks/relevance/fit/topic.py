"""Fit the numbers of a topic on labelled documents: term weights, scales, thresholds.

    python -m benchmarks.relevance.fit.topic DOCUMENTS.jsonl --label party --topic FOLDER [--write]

Each line of DOCUMENTS has `topic`, `title`, `text`, and `src`, the source it is from: each source weighs the
same. Documents of the topic `near LABEL` are left out. With `--write` the tables and `[weights]` of
`topic.toml` are written; words keep their order, and comments between them stay. `--counts raw --floor 0
--mean-over all` chooses paper A's own weights. Scales and thresholds are only printed. Thresholds are those
with the best F1 in five-fold cross-validation: weights from four fifths of the documents, judged on the last
fifth.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

import tomlkit

from benchmarks.measuring import arguments
from benchmarks.relevance.fit.documents import add_documents, labelled_rows
from benchmarks.relevance.ranking import best_threshold
from topiccrawl.priority.link_priority import saturate
from topiccrawl.relevance import Relevance, Topic
from topiccrawl.relevance.judgement import VerdictParameters, verdict
from topiccrawl.relevance.learner.ranking import area_under_curve
from topiccrawl.relevance.topic.weight_settings import WeightSettings
from topiccrawl.text.normalise import normalise
from topiccrawl.text.segment import Segmenter
from topiccrawl.topics.making.folder import write_dictionary
from topiccrawl.topics.making.scale import SCALE_SHARES
from topiccrawl.topics.making.weights import FLOOR, TopicWeights, others_table, words_table


class Document(NamedTuple):
    relevant: bool
    source: str
    title: str
    text: str
    words: list[str]


class Judged(NamedTuple):
    relevant: bool
    title: float
    body: float


def main() -> None:
    parser = arguments(__doc__)
    add_documents(parser)
    parser.add_argument("--counts", choices=["smoothed", "raw"], default="smoothed")
    parser.add_argument("--mean-over", choices=["domain", "all"], default="domain")
    parser.add_argument("--floor", type=float, default=FLOOR)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--no-thresholds", action="store_true", help="do not cross-validate")
    args = parser.parse_args()

    topic = Topic.load(args.topic)
    documents = read_documents(args.documents, args.label, Segmenter(topic.dictionary()))
    weights = fit(documents)
    means = {name: float(f"{mean:.6g}") for name, mean in weights.means().items()}
    settings = WeightSettings(args.counts, args.mean_over, args.floor, **means)  # type: ignore[arg-type]
    seen = sum(word in weights.words and weights.words[word].count > 0 for word in topic.words)
    print(f"{len(documents)} documents, {sum(d.relevant for d in documents)} of them on {args.label}")
    print(f"topic words {len(topic.words)}, seen: {seen} ({seen / len(topic.words):.1%}); means {means}")
    if args.write:
        write(args.topic, topic, weights, settings)
    if not args.no_thresholds:
        report(topic, documents, settings)


def write(folder: Path, topic: Topic, weights: TopicWeights, settings: WeightSettings) -> None:
    """Write the tables and `[weights]` of a topic."""
    words, others = folder / "words.tsv", weights.of_others(topic.words, topic.overrides)
    lines = words.read_text(encoding="utf-8").splitlines()
    listed = [normalise(line.split("\t")[0]).strip() for line in lines if not line.startswith("#")]
    words.write_text(words_table(listed, weights), encoding="utf-8")
    (folder / "weights.tsv").write_text(others_table(others), encoding="utf-8")
    if (folder / "userdict.txt").exists():
        write_dictionary(folder / "userdict.txt", topic.words)
    file = folder / "topic.toml"
    document: Any = tomlkit.parse(file.read_text(encoding="utf-8"))
    for name, value in vars(settings).items():
        document["weights"][name] = value
    file.write_text(tomlkit.dumps(document), encoding="utf-8")
    print(f"wrote {len(topic.words)} rows of words.tsv and {len(others)} of weights.tsv")


def read_documents(path: Path, label: str, segmenter: Segmenter) -> list[Document]:
    return [
        Document(
            row["topic"] == label,
            row.get("src", ""),
            row["title"],
            row["text"],
            segmenter.content_words(f"{row['title']}\n{row['text']}"),
        )
        for row in labelled_rows(path, label)
    ]


def fit(documents: list[Document]) -> TopicWeights:
    """Fit term weights."""
    return TopicWeights.of(
        ((d.source, d.words) for d in documents if d.relevant),
        ((d.source, d.words) for d in documents if not d.relevant),
    )


def fitted_topic(topic: Topic, weights: TopicWeights, settings: WeightSettings) -> Topic:
    """Return the topic with other weights."""
    raw, unseen = settings.counts == "raw", settings.unseen
    floor = settings.floor
    words = {}
    for word in topic.words:
        entry = weights.words.get(word)
        weight = unseen if entry is None or not entry.count else entry.raw if raw else entry.weight(floor)
        words[word] = max(floor, weight)
    others = weights.of_others(topic.words, topic.overrides)
    return replace(
        topic,
        words=words,
        weights={word: entry.raw if raw else entry.weight() for word, entry in others.items()},
        mean_weight=unseen,
    )


def judged(topic: Topic, documents: list[Document], settings: WeightSettings, folds: int = 5) -> list[Judged]:
    """Return the relevance of every document's title and body, with weights fitted without it."""
    found = []
    for fold in range(folds):
        seen = [d for n, d in enumerate(documents) if n % folds != fold]
        weights = fit(seen)
        fitted = WeightSettings(settings.counts, settings.mean_over, settings.floor, **weights.means())  # type: ignore[arg-type]
        relevance = Relevance(fitted_topic(topic, weights, fitted))
        found += [
            Judged(d.relevant, relevance.score(d.title), relevance.score(d.text))
            for n, d in enumerate(documents)
            if n % folds == fold
        ]
    return found


def report(topic: Topic, documents: list[Document], settings: WeightSettings) -> None:
    """Print scales, thresholds and areas under the curve."""
    found = judged(topic, documents, settings)
    title_m = SCALE_SHARES["description"] * median(j.title for j in found if j.relevant)
    anchor_m = SCALE_SHARES["anchor"] * median(j.title for j in found if j.relevant)
    body_m = SCALE_SHARES["body"] * median(j.body for j in found if j.relevant)
    print(f"[scale] description = {title_m:.4f}  anchor = {anchor_m:.5f}  body = {body_m:.4f}")
    print(f"[scale] level = {Relevance(topic).level:.3g}")
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
