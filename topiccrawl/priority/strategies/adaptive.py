"""The default strategy: formula 5 corrected by a link model that learns from the pages of the crawl."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from topiccrawl.page.canonical_url import canonical_url
from topiccrawl.parameter_checks import check_interval, constant
from topiccrawl.priority.focus import Focus
from topiccrawl.priority.learning.calibration import Calibration
from topiccrawl.priority.learning.features import LinkScores
from topiccrawl.priority.learning.link_model import LinkModel
from topiccrawl.priority.learning.page_judge import PageJudge
from topiccrawl.priority.learning.reasons import Reasons
from topiccrawl.priority.learning.url_form import LONGEST
from topiccrawl.priority.link_context import LinkContext
from topiccrawl.priority.link_priority import Priority
from topiccrawl.priority.recent_keys import Latest
from topiccrawl.priority.strategies.contract import (
    NO_SCORES,
    FetchedPage,
    KnownLink,
    Lesson,
    Outcome,
    Passage,
    VisitedPage,
)
from topiccrawl.priority.strategies.formula_5 import Formula5
from topiccrawl.relevance.judgement import Verdict

FORMULA_5 = "formula_5"
"""Part of a learned priority: the value of formula 5."""

_REDIRECTS = 10_000
_GRADED = 100_000
"""Graded pages whose grades are remembered."""
_REPLAYED = 4
"""Replayed pages for each page of an earlier crawl or another worker: those are many and come at once."""


@dataclass(frozen=True)
class LearningParameters:
    """When the link model orders links.

    Attributes:
        start: number of judged pages from which on it does; formula 5 orders the links before.
        every: number of judged pages after which all waiting links get new scores.
        threshold: a link is visited iff the model's probability is above it, in [0, 1).
        doubt: how far under the verdict's threshold a page may be and still be worth something.
        certainty: how far above that point a page is worth a whole lesson; positive.
        pages: whether pages are judged by what the crawl learns from its own pages and from grades, as is
            best for short lists; otherwise grades alone teach, and move the topic's own verdict.
    """

    start: int = 100
    every: int = 10
    threshold: float = constant(0.02)
    doubt: float = constant(0.1)
    certainty: float = constant(0.45)
    pages: bool = False

    def __post_init__(self) -> None:
        check_interval(self, "[1, inf)", "start", "every")


class Adaptive(Formula5):
    """Formula 5 for the first pages; then a model of which links led to relevant pages.

    Each page that the crawl is finished with is a lesson about the links that led to it. Its worth is the
    verdict's value as a soft number: pages near the threshold teach less than sure ones. The waiting links
    get new scores every few pages, those near the top of the frontier.
    """

    name = "adaptive"
    lessons_at_start = 5000
    links_at_start = 2000

    def __init__(self, focus: Focus) -> None:
        super().__init__(focus)
        self.learning = focus.topic.section("learning", LearningParameters)
        self._model = LinkModel(focus.short_words)
        self._calibration = Calibration()
        self.page_judge = PageJudge(focus.topic.words, focus.verdict.threshold, alone=self.learning.pages)
        self._redirects: Latest[str, str] = Latest(_REDIRECTS)
        self._graded: Latest[str, float] = Latest(_GRADED)
        self._rescored = 0
        self._lessons: Sequence[Lesson] = ()

    def resume(self, lessons: Sequence[Lesson]) -> None:
        """Keep the lessons for the first page that arrives, so that no request waits for them."""
        self._lessons = lessons

    def resume_links(self, links: Sequence[KnownLink]) -> Mapping[str, float]:
        """Let links of an earlier process wait in the model; return their scores once it orders links."""
        self.learn_lessons()
        scores = {}
        for link in links:
            if not self._model.waits(page_key(link.url)):  # otherwise this process has found it
                priority = self.link(link.url, link.context)
                if FORMULA_5 in priority.parts:
                    scores[link.url] = priority.value
        return scores

    def score_parts(self, url: str) -> Mapping[str, float]:
        """Return the log-odds of a waiting link by part of the features, named `odds_PART`."""
        reasons = self.reasons(url) if self._is_learned else None
        return (
            NO_SCORES if reasons is None else {f"odds_{name}": odds for name, odds in reasons.parts.items()}
        )

    def reasons(self, url: str, anchors: Iterable[str] = ()) -> Reasons | None:
        """Return why a waiting link has its learned score; None if it does not wait.

        Args:
            url: its URL.
            anchors: anchor texts whose words are named.
        """
        return self._model.explain(page_key(url), url, anchors)

    def gate(self, page: FetchedPage) -> Passage:
        self.learn_lessons()
        key = page_key(page.requested_url)
        known = self._model.waits(key) or self._model.has_learned(key)
        if not (page.context.seed or known):  # found by an earlier process or another worker
            self.link(page.requested_url, page.context)
        self._model.fetch(key)
        if page.url != page.requested_url:
            self._redirects[page.url] = key
        passage = super().gate(page)
        if self.learning.pages and not page.is_hub:
            passage = replace(passage, candidate=True)  # what it has learned says more than a description
        if passage.follows or not self._is_learned:
            return passage
        # The model scores its links by more than the page they stand on.
        return replace(passage, follows=True, rejected=not passage.candidate)

    def link(self, url: str, context: LinkContext) -> Priority:
        """Return formula 5 at first, later the probability that the page is worth a visit."""
        priority = super().link(url, context)
        if context.seed or len(url) > LONGEST:  # a trap's URLs: 200,000 of them would fill memory
            return priority
        headline = self.focus.description(context.anchor) if context.anchor else 0.0
        scores = LinkScores(priority.value, priority.parts["anchor"], headline)
        learned = self._model.link(page_key(url), url, context, scores)
        if not self._is_learned:
            return priority
        return Priority(learned, {**priority.parts, FORMULA_5: priority.value})

    def is_repetition(self, url: str, context: LinkContext, *, waits: bool) -> bool:
        """Count a link that was scored before; return False if the model would admit it meanwhile."""
        if not super().is_repetition(url, context, waits=waits):
            return False
        score = self._model.count_again(page_key(url))
        return score is not None and (waits or not self._is_learned or score <= self.learning.threshold)

    def least(self, priority: Priority) -> float:
        """Return the threshold of formula 5, or the model's once it orders the links."""
        return self.learning.threshold if FORMULA_5 in priority.parts else super().least(priority)

    def chance(self, score: float) -> float:
        """Return the chance by how often pages of such scores were kept, once the model gives the scores."""
        return self._calibration.of(score) if self._is_learned else score

    def verdict(self, page: FetchedPage, passage: Passage, text: str) -> Verdict:
        """Return the verdict by what was learned."""
        from topiccrawl.page.facts.title import strip_site_suffix  # here: a crawl starts without it

        words = self.focus.words(text)
        judged = self.judged(page.url, passage, words)
        return self.learned_verdict(page.url, strip_site_suffix(page.description.title), words, judged)

    def learned_verdict(self, url: str, title: str, words: Collection[str], judged: Verdict) -> Verdict:
        """Return the verdict on a page by what was learned, and remember the page.

        Args:
            url: of the page.
            title: its own title.
            words: of its body.
            judged: the verdict of the topic.
        """
        title_words = self._title_words(title)
        relevance, aside = self.page_judge.judged(page_key(url), title_words, words, judged.relevance)
        kept = relevance >= self.focus.verdict.threshold
        return replace(judged, relevance=relevance, kept=kept, set_aside=aside)

    def visited(self, page: VisitedPage) -> Mapping[str, float]:
        """Learn from a page; return the new scores of waiting links every few pages."""
        super().visited(page)
        key = self._redirects.pop(page.url, "") or page_key(page.url)
        self._model.fetch(key)  # a link without a page was not fetched before
        worth = self._graded.get(key, self._worth(page.verdict.relevance if page.verdict else None))
        if self._model.has_learned(key):  # fetched again after a crash, or after a failure that has passed
            self._model.correct(key, worth)
        else:
            expected = self._model.learn(key, worth)
            if expected is not None and self._is_learned:
                self._calibration.add(expected, kept=page.outcome in (Outcome.KEPT, Outcome.COPY))
        return self._new_scores()

    def learn_from(self, lessons: Sequence[Lesson]) -> Mapping[str, float]:
        """Learn from pages of other workers and from grades; return the new scores of waiting links."""
        for lesson in lessons:
            self._learn_lesson(lesson)
        return self._new_scores()

    def _new_scores(self) -> Mapping[str, float]:
        if not self._is_learned or self._model.learned < self._rescored + self.learning.every:
            return NO_SCORES
        # At first all links: those scored by formula 5 are on another scale.
        is_first, self._rescored = not self._rescored, self._model.learned
        return dict(self._model.rescore(everything=is_first))

    def learn_lessons(self) -> None:
        """Learn from the pages that `resume` got."""
        lessons, self._lessons = self._lessons, ()
        for lesson in lessons:
            self._learn_lesson(lesson)

    def _learn_lesson(self, lesson: Lesson) -> None:
        """Learn from a page, once; a grade counts instead of the verdict, also afterwards."""
        key = page_key(lesson.url)
        if lesson.worth is not None:
            if self._graded.get(key) != lesson.worth:  # a poll may read a grade twice
                self._teach(key, lesson, lesson.worth)
            self._graded[key] = lesson.worth
        if self._model.has_learned(key):
            if lesson.worth is not None:
                self._model.correct(key, lesson.worth)
            return
        self.link(lesson.url, lesson.context)
        self._model.fetch(key)
        self._model.learn(key, self._graded.get(key, self._worth(lesson.relevance)), _REPLAYED)

    def _teach(self, key: str, lesson: Lesson, worth: float) -> None:
        """Let the page judge learn a grade; a near page is not on the topic."""
        if not lesson.text or self.page_judge.remembers(key):
            self.page_judge.grade(key, worth)
            return
        # Of an earlier process or another worker.
        words = self.focus.words(lesson.text)
        relevance = self.focus.judge_words(self.focus.description(lesson.title), words).relevance
        self.page_judge.grade(key, worth, (self._title_words(lesson.title), words), relevance)

    def _title_words(self, title: str) -> frozenset[str]:
        return frozenset(self.focus.short_words(title))

    def judge_again(
        self, url: str, title: str, text: str, grade: float | None
    ) -> tuple[float, str | None] | None:
        """Return relevance and reason of a stored page by what is known now, see `PageJudge.again`."""
        return self.page_judge.again(page_key(url), self._title_words(title), self.focus.words(text), grade)

    @property
    def lessons(self) -> int:
        """Number of pages that taught the model."""
        return self._model.learned

    @property
    def _is_learned(self) -> bool:
        return self._model.learned >= self.learning.start

    def _worth(self, relevance: float | None) -> float:
        """Return the worth of a page in [0, 1]; 0 for one without a verdict."""
        if relevance is None:
            return 0.0
        above = relevance - (self.focus.verdict.threshold - self.learning.doubt)
        return min(1.0, max(0.0, above / self.learning.certainty))


def page_key(url: str) -> str:
    """Return the URL that stands for all spellings of a URL; http and https are one, as in the frontier."""
    canonical = canonical_url(url)
    return f"http:{canonical[6:]}" if canonical.startswith("https:") else canonical
