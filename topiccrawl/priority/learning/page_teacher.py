"""The page teacher: words that move the verdicts of a running crawl, learned from pages and grades."""

from __future__ import annotations

import math
from collections import OrderedDict, deque
from collections.abc import Collection
from typing import NamedTuple
from zlib import crc32

import numpy as np
import numpy.typing as npt

from topiccrawl.priority.learning.ranking import area_under_curve
from topiccrawl.priority.learning.word_regression import FIRST, GRADED, JUDGED, soft_answer, step
from topiccrawl.relevance.corrections import shifted

_BITS = 17
_PAGES, _LESSONS, _GRADES = 2000, 1000, 500
"""Numbers of pages that can still be graded, 1.5 kB each; of those that are learned again; of grades."""
_LEAST = 5
"""Grades of each kind by which moved verdicts are compared with the others."""
_NEAR, _NEAREST = 0.1, 50
"""Pages so near to the threshold, the latest ones, are on average moved neither up nor down."""
_REPEATS, _REPLAYED = 4, 4

Bag = npt.NDArray[np.int32]


class _Page(NamedTuple):
    bag: Bag
    relevance: float


class _Lesson(NamedTuple):
    bag: Bag
    worth: float
    weight: float


class _Checked(NamedTuple):
    """A graded page, with its relevance before and after it was moved; its grade was not learned yet."""

    relevant: bool
    plain: float
    moved: float


class PageTeacher:
    """Moves the relevance of pages by their words, once grades show that this is better.

    The verdict knows the words of the topic. The teacher is a logistic regression over all words of a page.
    Its lessons are the pages of the crawl, each with the verdict as a soft answer, so that the surest ones
    teach most, and the grades that people give while the crawl runs, which weigh seven times as much. Each
    grade is first a test: moved verdicts count only while they rank the graded pages better than plain ones.
    Without grades nothing is learned, and nothing changes.

    Attributes:
        helps: whether verdicts are moved now.

    Args:
        threshold: of the verdict.
        share: weight of the words beside the log-odds of the relevance; 0: verdicts stay as they are.
        seed: of the draw of earlier lessons.
    """

    def __init__(self, threshold: float, share: float, seed: int = 0) -> None:
        self._threshold, self._share = threshold, share
        self._random = np.random.default_rng(seed)
        self._pages: OrderedDict[str, _Page] = OrderedDict()
        self._lessons: list[_Lesson] = []
        self._graded: list[_Lesson] = []
        self._checked: deque[_Checked] = deque(maxlen=_GRADES)
        self._near: deque[float] = deque(maxlen=_NEAREST)
        self._weights = np.zeros(0)
        self._sums = np.zeros(0)
        self.helps = False

    def judged(self, key: str, relevance: float, words: Collection[str]) -> float:
        """Return the relevance of a page, moved if that helps, and learn from the page.

        Args:
            key: the page.
            relevance: in [0, 1], by the topic's own verdict.
            words: the different words of the page.
        """
        if not (self._share and words):
            return relevance
        page = self._pages[key] = _Page(_bag(words), relevance)
        if len(self._pages) > _PAGES:
            self._pages.popitem(last=False)
        moved = self._moved(page) if self.helps else relevance
        if len(self._weights):
            self._learn_page(page)
        return moved

    def remembers(self, key: str) -> bool:
        """Return whether a page can be graded by its key alone."""
        return key in self._pages

    def read(self, key: str, relevance: float, words: Collection[str]) -> None:
        """Remember a page that this crawl has not judged, so that it can be graded."""
        if self._share and words:
            self._pages[key] = _Page(_bag(words), relevance)

    def grade(self, key: str, *, relevant: bool) -> None:
        """Learn the grade of a page; one that is not remembered is ignored.

        Args:
            key: the page.
            relevant: whether the page is on the topic.
        """
        page = self._pages.pop(key, None)
        if page is None:
            return
        if not len(self._weights):
            self._begin()
        self._checked.append(_Checked(relevant, page.relevance, self._moved(page)))
        lesson = _Lesson(page.bag, float(relevant), GRADED)
        self._keep(self._graded, lesson, _GRADES)
        for _ in range(_REPEATS):
            self._step(lesson)
        self._replay()
        self._compare()

    def _begin(self) -> None:
        """Learn from the pages so far; until then only their words are kept, which costs less."""
        self._weights = np.zeros(1 << _BITS)
        self._sums = np.full(1 << _BITS, FIRST)
        for page in [*self._pages.values()][-_LESSONS:]:
            self._learn_page(page)

    def _learn_page(self, page: _Page) -> None:
        if abs(page.relevance - self._threshold) < _NEAR:
            self._near.append(self._score(page.bag))
        lesson = _Lesson(page.bag, soft_answer(page.relevance, self._threshold), JUDGED)
        self._keep(self._lessons, lesson, _LESSONS)
        self._step(lesson)
        self._replay()

    def _keep(self, lessons: list[_Lesson], lesson: _Lesson, most: int) -> None:
        if len(lessons) < most:
            lessons.append(lesson)
        else:
            lessons[int(self._random.integers(most))] = lesson

    def _replay(self) -> None:
        count = len(self._lessons) + len(self._graded)
        for position in self._random.integers(count, size=min(_REPLAYED, count)).tolist():
            graded = position - len(self._lessons)
            self._step(self._lessons[position] if graded < 0 else self._graded[graded])

    def _step(self, lesson: _Lesson) -> None:
        step(self._weights, self._sums, lesson.bag, lesson.worth, lesson.weight)

    def _score(self, bag: Bag) -> float:
        return float(self._weights[bag].sum()) / math.sqrt(len(bag))

    def _moved(self, page: _Page) -> float:
        if not self._near:
            return page.relevance
        shift = self._share * (self._score(page.bag) - sum(self._near) / len(self._near))
        return shifted(page.relevance, shift)

    def _compare(self) -> None:
        relevant = [one.relevant for one in self._checked]
        if min(sum(relevant), len(relevant) - sum(relevant)) < _LEAST:
            return
        plain = area_under_curve([one.plain for one in self._checked], relevant)
        self.helps = area_under_curve([one.moved for one in self._checked], relevant) > plain


def _bag(words: Collection[str]) -> Bag:
    """Return the positions of the weights of words."""
    return np.unique(
        np.fromiter((crc32(word.encode("utf-8", "replace")) >> (32 - _BITS) for word in words), np.int32)
    )
