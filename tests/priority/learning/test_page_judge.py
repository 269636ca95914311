"""The judge of pages: before anything is learned, afterwards, and with grades."""

from __future__ import annotations

import random

import pytest

from topiccrawl.priority.learning.page_judge import OFF_TOPIC, UNDECIDED, PageJudge

THRESHOLD = 0.45
TOPIC = frozenset({"火箭", "发射", "卫星", "航天员"})


@pytest.fixture
def judge():
    return PageJudge(TOPIC, THRESHOLD)


def feed(judge: PageJudge, count: int = 200, seed: int = 1) -> None:
    """Judge pages, every second one on space."""
    chance = random.Random(seed)
    for n in range(count):
        field = [f"航天{k}" for k in range(40)] if n % 2 else [f"球赛{k}" for k in range(40)]
        words = set(chance.sample(field, 15)) | (
            set(chance.sample(sorted(TOPIC), 2)) if n % 4 == 1 else set()
        )
        judge.judged(f"page{n}", set(), words, 0.5)


@pytest.mark.parametrize(
    ("title", "body", "lexical", "is_kept"),
    [
        (set(), {"火箭", "球队"}, 0.99, False),
        (set(), {"火箭", "发射"}, 0.1, True),
        ({"火箭"}, {"升空"}, 0.1, True),
        (set(), {"球队"}, 0.9, False),
    ],
)
def test_at_first_two_topic_words_or_one_in_the_title_must_do(judge, title, body, lexical, is_kept):
    relevance, reason = judge.judged("page", title, body, lexical)
    assert (relevance >= THRESHOLD) == is_kept
    assert reason == (None if is_kept else UNDECIDED)


def test_it_is_due_when_the_pages_have_grown(judge):
    feed(judge, 49)
    assert not judge.is_due
    feed(judge, 1, seed=2)
    assert judge.is_due
    judge.model = judge.learned(judge.sample())
    assert not judge.is_due


def test_what_was_learned_decides_also_on_pages_without_topic_words(judge):
    feed(judge)
    judge.model = judge.learned(judge.sample())
    relevance, reason = judge.judged("new", set(), {f"航天{k}" for k in range(15)}, 0.0)
    assert relevance >= THRESHOLD and reason is None
    relevance, reason = judge.judged("other", set(), {f"球赛{k}" for k in range(15)}, 0.9)
    assert relevance < THRESHOLD
    assert reason in (None, OFF_TOPIC)


def test_stored_pages_are_judged_again_and_their_grades_decide(judge):
    words = set(), {f"球赛{k}" for k in range(15)}
    assert judge.again("page", *words, None) is None  # nothing was learned yet
    feed(judge)
    judge.model = judge.learned(judge.sample())
    assert judge.again("page", *words, None)[1] == OFF_TOPIC
    assert judge.again("page", *words, 1.0)[1] is None
    space = set(), {f"航天{k}" for k in range(15)}
    assert judge.again("page", *space, None)[1] is None
    assert judge.again("page", *space, 0.0)[1] == OFF_TOPIC


def test_ten_grades_make_it_due_and_are_kept_in_the_sample(judge):
    feed(judge)
    judge.model = judge.learned(judge.sample())
    for n in range(10):
        judge.grade(f"page{n}", 1.0, None)
    assert judge.is_due
    feed(judge, 1500, seed=3)
    graded = [page for page in judge.sample() if page.grade is not None]
    assert len(judge.sample()) == 1000
    assert [page.grade for page in graded] == [1.0] * 10


def test_a_sample_of_another_process_is_taken_over(judge):
    feed(judge)
    other = PageJudge(TOPIC, THRESHOLD)
    other.restore(judge.sample())
    assert other.learned(other.sample()) == judge.learned(judge.sample())
