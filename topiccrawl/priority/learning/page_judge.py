"""The judge of pages: what a crawl learns from grades and, for short lists, from its own pages."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection, Sequence
from dataclasses import replace
from random import Random
from typing import NamedTuple
from urllib.parse import urlsplit

from topiccrawl.relevance.learner import PageModel, SeenPage, learn, learn_grades
from topiccrawl.relevance.learner.fields import topic_fields
from topiccrawl.relevance.learner.learning import LEAST
from topiccrawl.relevance.learner.model import THRESHOLD
from topiccrawl.relevance.learner.odds import log_odds, shifted
from topiccrawl.relevance.learner.seen import ENOUGH, evidence

UNDECIDED, OFF_TOPIC = "undecided", "off_topic"
"""Why a page is stored, but set aside: nothing was learned yet; it is unlikely to be on the topic."""

_MOST = 1_000
"""Number of pages that are learned from, some 2 kB each; graded ones are kept before others."""
_GROWTH = 1.3
"""Factor of the number of pages after which everything is learned again."""
_NEW_GRADES = 5
_WORTH_STORING = 0.05
"""Minimum relevance of a page that is stored for a later verdict."""
_STORED_AT_FIRST = 200
"""Number of first pages that are stored for a later verdict even without a topic word."""
_MARGIN = 1e-3


class _Kept(NamedTuple):
    """A page that is remembered, its words as one text: a set of them takes ten times the memory.

    Attributes:
        page: the page without its words.
        words: these, a line each.
    """

    page: SeenPage
    words: str

    @classmethod
    def of(cls, page: SeenPage) -> _Kept:
        return cls(replace(page, words=frozenset()), "\n".join(page.words))

    def whole(self) -> SeenPage:
        return replace(self.page, words=frozenset(filter(None, self.words.split("\n"))))


class PageJudge:
    """Judges pages by their words, from what was learned.

    The pages of a short list are judged by what was learned alone, before that by topic words. Otherwise what
    grades teach moves the topic's own verdict, once it ranks graded pages of other sites better so.

    It remembers a sample of the pages that it has judged. Learning takes a second or two, so it is done
    elsewhere, by `learned` in a thread: when `is_due`, and with new grades.

    Args:
        topic_words: of the topic.
        threshold: of the topic's verdict, which the values of this judge are scaled to.
        alone: whether what was learned decides alone.

    Attributes:
        model: what was learned; None before.
        alone: as given.
    """

    def __init__(self, topic_words: Collection[str], threshold: float, *, alone: bool = True) -> None:
        self.model: PageModel | None = None
        self.alone = alone
        self._topic_words = frozenset(topic_words)
        self._threshold = threshold
        self._random = Random(0)  # noqa: S311 (which pages give way when the sample is full)
        self._pages: OrderedDict[str, _Kept] = OrderedDict()
        self._judged = self._learned_at = self._new_grades = 0

    def judged(
        self, key: str, title: Collection[str], body: Collection[str], lexical: float
    ) -> tuple[float, str | None]:
        """Remember a page; return its relevance, and why it is stored if it is not kept.

        Args:
            key: identifies the page.
            title: the different words of its title.
            body: those of its body.
            lexical: its relevance in [0, 1] by the topic's own verdict.
        """
        page = self._page(key, title, body, lexical)
        if key in self._pages:  # a person's grade stays when a page is fetched again
            page = replace(page, grade=self._pages[key].page.grade)
        self._judged += 1
        self._remember(page)
        if not self.alone:
            return (lexical if self.model is None else self.model.moved(lexical, page.words)), None
        if self.model is None:
            if page.evidence >= ENOUGH:
                return max(lexical, self._threshold + _MARGIN), None
            stored = page.evidence > 0 or self._judged <= _STORED_AT_FIRST
            return min(lexical, self._threshold - _MARGIN), UNDECIDED if stored else None
        relevance = self._relevance(self.model, page)
        return relevance, OFF_TOPIC if _WORTH_STORING <= relevance < self._threshold else None

    def again(
        self, key: str, title: Collection[str], body: Collection[str], grade: float | None
    ) -> tuple[float, str | None] | None:
        """Return relevance and reason of a stored page by what is known now; None: they stay.

        Args:
            key: identifies the page.
            title: the different words of its title.
            body: those of its body.
            grade: 1 for a page that a person calls relevant, 0 for another one; None: no grade.
        """
        if not self.alone or (self.model is None and grade is None):
            return None
        relevance = self._threshold
        if self.model is not None:
            relevance = self._relevance(self.model, self._page(key, title, body))
        if grade is not None:
            above, below = self._threshold + _MARGIN, self._threshold - _MARGIN
            relevance = max(relevance, above) if grade else min(relevance, below)
        return relevance, None if relevance >= self._threshold else OFF_TOPIC

    def _page(
        self, key: str, title: Collection[str], body: Collection[str], lexical: float = 0.5
    ) -> SeenPage:
        words = frozenset(title) | frozenset(body) if self.alone else frozenset(body)
        own = topic_fields(self._topic_words).topic_words if self.alone else self._topic_words
        found = evidence(own, title, body)
        return SeenPage(key, words, found, relevance=lexical, site=urlsplit(key).netloc)

    def _relevance(self, model: PageModel, page: SeenPage) -> float:
        """Return the probability, scaled so that both thresholds are the same."""
        value = model.probability(page.words, page.evidence)
        return shifted(value, log_odds(self._threshold) - log_odds(THRESHOLD))

    def remembers(self, key: str) -> bool:
        """Return whether a page can be graded by its key alone."""
        return key in self._pages

    def grade(
        self,
        key: str,
        worth: float,
        words: tuple[Collection[str], Collection[str]] | None = None,
        lexical: float = 0.5,
    ) -> None:
        """Remember the grade of a page; a near page is not on the topic.

        Args:
            key: the page.
            worth: 1 for a relevant page.
            words: of its title and of its body, if it may not be remembered; without them a page that is not
                remembered is ignored.
            lexical: its relevance by the topic's own verdict, likewise.
        """
        kept = self._pages.get(key)
        page = None if kept is None else kept.whole()
        if page is None and words is not None:
            page = self._page(key, *words, lexical)
        grade = float(worth == 1.0)
        if page is not None and page.grade != grade:
            self._remember(replace(page, grade=grade))
            self._new_grades += 1

    @property
    def moves(self) -> bool:
        """Whether what grades taught moves the topic's own verdicts."""
        return not self.alone and self.model is not None and bool(self.model.words)

    @property
    def is_due(self) -> bool:
        """Whether so many pages or grades are new that everything should be learned again."""
        grown = self.alone and self._judged >= max(LEAST, self._learned_at * _GROWTH)
        return grown or self._new_grades >= _NEW_GRADES

    @property
    def has_judged(self) -> bool:
        """Whether this process has judged any page."""
        return self._judged > 0

    @property
    def has_news(self) -> bool:
        """Whether any page or grade is new since everything was learned."""
        return (self.alone and self._judged > self._learned_at) or self._new_grades > 0

    def sample(self) -> tuple[SeenPage, ...]:
        """Return the pages to learn from, and count as learned now."""
        self._learned_at, self._new_grades = self._judged, 0
        return tuple(one.whole() for one in self._pages.values() if self.alone or one.page.grade is not None)

    def learned(self, pages: Sequence[SeenPage]) -> PageModel | None:
        """Return what pages teach; takes a second or two, and may run in a thread."""
        if self.alone:
            return learn(pages, self._topic_words)
        found = learn_grades(pages, self._threshold)
        return None if found is None else found.model if found.helps else PageModel({}, 0.0, None, 0, 0)

    def restore(self, pages: Sequence[SeenPage]) -> None:
        """Add pages that an earlier process or another worker has seen."""
        for page in pages:
            known = self._pages.get(page.key)
            if known is None or (known.page.grade is None and page.grade is not None):
                self._remember(page)

    def _remember(self, page: SeenPage) -> None:
        self._pages[page.key] = _Kept.of(page)
        if len(self._pages) <= _MOST:
            return
        keys = [*self._pages]
        for _ in range(20):
            key = keys[self._random.randrange(len(keys))]
            if key != page.key and self._pages[key].page.grade is None:
                del self._pages[key]
                return
        self._pages.popitem(last=False)
