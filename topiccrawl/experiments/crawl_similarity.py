"""Labelled pairs of words, judged by the similarity that a crawl of a topic uses for each kind of text."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.stats import rankdata

from topiccrawl.experiments.fit.similarity import WordPair
from topiccrawl.experiments.judging import Agreement, agreement
from topiccrawl.experiments.output.results import ResultTable, Value
from topiccrawl.experiments.similarity import THRESHOLDS
from topiccrawl.relevance.contracts import Floats
from topiccrawl.relevance.relevance import topic_similarity
from topiccrawl.relevance.similarity.algorithm import SimilarityParameters
from topiccrawl.relevance.similarity.similarity import Similarity
from topiccrawl.relevance.topic.topic import USES, Topic

_USE_NAMES = {"title": "标题", "anchor": "链接文字", "body": "正文"}


@dataclass(frozen=True)
class CrawlSimilarity:
    """Results of a topic's similarity on labelled pairs.

    Attributes:
        uses: for each kind of text the parameters of the topic, and how well their values order the pairs.
        curves: agreement at each of `THRESHOLDS` of the value, by kind of text; kinds of texts whose values
            are the same share a curve.
    """

    uses: ResultTable
    curves: dict[str, tuple[Agreement, ...]]


def crawl_similarity(topic: Topic, pairs: Sequence[WordPair]) -> CrawlSimilarity:
    """Judge labelled pairs by the values that words of a page have for a topic that consists of one word.

    With `admit = "graded"` that is the nearness of the two words, otherwise the value of algorithm 1.

    Args:
        topic: the topic.
        pairs: labelled pairs of words.

    Raises:
        TopicError: a parameter or a resource of the topic is wrong.
    """
    labels = np.array([pair.alike for pair in pairs])
    rows: list[tuple[Value, ...]] = []
    values_of: dict[bytes, tuple[str, Floats]] = {}
    for use in USES:
        similarity = topic_similarity(topic, use)
        values, parameters = pair_values(similarity, pairs), topic.similarity_of(use)
        known, _ = values_of.get(values.tobytes(), ("", values))
        values_of[values.tobytes()] = (f"{known}、{_USE_NAMES[use]}" if known else _USE_NAMES[use], values)
        threshold, best = _best(values, labels)
        rows.append((_USE_NAMES[use], *_parameters(parameters), area(values, labels), threshold, best))
    return CrawlSimilarity(
        ResultTable(
            "similarity-crawl",
            f"采集“{topic.title}”时各处所用的相似度：{len(pairs)} 对词语",
            ("用途", "admit", "参数", "AUC", "最佳阈值", "准确率"),
            tuple(rows),
        ),
        {name: _curve(values, labels) for name, values in values_of.values()},
    )


def pair_values(similarity: Similarity, pairs: Sequence[WordPair]) -> Floats:
    """Return the value in [0, 1] of the first word of each pair if the second is the only topic word."""
    if similarity.parameters.admit == "algorithm1":
        return np.array([similarity.similarity(pair.word, pair.topic_word) for pair in pairs])
    numbers = defaultdict(list)
    for number, pair in enumerate(pairs):
        numbers[pair.topic_word].append(number)
    values = np.zeros(len(pairs))
    for topic_word, those in numbers.items():
        words = tuple(pairs[number].word for number in those)
        values[those], _ = similarity.against((topic_word,)).nearness(words, 1)
    return values


def area(values: Floats, labels: npt.ArrayLike) -> float | None:
    """Return the area under the ROC curve: how often a positive pair has the higher value; ties count half.

    >>> area(np.array([0.9, 0.4, 0.4]), [True, True, False])
    0.75
    """
    positive = np.asarray(labels, dtype=bool)
    yes, no = int(positive.sum()), int((~positive).sum())
    if not yes or not no:
        return None
    ranks = rankdata(values)[positive].sum()
    return float((ranks - yes * (yes + 1) / 2) / (yes * no))


def _parameters(parameters: SimilarityParameters) -> tuple[str, str]:
    names = ("nearest", "power", "share") if parameters.admit == "graded" else ("alpha", "beta", "th1", "th2")
    return parameters.admit, " ".join(f"{name}={getattr(parameters, name):g}" for name in names)


def _best(values: Floats, labels: Floats) -> tuple[float, float]:
    """Return the threshold with the highest accuracy, and that accuracy."""
    found = [(float(((values > at) == labels).mean()), at) for at in THRESHOLDS]
    accuracy, at = max(found, key=lambda pair: pair[0])
    return at, accuracy


def _curve(values: Floats, labels: Floats) -> tuple[Agreement, ...]:
    return tuple(agreement((values > at).tolist(), labels.tolist()) for at in THRESHOLDS)
