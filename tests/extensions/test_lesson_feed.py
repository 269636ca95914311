"""Workers learn from each other's pages and from grades through the database."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from priority.strategies.pages import fetched
from scrapy import Spider
from scrapy.exceptions import NotConfigured
from scrapy.utils.test import get_crawler
from servers.corpora import opened

from topiccrawl.corpus.labels import write_labels
from topiccrawl.corpus.learned.stored_verdicts import StoredVerdicts
from topiccrawl.errors import DatabaseAwayError
from topiccrawl.extensions.lesson_feed import LessonFeed
from topiccrawl.priority.focus import Focus
from topiccrawl.priority.strategies.adaptive import Adaptive
from topiccrawl.priority.strategies.contract import Lesson
from topiccrawl.relevance.topic.topic import Topic
from topiccrawl.storage.pages.store import CorpusStore
from topiccrawl.storage.records import PageRecord
from topiccrawl.storage.rows.lessons import FetchedLink, read_fetched, read_new

TOPIC, OWN, OTHER = "party", 1, 2


@pytest.fixture
def store(tmp_path: Path) -> Iterator[CorpusStore]:
    store = opened(f"sqlite:///{tmp_path / 'corpus.db'}")
    yield store
    store.close()


def page(number: int, run: int, section: str = "dangjian", relevance: float = 0.9) -> PageRecord:
    return PageRecord(
        topic=TOPIC,
        url=f"http://a.test/{section}/{number}.html",
        run_id=run,
        fetched_at=datetime.now(UTC),
        relevance=relevance,
        anchor="党课",
        parent_url="http://a.test/",
    )


class Session:
    """What the feed uses of a session."""

    def __init__(self, store: CorpusStore, lessons_at_start: int = 10, shared: bool = True) -> None:
        self.topic = SimpleNamespace(name=TOPIC)
        self.ledger: Any = SimpleNamespace(run_id=OWN, store=store)
        self.strategy: Any = SimpleNamespace(lessons_at_start=lessons_at_start)
        self.is_shared = shared
        self.resumed: frozenset[FetchedLink] = frozenset()
        self.lessons: list[Lesson] = []

    def learn_from(self, lessons: Sequence[Lesson]) -> None:
        self.lessons += lessons

    def feed(self, interval: float = 0.01) -> LessonFeed:
        session: Any = self
        return LessonFeed(get_crawler(Spider, {"TOPICCRAWL_LESSON_INTERVAL": interval}), session)

    def run(self, *steps: Any) -> list[str]:
        """Run the feed, with steps in between; return the URLs of the lessons."""

        async def run() -> None:
            feed = self.feed()
            feed.spider_opened()
            for step in (lambda: None, *steps):
                await asyncio.sleep(0.2)
                step()
            await asyncio.sleep(0.2)
            feed.spider_closed()

        asyncio.run(run())
        return [lesson.url.rpartition("/")[2] for lesson in self.lessons]


def test_pages_of_other_workers_are_learned_once(store: CorpusStore) -> None:
    store.write([page(0, OTHER)])  # the start of the crawl learns this one
    session = Session(store)
    session.resumed = frozenset(store.read(read_fetched, TOPIC, 10))
    store.write([page(1, OTHER)])  # too late for the start
    urls = session.run(
        lambda: store.write([page(2, OWN), page(3, OTHER)]), lambda: store.write([page(4, OTHER)])
    )
    assert urls == ["1.html", "3.html", "4.html"]


def test_a_grade_reaches_a_crawl_that_holds_the_file(store: CorpusStore) -> None:
    store.write([page(1, OWN)])
    session = Session(store, shared=False)
    grades = {"http://a.test/dangjian/1.html": 0}
    assert session.run(lambda: write_labels(store.display_name, TOPIC, grades)) == ["1.html"]
    (lesson,) = session.lessons
    assert (lesson.worth, lesson.context.anchor) == (0.0, "党课")


def test_grades_of_stored_pages_move_verdicts_once_they_help(
    store: CorpusStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    # By its topic words the second one, on tourism, is ahead.
    party = "居民代表讨论发言，党员评议岗位，楼长汇报进展，街道总结。"
    travel = "党员游客入住民宿，导游讲解故事，门票半价，书记推介美食，支部旧址游人如织。"
    grades = {}
    for number in range(40):
        text = f"{(party, travel)[number % 2]}第{number}期。"
        one = replace(page(number, OTHER), title="本周简讯", text=text)
        store.write([one])
        grades[one.url] = 0 if number % 2 else 2
    session = Session(store, shared=False)
    topic = Topic.load("partybuild")
    # A line counts like a whole text, so that words alone tell the texts apart.
    tables = {**topic.tables, "verdict": {**topic.tables["verdict"], "brief_loss": 0.0}}
    session.strategy = Adaptive(Focus(replace(topic, tables=tables), moved=False))
    monkeypatch.setattr(session, "learn_from", session.strategy.learn_from)
    for number in range(60):  # the worker's own pages
        passage = session.strategy.gate(fetched("本周简讯", url=f"http://b.test/{number}.html"))
        text = (party, travel)[number % 2]
        session.strategy.verdict(fetched("本周简讯", url=f"http://b.test/{number}.html"), passage, text)
    session.run(lambda: write_labels(store.display_name, TOPIC, grades))
    judge = session.strategy.page_judge
    assert StoredVerdicts(store, session.strategy, judge).learn(judge.sample()) == 40
    assert judge.moves
    assert good_and_bad(session, party, travel)
    other = Session(store)
    other.strategy = Adaptive(session.strategy.focus)  # another worker, or a crawl that continues
    other.strategy.page_judge.model, sample = StoredVerdicts(
        store, other.strategy, other.strategy.page_judge
    ).read()
    assert len(sample) == 40
    assert good_and_bad(other, party, travel)


def good_and_bad(session: Session, party: str, travel: str) -> bool:
    """Return whether the text on the party is ahead of the one on tourism."""
    good, bad = (
        session.strategy.verdict(
            fetched("本周简讯", url=url), session.strategy.gate(fetched("本周简讯", url=url)), text
        ).relevance
        for url, text in (("http://c.test/1.html", party), ("http://c.test/2.html", travel))
    )
    return good > bad + 0.1


def test_a_lesson_at_which_learning_fails_loses_no_other_one(
    store: CorpusStore, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    session = Session(store)

    def learn_from(lessons: Sequence[Lesson]) -> None:
        if any(lesson.url.endswith("/0.html") for lesson in lessons):
            raise ArithmeticError("a bug")
        session.lessons.extend(lessons)

    monkeypatch.setattr(session, "learn_from", learn_from)
    urls = session.run(lambda: store.write([page(number, OTHER) for number in range(45)]))
    assert urls == [f"{number}.html" for number in range(1, 45)]
    assert "http://a.test/dangjian/0.html" in caplog.text


def test_lessons_are_read_later_when_the_database_was_away(
    store: CorpusStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    read, looks = store.read, iter(range(10**6))

    def away_at_first(*args: Any, **options: Any) -> Any:
        if args[0] is read_new and 2 < next(looks) < 5:
            raise DatabaseAwayError("away")
        return read(*args, **options)

    monkeypatch.setattr(store, "read", away_at_first)
    assert Session(store).run(lambda: store.write([page(1, OTHER)])) == ["1.html"]


@pytest.mark.parametrize(("lessons_at_start", "interval"), [(0, 1.0), (10, 0.0)])
def test_without_a_strategy_that_learns_nothing_is_read(
    store: CorpusStore, lessons_at_start: int, interval: float
) -> None:
    with pytest.raises(NotConfigured):
        Session(store, lessons_at_start).feed(interval)
