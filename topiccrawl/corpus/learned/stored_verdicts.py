"""Stored pages of a topic judged again by what was learned, in a crawl or after it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing
from functools import partial
from typing import NamedTuple

from topiccrawl.corpus.labels import read_labels
from topiccrawl.priority.focus import Focus
from topiccrawl.priority.learning.page_judge import PageJudge
from topiccrawl.priority.link_context import LinkContext
from topiccrawl.priority.strategies.adaptive import Adaptive
from topiccrawl.priority.strategies.contract import Lesson
from topiccrawl.relevance.judgement import Verdict
from topiccrawl.relevance.learner import PageModel, SeenPage
from topiccrawl.relevance.learner.stored import (
    model_from_json,
    model_to_json,
    pages_from_json,
    pages_to_json,
)
from topiccrawl.relevance.topic.topic import Topic
from topiccrawl.storage.pages.store import CorpusStore
from topiccrawl.storage.rows.learned import (
    GRADED,
    NewVerdict,
    StoredText,
    read_groups,
    read_model,
    read_texts,
    write_model,
    write_verdicts,
)
from topiccrawl.storage.rows.lessons import Position, read_new
from topiccrawl.text.language import marked, say
from topiccrawl.topics.calibration.graded_pages import RELEVANT

FAR_GROUP = "far_group"
"""Why a page is set aside: its group is far from the topic words, see `topiccrawl.topics.page_groups`."""
_BATCH = 200
_CHANGE = 0.02
"""Difference of relevance that is written although the page is kept, or set aside, as before."""
_MOST_GRADES = 10_000


class Changed(NamedTuple):
    """Numbers of stored pages whose verdict changed."""

    aside: int
    back: int

    @property
    def sentence(self) -> str:
        """What happened, in the user's language."""
        template = marked("stored pages judged again: {aside:,} set aside, {back:,} taken back")
        return say(template, aside=self.aside, back=self.back)


class StoredVerdicts:
    """Keeps what a strategy has learned in the database, and judges stored pages by it.

    Its methods take their time, and may run in a thread beside the crawl.

    Args:
        store: the corpus.
        strategy: whose judge it is.
        judge: that of the strategy.

    Attributes:
        judge: that of the strategy, which says when there is something to learn.
    """

    def __init__(self, store: CorpusStore, strategy: Adaptive, judge: PageJudge) -> None:
        self._store, self._strategy, self.judge = store, strategy, judge
        self._topic = strategy.focus.topic

    def read(self) -> tuple[PageModel | None, list[SeenPage]]:
        """Return what earlier crawls or other workers have learned, and the pages that they have seen."""
        model, sample = self._store.read(read_model, self._topic.name)
        topic_words = self._topic.words if self.judge.alone else None
        known = None if model is None else model_from_json(model, topic_words)
        return known, pages_from_json(sample)

    def judged(self, url: str, title: str, text: str, judged: Verdict) -> Verdict:
        """Return the verdict on a page by what was learned, and remember the page to learn from it."""
        return self._strategy.learned_verdict(url, title, self._strategy.focus.words(text), judged)

    def settle(self) -> Changed:
        """Learn from grades and from the pages that were judged, and judge all stored pages by it."""
        graded, _ = self._store.read(read_new, self._topic.name, 0, Position(), _MOST_GRADES, pages=False)
        self._strategy.learn_from(
            [
                Lesson(one.url, LinkContext(), None, float(one.grade == RELEVANT), one.title, one.text)
                for one in graded
            ]
        )
        if self.judge.has_news:
            self.learn(self.judge.sample())
        return self.judge_again()

    def learn(self, pages: Sequence[SeenPage]) -> int:
        """Learn from pages of the judge and store them; return their number, 0 if they are too few."""
        model = self.judge.learned(pages)
        self.judge.model = model or self.judge.model
        rows, written = pages_to_json(pages), None if model is None else model_to_json(model)
        name = self._topic.name
        self._store.transact(lambda connection: write_model(connection, name, written, rows))
        return 0 if model is None else len(pages)

    def judge_again(self) -> Changed:
        """Judge all stored pages; set some aside, and take others back."""
        grades = self._store.read(read_labels, self._topic.name)
        _, groups = self._store.read(read_groups, self._topic.name)
        far = frozenset(
            number for group in groups if group["far"] and not group["wanted"] for number in group["pages"]
        )
        aside, back = 0, 0
        # Copies first: an original stays as long as one of them is kept.
        for duplicates in (True, False):
            for texts in self._stored(duplicates=duplicates):
                changed = [one for page in texts if (one := self._changed(page, grades, far)) is not None]
                if not changed:
                    continue
                self._store.transact(partial(write_verdicts, verdicts=changed))
                before = {text.number: text.reason for text in texts}
                aside += sum(one.reason is not None and before[one.number] is None for one in changed)
                back += sum(one.reason is None and before[one.number] is not None for one in changed)
        return Changed(aside, back)

    def _stored(self, *, duplicates: bool) -> Iterator[list[StoredText]]:
        last = 0
        while texts := self._store.read(read_texts, self._topic.name, last, _BATCH, duplicates=duplicates):
            last = texts[-1].number
            yield texts

    def _changed(self, page: StoredText, grades: dict[str, int], far: frozenset[int]) -> NewVerdict | None:
        """Return the new verdict on a stored page, if it is new; what a person wanted kept stays."""
        grade = grades.get(page.url)
        threshold = self._strategy.focus.verdict.threshold
        if grade is None and page.reason is None and (page.relevance or 0.0) < threshold:
            return None
        worth = None if grade is None else float(grade == RELEVANT)
        found = self._strategy.judge_again(page.url, page.title, page.text, worth)
        if found is None:
            return None
        relevance, reason = found
        if page.reason == GRADED:
            reason = GRADED
        elif grade is None:
            reason = None if page.is_copied else reason or (FAR_GROUP if page.number in far else None)
        moved = page.relevance is None or abs(relevance - page.relevance) > _CHANGE
        return NewVerdict(page.number, relevance, reason) if reason != page.reason or moved else None


def stored_verdicts(store: CorpusStore, topic: Topic) -> StoredVerdicts | None:
    """Return what judges the pages of an open store; None: they are not judged by what is learned.

    Raises:
        StorageError: the database cannot be used.
    """
    strategy = Adaptive(Focus(topic))
    judge = strategy.page_judge
    if not judge.alone:
        return None
    verdicts = StoredVerdicts(store, strategy, judge)
    judge.model, sample = verdicts.read()
    judge.restore(sample)
    return verdicts


def learn_from_grades(database: str, topic: Topic) -> Changed:
    """Learn from the grades of a topic that no crawl is running for, and judge its stored pages again.

    Args:
        database: its URL.
        topic: its pages are judged by what crawls learn.

    Raises:
        StorageError: the database cannot be used, for example because a crawl holds it.
    """
    with closing(CorpusStore(database)) as store:
        store.open()
        verdicts = stored_verdicts(store, topic)
        return Changed(0, 0) if verdicts is None else verdicts.settle()
