"""Figures of a corpus: its texts by their labels, what models learn from it, intervals over test texts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import numpy as np

from benchmarks.worth.arms import OURS
from benchmarks.worth.held_out import grams
from benchmarks.worth.models import Classifier, KneserNey

BEGINNING = 500
"""Characters of each test text that the recurrent network reads."""
_SAMPLES = 2000
_SHARES = ("on topic", "near", "copies", "repeated")
_MODELS = ("bits", "bits alike", "GRU bits")

Texts = list[str]
Figures = dict[str, Any]


def judged(rows: Sequence[Mapping[str, Any]], label: str) -> Figures:
    """Return how many texts a corpus has, and which share is relevant, near, and a copy, by their labels."""
    grades = [row.get("grade", {}).get(label, 0) for row in rows]
    stories = [row["duplicate_group"] for row in rows if row.get("duplicate_group")]
    size = max(1, len(rows))
    shares = {"on topic": grades.count(2) / size, "near": grades.count(1) / size}
    return {"texts": len(rows), **shares, "copies": (len(stories) - len(set(stories))) / size}


def repeated(texts: Texts) -> float:
    """Return the share of 13-character sequences of texts that are in an earlier text."""
    each = [grams(text) for text in texts]
    return 1 - len(set().union(*each)) / sum(map(len, each))


def learned(own: Texts, smallest: int, tests: Texts, others: Texts, off_topic: Texts) -> Figures:
    """Return the bits of each test text, and which test texts a classifier takes for relevant."""
    models = {"bits": KneserNey(own), "bits alike": KneserNey(_sample(own, smallest))}
    classifier = Classifier(own, off_topic)
    return {
        "characters": sum(map(len, own)),
        "lengths": {"GRU bits": [min(len(text), BEGINNING) for text in tests]}
        | {model: list(map(len, tests)) for model in models},
        **{name: list(map(model.bits, tests)) for name, model in models.items()},
        "found": classifier.are_positive(tests).astype(int).tolist(),
        "wrong": classifier.are_positive(others).astype(int).tolist(),
    }


def _sample(texts: Texts, characters: int) -> Texts:
    """Return texts drawn at random with this number of characters, the last one cut off."""
    found: Texts = []
    for text in Random(1).sample(texts, len(texts)):
        found.append(text[:characters])
        characters -= len(found[-1])
    return found


def together(webs: Sequence[Mapping[str, Figures]]) -> dict[str, Figures]:
    """Return the means of webs; figures of models with the ends of their 95 % intervals."""
    rows: dict[str, Figures] = {}
    for name in webs[0]:
        own, ours = [one[name] for one in webs], [one[OURS] for one in webs]
        counted = {key: np.mean([one[key] for one in own]) for key in ("texts", "characters")}
        shares = {key: np.mean([one[key] for one in own]) for key in _SHARES}
        rows[name] = {key: round(float(value)) for key, value in counted.items()}
        rows[name] |= {key: round(float(value), 4) for key, value in shares.items()}
        for model in _MODELS:
            if all(model in one for one in own):
                draws, base = _bits(own, model), _bits(ours, model)
                rows[name] |= {model: _interval(draws), f"difference of {model}": _interval(draws - base)}
        draws, base = _f1(own), _f1(ours)
        rows[name] |= {"F1": _interval(draws), "difference of F1": _interval(draws - base)}
    return rows


def _draws(size: int) -> Any:
    """Return numbers of texts: first each once, then samples of them with repetition."""
    return [np.arange(size), *np.random.default_rng(1).integers(0, size, (_SAMPLES, size))]


def _bits(webs: Sequence[Figures], model: str) -> Any:
    sums = []
    for one in webs:
        bits, lengths = np.array(one[model]), np.array(one["lengths"][model])
        sums.append([bits[drawn].sum() / lengths[drawn].sum() for drawn in _draws(len(bits))])
    return np.mean(sums, axis=0)


def _f1(webs: Sequence[Figures]) -> Any:
    values = []
    for one in webs:
        found, wrong = np.array(one["found"]), np.array(one["wrong"])
        hits = np.array([found[drawn].sum() for drawn in _draws(len(found))])
        misses = np.array([wrong[drawn].sum() for drawn in _draws(len(wrong))])
        values.append(2 * hits / (len(found) + hits + misses))
    return np.mean(values, axis=0)


def _interval(draws: Any) -> list[float]:
    return [round(float(one), 4) for one in (draws[0], *np.quantile(draws[1:], (0.025, 0.975)))]
