"""Replays of the same pages with many variants of a strategy; shared results are computed once."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from unittest.mock import patch

from benchmarks.replay.agreement import NO_DELAYS_MODEL
from benchmarks.replay.captures import Entrance
from topiccrawl.calibration.graded_pages import PageGrades, read_page_grades
from topiccrawl.dedup.fingerprint import fingerprint
from topiccrawl.evaluation.replay import judging
from topiccrawl.evaluation.replay.capture import Capture
from topiccrawl.evaluation.replay.captured_page import Captured, CapturedPage
from topiccrawl.evaluation.replay.comparison import seeded
from topiccrawl.evaluation.replay.crawl import ReplayedCrawl
from topiccrawl.evaluation.replay.trace import Trace
from topiccrawl.extraction.cleaning import clean
from topiccrawl.priority.focus import Focus
from topiccrawl.priority.strategies.adaptive import Adaptive
from topiccrawl.relevance.topic.topic import Topic

_MANY = 200_000
MakeStrategy = Callable[[Focus], Adaptive]


class RememberingFocus(Focus):
    """A focus that scores each text once."""

    def __init__(self, topic: Topic) -> None:
        super().__init__(topic)
        self._description = lru_cache(maxsize=_MANY)(self._score_description)
        self._anchor = lru_cache(maxsize=_MANY)(self._score_anchor)
        self._words = lru_cache(maxsize=_MANY)(super().words)
        segmenter, relevance, body = self.relevance.segmenter, self.relevance, self._relevance_of("body")
        segmenter.content_words = lru_cache(maxsize=_MANY)(segmenter.content_words)  # type: ignore[method-assign]
        telling, score = relevance.telling_words, body.score_words
        telling_once, score_once = lru_cache(maxsize=_MANY)(telling), lru_cache(maxsize=_MANY)(score)

        def telling_words(words: Iterable[str]) -> int:
            return telling_once(words) if isinstance(words, frozenset) else telling(words)

        def score_words(words: Iterable[str]) -> float:
            return score_once(words) if isinstance(words, frozenset) else score(words)

        relevance.telling_words = telling_words  # type: ignore[method-assign]
        body.score_words = score_words  # type: ignore[method-assign]

    def words(self, text: str) -> frozenset[str]:
        """Return the different words of a text, made once."""
        return self._words(text)


class RememberingCapture(Capture):
    """A capture that reads each page once."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.get = lru_cache(maxsize=None)(super().get)  # type: ignore[method-assign]
        self._pages: dict[str, CapturedPage] = {}

    def page(self, one: Captured) -> CapturedPage:
        """Return the page of a response, read once."""
        if one.url not in self._pages:
            self._pages[one.url] = super().page(one)
        return self._pages[one.url]


class Repeated:
    """Replays of one topic on one web.

    Args:
        start: what they start with.
        topic: name or folder of the topic.
    """

    def __init__(self, start: Entrance, topic: str) -> None:
        self._capture = RememberingCapture(start.capture)
        self._topic = Topic.load(topic).with_seeds(start.seeds)
        self._seeds = start.seeds
        self.grades: PageGrades = read_page_grades(start.labels)
        self._fingerprint = lru_cache(maxsize=_MANY)(fingerprint)
        self._clean = lru_cache(maxsize=_MANY)(clean)
        self._focus = RememberingFocus(self._topic)

    def run(self, make: MakeStrategy, pages: int, left_out: str = "") -> Trace:
        """Replay a crawl with parts of the features left out."""
        learning = {**self._topic.tables.get("learning", {}), "left_out": left_out}
        # Not with `with_tables`, which reads the words again.
        self._focus.topic = replace(self._topic, tables={**self._topic.tables, "learning": learning})
        strategy = seeded(make(self._focus), 0)
        with (
            patch.object(judging, "fingerprint", self._fingerprint),
            patch.object(judging, "clean", self._clean),
        ):
            return ReplayedCrawl(self._capture, strategy, NO_DELAYS_MODEL).run(self._seeds, pages)

    def close(self) -> None:
        """Close the capture."""
        self._capture.close()
