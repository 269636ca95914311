"""How much of what some sites have on a topic a crawl holds, by capture and recapture.

The pages on the topic are those held, those among the links that were not requested, and those to which no
link was found:

* A link is on the topic with a probability by its score and its anchor text: a logistic regression that
  begins with coefficients of measured crawls and learns from the links that this crawl requested.
* Each page with a link to a page is a capture of it. If pages on the topic were found once as often as
  `once` says and twice as often as `twice`, at least once^2 / (2 twice) were never found (Chao 1984).
  That is a lower bound, because some pages are harder to find than others, and crawls follow links
  that stand together. By how much it is exceeded, captures cannot tell. In crawls of labelled webs it was
  the more, the more pages were found only once; so a factor is drawn between `_LEAST` and
  1 + `_PER_ONCE` * (share found once).
* The verdict misses pages that are on the topic: the share is multiplied by its recall, from an audit if
  there is one.

Chao, A. (1984): Nonparametric estimation of the number of classes in a population. Scandinavian Journal of
Statistics 11, 265-270.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from topiccrawl.corpus.audit import Share
from topiccrawl.relevance.learner.regression import sigmoid
from topiccrawl.text.language import marked, say

LEVEL = 0.9
"""Probability of the interval."""
WIDEST = 0.3
"""Width of the interval from which on it says nothing."""
FEWEST = 10
"""Held pages under which nothing is said."""
PREFIX = "topiccrawl/missed/"
"""Start of the names of the stats."""
AUDITED = "topiccrawl/audit/recall"
"""Name of the stat with the recall of the last audit."""

_START = np.array([-0.3, 0.6, 1.6])
"""Coefficients of the regression: constant, log-odds of the score, five times the anchor's value above .4."""
_STEADY = np.array([1.0, 100.0, 100.0])
"""Their precision: a crawl requests its best links, so it tells little of the others but their level."""
_LEVEL_ERROR = 0.35
"""Standard deviation of the constant beside what the regression says."""
_LEAST, _PER_ONCE = 0.2, 14.0
_DRAWS = 4_000
_UNAUDITED = Share(0.955, 0.86, 0.995)
"""Recall of the shipped topics' verdicts, with an interval of 95 %: of a crawl that nobody has audited."""
_Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Held:
    """The share of the pages on a topic, as the crawl's verdict would judge them, that a crawl holds.

    Attributes:
        pages: number of pages held of those whose links were counted.
        once: how many pages on the topic were found on one page.
        twice: how many were found on two.
        share: the estimate, with an interval of `LEVEL`; None: too few pages are held.
    """

    pages: int
    once: float
    twice: float
    share: Share | None

    def stats(self) -> dict[str, object]:
        """Return the figures as stats of a run."""
        found: dict[str, object] = {f"{PREFIX}{name}": round(getattr(self, name)) for name in _COUNTS}
        if self.share is not None:
            values = ("share", self.share.value), ("low", self.share.low), ("high", self.share.high)
            found |= {f"{PREFIX}{name}": round(value, 4) for name, value in values}
        return found

    @classmethod
    def of(cls, stats: Mapping[str, Any]) -> Self | None:
        """Return what the stats of a run say; None if nothing was estimated."""
        if f"{PREFIX}pages" not in stats:
            return None
        share = _share(stats, f"{PREFIX}share", f"{PREFIX}low", f"{PREFIX}high")
        pages, once, twice = (int(stats[f"{PREFIX}{name}"]) for name in _COUNTS)
        return cls(pages, once, twice, share)

    def corrected(self, recall: Share | None = None) -> Share | None:
        """Return the share of all pages on the topic; None if the interval says nothing.

        Args:
            recall: of the verdict, with an interval of 95 %, from an audit.
        """
        if self.share is None:
            return None
        own = _UNAUDITED if recall is None else recall
        value = self.share.value * own.value
        low = value * math.exp(-_distance(self.share.value, self.share.low, own.value, own.low))
        high = min(1.0, value * math.exp(_distance(self.share.value, self.share.high, own.value, own.high)))
        return Share(value, low, high) if high - low <= WIDEST else None


def _distance(share: float, end: float, recall: float, its_end: float) -> float:
    """Return how far the end of an interval is from a product, in its logarithm; stored figures may be 0."""
    of_share, of_recall = (math.log(max(to, 1e-4) / value) for to, value in ((end, share), (its_end, recall)))
    return math.hypot(of_share, of_recall * _TO_LEVEL)


