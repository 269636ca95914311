"""The judge of pages: before anything is learned, afterwards, and with grades."""

from __future__ import annotations

import random
import tracemalloc

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


class TestBesideTheTopicsOwnVerdict:
    """Topics whose pages are not judged by what is learned alone."""

    @pytest.fixture
    def judge(self):
        judge = PageJudge(TOPIC, THRESHOLD, alone=False)
        chance = random.Random(1)
        for n in range(120):
            field = [f"航天{k}" for k in range(40)] if n % 2 else [f"球赛{k}" for k in range(40)]
            judge.judged(f"http://s{n % 7}.cn/{n}", {"火箭"}, {"火箭", *chance.sample(field, 15)}, 0.5)
        return judge

    @staticmethod
    def learn(judge: PageJudge, numbers: range, turn: int = 0) -> None:
        for n in numbers:
            judge.grade(f"http://s{n % 7}.cn/{n}", float((n + turn) % 2))
        judge.model = judge.learned(judge.sample()) or judge.model

    def test_without_grades_verdicts_stay(self, judge):
        assert not judge.is_due and not judge.has_news
        assert judge.judged("http://a.cn/1", set(), {"球赛1"}, 0.7) == (0.7, None)

    def test_too_few_grades_change_nothing(self, judge):
        self.learn(judge, range(19))
        assert not judge.moves
        assert judge.judged("http://a.cn/1", set(), {"球赛1"}, 0.7) == (0.7, None)

    def test_grades_move_verdicts_and_leave_stored_pages(self, judge):
        self.learn(judge, range(40))
        assert judge.moves
        off, on = (
            judge.judged(f"http://a.cn/{name}", set(), {f"{name}{k}" for k in range(15)}, 0.5)[0]
            for name in ("球赛", "航天")
        )
        assert off < 0.45 < 0.55 < on
        assert judge.again("http://a.cn/球赛", set(), {"球赛1"}, 0.0) is None

    def test_verdicts_are_moved_no_more_when_later_grades_speak_against_it(self, judge):
        self.learn(judge, range(20))
        assert judge.moves
        self.learn(judge, range(20, 40), turn=1)
        assert not judge.moves
        assert judge.judged("http://a.cn/1", set(), {"球赛1"}, 0.7) == (0.7, None)

    def test_pages_to_learn_from_are_those_with_a_grade_and_these_are_kept(self, judge):
        self.learn(judge, range(40))
        for n in range(1_500):
            judge.judged(f"http://b.cn/{n}", set(), {f"词{n}"}, 0.5)
        assert len(judge.sample()) == 40
        assert judge.has_news is False

    def test_a_page_of_another_worker_is_graded_with_its_words(self, judge):
        judge.grade("http://c.cn/1", 1.0)
        assert not judge.remembers("http://c.cn/1")
        judge.grade("http://c.cn/1", 1.0, ({"火箭"}, {"航天1"}), 0.3)
        [page] = judge.sample()
        assert (page.words, page.relevance, page.site) == ({"航天1"}, 0.3, "c.cn")


def test_a_remembered_page_takes_two_kilobytes() -> None:
    bodies = [{f"第{page}页的词语{word}" for word in range(150)} for page in range(200)]
    judge = PageJudge(TOPIC, THRESHOLD, alone=False)
    tracemalloc.start()
    for number, body in enumerate(bodies):
        judge.judged(f"page{number}", set(), body, 0.5)
    taken, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    judge.grade("page7", 1.0)
    assert [page.words for page in judge.sample()] == [bodies[7]]
    assert taken / len(bodies) < 5_000, "their words are longer than those of real pages"
