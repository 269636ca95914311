"""Quality as a person grades it: a regression over the words and the quality attributes of graded texts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np

from topiccrawl.corpus.columns import site_of
from topiccrawl.corpus.quality import TEXTS, measure_quality
from topiccrawl.relevance.learner.bags import Bags
from topiccrawl.relevance.learner.grades import folds
from topiccrawl.relevance.learner.model import PageModel
from topiccrawl.relevance.learner.ranking import area_under_curve
from topiccrawl.relevance.learner.regression import fit, left_out_scores, sigmoid
from topiccrawl.storage import schema
from topiccrawl.storage.pages.store import CorpusStore
from topiccrawl.storage.rows.chunks import chunks
from topiccrawl.storage.rows.pages import pages_query
from topiccrawl.storage.rows.row import url_hash
from topiccrawl.text.general_idf import general_idf
from topiccrawl.text.segment import words
from topiccrawl.topics.calibration.graded_pages import OTHER, RELEVANT, read_grades

LEAST_GRADES = 10
"""Number of good and of bad texts from which on something is learned."""
_BINS = 5
_BEGINNING = 2000
"""Characters whose words count."""
_IMPORTANCE = 2.0
_WEIGHT_OF_ATTRIBUTES = 15.0
"""Idf of a bin of an attribute: all of them weigh about half of the words of a text."""
_MARK = "\0"
"""Begins the names of bins; no word has it."""


class GradedText(NamedTuple):
    """A text with the grade that a person gave it.

    Attributes:
        text: the text.
        is_good: whether the person would take it.
        site: texts of one site are left out together when the model is tested.
    """

    text: str
    is_good: bool
    site: str


@dataclass(frozen=True)
class GradedQuality:
    """What grades teach.

    Attributes:
        model: weights of words and bins.
        limits: between the bins of each attribute.
        texts: number of texts that it was learned from.
        ranked: probability that a good text gets more than a bad one, by models that have not learned the
            texts of their sites; of their fifth of the texts, if there are few sites.
    """

    model: PageModel
    limits: Mapping[str, Sequence[float]]
    texts: int
    ranked: float

    def probability(self, text: str) -> float:
        """Return the probability that the person would take a text."""
        odds = self.model.log_odds(_features(text, measure_quality(text), self.limits), _idf)
        return round(float(sigmoid(np.array([odds]))[0]), 4)


def learn_quality(texts: Sequence[GradedText]) -> GradedQuality | None:
    """Return what grades teach; None if there are fewer than `LEAST_GRADES` good or bad texts."""
    good = np.array([one.is_good for one in texts], np.bool_)
    if min(good.sum(), (~good).sum()) < LEAST_GRADES:
        return None
    measured = [measure_quality(one.text) for one in texts]
    shares = np.linspace(0, 1, _BINS + 1)[1:-1]
    limits = {
        name: np.unique(np.quantile([float(one[name]) for one in measured], shares)).tolist()
        for name in measured[0]
        if name not in TEXTS
    }
    bags = Bags.of([_features(one.text, own, limits) for one, own in zip(texts, measured, strict=True)], _idf)
    answers, evenly = good.astype(np.float64), np.full(len(texts), _IMPORTANCE)
    left_out = left_out_scores(bags, answers, evenly, folds([one.site for one in texts], good))
    weights, offset = fit(bags, answers, evenly)
    model = PageModel(
        dict(zip(bags.words, weights.tolist(), strict=True)), offset, None, len(texts), len(texts)
    )
    return GradedQuality(model, limits, len(texts), area_under_curve(left_out, good))


def read_graded(file: Path, store: CorpusStore, topic: str) -> list[GradedText]:
    """Read a table of grades, see `read_grades`: 2 is good, 0 is bad, 1 is neither.

    A text comes from the table, else from the page of the corpus; rows without one are left out.

    Raises:
        LabelError: as `read_grades`.
        OSError: the file cannot be read.
    """
    rows = [row for row in read_grades(file) if row.grade in (RELEVANT, OTHER)]
    texts: dict[str, str] = {}
    for some in chunks([url_hash(row.url) for row in rows if row.url and not row.text]):
        query = pages_query(topic, ("url_hash", "text")).where(schema.pages.c.url_hash.in_(some))
        texts |= {page["url_hash"]: page["text"] for page in store.fetch(query)}
    found = [
        GradedText(
            row.text or texts.get(url_hash(row.url), ""), row.grade == RELEVANT, row.site or site_of(row.url)
        )
        for row in rows
    ]
    return [one for one in found if one.text]


def _features(
    text: str, measured: Mapping[str, float | int | str], limits: Mapping[str, Sequence[float]]
) -> set[str]:
    """Return the words of a text, and the bin of each of its measured attributes."""
    found = {word for word in words(text[:_BEGINNING]) if len(word) > 1}
    for name, some in limits.items():
        found.add(f"{_MARK}{name} {np.searchsorted(some, float(measured[name]), 'right')}")
    return found


def _idf(word: str) -> float:
    return _WEIGHT_OF_ATTRIBUTES if word.startswith(_MARK) else general_idf(word)
