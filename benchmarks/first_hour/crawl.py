"""A stream of labelled pages, judged as a crawl judges its pages, and grouped after the first of them."""

from __future__ import annotations

from collections.abc import Sequence

from benchmarks.first_hour.stream import Labelled
from topiccrawl.corpus.learned.page_groups import MILESTONES
from topiccrawl.priority.focus import Focus
from topiccrawl.priority.learning.page_judge import PageJudge
from topiccrawl.relevance.learner.seen import MOST_EVIDENCE, evidence
from topiccrawl.topics.page_groups import PageGroup, group_pages

Words = dict[str, tuple[frozenset[str], frozenset[str]]]


class StreamCrawl:
    """Judges the pages of a stream in their order.

    Args:
        focus: of the topic.
        words: of title and body of each page.
        answered: up to which number of kept pages a person says of each of their groups whether it is
            wanted: if more than half of its pages with a label are on the topic.

    Attributes:
        judge: judges the pages.
        stored: keys of the pages that are stored.
        far: keys of those whose group is far from the topic words.
    """

    def __init__(self, focus: Focus, words: Words, answered: int = 0) -> None:
        self.judge = PageJudge(focus.topic.words, focus.verdict.threshold)
        self.stored: set[str] = set()
        self.far: set[str] = set()
        self._focus, self._words, self._answered = focus, words, answered
        self._unwanted: set[str] = set()

    def run(self, pages: Sequence[Labelled], lexical: Sequence[float]) -> None:
        """Judge pages; group those that are kept at the milestones."""
        due = list(MILESTONES)
        for number, (page, own) in enumerate(zip(pages, lexical, strict=True), 1):
            relevance, aside = self.judge.judged(page.key, *self._words[page.key], own)
            if relevance >= self._focus.verdict.threshold or aside is not None:
                self.stored.add(page.key)
            if self.judge.is_due:
                self.learn()
                kept = [one for one in pages[:number] if self.exports(one)]
                if due and len(kept) >= due[0]:
                    self._group(kept, answered=due.pop(0) <= self._answered)
        self.learn()

    def learn(self) -> None:
        """Learn from the pages that were judged."""
        self.judge.model = self.judge.learned(self.judge.sample()) or self.judge.model

    def exports(self, page: Labelled) -> bool:
        """Return whether a page would be exported now; a graded one as it was graded."""
        if page.key not in self.stored or page.key in self._unwanted:
            return False
        return self.relevance(page.key) >= self._focus.verdict.threshold

    def relevance(self, key: str) -> float:
        """Return the relevance of a page by what was learned."""
        found = self.judge.again(key, *self._words[key], None)
        return 0.0 if found is None else found[0]

    def _group(self, kept: Sequence[Labelled], *, answered: bool) -> None:
        groups = self._groups(kept)
        self.far = {kept[place].key for group in groups if group.is_far for place in group.members}
        for group in groups if answered else ():
            labels = [kept[place].label for place in group.members]
            known = [label for label in labels if label is not None]
            if known and sum(known) * 2 <= len(known):  # pages of wanted groups are kept, without a grade
                for place in group.members:
                    self._unwanted.add(key := kept[place].key)
                    self.judge.grade(key, 0.0, self._words[key])
        if answered:
            self.learn()

    def _groups(self, kept: Sequence[Labelled]) -> list[PageGroup]:
        topic_words, words = self._focus.topic.words, [self._words[page.key] for page in kept]
        return group_pages(
            [title | body for title, body in words],
            topic_words,
            [min(MOST_EVIDENCE, evidence(topic_words, title, body)) for title, body in words],
            [self.relevance(page.key) for page in kept],
        )
