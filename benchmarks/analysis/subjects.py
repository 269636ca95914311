"""Subjects of documents: fitting the packaged weights, and their accuracy."""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize
from scipy.sparse import csr_matrix

from benchmarks.analysis.documents import Document, read_documents, read_labels
from benchmarks.measuring import PROJECT
from topiccrawl.corpus.stories.categories import CATEGORIES, OTHER_WORDS, SCALE, category_of, report_words
from topiccrawl.text.jieba_dictionary import jieba_words_with

FEW_WORDS = {
    "时政": "总书记 党员 党委 巡视 人大 政协 国务院 主席 部署 代表大会 党建 违纪",
    "国际": "总统 首相 外交 大使 双边 联合国 制裁 美国 外长 使馆 峰会 冲突",
    "经济": "经济 企业 投资 市场 贸易 金融 银行 股 增长 产业 消费 房价",
    "社会": "居民 社区 警方 事故 救援 交通 法院 诈骗 养老 医院 火灾 暴雨",
    "科技": "科技 技术 研发 人工智能 芯片 互联网 航天 卫星 科学家 机器人 数码 实验室",
    "教育": "学生 学校 大学 教师 高考 教育 校园 招生 毕业生 课程 师生 考试",
    "文化": "文化 艺术 电影 音乐 演出 展览 博物馆 非遗 文物 作家 戏曲 书法",
    "体育": "比赛 球队 球员 联赛 冠军 足球 篮球 奥运 教练 国足 赛季 金牌",
}
"""The baseline: twelve words of each subject, one of the headline counts four times; most points win."""
_LEAST_DOCUMENTS = 12
_LEAST_SOURCES = 3
_MOST_WORDS = 5_000
_PENALTY = 8e-5
_READ = 6.0
"""Weight of a label from a reader, relative to one by section or headline."""
_STEPS = 80
_NAMES = frozenset("nr nrt nrfg nt nz".split())
"""Parts of speech of names: of people, organisations, brands and publishers."""
_PUBLISHER = re.compile(
    "(?:网|报|社|台|视|频道|客户端|新闻|消息|视频|记者|编辑|通讯员|摄影|责编)$|^(?:环球|参考|组图)$"
)
"""How names of publishers and words of their credits end, and words they are called by."""

Matrix = NDArray[np.float64]
Weights = dict[str, list[float]]


@dataclass(frozen=True)
class Labelled:
    """A document with its subject.

    Attributes:
        document: the document.
        subject: its subject.
        held: whether it is only for measuring.
        was_read: whether a reader gave the label.
        words: its words with their values.
    """

    document: Document
    subject: str
    held: bool
    was_read: bool
    words: Mapping[str, float]


def read_labelled() -> list[Labelled]:
    """Return the labelled documents of the measuring data."""
    rows = {row["id"]: row for row in read_labels("subjects.tsv")}
    found = read_documents(rows)
    return [
        Labelled(
            document, row["subject"], row["part"] == "held", row["basis"] == "read",
            report_words(document.title, document.text),
        )
        for number, row in rows.items()
        if (document := found.get(number))
    ]  # fmt: skip


def measure_subjects(labelled: Sequence[Labelled], *, sources: bool) -> list[dict[str, Any]]:
    """Return the figures of the packaged weights, the baseline and sources that were held out."""
    held = [one for one in labelled if one.held]
    rows = [
        _figures("packaged weights", held, lambda one: category_of(one.document.title, one.document.text)),
        _figures("twelve words each", held, lambda one: by_few_words(one.document.title, one.document.text)),
    ]
    if sources:
        guesses: dict[str, str] = {}
        for source in sorted({one.document.source for one in held}):
            fitted = fit([one for one in labelled if one.document.source != source and not one.held])
            guesses |= {
                one.document.id: _best(one.words, fitted) for one in held if one.document.source == source
            }
        rows.append(_figures("source held out", held, lambda one: guesses[one.document.id]))
    return rows


def by_few_words(title: str, text: str) -> str | None:
    """Return the subject of the baseline."""
    points: Counter[str] = Counter()
    for subject, words in FEW_WORDS.items():
        for word in words.split():
            points[subject] += 4 * title.count(word) + text[:600].count(word)
    return max(points, key=lambda one: points[one]) if points.total() else None


