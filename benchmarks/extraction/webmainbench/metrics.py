"""The metrics of the protocol."""

from __future__ import annotations

import logging
from collections import Counter

import jieba
from rapidfuzz.distance import Levenshtein

from benchmarks.extraction.webmainbench.contents import Contents, contents_of
from benchmarks.extraction.webmainbench.trees import table_similarity

jieba.setLogLevel(logging.WARNING)

NGRAM = 5
"""Tokens of an n-gram."""

FINE = ("text_edit", "code_edit", "formula_edit", "table_edit", "table_TEDS")
"""The metrics by kind of content, whose mean is `overall`."""


def rouge_n(wanted: str, found: str, n: int = NGRAM) -> float:
    """Return the F1 of the n-grams of tokens of two texts, from 0 to 1.

    >>> rouge_n("山村通了公路，村民很高兴。", "山村通了公路，村民很高兴。"), rouge_n("", " ")
    (1.0, 1.0)
    """
    if not wanted.strip() and not found.strip():
        return 1.0
    left, right = _ngrams(wanted, n), _ngrams(found, n)
    common = (left & right).total()
    if not common:
        return 0.0
    precision, recall = common / right.total(), common / left.total()
    return 2 * precision * recall / (precision + recall)


def _ngrams(text: str, n: int) -> Counter[tuple[str, ...]]:
    tokens = jieba.lcut(text)
    return Counter(zip(*(tokens[start:] for start in range(n)), strict=False))


def edit_similarity(wanted: str, found: str) -> float:
    """Return 1 - edit distance / length of the longer text; 1 for two empty texts.

    >>> edit_similarity("公路", "公里")
    0.5
    """
    return Levenshtein.normalized_similarity(wanted, found)


def fine_scores(wanted: str, found: str) -> dict[str, float]:
    """Return the metrics by kind of content of two Markdown texts, without those of which neither has any."""
    left, right = contents_of(wanted), contents_of(found)
    pairs = {
        "text_edit": (wanted, found),
        "code_edit": (left.code, right.code),
        "formula_edit": (left.formulas, right.formulas),
        "table_edit": (_rows(left), _rows(right)),
    }
    scores = {name: edit_similarity(*pair) for name, pair in pairs.items() if any(pair)}
    if "table_edit" in scores:
        scores["table_TEDS"] = table_similarity(left.table, right.table)
    return scores


def _rows(contents: Contents) -> str:
    return "\n".join(filter(None, (" ".join(text for _, text in row) for row in contents.table)))