_COUNTED = 0.9
"""Share of the held pages whose links must have been counted."""
_COUNTS = ("pages", "once", "twice")
_TO_LEVEL = 1.645 / 1.960
"""Half of an interval of 90 % as a share of half of one of 95 %."""


def held_share(links: NDArray[np.void], kept: NDArray[np.bool_], held: int = 0) -> Held:
    """Return the share of the pages on a topic that a crawl holds.

    Args:
        links: links of the sites, see `topiccrawl.corpus.missed.sightings.COLUMNS`.
        kept: which of them led to pages that are held.
        held: number of held pages of these sites. If the links lack many, such as those that a crawl has
            counted before it was killed, nothing is said.
    """
    fetched = links["fetched"] | kept
    features = _features(links["score"], links["title"])
    fitted, error = _fit(features[fetched], kept[fetched])
    open_links = features[~fetched]
    chance = np.where(kept, 1.0, 0.0)
    chance[~fetched] = sigmoid(open_links @ fitted)
    pages, once, twice = int(kept.sum()), *(float(chance[links["seen"] == n].sum()) for n in (1, 2))
    if pages < max(FEWEST, _COUNTED * held):
        return Held(pages, once, twice, None)
    rng = np.random.default_rng(0)
    error = math.hypot(error, _LEVEL_ERROR)
    levels = np.linspace(-4 * error, 4 * error, 41)
    sums = np.array([sigmoid(open_links @ fitted + level).sum() for level in levels])
    waiting = np.interp(rng.normal(0, error, _DRAWS), levels, sums)
    ones, twos = rng.gamma(once + 0.5, 1, _DRAWS), rng.gamma(twice + 0.5, 1, _DRAWS)
    unseen = ones * np.maximum(ones - 1, 0) / (2 * (twos + 1))
    most = 1 + _PER_ONCE * once / chance.sum()
    factor = _LEAST * (most / _LEAST) ** rng.random(_DRAWS)
    draws = pages / (pages + waiting + factor * unseen)
    low, value, high = np.quantile(draws, [(1 - LEVEL) / 2, 0.5, (1 + LEVEL) / 2])
    return Held(pages, once, twice, Share(float(value), float(low), float(high)))


def last_share(stats: Iterable[Mapping[str, Any]]) -> tuple[Held, Share | None] | None:
    """Return the last estimate and the recall of the last audit; None if nothing was estimated.

    Args:
        stats: of the runs of a topic, the newest first.
    """
    held: Held | None = None
    recall: Share | None = None
    for one in stats:
        held = held or Held.of(one)
        recall = recall or _share(one, AUDITED, f"{AUDITED}/low", f"{AUDITED}/high")
    return None if held is None else (held, recall)


def held_line(stats: Iterable[Mapping[str, Any]]) -> str:
    """Return the sentence on what a crawl holds; empty if nothing was estimated.

    Args:
        stats: see `last_share`.
    """
    if (last := last_share(stats)) is None:
        return ""
    held, recall = last
    if (share := held.corrected(recall)) is None:
        template = marked(
            "too few entrances to say how much of what these sites have on this topic is held: "
            "{once:,} pages on it were found on one page, {twice:,} on two"
        )
        return say(template, once=held.once, twice=held.twice)
    template = marked("about {share}% ({low} to {high}) of what these sites have on this topic")
    low, value, high = (round(100 * one) for one in (share.low, share.value, share.high))
    return say(template, share=value, low=low, high=high)


def _share(stats: Mapping[str, Any], *names: str) -> Share | None:
    value, low, high = (float(stats.get(name) or 0) for name in names)
    return Share(value, low, high) if value else None


def _features(scores: Any, titles: Any) -> _Floats:
    inner = np.clip(scores.astype(float), 1e-4, 1 - 1e-4)
    above = 5 * (np.maximum(titles.astype(float), 0) - 0.4)
    return np.column_stack([np.ones(len(inner)), np.log(inner / (1 - inner)), above])


def _fit(features: _Floats, outcomes: NDArray[np.bool_]) -> tuple[_Floats, float]:
    """Return the coefficients, and the standard deviation of the constant."""
    fitted, precision = _START, np.diag(_STEADY)
    for _ in range(20):
        chance = sigmoid(features @ fitted)
        precision = (features * (chance * (1 - chance))[:, None]).T @ features + np.diag(_STEADY)
        step = np.linalg.solve(precision, features.T @ (outcomes - chance) - _STEADY * (fitted - _START))
        fitted = fitted + np.clip(step, -1, 1)
    return fitted, float(np.sqrt(np.linalg.inv(precision)[0, 0]))