def _figures(name: str, held: Sequence[Labelled], guess: Callable[[Labelled], str | None]) -> dict[str, Any]:
    pairs = [(one.subject, guess(one)) for one in held]
    f1: dict[str, float] = {}
    for subject in CATEGORIES:
        both = pairs.count((subject, subject))
        f1[subject] = (
            2
            * both
            / (sum(one == subject for one, _ in pairs) + sum(one == subject for _, one in pairs) or 1)
        )
    right = sum(one == other for one, other in pairs)
    return {
        "subjects by": name,
        "documents": len(pairs),
        "accuracy": right / len(pairs),
        "macro_f1": sum(f1.values()) / len(f1),
        **f1,
    }


def fit(labelled: Collection[Labelled]) -> Weights:
    """Return the weights of words by a multinomial regression, in the order of `CATEGORIES`."""
    names = _vocabulary(labelled)
    index = {word: at for at, word in enumerate(names)}
    rows: list[int] = []
    columns: list[int] = []
    values: list[float] = []
    for row, one in enumerate(labelled):
        known = {index[word]: value for word, value in one.words.items() if word in index}
        norm = math.sqrt(sum(value * value for value in known.values())) or 1.0
        rows += [row] * len(known)
        columns += list(known)
        values += [value / norm for value in known.values()]
    matrix = csr_matrix((values, (rows, columns)), shape=(len(labelled), len(names)))
    count = Counter(one.subject for one in labelled)
    weight = np.array([(_READ if one.was_read else 1.0) / count[one.subject] ** 0.5 for one in labelled])
    truth = np.array([[float(one.subject == name) for name in CATEGORIES] for one in labelled])
    fitted = _regression(matrix, truth, weight / weight.sum())
    fitted -= fitted.mean(axis=1, keepdims=True)
    strongest = np.argsort(-np.abs(fitted[:-1]).max(axis=1))[:_MOST_WORDS]
    return {OTHER_WORDS: list(fitted[-1])} | {names[at]: list(fitted[at]) for at in sorted(strongest)}


def _vocabulary(labelled: Collection[Labelled]) -> list[str]:
    """Return words that are common to several sources, without names, which would identify a source."""
    documents: Counter[str] = Counter()
    sources: defaultdict[str, set[str]] = defaultdict(set)
    for one in labelled:
        for word in one.words:
            documents[word] += 1
            sources[word].add(one.document.source)
    names = jieba_words_with(_NAMES)
    return sorted(
        word
        for word, count in documents.items()
        if count >= _LEAST_DOCUMENTS
        and len(sources[word]) >= _LEAST_SOURCES
        and word not in names
        and not _PUBLISHER.search(word)
    )


def _regression(matrix: Any, truth: Matrix, weight: Matrix) -> Matrix:
    features, subjects = matrix.shape[1], truth.shape[1]

    def loss(flat: Matrix) -> tuple[float, Matrix]:
        values = flat.reshape(features + 1, subjects)
        scores = matrix @ values[:-1] + values[-1]
        scores -= scores.max(axis=1, keepdims=True)
        share = np.exp(scores)
        share /= share.sum(axis=1, keepdims=True)
        cost = -(weight * np.log((share * truth).sum(axis=1) + 1e-12)).sum()
        cost += _PENALTY / 2 * (values[:-1] ** 2).sum()
        off = (share - truth) * weight[:, None]
        slope = np.vstack([matrix.T @ off + _PENALTY * values[:-1], off.sum(axis=0)])
        return float(cost), slope.ravel()

    start = np.zeros((features + 1) * subjects)
    found = minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": _STEPS})
    return np.asarray(found.x).reshape(features + 1, subjects)


def _best(words: Mapping[str, float], weights: Weights) -> str:
    known = {word: value for word, value in words.items() if word in weights}
    norm = math.sqrt(sum(value * value for value in known.values())) or 1.0
    scores = np.array(weights[OTHER_WORDS])
    for word, value in known.items():
        scores += np.array(weights[word]) * value / norm
    return CATEGORIES[int(scores.argmax())]


def write_weights(weights: Weights) -> None:
    """Write the packaged resource."""
    head = (
        "# Weights of words for the eight subjects of reports, in hundredths, fitted to labelled news that\n"
        "# are not part of the project (`python -m benchmarks.analysis categories --fit`). Columns:\n"
        f"# {' '.join(CATEGORIES)}\n"
    )
    lines = ["\t".join([word, *(str(round(SCALE * one)) for one in row)]) for word, row in weights.items()]
    (PROJECT / "resources" / "subjects.tsv").write_text(head + "\n".join(lines) + "\n", encoding="utf-8")
