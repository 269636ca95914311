"""The link model: formula 5 corrected by what the judged pages of this crawl taught."""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Callable, Iterator

import numpy as np
import numpy.typing as npt

from topiccrawl.priority.learning.features import (
    GROUPS,
    NUMBERS,
    LinkScores,
    groups_of,
    hashed_features,
    numbers_of,
)
from topiccrawl.priority.learning.linear_model import Example, LinearModel
from topiccrawl.priority.learning.targets import Targets
from topiccrawl.priority.learning.url_form import url_form
from topiccrawl.priority.learning.yields import Yields
from topiccrawl.priority.link_context import LinkContext

_BITS = 18
_IN_FLIGHT = 10_000
_LEAST_CHANGE = 0.05
"""Change of log-odds by which a waiting link gets a new score."""
_NEAR = 1000
"""Best links that get new scores; a frontier writes each of them."""
_SEEN = 200_000
"""Pairs of URL and anchor text that are remembered: menus repeat them on every page."""
_LONGEST_ANCHOR = 100
"""Characters of an anchor text whose words are features; longer ones are no headlines."""


class LinkModel:
    """Scores links, and learns from the pages they led to.

    The log-odds that a page is worth a visit are `8 (p5 - 0.6) + w x`: formula 5, plus a linear model of
    features of the target over all links to it. The features are taken as they were when the link was
    fetched.

    Args:
        words: returns the content words of an anchor text.
        seed: of the replay.
    """

    def __init__(self, words: Callable[[str], list[str]], seed: int = 0) -> None:
        self._words = words
        self._model = LinearModel(len(NUMBERS) + len(GROUPS), _BITS, seed=seed)
        self._yields = Yields()
        self._targets = Targets(empty=self._model.size)
        self._seen: dict[int, None] = {}
        self._fetched: OrderedDict[str, tuple[Example, npt.NDArray[np.int32]]] = OrderedDict()

    @property
    def learned(self) -> int:
        """Number of pages that taught the model."""
        return self._model.learned

    def link(self, key: str, url: str, context: LinkContext, scores: LinkScores) -> float:
        """Add a link; return the probability in (0, 1) that its page is worth a visit."""
        pair = hash((key, context.anchor))  # the texts themselves may have kilobytes each
        if pair in self._seen:
            last = self._targets.count_link(key, scores.priority)
            if last is not None:
                return probability(last)
        self._seen[pair] = None
        if len(self._seen) > _SEEN:
            del self._seen[next(iter(self._seen))]
        form, parent = url_form(url), url_form(context.parent_url)
        groups = [self._yields.number(group) for group in groups_of(form, context, parent)]
        hashed = hashed_features(self._words(context.anchor[:_LONGEST_ANCHOR]), form, _BITS)
        self._targets.add(key, numbers_of(context, scores, form, parent), groups, hashed)
        known = self._targets.example(key, self._yields)
        assert known is not None  # it was just added
        score = self._model.score(known[0])
        self._targets.scored(key, score)
        return probability(score)

    def fetch(self, key: str) -> None:
        """Keep the features of a link that is fetched now; it no longer waits."""
        known = self._targets.example(key, self._yields)
        if known is not None:
            self._fetched[key] = known
            self._targets.remove(key)
            if len(self._fetched) > _IN_FLIGHT:
                self._fetched.popitem(last=False)

    def waits(self, key: str) -> bool:
        """Return whether a link waits, as far as the model knows."""
        return key in self._targets

    def learn(self, key: str, worth: float, replayed: int | None = None) -> None:
        """Learn from a fetched page, whose worth is in [0, 1]; others are ignored.

        Args:
            key: the page.
            worth: its worth.
            replayed: number of earlier pages that are learned again; None: as many as is best.
        """
        known = self._fetched.pop(key, None)
        if known is not None:
            example, groups = known
            self._model.learn(example, worth, replayed)
            self._yields.learn(groups, worth)

    def rescore(self, *, everything: bool = False) -> Iterator[tuple[str, float]]:
        """Yield waiting links whose scores changed, with probabilities.

        Args:
            everything: all that wait; otherwise those near the top, which are fetched before the next time.
        """
        least, near = (0.0, 0) if everything else (_LEAST_CHANGE, _NEAR)
        for key, score in self._targets.rescore(self._model, self._yields, least, near):
            yield key, probability(score)


def probability(log_odds: float) -> float:
    """Return the probability of log-odds, strictly between 0 and 1."""
    return 1 / (1 + math.exp(-min(max(log_odds, -30.0), 30.0)))
