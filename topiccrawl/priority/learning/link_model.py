"""The link model: formula 5 corrected by training on the judged pages of the crawl."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence

import numpy as np
import numpy.typing as npt

from topiccrawl.priority.learning.features import GROUPS, NUMBERS, LinkScores, groups_of, numbers_of, position
from topiccrawl.priority.learning.linear_model import REPLAYED, Example, LinearModel
from topiccrawl.priority.learning.reasons import Reasons, reasons_of
from topiccrawl.priority.learning.targets import Targets
from topiccrawl.priority.learning.url_form import UrlForm, url_form
from topiccrawl.priority.learning.yields import Yields
from topiccrawl.priority.link_context import LinkContext
from topiccrawl.priority.recent_keys import Latest, RecentKeys

_IN_FLIGHT = 10_000
_CORRECTABLE = 5_000
"""Maximum number of learned pages whose value can still be corrected."""
_LEAST_CHANGE = 0.05
"""Change of log-odds by which a waiting link gets a new score."""
_NEAR = 300
"""Best links that get new scores; a frontier writes each of them. 1000 give the same harvest."""
_AMONG, _LINKS_A_PAGE = 2_000, 500
"""Links with the best scores so far that are looked at each time, and links per page for which all are: what
does not wait near the top costs little, however much it is."""
_SEEN = 32_768
"""Maximum number of pairs of URL and anchor text that are remembered: menus repeat them on every page."""
_LONGEST_ANCHOR = 100
"""Characters of an anchor text whose words are features; longer ones are no headlines."""


class LinkModel:
    """Scores links, and learns from the pages they led to.

    The log-odds that a page is worth a visit are `8 (p5 - 0.6) + w x`: formula 5, plus a linear model of
    features of the target over all links to it. The features are taken as they were when the link was
    fetched.

    Args:
        words: returns the content words of an anchor text.
    """

    def __init__(self, words: Callable[[str], Sequence[str]]) -> None:
        self._words = words
        self._model = LinearModel(len(NUMBERS) + len(GROUPS), correctable=_CORRECTABLE)
        self._yields = Yields()
        self._targets = Targets(self._model.size)
        self._seen = RecentKeys(_SEEN)
        self._fetched: Latest[str, tuple[Example, npt.NDArray[np.int32]]] = Latest(_IN_FLIGHT)
        self._all_rescored = 0
        self._learned: dict[str, int] = {}  # the lesson of a page, one of the latest
        self._keys = [""] * _CORRECTABLE
        self._groups = np.zeros((_CORRECTABLE, len(GROUPS)), np.int32)

    @property
    def learned(self) -> int:
        """Number of pages that taught the model."""
        return self._model.learned

    def link(self, key: str, url: str, context: LinkContext, scores: LinkScores) -> float:
        """Add a link; return the probability in (0, 1) that its page is worth a visit."""
        pair = hash((key, context.anchor))  # the texts themselves may have kilobytes each
        if self._seen.slot(pair) is not None:
            last = self._targets.count_link(key, scores.priority)
            if last is not None:
                return probability(last)
        self._seen.add(pair)
        form, parent = url_form(url), url_form(context.parent_url)
        groups = [self._yields.number(group) for group in groups_of(form, context, parent)]
        named = (*self._word_features(context.anchor[:_LONGEST_ANCHOR]), *_name_features(form))
        hashed = frozenset(map(position, named))
        self._targets.add(key, numbers_of(context, scores, form, parent), groups, hashed)
        score = self._targets.score(key, self._model, self._yields)
        self._targets.scored(key, score)
        return probability(score)

    def count_again(self, key: str) -> float | None:
        """Count a link that says nothing new; return the last probability, None if the link is not known."""
        last = self._targets.count_link(key)
        return None if last is None else probability(last)

    def explain(self, key: str, url: str, anchors: Iterable[str] = ()) -> Reasons | None:
        """Return why a waiting link has its score; None when it is not known.

        Args:
            key: the link.
            url: its URL.
            anchors: texts whose words are named; the words of other links to the URL count without names.
        """
        known = self._targets.example(key, self._yields)
        if known is None:
            return None
        words = [name for anchor in anchors for name in self._word_features(anchor)]
        names = _name_features(url_form(url))
        return reasons_of(known[0], known[1], self._model, self._yields, words, names)

    def _word_features(self, anchor: str) -> list[str]:
        return [f"word:{word}" for word in self._words(anchor)]

    def fetch(self, key: str) -> None:
        """Keep the features of a link that is fetched now; it no longer waits."""
        known = self._targets.example(key, self._yields)
        if known is not None:
            self._fetched[key] = known
            self._targets.remove(key)

    def waits(self, key: str) -> bool:
        """Return whether a link waits, as far as the model knows."""
        return key in self._targets

    def learn(self, key: str, worth: float, replayed: int = REPLAYED) -> float | None:
        """Learn from a fetched page, whose worth is in [0, 1]; others are ignored.

        Args:
            key: the page.
            worth: its worth.
            replayed: number of earlier pages that are learned again.

        Returns:
            The probability that the model gave its link before; None if the page is ignored.
        """
        known = self._fetched.pop(key, None)
        if known is None:
            return None
        example, groups = known
        expected = probability(self._model.score(example))
        lesson = self._model.learn(example, worth, replayed)
        self._yields.learn(groups, worth)
        row = lesson % _CORRECTABLE
        before = self._keys[row]
        if self._learned.get(before) == lesson - _CORRECTABLE:
            del self._learned[before]
        self._learned[key], self._keys[row], self._groups[row] = lesson, key, groups
        return expected

    def has_learned(self, key: str) -> bool:
        """Return whether a page was learned, as far as the model remembers."""
        return key in self._learned

    def correct(self, key: str, worth: float) -> None:
        """Learn that a page that was learned is worth something else."""
        lesson = self._learned[key]
        before = self._model.worth(lesson)
        if before != worth:
            self._yields.correct(self._groups[lesson % _CORRECTABLE], worth - before)
            self._model.correct(lesson, worth)

    def rescore(self, *, everything: bool = False) -> Iterator[tuple[str, float]]:
        """Yield waiting links whose scores changed, with probabilities.

        Args:
            everything: all that wait; otherwise those near the top, which are fetched before the next time.
        """
        least, near = (0.0, 0) if everything else (_LEAST_CHANGE, _NEAR)
        of_all = everything or len(self._targets) <= _LINKS_A_PAGE * (self.learned - self._all_rescored)
        if of_all:
            self._all_rescored = self.learned
        among = 0 if of_all else _AMONG
        for key, score in self._targets.rescore(self._model, self._yields, least, near, among):
            yield key, probability(score)


def _name_features(form: UrlForm) -> list[str]:
    return [*form.names, f"directory path:{form.directory}", f"pattern:{form.pattern}"]


def probability(log_odds: float) -> float:
    """Return the probability of log-odds, strictly between 0 and 1."""
    return 1 / (1 + math.exp(-min(max(log_odds, -30.0), 30.0)))
